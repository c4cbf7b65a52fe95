/** The page of the programme: for a visitor, for an evaluation in the middle of its day, and for a funded account. */
import type { EquityRow } from '@vest/protocol'
import { EVALUATION, FUNDED, NEAR_FLOOR } from '../../testing/gallery/accounts.ts'
import type { Scene, SceneState } from '../../testing/gallery/scene.ts'
import { VISITOR } from '../../testing/gallery/world.ts'
import { CapitalPage } from './CapitalPage.tsx'

/** A Gold evaluation until the day that goes on, hour by hour. */
const hoursOf = (days: number): readonly EquityRow[] =>
  Array.from({ length: days * 24 }, (_, at) => {
    const equity = (
      10_000 +
      (at * 468) / (days * 24) +
      90 * Math.sin(at / 9) +
      40 * Math.sin(at / 2.3)
    ).toFixed(2)
    return {
      time: Date.UTC(2025, 10, 22 - days) + at * 3_600_000,
      equity,
      collateral: equity,
      unrealizedPnl: '0',
      netDeposits: '10000',
    }
  })
const evaluatedFor = (days: number): SceneState => ({
  world: { account: EVALUATION, answers: { equityHistory: () => Promise.resolve(hoursOf(days)) } },
})

export const scenes: readonly Scene[] = [
  {
    name: 'capital',
    widthPx: 1_176,
    render: () => <CapitalPage />,
    states: {
      visitor: { world: VISITOR },
      normal: {},
      evaluation: evaluatedFor(10),
      'second-month': evaluatedFor(30),
      'near-its-floor': { world: { account: NEAR_FLOOR } },
      funded: { world: { account: FUNDED } },
    },
  },
]
