/**
 * Query strings as values: every key is optional, unknown keys are ignored, and what is malformed is refused
 * with 422 before a handler runs. Integers follow the same strict pattern as everywhere on the wire.
 */
import {
  KLINE_INTERVALS,
  ORDER_QUERY_LIMIT,
  parseDecimal,
  parseInteger,
  timeMs,
  usd6,
  USD6_DECIMALS,
  type Address,
  type KlineInterval,
  type TimeMs,
  type Usd6,
  REFUSAL,
} from '@vest/protocol'
import type { Edge } from '../edge.ts'
import { isAddress } from '../isAddress.ts'
import { QUERY_LIST_MAX } from '../limits.ts'
import { isRefusal, malformed, refuse, type Refusal } from '../refusal.ts'

export type Query = Readonly<Record<string, string | readonly string[] | undefined>>

/** One value or none; the same key twice is malformed. An empty value counts as absent. */
export function textOf(query: Query, key: string): string | undefined | Refusal {
  const value = query[key]
  if (value === undefined || value === '') return undefined
  return typeof value === 'string' ? value : malformed(`Given more than once: ${key}`)
}

export function requiredText(query: Query, key: string): string | Refusal {
  return textOf(query, key) ?? malformed(`Field required: ${key}`)
}

/** The symbols that a market has had, if one is asked for, by whichever of them; 1121 where there is none. */
export function symbolsOf(
  edge: Pick<Edge, 'view'>,
  query: Query,
): { readonly symbols?: readonly string[] } | Refusal {
  const symbol = textOf(query, 'symbol')
  if (symbol === undefined) return {}
  if (isRefusal(symbol)) return symbol
  const market = edge.view.market(symbol)
  return market === undefined ? refuse(REFUSAL.BAD_SYMBOL) : { symbols: edge.view.symbolsOf(market) }
}

/** An amount of USDC as decimal text, with at most six decimals (1111). */
export function usdOf(text: string, key: string): Usd6 | Refusal {
  const parsed = parseDecimal(text, USD6_DECIMALS)
  if (parsed.ok) return usd6(parsed.value)
  if (parsed.failure === 'decimals') return refuse(REFUSAL.BAD_DECIMALS)
  return parsed.failure === 'range'
    ? refuse(REFUSAL.INVALID_PARAMETER, `${key} is too large`)
    : malformed(`Malformed: ${key}`)
}

export function integerOf(query: Query, key: string): number | undefined | Refusal {
  const text = textOf(query, key)
  if (text === undefined || isRefusal(text)) return text
  const parsed = parseInteger(text)
  return parsed.ok ? parsed.value : malformed(`Not an integer: ${key}`)
}

/** Whose signature it bears, in either case of letters. */
export function signerOf(query: Query): Address | undefined | Refusal {
  const text = textOf(query, 'signer')
  if (text === undefined || isRefusal(text)) return text
  const signer = text.toLowerCase() as Address
  return isAddress(signer) ? signer : malformed('Malformed: signer')
}

/** A comma list of at most 200 elements. */
export function listOf(query: Query, key: string): readonly string[] | undefined | Refusal {
  const text = textOf(query, key)
  if (text === undefined || isRefusal(text)) return text
  const list = text.split(',')
  return list.length > QUERY_LIST_MAX
    ? refuse(REFUSAL.INVALID_PARAMETER, `More than ${QUERY_LIST_MAX} values: ${key}`)
    : list
}

export interface ListWindow {
  readonly startTimeMs?: TimeMs
  readonly endTimeMs?: TimeMs
  readonly limit: number
}

/** startTime, endTime and limit of every list: inclusive, limit 1000 by default and at most `max`. */
export function windowOf(
  query: Query,
  max: number = ORDER_QUERY_LIMIT,
  standard: number = max,
): ListWindow | Refusal {
  const start = integerOf(query, 'startTime')
  if (isRefusal(start)) return start
  const end = integerOf(query, 'endTime')
  if (isRefusal(end)) return end
  const limit = limitOf(query, max, standard)
  if (isRefusal(limit)) return limit
  return {
    limit,
    ...(start === undefined ? {} : { startTimeMs: timeMs(start) }),
    ...(end === undefined ? {} : { endTimeMs: timeMs(end) }),
  }
}

export function limitOf(query: Query, max: number, standard: number): number | Refusal {
  const limit = integerOf(query, 'limit')
  if (isRefusal(limit)) return limit
  if (limit === 0) return refuse(REFUSAL.INVALID_PARAMETER, 'limit must be at least 1')
  return Math.min(limit ?? standard, max)
}

export function intervalOf(query: Query): KlineInterval | Refusal {
  const text = textOf(query, 'interval') ?? '1m'
  if (isRefusal(text)) return text
  return isKlineInterval(text) ? text : refuse(REFUSAL.INVALID_PARAMETER, 'unknown interval')
}

export const isKlineInterval = (text: string): text is KlineInterval =>
  (KLINE_INTERVALS as readonly string[]).includes(text)
