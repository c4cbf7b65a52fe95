/** Profit Withdraw ([2.36]): empty, an amount with its shares, the last look, too much, a position that is in the way, and
 * a plan that makes a profit wait. */
import { FUNDED, FUNDED_EARLY, FUNDED_HOLDING } from '../../testing/gallery/accounts.ts'
import { press, type } from '../../testing/gallery/hands.ts'
import type { Scene } from '../../testing/gallery/scene.ts'
import { ProfitWithdrawDialog } from './ProfitWithdrawDialog.tsx'

export const scenes: readonly Scene[] = [
  {
    name: 'profit-withdraw',
    render: () => <ProfitWithdrawDialog />,
    states: {
      empty: { world: { account: FUNDED } },
      normal: { world: { account: FUNDED }, act: () => type('amount', '612.40') },
      'too-much': { world: { account: FUNDED }, act: () => type('amount', '700') },
      confirm: {
        world: { account: FUNDED },
        act: async () => {
          await type('amount', '612.40')
          await press('withdraw.continue')
        },
      },
      'position-open': { world: { account: FUNDED_HOLDING } },
      'too-early': { world: { account: FUNDED_EARLY }, act: () => type('amount', '612.40') },
    },
  },
]
