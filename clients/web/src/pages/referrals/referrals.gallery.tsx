/** Referrals with and without a code, before and after one has joined. */
import type { ReferralsResponse } from '@vest/protocol'
import { answer, REFERRALS, refusal, silence } from '../../testing/gallery/answers.ts'
import { opens, press, type } from '../../testing/gallery/hands.ts'
import type { Scene, SceneState } from '../../testing/gallery/scene.ts'
import { VISITOR } from '../../testing/gallery/world.ts'
import { ReferralsPage } from './ReferralsPage.tsx'

const told = (change: Partial<ReferralsResponse>): SceneState => ({
  world: { answers: { referrals: answer({ ...REFERRALS, ...change }) } },
})
const EMPTY = { referees: answer([]), referralDays: answer([]), transfers: answer([]) }
const ALL = ['referrals', 'referees', 'referralDays', 'transfers'] as const
const each = (reply: () => Promise<unknown>) => Object.fromEntries(ALL.map((call) => [call, reply]))

export const scenes: readonly Scene[] = [
  {
    name: 'referrals',
    widthPx: 1_176,
    render: () => <ReferralsPage />,
    states: {
      loading: { world: { answers: each(silence) }, isPending: true },
      error: { world: { answers: each(refusal) } },
      visitor: { world: VISITOR },
      normal: {},
      sharing: {
        act: async () => {
          await press('share.share')
          await opens()
        },
      },
      joined: told({ referred_by: 'MERIDIAN', can_join: false }),
      'too-late': told({ can_join: false }),
      empty: {
        world: {
          answers: {
            ...EMPTY,
            referrals: answer({ ...REFERRALS, ref_code: null, referee_count: 0, rewards_pending: '0' }),
          },
        },
      },
      'code-taken': {
        world: { answers: { ...EMPTY, referrals: answer({ ...REFERRALS, ref_code: null }) } },
        act: () => type('ownCode', 'TRADER'),
      },
    },
  },
]
