/**
 * 1.11, 2.4, 2.5 and 3: index prices and what follows from them in its fixed order, the modes of a market, the
 * timer and the funding of an hour.
 */
import { REFUSAL } from '@vest/protocol'
import type {
  ChangeSession,
  HandHalt,
  IndexPrice,
  SetMarketMode,
  TickFunding,
  UpdateIndexPrices,
} from '@vest/engine'
import { executeFresh } from './delay.ts'
import { abs, ceilDiv, clamp, floorDiv, max, min, roundDiv, truncDiv } from './arithmetic.ts'
import { renewOffer } from './backstop.ts'
import { crossMarket } from './cross.ts'
import { payDividend } from './corporate.ts'
import { sweepDust } from './dust.ts'
import { deleveragePool, limitBackstopLoss } from './deleverage.ts'
import { canFireTriggers, liquidateAll } from './liquidation.ts'
import { setMode } from './mode.ts'
import { fireTriggers } from './orders.ts'
import { appraise, judgeSolvency, poolLevels, poolPrices, refreshLadder } from './pool.ts'
import {
  bookSide,
  inventoryOf,
  openInterest,
  remainingOf,
  type TwinMarket,
  type World,
} from './world/index.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 86_400_000

/** Returns the markets that were marked, in their order. */
export function updateIndexPrices(world: World, command: UpdateIndexPrices): number[] {
  const accepted: { id: number; isReopened: boolean }[] = []
  for (const [at, price] of command.prices.entries()) {
    const market = world.markets[price.marketId]
    if (market === undefined || !isSane(price)) continue
    if (price.conf > 1e12) continue
    if (isTooMuch(world, market, price)) continue
    const isFirst = command.prices.findIndex(({ marketId }) => marketId === price.marketId) === at
    if (!(isFirst && isCountable(world.sim!, market, price))) continue
    const wasHalted = market.mode === 'HALT'
    if (accept(world, market, price)) accepted.push({ id: market.id, isReopened: wasHalted })
  }
  appraise(world)
  for (const { id } of accepted) refreshLadder(world, world.markets[id]!)
  for (const { id, isReopened } of accepted) takeMark(world, world.markets[id]!, isReopened)
  for (const { id } of accepted) crossMarket(world, id)
  executeFresh(
    world,
    accepted.map(({ id }) => id),
  )
  for (const { id } of accepted) if (canFireTriggers(world, world.markets[id]!)) fireTriggers(world, id)
  const updated = accepted.map(({ id }) => id)
  liquidateAll(world, (account) => updated.some((id) => account.positions.has(id)))
  limitBackstopLoss(world)
  judgeSolvency(world)
  deleveragePool(world)
  return updated
}

const isSane = ({ price, conf, sourceTimeMs }: IndexPrice): boolean =>
  Number.isSafeInteger(price) &&
  price > 0 &&
  price <= 1e12 &&
  Number.isSafeInteger(conf) &&
  conf >= 0 &&
  Number.isSafeInteger(sourceTimeMs)

/** What users of a domain hold there is worth no more at this price than may ever lie in the vault. */
const isCountable = (world: World, market: TwinMarket, { price }: IndexPrice): boolean =>
  (openInterest(world, market.id, true) + openInterest(world, market.id, false)) *
    BigInt(price) *
    market.scale <=
  4_000_000_000_000_000n

/** A rise by which all that accounts hold anywhere, and the cash of the pools, would come to more than that. */
function isTooMuch(world: World, market: TwinMarket, { price }: IndexPrice): boolean {
  const held = ({ id, pool, backstop }: TwinMarket): bigint =>
    openInterest(world, id, true) +
    openInterest(world, id, false) +
    (pool?.size ?? 0n) +
    (backstop?.size ?? 0n)
  const risen = BigInt(price)
  if (risen <= (market.index ?? 0n) || held(market) === 0n) return false
  const { POOL, POOL_ISO, BACKSTOP } = world.money
  const values = world.markets.map((each) => {
    const at = each === market ? risen : (each.index ?? 0n)
    return held(each) * at * each.scale
  })
  return [abs(POOL), abs(POOL_ISO), abs(BACKSTOP), ...values].reduce((a, b) => a + b) > 4_000_000_000_000_000n
}

