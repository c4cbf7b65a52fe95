/**
 * The one place where integers of the exchange become text of the wire: prices and sizes padded to the
 * decimals of their market, money with 6 decimals, accumulators with 12. REST rows and socket messages are
 * made by the same functions, so an event equals the row that a later GET answers.
 */
import type {
  AccountView,
  DepthView,
  LpOrderRecord,
  LpView,
  MarketSpec,
  MarketView,
  OrderRecord,
  PositionView,
  TickerRow,
  TransferRecord,
} from '@vest/engine'
import { base58 } from '@scure/base'
import { offHoursProfitPercent, valueScale } from '@vest/formulas'
import {
  assert,
  bigDivFloor,
  CHAIN_SOLANA,
  DEFAULT_PRICE_STEP,
  formatDecimal,
  formatDecimalShort,
  formatFunding12,
  formatRate8,
  formatRatio4,
  formatUsd6,
  hexToBytes,
  LEVERAGE_MAX_CAPITAL,
  priceSteps,
  RATIO4_ONE,
  SETTLEMENT_ASSET,
  type AccountResponse,
  type ClosedPositionRow,
  type DepthResponse,
  type FillRow,
  type FundingPaymentRow,
  type KlineMessage,
  type KlineRow,
  type Lots,
  type LpEvent,
  type LpOrderRow,
  type MarketInfo,
  type OpenInterest,
  type OrderEvent,
  type OrderRow,
  type PositionRow,
  type Ticker,
  type Ticker24hr,
  type Ticks,
  type TimeMs,
  type TradeRow,
  type TradingHoursRow,
  type TransferEvent,
  type TransferRow,
  usd6,
} from '@vest/protocol'
import type {
  Candle,
  ClosedPosition,
  SessionStart,
  StoredFill,
  StoredFunding,
  StoredTrade,
} from '@vest/runtime'
import { placeId } from './placeId.ts'
import type { Stats24h } from './projectorPort.ts'

/** What the text of a price or a size depends on. */
export type Decimals = Pick<MarketSpec, 'priceDecimals' | 'sizeDecimals'>

export const priceText = (price: Ticks, market: Decimals): string =>
  formatDecimal(price, market.priceDecimals)
export const sizeText = (size: Lots, market: Decimals): string => formatDecimal(size, market.sizeDecimals)

/** Margin ratio that a capital account gets: its market's, but never more than 5X. */
const capitalRatio4 = (spec: MarketSpec): number =>
  Math.max(spec.initMarginRatio, RATIO4_ONE / LEVERAGE_MAX_CAPITAL)

export const marketInfoText = (
  { spec, status, listTimeMs, ticker }: Pick<MarketView, 'spec' | 'status' | 'listTimeMs' | 'ticker'>,
  offHoursPercent: number,
): MarketInfo => ({
  symbol: spec.symbol,
  displayName: spec.displayName,
  base: spec.base,
  quote: SETTLEMENT_ASSET,
  sizeDecimals: spec.sizeDecimals,
  priceDecimals: spec.priceDecimals,
  tickSizes: priceSteps(ticker?.mark).map((step) => stepText(step, spec)),
  minTickSize: stepText(1, spec),
  defaultTickSize: stepText(DEFAULT_PRICE_STEP, spec),
  initMarginRatio: formatDecimalShort(spec.initMarginRatio, 4),
  maintMarginRatio: formatDecimalShort(spec.maintMarginRatio, 4),
  takerFee: formatDecimalShort(spec.takerFeeRate, 5),
  isolated: spec.isolated,
  asset: spec.asset,
  status,
  tradingStatus: status,
  category: spec.category,
  evalAllowed: spec.evalAllowed,
  fundedInitMarginRatio: formatDecimalShort(capitalRatio4(spec), 4),
  listTime: listTimeMs,
  offHoursProfit: formatDecimalShort(offHoursProfitPercent(spec.asset, offHoursPercent), 2),
  fillBandBps: spec.risk.fillBandBps,
})

