/** GET /transfer/withdraw/allowance: what may leave now, and how much of it without the 12 h delay. */
import { formatUsd6, usd6, WITHDRAW_WINDOW_MS, type WithdrawAllowanceResponse } from '@vest/protocol'
import { keyRoute } from '../../route.ts'

export const getTransferWithdrawAllowance = keyRoute(
  'withdrawAllowance',
  async (edge, _request, { account }) => {
    const [view, { quickWithdrawalUsd6, withdrawalDelayMs }] = await Promise.all([
      edge.engine.query('account', { account }),
      edge.engine.query('exchange', {}),
    ])
    const used24h = view?.withdrawn24h ?? usd6(0)
    const answer: WithdrawAllowanceResponse = {
      withdrawable: formatUsd6(view?.withdrawable ?? usd6(0)),
      quickThreshold: formatUsd6(quickWithdrawalUsd6),
      used24h: formatUsd6(used24h),
      quickRemaining: formatUsd6(usd6(Math.max(0, quickWithdrawalUsd6 - used24h))),
      windowMs: WITHDRAW_WINDOW_MS,
      delayMs: withdrawalDelayMs,
    }
    return answer
  },
)