function accept(world: World, market: TwinMarket, price: IndexPrice): boolean {
  const sourceTimeMs = Math.min(price.sourceTimeMs, world.nowMs)
  if (sourceTimeMs < market.indexTimeMs) return false
  const index = BigInt(price.price)
  haltIfMissed(world, market)
  const isShown = market.index === undefined && market.haltCause === 'SESSION' && !price.held
  if (
    market.mode === 'HALT' &&
    !isShown &&
    !(
      market.haltCause === 'REOPENING' &&
      !price.held &&
      !isTooOld(world, market, sourceTimeMs) &&
      isNewer(market, sourceTimeMs) &&
      isReopening(world, market, index)
    )
  )
    return false
  if (!isShown) payDividend(world, market)
  market.index = index
  market.indexTimeMs = sourceTimeMs
  market.isHeld = price.held
  market.conf = BigInt(price.conf)
  market.freshness = freshnessOf(world, market)
  judgeVolatility(world, market, index)
  return true
}

function freshnessOf(world: World, market: TwinMarket): 'FRESH' | 'SOFT' | 'HARD' {
  const ageMs = world.nowMs - market.indexTimeMs
  const { hardStaleMs, softStaleMs } = market.spec.risk
  return ageMs > hardStaleMs ? 'HARD' : ageMs > softStaleMs ? 'SOFT' : 'FRESH'
}

/** A price that is hard stale itself is none of those that reopen. */
const isTooOld = ({ nowMs }: World, { spec }: TwinMarket, sourceTimeMs: number): boolean =>
  nowMs - sourceTimeMs > spec.risk.hardStaleMs

/** An evaluation counts once: each of the three is younger than all before it. */
function isNewer(market: TwinMarket, sourceTimeMs: number): boolean {
  const isLater = sourceTimeMs > Math.max(market.evaluatedMs, market.indexTimeMs)
  if (isLater) market.evaluatedMs = sourceTimeMs
  return isLater
}

/** Three prices in a row within 50 bps of each other, not before the opening time. */
function isReopening(world: World, market: TwinMarket, index: bigint): boolean {
  market.reopenPrices = [...market.reopenPrices, index].slice(-3)
  const low = market.reopenPrices.reduce(min)
  const high = market.reopenPrices.reduce(max)
  if (
    market.reopenPrices.length < 3 ||
    (high - low) * 10_000n > 50n * low ||
    world.nowMs < market.openSinceMs
  )
    return false
  market.reopenPrices = []
  market.reopenedAtMs = world.nowMs
  market.premiumMilli = 0n
  market.volatilityIndex = undefined
  market.trail = []
  market.wideSinceMs = undefined
  // 2.5: HALT is another thing than a volatility halt, which goes on where it was.
  const { volatileSinceMs } = market
  setMode(world, market, market.isReducedByHand || volatileSinceMs !== undefined ? 'REDUCE_ONLY' : 'OPEN')
  market.modeSinceMs = volatileSinceMs ?? market.modeSinceMs
  return true
}

function awaitReopening(world: World, market: TwinMarket, openSinceMs: number): void {
  market.openSinceMs = openSinceMs
  market.reopenPrices = []
  setMode(world, market, 'HALT', 'REOPENING')
}

/** A market that trades and has not had a price for two minutes waits for three. */
function haltIfMissed(world: World, market: TwinMarket): void {
  if (market.index === undefined || market.mode === 'HALT') return
  if (world.nowMs - market.indexTimeMs > 120_000) awaitReopening(world, market, world.nowMs)
}

export function changeSession(world: World, command: ChangeSession): number | undefined {
  const { marketId, session, endTimeMs } = command
  const market = world.markets[marketId]
  if (market === undefined) return REFUSAL.BAD_SYMBOL
  const wasClosed = market.session === 'CLOSED'
  market.session = session
  market.regularSpan =
    session === 'REGULAR' && endTimeMs !== undefined ? { startMs: world.nowMs, endMs: endTimeMs } : undefined
  if (session === 'CLOSED') {
    if (market.haltCause !== 'HAND' && market.haltCause !== 'DELISTED')
      setMode(world, market, 'HALT', 'SESSION')
  } else if (wasClosed) {
    if (market.haltCause === 'SESSION') awaitReopening(world, market, world.nowMs + 10_000)
    else market.openSinceMs = world.nowMs + 10_000
  }
  refreshLadder(world, market)
  return undefined
}

