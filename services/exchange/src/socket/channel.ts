/** Names of channels as values: `tickers`, `account_private`, and those of one market. */
import type { KlineInterval } from '@vest/protocol'
import { isKlineInterval } from '../rest/query.ts'

export type Channel =
  | { readonly kind: 'tickers' | 'private' }
  | { readonly kind: 'ticker' | 'depth' | 'trades'; readonly symbol: string }
  | { readonly kind: 'kline'; readonly symbol: string; readonly interval: KlineInterval }

export type ChannelFault = { readonly kind: 'unknown channel' | 'unknown symbol' }

export const PRIVATE_CHANNEL = 'account_private'
export const TICKERS_CHANNEL = 'tickers'

const MARKET_KINDS = ['ticker', 'depth', 'trades'] as const
const KLINE_PREFIX = 'kline_'

export function parseChannel(name: string, isListed: (symbol: string) => boolean): Channel | ChannelFault {
  if (name === TICKERS_CHANNEL) return { kind: 'tickers' }
  if (name === PRIVATE_CHANNEL) return { kind: 'private' }
  const at = name.indexOf('@')
  const symbol = name.slice(0, at)
  const what = name.slice(at + 1)
  const kind = MARKET_KINDS.find((each) => each === what)
  const interval = what.startsWith(KLINE_PREFIX) ? what.slice(KLINE_PREFIX.length) : ''
  if (at < 1 || (kind === undefined && !isKlineInterval(interval))) return { kind: 'unknown channel' }
  if (!isListed(symbol)) return { kind: 'unknown symbol' }
  return kind === undefined
    ? { kind: 'kline', symbol, interval: interval as KlineInterval }
    : { kind, symbol }
}

export const isChannelFault = (parsed: Channel | ChannelFault): parsed is ChannelFault =>
  parsed.kind === 'unknown channel' || parsed.kind === 'unknown symbol'

export const klineChannel = (symbol: string, interval: KlineInterval): string =>
  `${symbol}@${KLINE_PREFIX}${interval}`