/** As it stands in the names of channels too: without zeros that say nothing. */
const stepText = (step: number, market: Decimals): string => formatDecimalShort(step, market.priceDecimals)

/** What a ticker says beside the engine's row. */
export interface TickerMoment {
  /** Absent: the market has no mark of 24 h ago to compare with, so nothing has changed yet. */
  readonly stats: Stats24h | undefined
  /** Of the last trade; absent: there was none. */
  readonly lastPrice: Ticks | undefined
  /** Absent: no other session is scheduled. */
  readonly next: SessionStart | undefined
}

export const tickerText = (
  row: TickerRow,
  market: Decimals,
  { stats, lastPrice, next }: TickerMoment,
): Ticker => ({
  symbol: row.symbol,
  markPrice: priceText(row.mark, market),
  indexPrice: priceText(row.index, market),
  imbalance: formatDecimal(row.longOi - row.shortOi, market.sizeDecimals),
  oneHrFundingRate: formatRate8(row.rate),
  cumFunding: formatFunding12(row.cumFunding),
  priceChange: formatDecimal(stats?.priceChange ?? 0, market.priceDecimals),
  priceChangePercent: formatDecimal(stats?.priceChangePercent4 ?? 0, 4),
  lastPrice: priceText(lastPrice ?? row.mark, market),
  status: row.status,
  mode: row.mode,
  session: row.session,
  nextSession: next === undefined ? null : { session: next.session, time: next.timeMs },
})

/** Sessions one after the other, each until the next begins; `starts` empty: one that never ends. */
export const tradingHoursText = (starts: readonly SessionStart[]): TradingHoursRow[] =>
  starts.length === 0
    ? [{ session: 'REGULAR', startTime: null, endTime: null }]
    : starts.map(({ session, timeMs }, i) => ({
        session,
        startTime: timeMs,
        endTime: starts[i + 1]?.timeMs ?? null,
      }))

export const ticker24hrText = (stats: Stats24h, market: Decimals): Ticker24hr => ({
  symbol: stats.symbol,
  openPrice: priceText(stats.open, market),
  closePrice: priceText(stats.close, market),
  lastPrice: priceText(stats.close, market),
  highPrice: priceText(stats.high, market),
  lowPrice: priceText(stats.low, market),
  quoteVolume: formatUsd6(stats.quoteVolume),
  volume: sizeText(stats.volume, market),
  priceChange: formatDecimal(stats.priceChange, market.priceDecimals),
  priceChangePercent: formatDecimal(stats.priceChangePercent4, 4),
  openTime: stats.openTimeMs,
  closeTime: stats.closeTimeMs,
})

export const openInterestText = (row: TickerRow, market: Decimals): OpenInterest => ({
  symbol: row.symbol,
  longOi: sizeText(row.longOi, market),
  shortOi: sizeText(row.shortOi, market),
})

export function depthText(depth: DepthView, market: Decimals, levels: number): DepthResponse {
  const side = (rows: DepthView['bids']): [string, string][] =>
    rows.slice(0, levels).map(([price, size]) => [priceText(price, market), sizeText(size, market)])
  return { bids: side(depth.bids), asks: side(depth.asks) }
}

/** Fields of a trade that the record of the store and the engine's event share. */
type Trade = Pick<StoredTrade, 'tradeId' | 'price' | 'size' | 'value' | 'takerIsBuy' | 'timeMs'>

/** `qty` is negative where the taker sold; `quoteQty` is absolute. */
export const tradeText = (trade: Trade, market: Decimals): TradeRow => ({
  id: trade.tradeId,
  price: priceText(trade.price, market),
  qty: formatDecimal(trade.takerIsBuy ? trade.size : -trade.size, market.sizeDecimals),
  quoteQty: formatUsd6(trade.value),
  time: trade.timeMs,
})

/** The same on the socket, where the id is hexadecimal. */
export const tradeMessage = (trade: Trade, market: Decimals): TradeRow => ({
  ...tradeText(trade, market),
  id: `0x${trade.tradeId.toString(16)}`,
})