/** 2.5 and the operator's modes on top of it. Each cause of an operator halt is lifted by itself alone. */
export function setMarketMode(world: World, command: SetMarketMode): number | undefined {
  const market = world.markets[command.marketId]
  if (market === undefined || market.haltCause === 'DELISTED') return REFUSAL.BAD_SYMBOL
  const { mode } = command
  const cause = command.cause ?? 'OPERATOR'
  if (!['OPERATOR', 'MARKET_WIDE', 'REGULATORY', 'CORPORATE_ACTION'].includes(cause))
    return REFUSAL.INVALID_PARAMETER
  const operatorMode = market.operatorMode
  if (cause !== 'OPERATOR') {
    if (mode !== 'HALT' && mode !== 'OPEN') return REFUSAL.INVALID_PARAMETER
  } else if (mode === 'POST_ONLY' || mode === 'CANCEL_ONLY') market.operatorMode = mode
  else {
    market.operatorMode = undefined
    market.isReducedByHand = mode === 'REDUCE_ONLY' || market.delistAnnouncedAtMs !== undefined
  }
  if (operatorMode !== market.operatorMode) refreshLadder(world, market)
  if (mode === 'HALT') halt(world, market, cause)
  else if (market.mode === 'HALT') lift(world, market, cause)
  else if (cause === 'OPERATOR' && (mode === 'OPEN' || mode === 'REDUCE_ONLY')) {
    setMode(world, market, market.isReducedByHand ? 'REDUCE_ONLY' : mode)
    market.volatileSinceMs = undefined
  }
  return undefined
}

function halt(world: World, market: TwinMarket, cause: HandHalt): void {
  if (!market.halts.includes(cause)) market.halts.push(cause)
  setMode(world, market, 'HALT', 'HAND')
}

function lift(world: World, market: TwinMarket, cause: HandHalt): void {
  if (!market.halts.includes(cause)) return
  market.halts = market.halts.filter((one) => one !== cause)
  if (market.halts.length > 0) return
  if (market.session === 'CLOSED') setMode(world, market, 'HALT', 'SESSION')
  else awaitReopening(world, market, Math.max(world.nowMs, market.openSinceMs))
}

/** |I / I five minutes ago − 1| against the threshold, doubled for stocks at both ends of the regular session. */
function moveAgainstThreshold(
  world: World,
  market: TwinMarket,
  index: bigint,
): { move: bigint; most: bigint } {
  const reference = market.trail[0]
  if (reference === undefined) return { move: 0n, most: 1n }
  const span = market.spec.asset === 'stock' ? market.regularSpan : undefined
  const quarter = 15 * 60_000
  const isAtAnEnd =
    span !== undefined && (world.nowMs < span.startMs + quarter || world.nowMs >= span.endMs - quarter)
  return {
    move: abs(index - reference) * 10_000n,
    most: BigInt(market.spec.risk.volHaltBps) * (isAtAnEnd ? 2n : 1n) * reference,
  }
}

function judgeVolatility(world: World, market: TwinMarket, index: bigint): void {
  if (market.conf * 100n > index) {
    market.wideSinceMs ??= world.nowMs
    market.calmSinceMs = undefined
  } else {
    market.wideSinceMs = undefined
    market.calmSinceMs ??= world.nowMs
  }
  const isWide = market.wideSinceMs !== undefined && world.nowMs - market.wideSinceMs >= 5_000
  const { move, most } = moveAgainstThreshold(world, market, index)
  if (market.mode !== 'OPEN' || !(isWide || move > most)) return
  setMode(world, market, 'REDUCE_ONLY')
  market.volatileSinceMs = world.nowMs
}

function endVolatilityHalt(world: World, market: TwinMarket, index: bigint): void {
  const { move, most } = moveAgainstThreshold(world, market, index)
  const isLasting = world.nowMs - market.modeSinceMs < 300_000 || market.isReducedByHand || 2n * move >= most
  const isCalm = market.calmSinceMs !== undefined && world.nowMs - market.calmSinceMs >= 60_000
  if (market.mode !== 'REDUCE_ONLY' || isLasting || !isCalm || market.freshness !== 'FRESH' || market.isHeld)
    return
  market.coolDownUntilMs = world.nowMs + 60_000
  market.volatileSinceMs = undefined
  setMode(world, market, 'OPEN')
}

