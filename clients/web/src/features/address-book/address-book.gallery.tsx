/** The address book: none, some, what waits, the list and the lock, changes that are refused, and accounts that have none. */
import type { AddressBookResponse } from '@vest/protocol'
import { ApiError } from '@vest/sdk'
import { ADDRESS_BOOK, answer, CHAINS, EMPTY_BOOK, refusal, silence } from '../../testing/gallery/answers.ts'
import { FUNDED, NOW_MS } from '../../testing/gallery/accounts.ts'
import { press, type } from '../../testing/gallery/hands.ts'
import type { Scene, SceneState } from '../../testing/gallery/scene.ts'
import { walletOf } from '../../testing/gallery/wallets.ts'
import type { World } from '../../testing/gallery/world.ts'
import { AddressBookPanel } from './AddressBookPanel.tsx'

const HOUR_MS = 3_600_000
/** Of an embedded wallet: its frame signs, so that a scene reaches what comes after. */
const MAIL: Partial<World> = { email: 'ada@example.org' }
const refusedAs = (code: number) => () => Promise.reject(new ApiError(code))
const book = (change: Partial<AddressBookResponse> = {}, more: Partial<World> = {}): SceneState => ({
  world: { ...more, answers: { addressBook: answer({ ...ADDRESS_BOOK, ...change }), ...more.answers } },
})
const LISTED = { isListOn: true } as const

const adding = async (label: string, address: string): Promise<void> => {
  await press('addressBook.add')
  await type('label', label)
  await type('address', address)
}
const locking = async (days: string): Promise<void> => {
  await press('addressBook.lockButton')
  await type('lockDays', days)
}

export const scenes: readonly Scene[] = [
  {
    name: 'address-book',
    widthPx: 1_112,
    render: () => <AddressBookPanel chains={CHAINS} />,
    states: {
      loading: { world: { answers: { addressBook: silence } }, isPending: true },
      error: { world: { answers: { addressBook: refusal } } },
      empty: book(EMPTY_BOOK),
      normal: book(),
      listed: book(LISTED),
      'list-ends': book({ ...LISTED, listEndTime: NOW_MS + 23 * HOUR_MS }),
      locked: book({ lockedUntil: NOW_MS + 7 * 24 * HOUR_MS }),
      'before-deposit': { world: { answers: { addressBook: refusedAs(1_099) } } },
      'contract-wallet': book({}, { wallet: walletOf(() => Promise.resolve('0x6080')) }),
      capital: { world: { account: FUNDED } },
      saving: { ...book(LISTED), act: () => adding('Kraken', '0x1563915e194d8cfba1943570603f7606a3115508') },
      'saving-alike': {
        ...book(),
        act: () => adding('Ledger', '0x91c40000000000000000000000000000000f7b3e'),
      },
      'saving-invalid': { ...book(), act: () => adding('Kraken', '0x12') },
      'saving-refused': {
        ...book({}, { ...MAIL, answers: { changeAddressBookSignedBy: refusedAs(1_130) } }),
        act: async () => {
          await adding('Kraken', '0x1563915e194d8cfba1943570603f7606a3115508')
          await press('addressBook.save')
        },
      },
      renaming: {
        ...book(),
        act: async () => {
          await press('addressBook.rename', { label: ADDRESS_BOOK.addresses[0]!.label })
          await type('label', 'Ledger in the safe')
        },
      },
      locking: { ...book(), act: () => locking('7') },
      'locking-too-long': { ...book(), act: () => locking('31') },
      'list-refused': {
        ...book({}, { ...MAIL, answers: { changeAddressBookSignedBy: refusedAs(1_003) } }),
        act: () => press('addressBook.list'),
      },
    },
  },
]
