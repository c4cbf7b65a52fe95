/** Sizes of the book as people read them: in the base asset, or as USD at the price of each level. */
import { usd6, type Lots } from '@vest/protocol'
import type { Market } from '../../live/index.ts'
import { formatMoney, formatScaled, formatSize } from '../../shared/format/index.ts'

export const BOOK_UNITS = ['base', 'usd'] as const
export type BookUnit = (typeof BOOK_UNITS)[number]
export const isBookUnit = (value: string): value is BookUnit =>
  (BOOK_UNITS as readonly string[]).includes(value)

export const unitName = (unit: BookUnit, market: Market): string => (unit === 'base' ? market.base : 'USD')

/** `worth`: Σ price · size, in ticks and lots. */
export function sizeIn(unit: BookUnit, size: Lots, worth: bigint, market: Market): string {
  if (unit === 'base') return formatSize(size, market.sizeDecimals)
  return formatScaled(worth * BigInt(market.scale), { decimals: 6, places: 0, compact: true })
}

/** Micro-dollars beyond the safe range are shown all the same: a whole side of a book may be worth that. */
export function worthText(worth: bigint, market: Market): string {
  const value = worth * BigInt(market.scale)
  return value <= BigInt(Number.MAX_SAFE_INTEGER)
    ? formatMoney(usd6(Number(value)))
    : formatScaled(value, { decimals: 6, places: 2, prefix: '$' })
}
