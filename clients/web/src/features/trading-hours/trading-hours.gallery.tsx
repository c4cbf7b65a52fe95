/** What a ticket says of its market's hours and modes, and the line of the session on small screens. */
import {
  AFTER_HOURS_COIN,
  CLOSED_COIN,
  HALTED_COIN,
  REDUCE_ONLY_COIN,
} from '../../testing/gallery/markets.ts'
import type { Scene } from '../../testing/gallery/scene.ts'
import { COIN } from '../../testing/fixtures.ts'
import { MarketNotice } from './MarketNotice.tsx'
import { SessionStrip } from './SessionFigure.tsx'

export const scenes: readonly Scene[] = [
  {
    name: 'trading-hours',
    widthPx: 320,
    render: () => (
      <div style={{ background: 'var(--s2)', paddingBottom: 12 }}>
        <SessionStrip market={COIN} />
        <MarketNotice market={COIN} />
      </div>
    ),
    states: {
      normal: { world: { tickers: AFTER_HOURS_COIN } },
      closed: { world: { tickers: CLOSED_COIN } },
      halted: { world: { tickers: HALTED_COIN } },
      'reduce-only': { world: { tickers: REDUCE_ONLY_COIN } },
    },
  },
]