/** ±b around the index, rounded inwards: (2.1). */
function markRange(market: TwinMarket, index: bigint): { lowest: bigint; highest: bigint } {
  const { session } = market
  const bps = BigInt(market.spec.risk.markClampBps[session === 'CLOSED' ? 'REGULAR' : session])
  return {
    lowest: ceilDiv(index * (10_000n - bps), 10_000n),
    highest: floorDiv(index * (10_000n + bps), 10_000n),
  }
}

/**
 * Resting orders as a taker of this side could meet them: none while the pool does not quote,
 * none that crosses the pool (1.7 gives it to the pool, at the pool's price), and none at a price that no mark can have.
 */
function usersToMeet(world: World, market: TwinMarket, index: bigint, isBuy: boolean): [bigint, bigint][] {
  const resting = bookSide(world, market.id, !isBuy)
  if (market.ladder === undefined) return []
  const [opposite] = poolLevels(world, market, !isBuy, 1)
  const { lowest, highest } = markRange(market, index)
  return resting
    .filter(({ price }) => opposite === undefined || (isBuy ? price > opposite[0] : price < opposite[0]))
    .map((order) => [isBuy ? max(order.price, lowest) : min(order.price, highest), remainingOf(order)])
}

/** ⌈⌉ or ⌊⌋ average price of trading the impact value now; undefined where a side is too thin. */
function impactPrice(world: World, market: TwinMarket, index: bigint, isBuy: boolean): bigint | undefined {
  const target = ceilDiv(BigInt(market.spec.risk.impactValueUsd6), index * market.scale)
  const users = usersToMeet(world, market, index, isBuy)
  const all = [...users, ...poolPrices(world, market, isBuy)].sort((a, b) =>
    Number(isBuy ? a[0] - b[0] : b[0] - a[0]),
  )
  let left = target
  let sum = 0n
  for (const [price, size] of all) {
    const lots = min(left, size)
    sum += price * lots
    left -= lots
  }
  if (left > 0n) return undefined
  return isBuy ? ceilDiv(sum, target) : floorDiv(sum, target)
}

/** E5: only while the pool quotes both sides. */
function midOf(world: World, market: TwinMarket): bigint | undefined {
  const { impactBid, impactAsk } = market
  const isQuoted = [true, false].every((isAsk) => poolLevels(world, market, isAsk, 1).length > 0)
  return impactBid === undefined || impactAsk === undefined || !isQuoted
    ? undefined
    : floorDiv(impactBid + impactAsk, 2n)
}

/** (2.1) */
function takeMark(world: World, market: TwinMarket, isReopened: boolean): void {
  const index = market.index!
  market.markClamp = 0n
  market.impactAsk = impactPrice(world, market, index, true)
  market.impactBid = impactPrice(world, market, index, false)
  const mid = midOf(world, market)
  if (isReopened) market.mark = index
  else {
    const { lowest, highest } = markRange(market, index)
    const slow = index + roundDiv(market.premiumMilli, 1_000n)
    const middle = mid === undefined ? slow : [index, slow, mid].sort((a, b) => Number(a - b))[1]!
    market.mark = clamp(middle, lowest, highest)
  }
  market.rate = hourlyRate(market)
}

export function tickTimer(world: World): void {
  for (const market of world.markets) {
    const { index } = market
    if (index === undefined) continue
    haltIfMissed(world, market)
    if (market.mode === 'HALT') continue
    const freshness = freshnessOf(world, market)
    if (freshness !== market.freshness) {
      market.freshness = freshness
      refreshLadder(world, market)
    }
    const before = market.volatilityIndex
    if (before !== undefined) {
      const move = min(floorDiv(abs(index - before) * 1_000_000_000n, before), 2n ** 53n - 1n)
      market.volatility += floorDiv((move - market.volatility) * 33n, 1_000n)
    }
    market.volatilityIndex = index
    const mid = midOf(world, market)
    // Towards 0 without a mid: division of bigints truncates.
    market.premiumMilli +=
      mid === undefined
        ? -market.premiumMilli / 150n
        : floorDiv((mid - index) * 1_000n - market.premiumMilli, 150n)
    if (market.trail.length === 0 || world.nowMs - market.trailTimeMs >= 10_000) {
      market.trail = [...market.trail, index].slice(-31)
      market.trailTimeMs = world.nowMs
    }
    endVolatilityHalt(world, market, index)
    samplePremium(world, market, index)
    renewOffer(world, market)
  }
  const { accrualsPerHour } = world.parameters
  const partMs = HOUR_MS / accrualsPerHour
  if (accrualsPerHour > 1 && accrueAll(world, Math.floor(world.nowMs / partMs) * partMs - partMs))
    judgeAll(world)
}

