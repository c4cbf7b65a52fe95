/** The page that a referral link leads to, for each who may come. */
import type { ReferralsResponse } from '@vest/protocol'
import { asCapital, FLAT } from '../../testing/gallery/accounts.ts'
import { answer, REFERRALS } from '../../testing/gallery/answers.ts'
import type { Scene, SceneState } from '../../testing/gallery/scene.ts'
import { VISITOR } from '../../testing/gallery/world.ts'
import { COIN } from '../../testing/fixtures.ts'
import { Join } from './JoinPage.tsx'

const CODE = 'MERIDIAN'
const member = (change: Partial<ReferralsResponse>): SceneState => ({
  world: { answers: { referrals: answer({ ...REFERRALS, ...change }) } },
})

export const scenes: readonly Scene[] = [
  {
    name: 'join',
    widthPx: 520,
    render: () => <Join text={CODE} symbol={COIN.symbol} />,
    states: {
      visitor: { world: VISITOR },
      member: member({}),
      joined: member({ referred_by: CODE }),
      'joined-with-another': member({ referred_by: 'OTHER1' }),
      'own-code': member({ ref_code: CODE }),
      'too-late': member({ can_join: false }),
      capital: { world: { account: asCapital(FLAT, 'active') } },
      'no-code': { render: () => <Join text="no code" symbol={undefined} /> },
    },
  },
]
