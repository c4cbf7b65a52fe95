/** Signing in, the account, and a wallet that stands on another address. */
import { does, press, pressNamed, type } from '../../testing/gallery/hands.ts'
import type { Scene } from '../../testing/gallery/scene.ts'
import { findSolanaWallets, findWallets, FOREIGN, WALLET, walletOf } from '../../testing/gallery/wallets.ts'
import { VISITOR } from '../../testing/gallery/world.ts'
import { refusal, silence } from '../../testing/gallery/answers.ts'
import { suggestChain } from '../../entities/wallet/index.ts'
import { AccountDialog } from './AccountDialog.tsx'
import { AddAccountDialog } from './AddAccountDialog.tsx'
import { SignInDialog } from './SignInDialog.tsx'
import { useLogin, type LoginStep } from './embeddedLogin.ts'
import { SwitchAccountDialog } from './SwitchAccountDialog.tsx'

const found = (): Promise<void> => does(() => findWallets('Loom Wallet', 'A wallet with quite a long name'))
const at = (step: LoginStep) => (): Promise<void> => does(() => useLogin.setState({ step }))
const EMAIL = 'mira.okafor@mail.example'
const SENT: LoginStep = {
  name: 'code',
  sent: { email: EMAIL, challengeId: 'c'.repeat(32), resendAtMs: 0 },
}
const SET_UP: LoginStep = { name: 'set-up', by: 'email', email: EMAIL }
const UNANSWERED = walletOf()
const REGISTERING = { ...VISITOR, status: 'needs-registration', wallet: WALLET } as const

export const scenes: readonly Scene[] = [
  {
    name: 'sign-in',
    render: () => <SignInDialog />,
    states: {
      pending: { world: { ...VISITOR, hasAllWallets: false }, isPending: true },
      empty: { world: VISITOR },
      normal: { world: VISITOR, act: found },
      solana: {
        world: VISITOR,
        act: async () => {
          await found()
          await does(() => findSolanaWallets('Lantern'))
        },
      },
      asking: {
        world: VISITOR,
        isPending: true,
        act: async () => {
          await found()
          await pressNamed('Loom Wallet')
        },
      },
      'wrong-address': {
        world: VISITOR,
        act: async () => {
          await type('email', 'mira@mail')
          await press('login.continue')
        },
      },
      'for-a-plan': { world: { ...VISITOR, dialog: { name: 'sign-in', subject: 'plan' } }, act: found },
      code: { world: VISITOR, act: at(SENT) },
      'set-up': { world: { ...VISITOR, answers: { identity: silence } }, isPending: true, act: at(SET_UP) },
      'set-up-failed': { world: { ...VISITOR, answers: { identity: refusal } }, act: at(SET_UP) },
      'wallets-alone': {
        world: {
          ...VISITOR,
          answers: {
            identity: async () => ({ walletOrigin: null, google: false, statusUrl: null, mailboxUrl: null }),
          },
        },
        act: found,
      },
      registration: { world: REGISTERING },
      'unanswered-network': {
        world: { ...REGISTERING, wallet: UNANSWERED },
        isPending: true,
        act: async () => {
          await does(() => void suggestChain(UNANSWERED.provider, silence))
          await press('signIn.sign')
        },
      },
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
      embedded: { world: { email: EMAIL } },
    },
  },
  {
    name: 'add-account',
    render: () => <AddAccountDialog />,
    states: { normal: { act: found } },
  },
  {
    name: 'switch-account',
    render: () => <SwitchAccountDialog />,
    states: { 'no-wallet': { act: found }, 'other-wallet': { world: { wallet: FOREIGN } } },
  },
]