export const klineText = (candle: Candle, closeTimeMs: number, market: Decimals): KlineRow => [
  candle.openTimeMs,
  priceText(candle.open, market),
  priceText(candle.high, market),
  priceText(candle.low, market),
  priceText(candle.close, market),
  sizeText(candle.volume, market),
  closeTimeMs,
  formatUsd6(candle.quoteVolume),
  candle.trades,
]

/** Socket order: closeTime before volume, the number of trades as text. */
export function klineMessage(candle: Candle, closeTimeMs: number, market: Decimals): KlineMessage {
  const [openTime, open, high, low, close, volume, closeTime, quoteVolume, trades] = klineText(
    candle,
    closeTimeMs,
    market,
  )
  return [openTime, open, high, low, close, closeTime, volume, quoteVolume, String(trades)]
}

const orNull = <T, U>(value: T | undefined, text: (value: T) => U): U | null =>
  value === undefined ? null : text(value)

export const orderRowText = (order: OrderRecord, market: Decimals): OrderRow => ({
  id: order.id,
  nonce: order.nonce,
  symbol: order.symbol,
  isBuy: order.isBuy,
  orderType: order.orderType,
  limitPrice: priceText(order.limitPrice, market),
  markPrice: orNull(order.markPrice, (price) => priceText(price, market)),
  size: sizeText(order.size, market),
  status: order.status,
  reduceOnly: order.reduceOnly,
  initMarginRatio: formatRatio4(order.initMarginRatio),
  code: order.code ?? null,
  lastFilledSize: orNull(order.lastFilledSize, (size) => sizeText(size, market)),
  lastFilledPrice: orNull(order.lastFilledPrice, (price) => priceText(price, market)),
  lastFilledTime: order.lastFilledTimeMs ?? null,
  avgFilledPrice: orNull(order.avgFilledPrice, (price) => priceText(price, market)),
  settledFunding: orNull(order.settledFunding, formatUsd6),
  fees: formatUsd6(order.fees),
  realizedPnl: orNull(order.realizedPnl, formatUsd6),
  postTime: order.postTimeMs,
  tpPrice: orNull(order.tpPrice, (price) => priceText(price, market)),
  slPrice: orNull(order.slPrice, (price) => priceText(price, market)),
  timeInForce: order.timeInForce,
  cumFunding: orNull(order.cumFunding, formatFunding12),
  time: order.orderTimeMs,
  filledSize: sizeText(order.filledSize, market),
  parentId: order.parentId ?? null,
  clientId: order.clientId ?? null,
  triggered: order.isTriggered ?? false,
})

/**
 * ORDER event: the fields that the status has (wire 7.6), each equal to the row of GET /orders. An order that had
 * filled in part and is amended tells its last fill again: `filledSize` says that nothing was added.
 */
export function orderEventText(order: OrderRecord, market: Decimals): OrderEvent {
  const row = orderRowText(order, market)
  const { id, status, postTime, nonce, clientId } = row
  if (status === 'CANCELLED' || status === 'REJECTED') {
    const code = row.code === null ? {} : { code: row.code }
    return { id, status, ...code, postTime, nonce, ...(clientId === null ? {} : { clientId }) }
  }
  const { symbol, isBuy, orderType, limitPrice, size, reduceOnly, initMarginRatio } = row
  const { timeInForce, tpPrice, slPrice, parentId, triggered } = row
  const placed = {
    id,
    symbol,
    isBuy,
    orderType,
    limitPrice,
    size,
    reduceOnly,
    initMarginRatio,
    status,
    postTime,
    nonce,
    timeInForce,
    tpPrice,
    slPrice,
    parentId,
    clientId,
    triggered,
  }
  if (status === 'NEW') return placed
  const { lastFilledSize, lastFilledPrice, lastFilledTime, avgFilledPrice, cumFunding, fees } = row
  const { filledSize, realizedPnl, settledFunding } = row
  return {
    ...placed,
    lastFilledSize,
    lastFilledPrice,
    lastFilledTime,
    avgFilledPrice,
    cumFunding,
    fees,
    filledSize,
    realizedPnl,
    settledFunding,
  }
}

