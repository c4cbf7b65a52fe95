/** The withdrawal from its form to its approval. */
import type { AddressBookResponse } from '@vest/protocol'
import { LONG, NOW_MS } from '../../testing/gallery/accounts.ts'
import {
  ADDRESS_BOOK,
  answer,
  refusal,
  silence,
  WITH_SOLANA,
  WITHDRAWAL,
} from '../../testing/gallery/answers.ts'
import { press, type } from '../../testing/gallery/hands.ts'
import type { Scene, SceneState } from '../../testing/gallery/scene.ts'
import type { Answers } from '../../testing/gallery/answers.ts'
import { WithdrawalApprovedDialog } from './WithdrawalApprovedDialog.tsx'
import { WithdrawDialog } from './WithdrawDialog.tsx'

const continued = async (): Promise<void> => {
  await type('amount', '1250')
  await press('withdraw.continue')
}
const checked = async (): Promise<void> => {
  await continued()
  await press('withdraw.continueWith', { network: 'Arbitrum' })
}
const sent = async (): Promise<void> => {
  await checked()
  await press('withdraw.submit', { amount: '1,250.00' })
}

const STRANGER = '0x1563915e194d8cfba1943570603f7606a3115508'
/** Of the saved Ledger both ends, and nothing else. */
const ALIKE = '0x91c40000000000000000000000000000000f7b3e'
const booked = (change: Partial<AddressBookResponse>, act?: () => Promise<void>): SceneState => ({
  world: { answers: { addressBook: answer({ ...ADDRESS_BOOK, ...change }) } },
  ...(act === undefined ? {} : { act }),
})
const to = async (recipient: string): Promise<void> => {
  await type('recipient', recipient)
  await type('amount', '1250')
}
const checkedTo = async (recipient: string): Promise<void> => {
  await type('recipient', recipient)
  await checked()
}
const listed = { isListOn: true } as const

const onSolana = (recipient: string): SceneState => ({
  world: { dialog: { name: 'withdraw', subject: '0' }, answers: { chains: answer(WITH_SOLANA) } },
  act: async () => {
    await type('recipient', recipient)
    await type('amount', '1250')
  },
})

const approved = (answers: Answers, more: Partial<SceneState> = {}): SceneState => ({
  world: { dialog: { name: 'withdrawal-approved', subject: WITHDRAWAL.id }, answers },
  ...more,
})

export const scenes: readonly Scene[] = [
  {
    name: 'withdraw',
    render: () => <WithdrawDialog />,
    states: {
      loading: { world: { answers: { chains: silence } }, isPending: true },
      normal: {},
      'invalid-recipient': { act: () => type('recipient', '0x12') },
      'refused-amount': { act: () => type('amount', '1.234,56') },
      everything: { act: () => press('common.max') },
      'insufficient-balance': { act: () => type('amount', '987654321') },
      delayed: { world: { account: LONG }, act: () => type('amount', '987654321.98') },
      'confirm-network': { act: continued },
      check: { act: checked },
      'vault-low': {
        world: {
          answers: {
            withdrawQuote: answer({
              chainId: 31_337,
              size: '1250.000000',
              fee: '0.000000',
              receive: '1250.000000',
              quick: true,
              eligibleTime: null,
              estimatedSeconds: 60,
              validRecipient: true,
              available: '310.500000',
              otherChains: [31_338],
            }),
          },
        },
        act: checked,
      },
      'saved-addresses': booked({}, () => press('addressBook.title')),
      'save-recipient': booked({}, async () => {
        await to(STRANGER)
        await press('addressBook.saveThis')
      }),
      'not-saved': booked(listed, () => to(STRANGER)),
      'too-new': booked(listed, () => to(ADDRESS_BOOK.addresses[1]!.recipient)),
      alike: booked({}, () => to(ALIKE)),
      locked: booked({ lockedUntil: NOW_MS + 7 * 24 * 3_600_000 }),
      'first-use': booked({}, () => checkedTo(STRANGER)),
      'check-alike': booked({}, () => checkedTo(ALIKE)),
      'to-solana': onSolana('5xTqD6Pn4v2ZcXKpWqS8aYhB3mR7uGfJtE9LkVwN1K9p'),
      'to-solana-wrong': onSolana(STRANGER),
      sending: { act: sent, isPending: true },
      error: { world: { answers: { withdraw: refusal } }, act: sent },
    },
  },
  {
    name: 'withdrawal-approved',
    render: () => <WithdrawalApprovedDialog />,
    states: {
      loading: approved({ transfers: silence }, { isPending: true }),
      normal: approved({}),
      'to-solana': approved({
        chains: answer(WITH_SOLANA),
        transfers: answer([
          { ...WITHDRAWAL, chainId: 0, recipient: '5xTqD6Pn4v2ZcXKpWqS8aYhB3mR7uGfJtE9LkVwN1K9p' },
        ]),
      }),
      error: approved({ transfers: answer([]) }),
      'long-numbers': approved({ transfers: answer([{ ...WITHDRAWAL, size: '987654321.980000' }]) }),
    },
  },
]
