/** What a ticket says of its market's hours and modes, and the line of the session on small screens. */
import i18next from 'i18next'
import {
  AFTER_HOURS_COIN,
  CLOSED_COIN,
  HALTED_COIN,
  REDUCE_ONLY_COIN,
} from '../../testing/gallery/markets.ts'
import { refusal, silence } from '../../testing/gallery/answers.ts'
import { pressNamed } from '../../testing/gallery/hands.ts'
import type { Scene } from '../../testing/gallery/scene.ts'
import { COIN } from '../../testing/fixtures.ts'
import { MarketNotice } from './MarketNotice.tsx'
import { SessionFigure, SessionStrip } from './SessionFigure.tsx'

const open = (): Promise<void> => pressNamed(i18next.t('hours.EXTENDED'))

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
  {
    name: 'trading-hours-sheet',
    widthPx: 400,
    heightPx: 520,
    render: () => (
      <dl style={{ padding: 8, background: 'var(--s1)' }}>
        <SessionFigure market={COIN} className="" />
      </dl>
    ),
    states: {
      normal: { world: { tickers: AFTER_HOURS_COIN }, act: open },
      loading: {
        world: { tickers: AFTER_HOURS_COIN, answers: { tradingHours: silence } },
        act: open,
        isPending: true,
      },
      error: { world: { tickers: AFTER_HOURS_COIN, answers: { tradingHours: refusal } }, act: open },
    },
  },
]
