/** The points page in the middle of a week, before the first points, and where nothing answers. */
import { answer, POINTS, refusal, silence } from '../../testing/gallery/answers.ts'
import type { Scene } from '../../testing/gallery/scene.ts'
import { VISITOR } from '../../testing/gallery/world.ts'
import { PointsPage } from './PointsPage.tsx'

const NONE = {
  ...POINTS,
  total: '0.000000',
  rank: null,
  count: 0,
  epoch: {
    ...POINTS.epoch,
    estimated: '0.000000',
    trading: '0.000000',
    lp: '0.000000',
    referral: '0.000000',
    rank: null,
    count: 0,
  },
}

export const scenes: readonly Scene[] = [
  {
    name: 'points',
    widthPx: 1_176,
    render: () => <PointsPage />,
    states: {
      loading: {
        world: { answers: { points: silence, pointsHistory: silence, leaderboard: silence } },
        isPending: true,
      },
      normal: {},
      visitor: { world: VISITOR },
      empty: {
        world: { answers: { points: answer(NONE), pointsHistory: answer([]), leaderboard: answer([]) } },
      },
      error: { world: { answers: { points: refusal, pointsHistory: refusal, leaderboard: refusal } } },
    },
  },
]
