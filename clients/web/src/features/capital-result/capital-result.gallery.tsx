/** Every result of an evaluation and of a funded account ([2.39]), and a pass that waits for its review. */
import type { VerdictCause } from '@vest/formulas'
import { ticks, usd6, type CapitalStatus, type Usd6 } from '@vest/protocol'
import { capitalResultOf } from '../../live/index.ts'
import { asCapital, EVALUATION, NOW_MS, OWNER } from '../../testing/gallery/accounts.ts'
import type { Scene, SceneState } from '../../testing/gallery/scene.ts'
import { ShownResult } from './ResultDialog.tsx'

const HOUR_MS = 3_600_000
const ignore = (): void => undefined

const COIN = { symbol: 'COIN-USD-PERP', price: ticks(29_890), priceDecimals: 2 }
const NVDA = { symbol: 'NVDA-USD-PERP', price: ticks(18_419), priceDecimals: 2 }

const shown = (
  status: CapitalStatus,
  change: Parameters<typeof asCapital>[2] = {},
  cause?: VerdictCause | null,
  paidOutBefore?: Usd6,
): SceneState => ({
  render: () => (
    <ShownResult
      account={OWNER}
      result={capitalResultOf(status)!}
      facts={asCapital(EVALUATION, status, change).account!.capital!}
      cause={cause}
      paidOutBefore={paidOutBefore}
      onClose={ignore}
    />
  ),
})

export const scenes: readonly Scene[] = [
  {
    name: 'capital-result',
    render: () => null,
    states: {
      passed: shown('goal_passed', { equity: '11006.200000', claimable_time: NOW_MS - HOUR_MS }),
      'claim-looked-at': shown('goal_passed', {
        equity: '11006.200000',
        claimable_time: NOW_MS - HOUR_MS,
        reason: 'IN_REVIEW',
      }),
      'in-review': shown('goal_passed', {
        equity: '11006.200000',
        claimable_time: NOW_MS + 20 * HOUR_MS,
      }),
      'failed-daily': shown(
        'goal_failed_max_daily_loss',
        { equity: '10139.950000', failed_time: NOW_MS },
        { kind: 'MARK', ...COIN },
      ),
      'failed-drawdown': shown(
        'goal_failed_max_drawdown',
        { equity: '9391.260000', failed_time: NOW_MS },
        { kind: 'REOPENING', ...NVDA },
      ),
      'failed-by-funding': shown(
        'goal_failed_max_daily_loss',
        { equity: '10140.790000', failed_time: NOW_MS },
        { kind: 'FUNDING', symbol: COIN.symbol },
      ),
      'failed-by-fill': shown(
        'goal_failed_max_daily_loss',
        { equity: '10140.790000', failed_time: NOW_MS },
        { kind: 'FILL', ...COIN },
      ),
      'cause-pending': {
        ...shown('goal_failed_max_daily_loss', { equity: '10139.950000', failed_time: NOW_MS }),
        isPending: true,
      },
      liquidated: shown(
        'funded_failed_max_drawdown',
        { equity: '9399.120000', failed_time: NOW_MS },
        { kind: 'MARK', ...COIN },
        usd6(551_160_000),
      ),
    },
  },
]