/** `tokenName` is how the transfer's token is called on its chain: "USDC", or the address of a stranger. */
export function transferRowText(transfer: TransferRecord, tokenName: string): TransferRow {
  return {
    ...transferEventText(transfer),
    requestArgs: transfer.requestArgs ?? null,
    signer: transfer.signer ?? null,
    signature: transfer.signature ?? null,
    signatureProof: transfer.signatureProof ?? null,
    validatorSignature: transfer.validatorSignature ?? null,
    recipient: transfer.recipient ?? null,
    token: tokenName,
    txHash: txHashText(transfer),
    eligibleTime: transfer.eligibleTimeMs ?? null,
  }
}

/** As the chain itself writes it: on Solana in base58. */
const txHashText = ({ chainId, txHash }: TransferRecord): string | null =>
  txHash !== undefined && chainId === CHAIN_SOLANA ? base58.encode(hexToBytes(txHash)) : (txHash ?? null)

export const transferEventText = (transfer: TransferRecord): TransferEvent => ({
  id: transfer.id,
  nonce: transfer.nonce,
  size: formatUsd6(transfer.size),
  orderType: transfer.type,
  status: transfer.status,
  code: transfer.code ?? null,
  chainId: transfer.chainId,
  postTime: transfer.postTimeMs,
})

export const lpOrderRowText = (order: LpOrderRecord): LpOrderRow => ({
  ...lpEventText(order),
  fees: formatUsd6(order.fees),
  shares: orNull(order.shares, sharesText),
  executeTime: order.executeTimeMs ?? null,
})

/** `size` is the text that was sent, and signed. */
export const lpEventText = (order: LpOrderRecord): LpEvent => ({
  id: order.id,
  nonce: order.nonce,
  size: order.sizeText,
  orderType: order.orderType,
  status: order.status,
  code: order.code ?? null,
  postTime: order.postTimeMs,
})

export const sharesText = (shares: number): string => formatDecimal(shares, 6)
export const pointsText = (points: number): string => formatDecimal(points, 6)

const positionText = (position: PositionView, market: Decimals): PositionRow => ({
  symbol: position.symbol,
  isLong: position.isLong,
  size: sizeText(position.size, market),
  entryPrice: priceText(position.entryPrice, market),
  entryFunding: formatFunding12(position.entryFunding),
  unrealizedPnl: formatUsd6(position.unrealizedPnl),
  settledFunding: formatUsd6(position.settledFunding),
  markPrice: priceText(position.mark, market),
  indexPrice: priceText(position.index, market),
  liqPrice: orNull(position.liquidationPrice, (price) => priceText(price, market)),
  initMargin: formatUsd6(position.initMargin),
  maintMargin: formatUsd6(position.maintMargin),
  initMarginRatio: formatRatio4(position.initMarginRatio),
  cost: formatUsd6(position.cost),
  isolatedMargin: formatUsd6(position.isolatedMargin),
})

/**
 * GET /account. The one balance row is USDC: total = collateral + isolated margins,
 * locked = max(0, total - withdrawable).
 */
