/**
 * Names of channels as values: `tickers`, `account_private`, and those of one market. The book of a market can be had by
 * every step that is ever offered as one of its `tickSizes`: which are offered follows the price, and a client that
 * subscribes again after a fall finds its channel where it was.
 */
import { isPriceStep, parseDecimal, type KlineInterval } from '@vest/protocol'
import { isKlineInterval } from '../rest/query.ts'

export type Channel =
  | { readonly kind: 'tickers' | 'private' }
  | { readonly kind: 'ticker' | 'trades'; readonly symbol: string }
  | BookChannel
  | { readonly kind: 'kline'; readonly symbol: string; readonly interval: KlineInterval }

export type BookChannel =
  | { readonly kind: 'depth'; readonly symbol: string }
  /** `step` in ticks. */
  | { readonly kind: 'groupedDepth'; readonly symbol: string; readonly step: number }

export type ChannelFault = { readonly kind: 'unknown channel' | 'unknown symbol' }

export const PRIVATE_CHANNEL = 'account_private'
export const TICKERS_CHANNEL = 'tickers'

const MARKET_KINDS = ['ticker', 'depth', 'trades'] as const
const KLINE_PREFIX = 'kline_'
const GROUPED_PREFIX = 'depth_'

/** `priceDecimalsOf`: undefined = no market is or was called so. */
export function parseChannel(
  name: string,
  priceDecimalsOf: (symbol: string) => number | undefined,
): Channel | ChannelFault {
  if (name === TICKERS_CHANNEL) return { kind: 'tickers' }
  if (name === PRIVATE_CHANNEL) return { kind: 'private' }
  const at = name.indexOf('@')
  const symbol = name.slice(0, at)
  const what = name.slice(at + 1)
  const kind = MARKET_KINDS.find((each) => each === what)
  const interval = what.startsWith(KLINE_PREFIX) ? what.slice(KLINE_PREFIX.length) : ''
  const isGrouped = what.startsWith(GROUPED_PREFIX)
  if (at < 1 || (kind === undefined && !isGrouped && !isKlineInterval(interval)))
    return { kind: 'unknown channel' }
  const priceDecimals = priceDecimalsOf(symbol)
  if (priceDecimals === undefined) return { kind: 'unknown symbol' }
  if (isGrouped) {
    const step = parseDecimal(what.slice(GROUPED_PREFIX.length), priceDecimals)
    return step.ok && isPriceStep(step.value)
      ? { kind: 'groupedDepth', symbol, step: step.value }
      : { kind: 'unknown channel' }
  }
  return kind === undefined
    ? { kind: 'kline', symbol, interval: interval as KlineInterval }
    : { kind, symbol }
}

export const isChannelFault = (parsed: Channel | ChannelFault): parsed is ChannelFault =>
  parsed.kind === 'unknown channel' || parsed.kind === 'unknown symbol'

export const klineChannel = (symbol: string, interval: KlineInterval): string =>
  `${symbol}@${KLINE_PREFIX}${interval}`
