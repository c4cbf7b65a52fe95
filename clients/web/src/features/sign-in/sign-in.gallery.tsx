/** Signing in, the account, and a wallet that stands on another address. */
import { does, press, pressNamed } from '../../testing/gallery/hands.ts'
import type { Scene } from '../../testing/gallery/scene.ts'
import { findWallets, FOREIGN, WALLET, walletOf } from '../../testing/gallery/wallets.ts'
import { VISITOR } from '../../testing/gallery/world.ts'
import { refusal } from '../../testing/gallery/answers.ts'
import { AccountDialog } from './AccountDialog.tsx'
import { SignInDialog } from './SignInDialog.tsx'
import { SwitchAccountDialog } from './SwitchAccountDialog.tsx'

const found = (): Promise<void> => does(() => findWallets('Loom Wallet', 'A wallet with quite a long name'))
const REGISTERING = { ...VISITOR, status: 'needs-registration', wallet: WALLET } as const

export const scenes: readonly Scene[] = [
  {
    name: 'sign-in',
    render: () => <SignInDialog />,
    states: {
      pending: { world: { ...VISITOR, hasAllWallets: false }, isPending: true },
      empty: { world: VISITOR },
      normal: { world: VISITOR, act: found },
      asking: {
        world: VISITOR,
        isPending: true,
        act: async () => {
          await found()
          await pressNamed('Loom Wallet')
        },
      },
      registration: { world: REGISTERING },
      error: {
        world: { ...REGISTERING, wallet: walletOf(refusal), answers: { syncTime: refusal } },
        act: () => press('signIn.sign'),
      },
    },
  },
  {
    name: 'account',
    render: () => <AccountDialog />,
    states: {
      normal: { world: { wallet: WALLET } },
      'no-wallet': {},
      'other-wallet': { world: { wallet: FOREIGN } },
    },
  },
  {
    name: 'switch-account',
    render: () => <SwitchAccountDialog />,
    states: { 'no-wallet': { act: found }, 'other-wallet': { world: { wallet: FOREIGN } } },
  },
]