export function accountText(
  view: AccountView,
  lp: LpView,
  decimalsOf: (symbol: string) => Decimals | undefined,
): AccountResponse {
  const total = usd6(view.collateral + view.isolatedMargin)
  const locked = usd6(Math.max(0, total - view.withdrawable))
  const positions = view.positions.filter((position) => position.size > 0)
  return {
    ...emptyAccountText(view.account, view.timeMs),
    balances: [{ asset: SETTLEMENT_ASSET, total: formatUsd6(total), locked: formatUsd6(locked) }],
    collateral: formatUsd6(view.collateral),
    withdrawable: formatUsd6(view.withdrawable),
    softCredit: formatUsd6(view.softCredit),
    totalAccountValue: formatUsd6(view.equity),
    openOrderMargin: formatUsd6(view.openOrderMargin),
    totalMaintMargin: formatUsd6(view.maintMargin),
    positions: positions.map((position) => {
      const market = decimalsOf(position.symbol)
      assert(market !== undefined, `position in a market that was never listed: ${position.symbol}`)
      return positionText(position, market)
    }),
    leverages: view.leverages.map(({ symbol, leverage }) => ({ symbol, value: leverage })),
    lp: {
      balance: formatUsd6(lp.balance),
      shares: sharesText(lp.shares),
      unrealizedPnl: formatUsd6(lp.unrealizedPnl),
      netDeposits: formatUsd6(lp.netDeposits),
      scheduledShares: sharesText(lp.scheduled),
      lockedShares: sharesText(lp.young),
      unlockTime: lp.unlockTimeMs ?? null,
    },
  }
}

/** A registered account that never deposited: zeros and empty lists. */
export function emptyAccountText(account: string, nowMs: TimeMs): AccountResponse {
  const zero = formatUsd6(usd6(0))
  return {
    address: account,
    balances: [{ asset: SETTLEMENT_ASSET, total: zero, locked: zero }],
    collateral: zero,
    withdrawable: zero,
    softCredit: zero,
    totalAccountValue: zero,
    openOrderMargin: zero,
    totalMaintMargin: zero,
    positions: [],
    leverages: [],
    lp: {
      balance: zero,
      shares: zero,
      unrealizedPnl: zero,
      netDeposits: zero,
      scheduledShares: zero,
      lockedShares: zero,
      unlockTime: null,
    },
    time: nowMs,
    twitterUsername: null,
    discordUsername: null,
    capital: null,
  }
}

/** `realizedPnl` as on the order: with funding and fee. */
export const fillRowText = (fill: StoredFill, market: Decimals): FillRow => ({
  id: fill.tradeId,
  orderId: fill.orderId,
  symbol: fill.symbol,
  isBuy: fill.isBuy,
  orderType: fill.orderType,
  price: priceText(fill.price, market),
  size: sizeText(fill.size, market),
  quoteQty: formatUsd6(fill.value),
  fee: formatUsd6(fill.fee),
  isMaker: fill.isMaker,
  realizedPnl: formatUsd6(usd6(fill.pnl + fill.settledFunding - fill.fee)),
  settledFunding: formatUsd6(fill.settledFunding),
  time: fill.timeMs,
})

/** Its id says where in the journal it stands. */
export const fundingPaymentText = (settled: StoredFunding, market: Decimals): FundingPaymentRow => ({
  id: placeId(settled.seq, settled.index),
  symbol: settled.symbol,
  time: settled.timeMs,
  payment: formatUsd6(settled.payment),
  rate: formatRate8(settled.rate),
  size: sizeText(settled.size, market),
  isLong: settled.isLong,
})

/** Averages are half up, as the entry price of an open position. */
export function closedPositionText(closed: ClosedPosition, market: Decimals): ClosedPositionRow {
  const { size, entryValue, exitValue } = closed
  const lotScale = size * BigInt(valueScale(market))
  const average = (value: bigint): string =>
    formatDecimal(bigDivFloor(2n * value + lotScale, 2n * lotScale), market.priceDecimals)
  return {
    id: closed.id,
    symbol: closed.symbol,
    isLong: closed.isLong,
    size: formatDecimal(size, market.sizeDecimals),
    entryPrice: average(entryValue),
    exitPrice: average(exitValue),
    openTime: closed.openTimeMs,
    closeTime: closed.closeTimeMs,
    realizedPnl: formatUsd6(closed.realizedPnl),
    fees: formatUsd6(closed.fees),
    settledFunding: formatUsd6(closed.settledFunding),
    initMarginRatio: formatRatio4(closed.initMarginRatio),
    closeType: closed.closeType,
  }
}
