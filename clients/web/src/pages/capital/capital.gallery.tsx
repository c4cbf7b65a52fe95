/** The page of the programme: for a visitor, for an evaluation in the middle of its day, and for a funded account. */
import { EVALUATION, FUNDED, NEAR_FLOOR } from '../../testing/gallery/accounts.ts'
import type { Scene } from '../../testing/gallery/scene.ts'
import { VISITOR } from '../../testing/gallery/world.ts'
import { CapitalPage } from './CapitalPage.tsx'

export const scenes: readonly Scene[] = [
  {
    name: 'capital',
    widthPx: 1_176,
    render: () => <CapitalPage />,
    states: {
      visitor: { world: VISITOR },
      normal: {},
      evaluation: { world: { account: EVALUATION } },
      'near-its-floor': { world: { account: NEAR_FLOOR } },
      funded: { world: { account: FUNDED } },
    },
  },
]
