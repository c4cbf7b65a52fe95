/** The deposit dialog, from the form to what the wallet says. */
import { answer, silence } from '../../testing/gallery/answers.ts'
import { press, type } from '../../testing/gallery/hands.ts'
import type { Scene } from '../../testing/gallery/scene.ts'
import { DECLINING, WALLET } from '../../testing/gallery/wallets.ts'
import { DepositDialog } from './DepositDialog.tsx'

const pay = async (): Promise<void> => {
  await type('amount', '250')
  await press('deposit.submit', { amount: '250.00' })
}

export const scenes: readonly Scene[] = [
  {
    name: 'deposit',
    render: () => <DepositDialog />,
    states: {
      loading: { world: { wallet: WALLET, answers: { chains: silence } }, isPending: true },
      empty: { world: { wallet: WALLET, answers: { chains: answer([]) } } },
      normal: { world: { wallet: WALLET } },
      ready: { world: { wallet: WALLET }, act: () => type('amount', '250') },
      'refused-amount': { world: { wallet: WALLET }, act: () => type('amount', '1.234,56') },
      everything: { world: { wallet: WALLET }, act: () => press('common.max') },
      'insufficient-balance': { world: { wallet: WALLET }, act: () => type('amount', '987654321') },
      confirming: { world: { wallet: WALLET }, isPending: true, act: pay },
      error: { world: { wallet: DECLINING }, act: pay },
    },
  },
]
