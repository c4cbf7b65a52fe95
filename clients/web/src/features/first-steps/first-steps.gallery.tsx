/** The first steps of a new account, before any is done and while that is not known. */
import { FLAT } from '../../testing/gallery/accounts.ts'
import { answer, silence } from '../../testing/gallery/answers.ts'
import type { Scene } from '../../testing/gallery/scene.ts'
import { FirstStepsCard } from './FirstStepsCard.tsx'

export const scenes: readonly Scene[] = [
  {
    name: 'first-steps',
    widthPx: 1_112,
    render: () => <FirstStepsCard />,
    states: {
      loading: { world: { account: FLAT, answers: { orders: silence } }, isPending: true },
      new: { world: { account: FLAT, answers: { orders: answer([]) } } },
    },
  },
]
