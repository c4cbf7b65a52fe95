/** The solvency state of a sleeve, checked at marks, with hysteresis. */
import { type Exchange, markCapsChanged, type Solvency } from '../state/index.ts'
import { appraisePool } from './netAssetValue.ts'
import { refreshLadder } from './quotes.ts'

const SOUND_AGAIN_MS = 60_000

/**
 *   poolMM = Σ ⌈ |P| · I · K · maintMarginRatio / 10⁴ ⌉ over the positions of the pool and of its backstop
 *   STRESSED: NAV < 200 % poolMM · INSOLVENT: NAV + INSURANCE < poolMM, left when NAV >= 150 % poolMM for 60 s
 *
 * NAV is the smaller of the values at mark and at index.
 */
export function judgeSolvency(exchange: Exchange): void {
  const before = exchange.solvency
  exchange.solvency = judgedSolvency(exchange)
  if (exchange.solvency === before) return
  // Spread and caps of all quotes of the pool follow its state at once.
  markCapsChanged(exchange)
  for (const market of exchange.markets) if (!market.spec.isolated) refreshLadder(exchange, market)
}

function judgedSolvency(exchange: Exchange): Solvency {
  const { low: nav, maintMargin: maint } = appraisePool(exchange)
  if (nav + exchange.money.INSURANCE < maint) {
    exchange.soundSinceMs = undefined
    return 'INSOLVENT'
  }
  if (exchange.solvency === 'INSOLVENT') {
    if (2 * nav < 3 * maint) {
      exchange.soundSinceMs = undefined
      return 'INSOLVENT'
    }
    exchange.soundSinceMs ??= exchange.timeMs
    if (exchange.timeMs - exchange.soundSinceMs < SOUND_AGAIN_MS) return 'INSOLVENT'
  }
  exchange.soundSinceMs = undefined
  return nav < 2 * maint ? 'STRESSED' : 'SOUND'
}
