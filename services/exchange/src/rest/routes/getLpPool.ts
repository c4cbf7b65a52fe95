/** GET /lp/pool: what the pool is worth, what it pays, and what its caps leave. */
import type { PoolView } from '@vest/engine'
import {
  assert,
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
    navHigh: formatUsd6(pool.navHigh),
    totalShares: sharesText(pool.totalShares),
    sharePrice: formatUsd6(pool.sharePrice),
    aprBase:
      pool.yieldBase === undefined
        ? null
        : { price: formatUsd6(pool.yieldBase.price), days: pool.yieldBase.days },
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
    initMargin: formatUsd6(pool.initMargin),
    maintMargin: formatUsd6(pool.maintMargin),
    queuedShares: sharesText(pool.queuedShares),
    positions: pool.positions.map(({ symbol, isLong, size, value, unrealizedPnl }) => {
      const market = view.market(symbol)
      assert(market !== undefined, `the pool holds a market that was never listed: ${symbol}`)
      return {
        symbol,
        isLong,
        size: formatDecimal(size, market.spec.sizeDecimals),
        value: formatUsd6(value),
        unrealizedPnl: formatUsd6(unrealizedPnl),
      }
    }),
    time: clock.nowMs(),
  }
  return answer
})

/** Hundredths of a percent of the pool's value that are bound as initial margin; all of it where it has none. */
function utilizationOf({ initMargin, navLow }: PoolView): number {
  if (initMargin === 0) return 0
  return navLow <= 0 ? 10_000 : mulDivFloor(initMargin, 10_000, navLow)
}
