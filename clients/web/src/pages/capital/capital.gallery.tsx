/** The page of the programme: for a visitor, for an evaluation in the middle of its day, and for a funded account. */
import type { EquityRow } from '@vest/protocol'
import { EVALUATION, FUNDED, NEAR_FLOOR } from '../../testing/gallery/accounts.ts'
import type { Scene } from '../../testing/gallery/scene.ts'
import { VISITOR } from '../../testing/gallery/world.ts'
import { CapitalPage } from './CapitalPage.tsx'

/** Ten days of a Gold evaluation, hour by hour. */
const TEN_DAYS: readonly EquityRow[] = Array.from({ length: 240 }, (_, at) => {
  const equity = (10_000 + at * 1.95 + 90 * Math.sin(at / 9) + 40 * Math.sin(at / 2.3)).toFixed(2)
  return {
    time: Date.UTC(2025, 10, 12) + at * 3_600_000,
    ...{ equity, collateral: equity, unrealizedPnl: '0', netDeposits: '10000' },
  }
})

export const scenes: readonly Scene[] = [
  {
    name: 'capital',
    widthPx: 1_176,
    render: () => <CapitalPage />,
    states: {
      visitor: { world: VISITOR },
      normal: {},
      evaluation: {
        world: { account: EVALUATION, answers: { equityHistory: () => Promise.resolve(TEN_DAYS) } },
      },
      'near-its-floor': { world: { account: NEAR_FLOOR } },
      funded: { world: { account: FUNDED } },
    },
  },
]
