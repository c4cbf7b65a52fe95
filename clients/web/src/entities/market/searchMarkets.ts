/**
 * Search of the markets table: what the text names (`findMarket.ts`). When nothing is, the best fuzzy match is
 * offered as "Did you mean": from two characters on, with a score above 0.5 and below exact ([5.14]).
 */
import Fuse from 'fuse.js'
import { isNamed, namesOf } from './findMarket.ts'
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
  const found = rows.filter(({ market }) => isNamed(market, query))
  if (found.length > 0) return { rows: found, suggestion: undefined }
  return { rows: [], suggestion: query.length < SUGGESTION_LENGTH_MIN ? undefined : suggest(all, query) }
}

/** A third of the letters wrong is half a match. */
const SCORE_PER_DISTANCE = 1.5

function suggest(rows: readonly MarketRow[], query: string): MarketRow | undefined {
  const named = rows.flatMap((row) => namesOf(row.market).map((name) => ({ row, name })))
  const fuse = new Fuse(named, {
    keys: ['name'],
    includeScore: true,
    threshold: SUGGESTION_SCORE_MIN,
    ignoreLocation: true,
    ignoreFieldNorm: true,
  })
  const [best] = fuse.search(query, { limit: 1 })
  // Fuse counts distance: 0 is exact, 1 is nothing alike.
  if (best?.score === undefined) return undefined
  const score = 1 - SCORE_PER_DISTANCE * best.score
  return score > SUGGESTION_SCORE_MIN && score < 1 ? best.item.row : undefined
}
