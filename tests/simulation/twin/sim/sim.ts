/**
 * 9.1: the SIM domain is a world of its own, run by the rules of the first one. Before anything happens in it, its
 * markets take over what the REAL ones say; its orders meet the mirrored ladder alone. All its system money
 * together is SIM_HOUSE, whatever the rules call the parts.
 */
import { REFUSAL } from '@vest/protocol'
import type { CloseSimPositions, OpenSimAccount, SetSimAccountStatus } from '@vest/engine'
import { withinBand } from '../band.ts'
import { closeAll } from './closeSim.ts'
import { takeOver } from './simDomain.ts'
import { areTermsFine, judgeAll } from './capital.ts'
import { openAccount, openingRefusal } from './openSim.ts'
import { isInProgramme } from './purchases.ts'
import { fillFromPool } from '../cross.ts'
import { canFireTriggers, liquidateAll } from '../liquidation.ts'
import { fireTriggers } from '../orders.ts'
import { mirroredLevels } from './simLadder.ts'
import { dropDelayed, bookSide, type TwinAccount, type World } from '../world/index.ts'

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

/** An account that no purchase waits for. */
export function openSimAccount(world: World, command: OpenSimAccount): number | undefined {
  const { account: address, ownerId, amountUsd6, capital } = command
  if (!Number.isSafeInteger(amountUsd6) || amountUsd6 <= 0) return REFUSAL.INVALID_PARAMETER
  if (capital !== undefined && !areTermsFine(capital, amountUsd6)) return REFUSAL.INVALID_PARAMETER
  const code = openingRefusal(world, address, ownerId, amountUsd6)
  if (code !== undefined) return code
  const isWallet = (one: string): boolean =>
    world.purchases!.some(({ evaluation, funded }) => evaluation === one || funded?.wallet === one)
  if (isInProgramme(world, address) || isWallet(ownerId)) return REFUSAL.ACTION_NOT_AVAILABLE
  openAccount(world, { address, owner: ownerId, amount: amountUsd6, terms: capital })
  return undefined
}

export function setSimAccountStatus(world: World, command: SetSimAccountStatus): number | undefined {
  const account = accountIn(world.sim!, command.account)
  if (account === undefined)
    return accountIn(world, command.account) === undefined
      ? REFUSAL.ACCOUNT_NOT_FOUND
      : REFUSAL.ACTION_NOT_AVAILABLE
  const hasEnded = account.capital !== undefined && !account.capital.status.endsWith('active')
  if (command.status === 'ACTIVE' && (hasEnded || account.capital?.reason === 'DISPUTED'))
    return REFUSAL.ACTION_NOT_AVAILABLE
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
  if (found === undefined)
    return accountIn(world, command.account) === undefined
      ? REFUSAL.ACCOUNT_NOT_FOUND
      : REFUSAL.ACTION_NOT_AVAILABLE
  if (found.isFrozen) return REFUSAL.ACTION_NOT_AVAILABLE
  closeAll(sim, found.id)
  return undefined
}
