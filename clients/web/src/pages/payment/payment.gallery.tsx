/** After a payment, as far as the exchange has heard of it; and after one that was left. */
import { timeMs, type CapitalStatus } from '@vest/protocol'
import type { CapitalWallet } from '../../entities/capital/index.ts'
import { readCapital } from '../../live/index.ts'
import { capitalEntryOf } from '../../testing/fixtures.ts'
import { NOW_MS } from '../../testing/gallery/accounts.ts'
import type { Scene, SceneState } from '../../testing/gallery/scene.ts'
import { VISITOR } from '../../testing/gallery/world.ts'
import { PaymentCancelled } from './PaymentCancelledPage.tsx'
import { PaymentProgress, PaymentSuccessPage } from './PaymentSuccessPage.tsx'
import { paymentStageOf } from './paymentStage.ts'
import type { PaymentTimes } from './paymentTimes.ts'

const ACCOUNT = '0x7c41aa12b5e60d94c8f2b71a6e0d9c21aa12e08d'

const walletOf = (status: CapitalStatus): CapitalWallet => ({
  account: ACCOUNT,
  facts: readCapital(capitalEntryOf({ capital_status: status })),
})

const FINISHED = timeMs(NOW_MS - 8_000)
const PAID = timeMs(NOW_MS - 6_000)

function standing(
  status: CapitalStatus,
  isPending: boolean,
  times: PaymentTimes = { finishedTimeMs: FINISHED },
  hasFailed = false,
): SceneState {
  const wallet = walletOf(status)
  return {
    world: { email: 'ada@example.org' },
    isPending,
    render: () => (
      <PaymentProgress wallet={wallet} stage={paymentStageOf(wallet)} times={times} hasFailed={hasFailed} />
    ),
  }
}

export const scenes: readonly Scene[] = [
  {
    name: 'payment',
    widthPx: 448,
    render: () => <PaymentSuccessPage />,
    states: {
      confirming: standing('created', true),
      unreachable: standing('created', true, {}, true),
      late: standing('created', false, { finishedTimeMs: timeMs(NOW_MS - 12 * 60_000) }),
      confirmed: standing('paid', true, { finishedTimeMs: FINISHED, paidTimeMs: PAID }),
      ready: standing('pre_eval', false, { finishedTimeMs: FINISHED, paidTimeMs: PAID }),
      visitor: { world: VISITOR },
      cancelled: { render: () => <PaymentCancelled last={walletOf('created')} /> },
    },
  },
]
