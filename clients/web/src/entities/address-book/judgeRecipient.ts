/**
 * What is to be said of a recipient before anything is signed: whether the exchange would refuse it by the address book
 * (judged as the exchange judges), whether it was never paid before, and whether it looks like a known address and is
 * another: both ends alike, which is how addresses that thieves make up are taken for the right one.
 */
import { CHAIN_SOLANA } from '@vest/protocol'
import { writtenRecipient } from '@vest/sdk'
import { isListOn, lockEnd, type AddressBookFacts, type SavedAddress } from './addressBookFacts.ts'

/** Why nothing leaves for the recipient now. */
export type RecipientBar =
  | { readonly kind: 'locked'; readonly untilMs: number }
  | { readonly kind: 'not-saved' }
  | { readonly kind: 'too-new'; readonly usableMs: number }

export interface Lookalike {
  readonly recipient: string
  /** Of a saved address; undefined = it was paid before, or is the account's own. */
  readonly label: string | undefined
}

export interface RecipientJudgement {
  readonly saved: SavedAddress | undefined
  readonly bar: RecipientBar | undefined
  /** Never paid before, as far as the exchange remembers. */
  readonly isFirstUse: boolean
  readonly lookalike: Lookalike | undefined
}

export interface Recipient {
  /** Of the account itself. */
  readonly account: string
  /** As typed, known to be an address of the chain. */
  readonly recipient: string
  readonly chainId: number
}

export function judgeRecipient(
  facts: AddressBookFacts,
  { account, recipient: typed, chainId }: Recipient,
  nowMs: number,
): RecipientJudgement {
  const recipient = writtenRecipient(typed)
  const isOwn = recipient === account
  const saved = savedAs(facts, recipient, chainId)
  const isFirstUse = !isOwn && !facts.paid.some((each) => each.recipient === recipient)
  return {
    saved,
    bar: barOf(facts, saved, isOwn && chainId !== CHAIN_SOLANA, nowMs),
    isFirstUse,
    lookalike: isFirstUse && saved === undefined ? lookalikeOf(facts, account, recipient) : undefined,
  }
}

/** As the book knows the address on this chain; of several the one that can be paid first. */
export function savedAs(
  { addresses }: Pick<AddressBookFacts, 'addresses'>,
  typed: string,
  chainId: number,
): SavedAddress | undefined {
  const recipient = writtenRecipient(typed)
  const [first] = addresses
    .filter((each) => isFor(each, recipient, chainId))
    .toSorted((a, b) => a.usableMs - b.usableMs)
  return first
}

/** An address of every EVM chain is one of this chain too. */
const isFor = (saved: SavedAddress, recipient: string, chainId: number): boolean =>
  saved.recipient === recipient &&
  (saved.chainId === undefined ? chainId !== CHAIN_SOLANA : saved.chainId === chainId)

function barOf(
  facts: AddressBookFacts,
  saved: SavedAddress | undefined,
  isOwnOnEvm: boolean,
  nowMs: number,
): RecipientBar | undefined {
  const untilMs = lockEnd(facts, nowMs)
  if (untilMs !== undefined) return { kind: 'locked', untilMs }
  if (isOwnOnEvm || !isListOn(facts, nowMs)) return undefined
  if (saved === undefined) return { kind: 'not-saved' }
  return nowMs < saved.usableMs ? { kind: 'too-new', usableMs: saved.usableMs } : undefined
}

const END_LENGTH = 4
/** Upper and lower case look alike at a glance, also where they are two addresses. */
const endsOf = (address: string): string => {
  const body = address.replace(/^0x/, '').toLowerCase()
  return `${body.slice(0, END_LENGTH)} ${body.slice(-END_LENGTH)}`
}

/** A known address with the same first and last four characters. */
export function lookalikeOf(
  { addresses, paid }: Pick<AddressBookFacts, 'addresses' | 'paid'>,
  account: string,
  typed: string,
): Lookalike | undefined {
  const recipient = writtenRecipient(typed)
  const known: readonly Lookalike[] = [
    ...addresses,
    ...[...paid.map((each) => each.recipient), account].map((each) => ({
      recipient: each,
      label: undefined,
    })),
  ]
  if (known.some((each) => each.recipient === recipient)) return undefined
  const alike = known.find(
    (each) =>
      each.recipient.startsWith('0x') === recipient.startsWith('0x') &&
      endsOf(each.recipient) === endsOf(recipient),
  )
  return alike && { recipient: alike.recipient, label: alike.label }
}
