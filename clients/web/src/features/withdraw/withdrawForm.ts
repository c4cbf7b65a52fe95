/**
 * What stands in the way of a withdrawal, in the order in which it is said ([5.9], [5.10]): a lock, the amount, then the
 * recipient and what the address book says of it. A recipient in mixed case must carry its checksum; contracts of the
 * exchange never receive.
 */
import { isSolanaAddress, TRANSFER_MIN_USD6, usd6, type ChainInfo, type Usd6 } from '@vest/protocol'
import { isAddress } from 'viem'
import { lockEnd, type AddressBookFacts } from '../../entities/address-book/addressBookFacts.ts'
import { judgeRecipient, type RecipientJudgement } from '../../entities/address-book/judgeRecipient.ts'
import { checkTransferAmount, type AmountDraft } from '../../entities/transfer/transferAmount.ts'

export interface WithdrawDraft {
  readonly amount: AmountDraft
  readonly recipient: string
}

export type WithdrawProblem =
  /** The amount says that it did not take what was typed. */
  | 'refused'
  | 'empty'
  | 'below-minimum'
  | 'insufficient'
  | 'recipient-required'
  | 'recipient-invalid'
  | 'recipient-solana'
  | 'recipient-contract'
  /** The owner's own lock of withdrawals. */
  | 'locked'
  /** Only saved addresses are paid. */
  | 'recipient-not-saved'
  | 'recipient-too-new'

export type WithdrawForm =
  | { readonly kind: 'blocked'; readonly problem: WithdrawProblem; readonly size: Usd6 | undefined }
  /** `isOwn`: to the account itself, which the session key may sign. */
  | { readonly kind: 'ready'; readonly size: Usd6; readonly recipient: string; readonly isOwn: boolean }
export type ReadyForm = Extract<WithdrawForm, { readonly kind: 'ready' }>

export interface WithdrawFacts {
  readonly withdrawable: Usd6 | undefined
  readonly account: string
  readonly chain: ChainInfo
  readonly isAmountRefused?: boolean
  /** Absent where the account has none, or none is known yet: the exchange judges then. */
  readonly book?: { readonly facts: AddressBookFacts; readonly nowMs: number } | undefined
}

export function checkWithdraw(draft: WithdrawDraft, facts: WithdrawFacts): WithdrawForm {
  const { withdrawable, account, chain, isAmountRefused = false, book } = facts
  const amount = checkTransferAmount(draft.amount, withdrawable)
  const size = amount.kind === 'ready' || amount.kind === 'insufficient' ? amount.size : undefined
  const blocked = (problem: WithdrawProblem): WithdrawForm => ({ kind: 'blocked', problem, size })
  if (book !== undefined && lockEnd(book.facts, book.nowMs) !== undefined) return blocked('locked')
  if (isAmountRefused) return blocked('refused')
  if (amount.kind !== 'ready') return blocked(amount.kind)
  const recipient = draft.recipient.trim()
  const problem = recipientProblem(recipient, chain)
  if (problem !== undefined) return blocked(problem)
  const bar = judgementOf(draft, facts)?.bar
  if (bar !== undefined) return blocked(BARRED[bar.kind])
  return { kind: 'ready', size: amount.size, recipient, isOwn: isOwnAddress(recipient, account) }
}

/** Base58 knows upper and lower case. */
const isOwnAddress = (recipient: string, account: string): boolean =>
  recipient.startsWith('0x') ? isSame(recipient, account) : recipient === account

const BARRED = {
  locked: 'locked',
  'not-saved': 'recipient-not-saved',
  'too-new': 'recipient-too-new',
} as const

/** What the address book says of the recipient; undefined where it is no address of the chain, or no book is known. */
export function judgementOf(
  draft: Pick<WithdrawDraft, 'recipient'>,
  { account, chain, book }: Pick<WithdrawFacts, 'account' | 'chain' | 'book'>,
): RecipientJudgement | undefined {
  const recipient = draft.recipient.trim()
  if (book === undefined || recipientProblem(recipient, chain) !== undefined) return undefined
  return judgeRecipient(book.facts, { account, recipient, chainId: chain.chainId }, book.nowMs)
}

function recipientProblem(recipient: string, chain: ChainInfo): WithdrawProblem | undefined {
  if (recipient === '') return 'recipient-required'
  if (chain.networkType === 1) return isSolanaAddress(recipient) ? undefined : 'recipient-solana'
  if (!isAddress(recipient) || /^0x0{40}$/.test(recipient)) return 'recipient-invalid'
  const contracts = [chain.vault, chain.router, ...chain.tokens.map((token) => token.address)]
  return contracts.some((contract) => isSame(contract, recipient)) ? 'recipient-contract' : undefined
}

const isSame = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase()

/** From this size on a withdrawal waits: what is left of the quick window is not enough ([9.7]). */
export const isDelayed = (size: Usd6, quickRemaining: Usd6 | undefined): boolean =>
  quickRemaining !== undefined && size >= quickRemaining

/**
 * The largest amount with two decimals that still leaves at once; undefined where even the least that can be withdrawn
 * does not.
 */
export function quickMaximum(quickRemaining: Usd6): Usd6 | undefined {
  const cents = Math.floor((quickRemaining - 1) / 10_000)
  return cents * 10_000 >= TRANSFER_MIN_USD6 ? usd6(cents * 10_000) : undefined
}
