/** Statistics with a past, without one, without an account, and where nothing answers; and an account behind a link. */
import { answer, refusal, silence } from '../../testing/gallery/answers.ts'
import { NOW_MS } from '../../testing/gallery/accounts.ts'
import type { Scene } from '../../testing/gallery/scene.ts'
import { VISITOR } from '../../testing/gallery/world.ts'
import { StatisticsPage } from './StatisticsPage.tsx'

/** What the account's money is; the rest of the answer is not looked at. */
const HELD = answer({ balances: [{ asset: 'USDC', total: '48271.350640', locked: '0' }], time: NOW_MS })

export const scenes: readonly Scene[] = [
  {
    name: 'statistics',
    widthPx: 1_176,
    render: () => <StatisticsPage />,
    states: {
      loading: { world: { answers: { account: silence } }, isPending: true },
      normal: { world: { answers: { account: HELD } } },
      visitor: { world: VISITOR },
      empty: {
        world: { answers: { account: HELD, fundingPayments: answer([]), transfers: answer([]) } },
      },
      error: { world: { answers: { account: refusal } } },
    },
  },
]
