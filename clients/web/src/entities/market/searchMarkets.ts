/**
 * Search of the markets table: what contains the text, by symbol, base or name. When nothing does, the best
 * fuzzy match is offered as "Did you mean": from two characters on, with a score above 0.5 and below exact
 * ([5.14]).
 */
import Fuse from 'fuse.js'
import type { MarketRow } from './marketView.ts'

export const SUGGESTION_LENGTH_MIN = 2
export const SUGGESTION_SCORE_MIN = 0.5

export interface SearchResult {
  readonly rows: readonly MarketRow[]
  readonly suggestion: MarketRow | undefined
}

export function searchMarkets(
  rows: readonly MarketRow[],
  all: readonly MarketRow[],
  text: string,
): SearchResult {
  const query = text.trim().toLowerCase()
  if (query === '') return { rows, suggestion: undefined }
  const found = rows.filter((row) => contains(row, query))
  if (found.length > 0) return { rows: found, suggestion: undefined }
  return { rows: [], suggestion: query.length < SUGGESTION_LENGTH_MIN ? undefined : suggest(all, query) }
}

const contains = ({ market }: MarketRow, query: string): boolean =>
  market.symbol.toLowerCase().includes(query) ||
  market.label.toLowerCase().includes(query) ||
  market.displayName.toLowerCase().includes(query)

function suggest(rows: readonly MarketRow[], query: string): MarketRow | undefined {
  const fuse = new Fuse(rows, {
    keys: ['market.base', 'market.displayName', 'market.label'],
    includeScore: true,
    threshold: SUGGESTION_SCORE_MIN,
    ignoreLocation: true,
  })
  const [best] = fuse.search(query, { limit: 1 })
  // Fuse counts distance: 0 is exact, 1 is nothing alike. A match score is its complement.
  if (best?.score === undefined) return undefined
  const score = 1 - best.score
  return score > SUGGESTION_SCORE_MIN && score < 1 ? best.item : undefined
}
