/**
 * Markets, tickers, books and trades as the app holds them: the wire's texts read once into integers. A field
 * that the exchange did not send is undefined, never zero; a status that we do not know counts as halted.
 */
import {
  lots,
  ratio4,
  rate5,
  rate8,
  readDecimal,
  readFunding12,
  SESSIONS,
  ticks,
  timeMs,
  TRADING_MODES,
  usd6,
  type AssetClass,
  type DepthResponse,
  type ExchangeInfoResponse,
  type Funding12,
  type Lots,
  type MarketCategory,
  type MarketInfo,
  type MarketStatus,
  type OpenInterest,
  type Rate5,
  type Rate8,
  type Ratio4,
  type Session,
  type Ticker as WireTicker,
  type Ticker24hr,
  type Ticks,
  type TimeMs,
  type TradeRow,
  type TradingMode,
  type Usd6,
} from '@vest/protocol'
import { maxLeverage, valueScale } from '@vest/formulas'

export interface Market {
  readonly symbol: string
  /** What screens print: COIN-USD for COIN-USD-PERP; BTC-PERP stays. */
  readonly label: string
  readonly displayName: string
  readonly base: string
  readonly sizeDecimals: number
  readonly priceDecimals: number
  /** Steps by which the book can be grouped, in ticks, smallest first. */
  readonly priceSteps: readonly number[]
  /** The one that it opens with. */
  readonly defaultPriceStep: number
  /** Micro-dollars per tick and lot. */
  readonly scale: number
  readonly initMarginRatio: Ratio4
  readonly maintMarginRatio: Ratio4
  readonly takerFeeRate: Rate5
  readonly isIsolated: boolean
  /** Evaluation accounts may trade it. */
  readonly isEvalAllowed: boolean
  readonly asset: AssetClass
  readonly category: MarketCategory
  readonly status: MarketStatus
  readonly listTimeMs: TimeMs
  readonly leverageMax: number
  /** How much of a profit secures new orders outside the regular session, percent. */
  readonly offHoursProfitPercent: number
  /** How far from the mark orders fill in the regular session. */
  readonly fillBandBps: number
  /** Between two payments of funding; undefined where the exchange does not tell. */
  readonly fundingIntervalMs: number | undefined
}

export interface Ticker {
  readonly symbol: string
  readonly markPrice: Ticks
  readonly indexPrice: Ticks
  readonly cumFunding: Funding12
  readonly oneHrFundingRate: Rate8
  /** Against the mark 24 h ago, in ticks. */
  readonly priceChange: number
  /** Percent with 4 decimals. */
  readonly priceChangePercent4: number
  readonly status: MarketStatus
  /** Undefined where the exchange does not tell, or tells one that we do not know. */
  readonly mode: TradingMode | undefined
  readonly session: Session | undefined
  /** Undefined for a market that never closes. */
  readonly nextSession: NextSession | undefined
}

export interface NextSession {
  readonly session: Session
  readonly timeMs: TimeMs
}

export interface MarketStats {
  readonly quoteVolume: Usd6
  readonly highPrice: Ticks
  readonly lowPrice: Ticks
}

export interface OpenInterestSides {
  readonly longOi: Lots
  readonly shortOi: Lots
}

export interface BookLevel {
  readonly price: Ticks
  readonly size: Lots
}
/** Best first on both sides. */
export interface Book {
  readonly bids: readonly BookLevel[]
  readonly asks: readonly BookLevel[]
}

export interface Trade {
  readonly id: string
  readonly price: Ticks
  readonly size: Lots
  /** Side of the taker. */
  readonly isBuy: boolean
  readonly timeMs: TimeMs
}

export const marketLabel = (symbol: string): string => symbol.replace(/-USD-PERP$/, '-USD')

export function readMarket(
  info: MarketInfo,
  exchange: Partial<ExchangeInfoResponse['exchange']> = {},
): Market {
  const { sizeDecimals, priceDecimals } = info
  const initMarginRatio = ratio4(readDecimal(info.initMarginRatio, 4))
  const stepOf = (tickSize: string): number => readDecimal(tickSize, priceDecimals)
  return {
    symbol: info.symbol,
    label: marketLabel(info.symbol),
    displayName: info.displayName,
    base: info.base,
    sizeDecimals,
    priceDecimals,
    priceSteps: info.tickSizes.map(stepOf),
    defaultPriceStep: stepOf(info.defaultTickSize),
    scale: valueScale({ sizeDecimals, priceDecimals }),
    initMarginRatio,
    maintMarginRatio: ratio4(readDecimal(info.maintMarginRatio, 4)),
    takerFeeRate: rate5(readDecimal(info.takerFee, 5)),
    isIsolated: info.isolated,
    isEvalAllowed: info.evalAllowed,
    asset: info.asset,
    category: info.category,
    status: readStatus(info.status),
    listTimeMs: timeMs(info.listTime),
    leverageMax: maxLeverage(initMarginRatio),
    offHoursProfitPercent: readOptional(info.offHoursProfit, 2) ?? 100,
    fillBandBps: info.fillBandBps,
    fundingIntervalMs: exchange.fundingInterval,
  }
}

