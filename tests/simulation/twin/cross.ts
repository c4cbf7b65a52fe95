/** 1.7: resting orders that the ladder has reached are filled by the pool at its prices, bids first, best first. */
import { withinBand } from './band.ts'
import { noteLoss } from './bounds.ts'
import { guardrailRefusal } from './guardrails.ts'
import { charge, makerFee } from './ledger.ts'
import { isAffordable, isPurelyReducing } from './margin.ts'
import { poolLevels } from './pool.ts'
import { charged, distributeFee } from './rewards.ts'
import { advance, closeSweep, fitsOpenInterest, increaseOf, sweep } from './sweep.ts'
import { bookSide, fork, keep, remainingOf, removeOrder, type TwinOrder, type World } from './world/index.ts'

/** One market until nothing crosses; true = something happened. */
export function crossMarket(world: World, marketId: number): boolean {
  let hasCrossed = false
  for (const isBuy of [true, false])
    for (
      let order = crossed(world, marketId, isBuy);
      order !== undefined;
      order = crossed(world, marketId, isBuy)
    ) {
      fillFromPool(world, order)
      hasCrossed = true
    }
  return hasCrossed
}

/** Every market again and again until all stand still. */
export function crossAll(world: World): void {
  while (world.markets.map((market) => crossMarket(world, market.id)).includes(true));
}

function crossed(world: World, marketId: number, isBuy: boolean): TwinOrder | undefined {
  const best = bookSide(world, marketId, isBuy)[0]
  const market = world.markets[marketId]!
  const pool = best && withinBand(market, poolLevels(world, market, isBuy, 1))[0]
  if (best === undefined || pool === undefined) return undefined
  return (isBuy ? best.price >= pool[0] : best.price <= pool[0]) ? best : undefined
}

export function fillFromPool(world: World, order: TwinOrder): void {
  const { accountId, marketId, isBuy, initMarginRatio } = order
  const held = world.accounts[accountId]!.positions.get(marketId)
  let size = remainingOf(order)
  if (order.reduceOnly && held !== undefined && held.size < size) size = held.size
  const tried = fork(world)
  const input = {
    accountId,
    marketId,
    isBuy,
    size,
    limit: order.price,
    initMarginRatio,
    poolOnly: true,
    signer: order.signer,
  }
  const result = sweep(tried, input)
  const market = tried.markets[marketId]!
  const fee = charged(world, accountId, makerFee(world, result.value, market))
  charge(tried.accounts[accountId]!, market, fee, { value: result.openedValue, ratio: initMarginRatio })
  noteLoss(tried, order, fee)
  advance(tried, order.id, result.filled)
  const isReducing = isPurelyReducing(held, tried.accounts[accountId]!.positions.get(marketId))
  const isAllowed = isAffordable({ before: world, after: tried, accountId, marketId, isReducing })
  if (!isAllowed) return removeOrder(world, order.id)
  const grows = increaseOf(held, { isBuy, size: result.filled })
  if (grows > 0n && !fitsOpenInterest(world, world.markets[marketId]!, isBuy, grows))
    return removeOrder(world, order.id)
  const after = tried.accounts[accountId]!.positions.get(marketId)?.size ?? 0n
  if (grows > 0n && guardrailRefusal(world, accountId, market, after) !== undefined)
    return removeOrder(world, order.id)
  distributeFee(tried, market, fee, accountId)
  const { filled: lots } = result
  if (lots > 0n) result.makers.push({ order: { ...order, filled: order.filled + lots }, lots })
  closeSweep(tried, input, result)
  keep(world, tried)
}
