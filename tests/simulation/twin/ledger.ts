/**
 * Where money moves: the effect of a fill on a position, funding before it, fees after it, and who pays what an
 * account cannot. Every function changes the world it is given, at once and for real; hypotheses are forks.
 */
import { ceilDiv, floorDiv, max, min } from './arithmetic.ts'
import { backstopCapital } from './backstop.ts'
import { fundingOwed, RATIO_ONE } from './margin.ts'
import {
  type MoneyName,
  sleeveOf,
  type TwinAccount,
  type TwinMarket,
  type TwinPosition,
  type World,
} from './world/index.ts'

export interface Fill {
  readonly isBuy: boolean
  readonly size: bigint
  readonly price: bigint
  readonly initMarginRatio: bigint
  /** The order that fills had rested. */
  readonly isMaker?: boolean
}

interface Effect {
  readonly after: TwinPosition | undefined
  readonly pnl: bigint
  readonly closed: bigint
  readonly opened: bigint
}

/** 1.10. Funding has been settled; a position that begins here begins with the present accumulator. */
function effectOf(market: TwinMarket, held: TwinPosition | undefined, fill: Fill): Effect {
  const { isBuy, size, price } = fill
  const fresh = (lots: bigint): TwinPosition => ({
    isLong: isBuy,
    size: lots,
    cost: price * lots * market.scale,
    initMarginRatio: fill.initMarginRatio,
    entryFunding: market.cumFunding,
    settledFunding: 0n,
    isolatedMargin: 0n,
  })
  if (held === undefined) return { after: fresh(size), pnl: 0n, closed: 0n, opened: size }
  if (held.isLong === isBuy) {
    const total = held.size + size
    const initMarginRatio = ceilDiv(held.size * held.initMarginRatio + size * fill.initMarginRatio, total)
    const cost = held.cost + price * size * market.scale
    return { after: { ...held, size: total, cost, initMarginRatio }, pnl: 0n, closed: 0n, opened: size }
  }
  const closed = min(size, held.size)
  const value = price * closed * market.scale
  const share = held.cost * closed
  const released =
    closed === held.size ? held.cost : held.isLong ? ceilDiv(share, held.size) : floorDiv(share, held.size)
  const pnl = held.isLong ? value - released : released - value
  if (closed < held.size)
    return {
      after: { ...held, size: held.size - closed, cost: held.cost - released },
      pnl,
      closed,
      opened: 0n,
    }
  return { after: size > closed ? fresh(size - closed) : undefined, pnl, closed, opened: size - closed }
}

export interface FillOutcome {
  readonly pnl: bigint
  /** Value by which the position grew; its margin is taken with the fee. */
  readonly openedValue: bigint
  readonly isDecrease: boolean
  /** The position that was there is gone, or has turned. */
  readonly isEnd: boolean
}

/** Books a fill of a user: settle funding, change the position, realise the profit. */
export function fillUser(world: World, account: TwinAccount, market: TwinMarket, fill: Fill): FillOutcome {
  const clearing = market.clearing
  settleFunding(account, market)
  const held = account.positions.get(market.id)
  const effect = effectOf(market, held, fill)
  noteFill(account, market, fill, { pnl: effect.pnl, settledFunding: clearing - market.clearing })
  if (!market.spec.isolated) account.collateral += effect.pnl
  else if (held !== undefined && effect.closed > 0n) returnIsolated(account, held, effect)
  if (effect.after === undefined) account.positions.delete(market.id)
  else account.positions.set(market.id, effect.after)
  return {
    pnl: effect.pnl,
    openedValue: fill.price * effect.opened * market.scale,
    isDecrease: effect.closed > 0n,
    isEnd: held !== undefined && effect.closed === held.size,
  }
}

/** The closed share of the isolated margin goes home with the profit; a loss beyond it stays while there is a rest. */
function returnIsolated(account: TwinAccount, held: TwinPosition, effect: Effect): void {
  const isWhole = effect.closed === held.size
  const share = isWhole ? held.isolatedMargin : floorDiv(held.isolatedMargin * effect.closed, held.size)
  const home = share + effect.pnl
  const left = held.isolatedMargin - share
  if (isWhole || home >= 0n) account.collateral += home
  if (!isWhole) effect.after!.isolatedMargin = home >= 0n ? left : left + home
}

const bookedBy = ({ booked = { fills: [], fees: [] } }: TwinAccount): NonNullable<TwinAccount['booked']> =>
  booked

