/**
 * Which markets are new to this reader: those that were not listed at the last visit. The first visit knows
 * nothing and announces nothing.
 */
import type { Market } from '../../live/index.ts'

export function newListings(
  known: readonly string[] | undefined,
  markets: Iterable<Market>,
): readonly Market[] {
  if (known === undefined) return []
  const held = new Set(known)
  return [...markets].filter((market) => !held.has(market.symbol)).sort((a, b) => b.listTimeMs - a.listTimeMs)
}
