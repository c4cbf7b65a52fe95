/** What the exchange answers of an account's address book, and what of it holds at a time. */
import type { AddressBookResponse } from '@vest/protocol'

export interface SavedAddress {
  /** As its network writes it: lower-case hex, or base58 on Solana. */
  readonly recipient: string
  /** 0 = Solana; undefined = every EVM chain. */
  readonly chainId: number | undefined
  readonly label: string
  /** While only saved addresses are paid, this one is paid from then on. */
  readonly usableMs: number
}

export interface PaidAddress {
  readonly recipient: string
  readonly chainId: number
  readonly lastMs: number
}

export interface AddressBookFacts {
  /** In the order in which they were saved. */
  readonly addresses: readonly SavedAddress[]
  readonly isListOn: boolean
  /** The list goes off then; undefined = it stays as it is. */
  readonly listEndMs: number | undefined
  readonly lockedUntilMs: number | undefined
  /** Until what is looser holds. */
  readonly coolDownMs: number
  /** The one that was paid last comes first. */
  readonly paid: readonly PaidAddress[]
}

export const readAddressBook = (answer: AddressBookResponse): AddressBookFacts => ({
  addresses: answer.addresses.map(({ recipient, chainId, label, usableTime }) => ({
    recipient,
    chainId: chainId ?? undefined,
    label,
    usableMs: usableTime,
  })),
  isListOn: answer.isListOn,
  listEndMs: answer.listEndTime ?? undefined,
  lockedUntilMs: answer.lockedUntil ?? undefined,
  coolDownMs: answer.coolDown,
  paid: answer.paid.map(({ recipient, chainId, lastTime }) => ({ recipient, chainId, lastMs: lastTime })),
})

export const isListOn = (
  { isListOn: isOn, listEndMs }: Pick<AddressBookFacts, 'isListOn' | 'listEndMs'>,
  nowMs: number,
): boolean => isOn && (listEndMs === undefined || nowMs < listEndMs)

/** The end of the lock that holds; undefined = none. */
export const lockEnd = (
  { lockedUntilMs }: Pick<AddressBookFacts, 'lockedUntilMs'>,
  nowMs: number,
): number | undefined => (lockedUntilMs !== undefined && nowMs < lockedUntilMs ? lockedUntilMs : undefined)

/** Undefined: it can be paid, whether only saved addresses are paid or all. */
export const waitEnd = (
  facts: Pick<AddressBookFacts, 'isListOn' | 'listEndMs'>,
  { usableMs }: Pick<SavedAddress, 'usableMs'>,
  nowMs: number,
): number | undefined => (isListOn(facts, nowMs) && nowMs < usableMs ? usableMs : undefined)

/** When what stands changes by itself. */
export const momentsOf = ({ addresses, listEndMs, lockedUntilMs }: AddressBookFacts): readonly number[] => [
  ...addresses.map(({ usableMs }) => usableMs),
  ...(listEndMs === undefined ? [] : [listEndMs]),
  ...(lockedUntilMs === undefined ? [] : [lockedUntilMs]),
]