export const readStatus = (status: string): MarketStatus => (status === 'TRADING' ? 'TRADING' : 'HALT')

export function readTicker(wire: WireTicker, market: Market): Ticker {
  const price = (text: string): number => readRounded(text, market.priceDecimals)
  return {
    symbol: wire.symbol,
    markPrice: ticks(price(wire.markPrice)),
    indexPrice: ticks(price(wire.indexPrice)),
    cumFunding: readFunding12(wire.cumFunding),
    oneHrFundingRate: rate8(readRounded(wire.oneHrFundingRate, 8)),
    priceChange: price(wire.priceChange),
    priceChangePercent4: readRounded(wire.priceChangePercent, 4),
    status: readStatus(wire.status),
    mode: memberOf(TRADING_MODES, wire.mode),
    session: memberOf(SESSIONS, wire.session),
    nextSession: readNextSession(wire.nextSession),
  }
}

function readNextSession(wire: WireTicker['nextSession'] | undefined): NextSession | undefined {
  const session = memberOf(SESSIONS, wire?.session)
  if (wire === null || wire === undefined || session === undefined) return undefined
  return { session, timeMs: timeMs(wire.time) }
}

/** Fields of ours: other servers leave them out, later ones may know more words. */
const memberOf = <Member extends string>(
  members: readonly Member[],
  text: string | undefined,
): Member | undefined => members.find((member) => member === text)
const readOptional = (text: string | undefined, decimals: number): number | undefined =>
  text === undefined ? undefined : readDecimal(text, decimals)

/** Display figures of other servers may carry more decimals than ours; they are cut, never refused. */
function readRounded(text: string, decimals: number): number {
  const [whole = '', fraction = ''] = text.split('.')
  const cut = fraction.slice(0, decimals)
  return readDecimal(cut === '' ? whole : `${whole}.${cut}`, decimals)
}

export const readStats = (wire: Ticker24hr, market: Market): MarketStats => ({
  quoteVolume: usd6(readRounded(wire.quoteVolume, 6)),
  highPrice: ticks(readRounded(wire.highPrice, market.priceDecimals)),
  lowPrice: ticks(readRounded(wire.lowPrice, market.priceDecimals)),
})

export const readOpenInterest = (wire: OpenInterest, market: Market): OpenInterestSides => ({
  longOi: lots(readRounded(wire.longOi, market.sizeDecimals)),
  shortOi: lots(readRounded(wire.shortOi, market.sizeDecimals)),
})

export function readBook(wire: DepthResponse, market: Market): Book {
  const level = ([price, size]: readonly [string, string]): BookLevel => ({
    price: ticks(readDecimal(price, market.priceDecimals)),
    size: lots(readDecimal(size, market.sizeDecimals)),
  })
  return { bids: wire.bids.map(level), asks: wire.asks.map(level) }
}

export function readTrade(wire: TradeRow, market: Market): Trade {
  const size = readDecimal(wire.qty, market.sizeDecimals)
  return {
    // The feed sends the id as hex, REST as a number: one form, so that the same trade is one row.
    id: typeof wire.id === 'number' ? `0x${wire.id.toString(16)}` : wire.id.toLowerCase(),
    price: ticks(readDecimal(wire.price, market.priceDecimals)),
    size: lots(Math.abs(size)),
    isBuy: size >= 0,
    timeMs: timeMs(wire.time),
  }
}

export const TAPE_ROWS = 100

/** Newest first, each trade once, at most {@link TAPE_ROWS}. */
export function mergeTrades(held: readonly Trade[], arrived: readonly Trade[]): readonly Trade[] {
  const known = new Set(held.map((trade) => trade.id))
  const fresh = arrived.filter((trade) => !known.has(trade.id))
  if (fresh.length === 0) return held
  return [...fresh, ...held].sort((a, b) => b.timeMs - a.timeMs).slice(0, TAPE_ROWS)
}
