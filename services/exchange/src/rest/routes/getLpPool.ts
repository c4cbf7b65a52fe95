/** GET /lp/pool: what the pool is worth, what it pays, and what its caps leave. */
import type { PoolView } from '@vest/engine'
import {
  formatDecimal,
  formatRatio4,
  formatUsd6,
  mulDivFloor,
  ratio4,
  USD6_DECIMALS,
  type PoolResponse,
} from '@vest/protocol'
import { sharesText } from '../../wireText.ts'
import { publicRoute } from '../route.ts'

const STATES = { SOUND: 'NORMAL', STRESSED: 'STRESSED', INSOLVENT: 'INSOLVENT' } as const

export const getLpPool = publicRoute('pool', async ({ engine, view, projector, clock }) => {
  const pool = await engine.query('pool', {})
  const volume24h = view
    .markets()
    .reduce((sum, { spec }) => sum + BigInt(projector.stats24h(spec.symbol)?.quoteVolume ?? 0), 0n)
  const answer: PoolResponse = {
    nav: formatUsd6(pool.navLow),
    totalShares: sharesText(pool.totalShares),
    sharePrice: formatUsd6(pool.sharePrice),
    apr30d: pool.yield30d === undefined ? null : formatDecimal(pool.yield30d, 2),
    navCap: formatUsd6(pool.navCap),
    utilization: formatDecimal(utilizationOf(pool), 2),
    state: STATES[pool.solvency],
    fees24h: formatUsd6(projector.feesOfDay()),
    volume24h: formatDecimal(volume24h, USD6_DECIMALS),
    immediateFee: formatRatio4(ratio4(pool.immediateFeeBps)),
    immediateRemaining24h: formatUsd6(pool.immediateRemaining),
    lockMs: pool.lockMs,
    scheduleDelayMs: pool.scheduleMs,
    insurance: formatUsd6(pool.insurance),
    time: clock.nowMs(),
  }
  return answer
})

/** Hundredths of a percent of the pool's value that are bound as initial margin; all of it where it has none. */
function utilizationOf({ initMargin, navLow }: PoolView): number {
  if (initMargin === 0) return 0
  return navLow <= 0 ? 10_000 : mulDivFloor(initMargin, 10_000, navLow)
}
