/** Whether an account of SIM may be opened, and that it is; and what SIM_HOUSE has given for all of them. */
import { REFUSAL } from '@vest/protocol'
import type { CapitalTerms } from '@vest/engine'
import type { World } from '../world/index.ts'
import { createCapital } from './capital.ts'

const accountIn = (world: World, address: string) => world.accounts.find((one) => one.address === address)

export function openingRefusal(
  world: World,
  address: string,
  ownerId: string,
  amount: number,
): number | undefined {
  const owed = BigInt(amount) - simHouse(world)
  if (owed > 4_000_000_000_000_000n) return REFUSAL.INVALID_PARAMETER
  const owner = accountIn(world, ownerId)
  if (owner === undefined || owner.isSim) return REFUSAL.ACCOUNT_NOT_FOUND
  const known = accountIn(world, address)
  if (address === ownerId || known?.exists === true || known?.isSim === true)
    return REFUSAL.ACTION_NOT_AVAILABLE
  if (world.sim!.accounts.some((one) => one.ownerId === address)) return REFUSAL.ACTION_NOT_AVAILABLE
  if (known !== undefined && world.referrals.referrers.has(known.id)) return REFUSAL.ACTION_NOT_AVAILABLE
  return undefined
}

export function openAccount(
  world: World,
  opening: {
    readonly address: string
    readonly owner: string
    readonly amount: number
    readonly terms: CapitalTerms | undefined
  },
): void {
  const { address, owner: ownerId, terms } = opening
  const known = accountIn(world, address)
  const empty = {
    address,
    softCredit: 0n,
    netDeposits: 0n,
    told: { equity: 0n, netDeposits: 0n },
    isFrozen: false,
    registeredMs: world.nowMs,
    hasTraded: false,
    weight: 0n,
  }
  // Its place among the accounts of REAL stays, empty for ever.
  if (known !== undefined) known.isSim = true
  else
    world.accounts.push({
      ...empty,
      id: world.accounts.length,
      exists: false,
      isSim: true,
      collateral: 0n,
      positions: new Map(),
      leverages: new Map(),
    })
  const sim = world.sim!
  const amount = BigInt(opening.amount)
  const timer = known && world.cancelTimers.get(known.id)
  if (known !== undefined && timer !== undefined) {
    world.cancelTimers.delete(known.id)
    sim.cancelTimers.set(sim.accounts.length, timer)
  }
  sim.accounts.push({
    ...empty,
    id: sim.accounts.length,
    exists: true,
    isSim: true,
    ownerId,
    collateral: amount,
    netDeposits: amount,
    positions: new Map(),
    leverages: new Map(),
    ...(terms === undefined ? {} : { capital: createCapital(sim, terms, amount) }),
  })
  sim.money.POOL -= amount
}

/** All that SIM_HOUSE has and owes, the quote sides of its positions included. */
export function simHouse(world: World): bigint {
  const { money, markets } = world.sim!
  return (
    Object.values(money).reduce((sum, one) => sum + one, 0n) +
    markets.reduce((sum, { clearing, house }) => sum + clearing + (house?.quote ?? 0n), 0n)
  )
}
