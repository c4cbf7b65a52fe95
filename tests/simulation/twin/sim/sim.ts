/**
 * 9.1: the SIM domain is a world of its own, run by the rules of the first one. Before anything happens in it, its
 * markets take over what the REAL ones say; its orders meet nobody but the mirrored ladder. All its system money
 * together is SIM_HOUSE, whatever the rules call the parts.
 */
import { withinBand } from '../band.ts'
import { closeAll } from './closeSim.ts'
import { takeOver } from './simDomain.ts'
import type { CloseSimPositions, OpenSimAccount, SetSimAccountStatus } from '@vest/engine'
import { areTermsFine, createCapital, judgeAll } from './capital.ts'
import { fillFromPool } from '../cross.ts'
import { canFireTriggers, liquidateAll } from '../liquidation.ts'
import { fireTriggers } from '../orders.ts'
import { mirroredLevels } from './simLadder.ts'
import { dropDelayed, bookSide, type TwinAccount, type World } from '../world.ts'

/** What follows in SIM once REAL is done. */
export function followReal(world: World, marked: readonly number[]): void {
  const sim = takeOver(world)
  crossSim(sim)
  for (const id of marked) if (canFireTriggers(sim, sim.markets[id]!)) fireTriggers(sim, id)
  const isAny = world.isJudged
  const isConcerned = ({ positions }: TwinAccount): boolean =>
    (isAny && positions.size > 0) || marked.some((id) => positions.has(id))
  judgeAll(sim, isConcerned)
  liquidateAll(sim, isConcerned)
  world.isJudged = false
  do crossSim(sim)
  while (judgeAll(sim, () => false))
}

function crossSim(sim: World): void {
  for (const { id } of sim.markets) while (crossOnce(sim, id));
}

/** One walk over both sides; true = something has filled or fallen out. */
function crossOnce(sim: World, marketId: number): boolean {
  let hasCrossed = false
  for (const isBuy of [true, false])
    for (const { id } of bookSide(sim, marketId, isBuy))
      for (;;) {
        const order = sim.orders.find((one) => one.id === id)
        if (order === undefined) break
        const market = sim.markets[marketId]!
        const levels = mirroredLevels(sim, market, {
          accountId: order.accountId,
          isAsk: isBuy,
          lots: 1n,
          hasAllRoom: false,
        })
        const best = withinBand(market, levels)[0]
        if (best === undefined || (isBuy ? order.price < best[0] : order.price > best[0])) break
        fillFromPool(sim, order)
        hasCrossed = true
      }
  return hasCrossed
}

const accountIn = (world: World, address: string) => world.accounts.find((one) => one.address === address)

export function openSimAccount(world: World, command: OpenSimAccount): number | undefined {
  const { account: address, ownerId } = command
  if (!Number.isSafeInteger(command.amountUsd6) || command.amountUsd6 <= 0) return 1130
  if (command.capital !== undefined && !areTermsFine(command.capital, command.amountUsd6)) return 1130
  const owed = BigInt(command.amountUsd6) - simHouse(world)
  if (owed > 4_000_000_000_000_000n) return 1130
  const owner = accountIn(world, ownerId)
  if (owner === undefined || owner.isSim) return 1099
  const known = accountIn(world, address)
  if (address === ownerId || known?.exists === true || known?.isSim === true) return 1149
  if (world.sim!.accounts.some((one) => one.ownerId === address)) return 1149
  if (known !== undefined && world.referrals.referrers.has(known.id)) return 1149
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
  const amount = BigInt(command.amountUsd6)
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
    ...(command.capital === undefined ? {} : { capital: createCapital(sim, command.capital, amount) }),
  })
  sim.money.POOL -= amount
  return undefined
}

export function setSimAccountStatus(world: World, command: SetSimAccountStatus): number | undefined {
  const account = accountIn(world.sim!, command.account)
  if (account === undefined) return accountIn(world, command.account) === undefined ? 1099 : 1149
  const hasEnded = account.capital !== undefined && !account.capital.status.endsWith('active')
  if (command.status === 'ACTIVE' && hasEnded) return 1149
  account.isFrozen = command.status === 'FROZEN'
  if (account.isFrozen)
    world.sim!.orders = world.sim!.orders.filter((order) => order.accountId !== account.id)
  if (account.isFrozen) dropDelayed(world.sim!, (one) => one.accountId === account.id)
  return undefined
}

/** 9.5, 1 to 3. */
export function closeSimPositions(world: World, command: CloseSimPositions): number | undefined {
  const sim = takeOver(world)
  const found = accountIn(sim, command.account)
  if (found === undefined) return accountIn(world, command.account) === undefined ? 1099 : 1149
  if (found.isFrozen) return 1149
  closeAll(sim, found.id)
  return undefined
}

/** All that SIM_HOUSE has and owes, the quote sides of its positions included. */
export function simHouse(world: World): bigint {
  const { money, markets } = world.sim!
  return (
    Object.values(money).reduce((sum, one) => sum + one, 0n) +
    markets.reduce((sum, { clearing, house }) => sum + clearing + (house?.quote ?? 0n), 0n)
  )
}