function samplePremium(world: World, market: TwinMarket, index: bigint): void {
  if (market.freshness === 'HARD') return
  if (market.operatorMode === 'CANCEL_ONLY') return
  if (Math.floor(world.nowMs / 5_000) === Math.floor(market.lastSampleMs / 5_000)) return
  market.lastSampleMs = world.nowMs
  const above = market.impactBid === undefined ? 0n : max(market.impactBid - index, 0n)
  const below = market.impactAsk === undefined ? 0n : max(index - market.impactAsk, 0n)
  market.premiumSum += truncDiv((above - below) * 100_000_000n, index)
  market.samples += 1n
}

/** (3.1), the running estimate. */
function hourlyRate(market: TwinMarket): bigint {
  const { interestRate8h, skewFunding8h, fundingCapOneHour } = market.spec.risk
  const average = market.samples === 0n ? 0n : truncDiv(market.premiumSum, market.samples)
  const limit = market.ladder?.limit
  const share =
    limit === undefined
      ? 0n
      : clamp(floorDiv(inventoryOf(market) * 1_000_000n, limit), -1_000_000n, 1_000_000n)
  const skew = truncDiv(-BigInt(skewFunding8h) * share, 1_000_000n)
  const eightHours = average + clamp(BigInt(interestRate8h) - average, -50_000n, 50_000n) + skew
  return clamp(truncDiv(eightHours, 8n), -BigInt(fundingCapOneHour), BigInt(fundingCapOneHour))
}

/** Every account, of either domain. */
function judgeAll(world: World): void {
  liquidateAll(world, () => true)
  world.isJudged = true
}

export function tickFunding(world: World, command: TickFunding): void {
  accrueAll(world, command.hourMs + HOUR_MS - HOUR_MS / world.parameters.accrualsPerHour)
  judgeAll(world)
}

/** 3.3 and 3.5 for the part of an hour that began then: every market once, the dust before it; true = any. */
function accrueAll(world: World, startMs: number): boolean {
  const { accrualsPerHour } = world.parameters
  const endMs = startMs + HOUR_MS / accrualsPerHour
  let hasAccrued = false
  for (const market of world.markets) {
    const { chargedUntilMs } = market
    if (endMs <= (chargedUntilMs ?? 0)) continue
    hasAccrued = true
    market.chargedUntilMs = endMs
    const isSampled = market.samples * BigInt(accrualsPerHour) * 2n >= 720n
    const rate = isSampled ? hourlyRate(market) : 0n
    market.premiumSum = 0n
    market.samples = 0n
    const isFlat =
      market.pool === undefined &&
      market.backstop === undefined &&
      openInterest(world, market.id, true) === 0n &&
      openInterest(world, market.id, false) === 0n
    const lastEndMs = chargedUntilMs ?? endMs
    if (isFlat || Math.floor(endMs / DAY_MS) > Math.floor(lastEndMs / DAY_MS)) sweepDust(world, market)
    if (market.mode === 'HALT' || market.index === undefined) continue
    // Something of it has been charged already: of what is left nothing is.
    if (chargedUntilMs !== undefined && startMs < chargedUntilMs) continue
    const exponent = 4 - market.spec.priceDecimals
    const product = rate * market.index * (exponent >= 0 ? 10n ** BigInt(exponent) : 1n)
    market.cumFunding += truncDiv(
      product,
      BigInt(accrualsPerHour) * (exponent >= 0 ? 1n : 10n ** BigInt(-exponent)),
    )
    market.rate = hourlyRate(market)
  }
  return hasAccrued
}