function noteFill(
  account: TwinAccount,
  market: TwinMarket,
  { isBuy, size, price, isMaker = false }: Fill,
  figures: { pnl: bigint; settledFunding: bigint },
): void {
  const { fills, fees } = bookedBy(account)
  const value = price * size * market.scale
  const row = {
    account: account.address,
    marketId: market.id,
    isBuy,
    isMaker,
    price,
    size,
    value,
    ...figures,
  }
  account.booked = { fills: [...fills, row], fees }
}

/** 3.4, outside or before a fill. */
export function settleFunding(account: TwinAccount, market: TwinMarket): void {
  const position = account.positions.get(market.id)
  if (position === undefined) return
  const pay = fundingOwed(market, position)
  if (market.spec.isolated) position.isolatedMargin -= pay
  else account.collateral -= pay
  market.clearing += pay
  position.settledFunding -= pay
  position.entryFunding = market.cumFunding
}

/** The pool's side of a fill: an ordinary party without fee. */
export function fillPool(
  world: World,
  market: TwinMarket,
  fill: { isBuy: boolean; size: bigint; price: bigint },
): void {
  if (market.house !== undefined) {
    const { isBuy, size, price } = fill
    market.house.inventory += isBuy ? size : -size
    market.house.quote += (isBuy ? -1n : 1n) * price * size * market.scale
    return
  }
  market.pool = fillOwn(world, market, { held: market.pool, cash: sleeveOf(market) }, fill)
}

/** The same for the backstop; what it shows of its position shrinks by what was bought from there. */
export function fillBackstop(
  world: World,
  market: TwinMarket,
  fill: { isBuy: boolean; size: bigint; price: bigint },
  isShown = false,
): void {
  const before = market.backstop
  const after = fillOwn(world, market, { held: before, cash: 'BACKSTOP' }, fill)
  if (after === undefined) market.backstop = undefined
  else if (before === undefined || before.isLong !== after.isLong)
    market.backstop = { ...after, offered: 0n, minute: Math.floor(world.nowMs / 60_000) }
  else {
    const offered = min(before.offered - (isShown ? fill.size : 0n), after.size)
    market.backstop = { ...after, offered, minute: before.minute }
  }
}

function fillOwn(
  world: World,
  market: TwinMarket,
  own: { held: TwinPosition | undefined; cash: MoneyName },
  fill: { isBuy: boolean; size: bigint; price: bigint },
): TwinPosition | undefined {
  const { held, cash } = own
  if (held !== undefined) {
    const pay = fundingOwed(market, held)
    world.money[cash] -= pay
    market.clearing += pay
    held.settledFunding -= pay
    held.entryFunding = market.cumFunding
  }
  const effect = effectOf(market, held, { ...fill, initMarginRatio: BigInt(market.spec.initMarginRatio) })
  world.money[cash] += effect.pnl
  return effect.after
}

export const takerFee = (value: bigint, market: TwinMarket): bigint =>
  ceilDiv(value * BigInt(market.spec.takerFeeRate), 100_000n)
/** 8.1: the share is of the rate, rounded down. */
export const makerFee = (world: World, value: bigint, market: TwinMarket): bigint =>
  ceilDiv(
    value * floorDiv(BigInt(market.spec.takerFeeRate) * BigInt(world.parameters.makerFeePercent), 100n),
    100_000n,
  )

/** Takes a fee, and for an isolated position the margin of what was opened with it. */
export function charge(
  account: TwinAccount,
  market: TwinMarket,
  fee: bigint,
  opened: { value: bigint; ratio: bigint },
): void {
  const { fills, fees } = bookedBy(account)
  account.booked = { fills, fees: [...fees, { account: account.address, marketId: market.id, fee }] }
  const position = account.positions.get(market.id)
  if (!market.spec.isolated || position === undefined) {
    account.collateral -= fee
    return
  }
  const add = opened.value === 0n ? 0n : ceilDiv(opened.value * opened.ratio, RATIO_ONE) + fee
  account.collateral -= add
  position.isolatedMargin += add - fee
}

/** Collateral that secures no cross position is never below zero: 5.7 pays. */
export function coverShortfall(world: World, account: TwinAccount): void {
  if (
    account.collateral >= 0n ||
    [...account.positions.keys()].some((id) => !world.markets[id]!.spec.isolated)
  )
    return
  payShortfall(world, -account.collateral, 'POOL')
  account.collateral = 0n
}

export function payShortfall(world: World, shortfall: bigint, sleeve: 'POOL' | 'POOL_ISO'): void {
  const insured = min(shortfall, max(0n, world.money.INSURANCE))
  const left = shortfall - insured
  const backed = sleeve === 'POOL' ? min(left, max(0n, backstopCapital(world))) : 0n
  world.money.INSURANCE -= insured
  world.money.BACKSTOP -= backed
  world.money[sleeve] -= left - backed
}
