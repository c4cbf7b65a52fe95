/**
 * What stands in the way of a withdrawal, in the order in which it is said ([5.9], [5.10]): the amount, then the
 * recipient. A recipient in mixed case must carry its checksum; contracts of the exchange never receive.
 */
import { isSolanaAddress, TRANSFER_MIN_USD6, usd6, type ChainInfo, type Usd6 } from '@vest/protocol'
import { isAddress } from 'viem'
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

export type WithdrawForm =
  | { readonly kind: 'blocked'; readonly problem: WithdrawProblem; readonly size: Usd6 | undefined }
  /** `isOwn`: to the account itself, which the session key may sign. */
  | { readonly kind: 'ready'; readonly size: Usd6; readonly recipient: string; readonly isOwn: boolean }

export interface WithdrawFacts {
  readonly withdrawable: Usd6 | undefined
  readonly account: string
  readonly chain: ChainInfo
  readonly isAmountRefused?: boolean
}

export function checkWithdraw(
  draft: WithdrawDraft,
  { withdrawable, account, chain, isAmountRefused = false }: WithdrawFacts,
): WithdrawForm {
  const amount = checkTransferAmount(draft.amount, withdrawable)
  const size = amount.kind === 'ready' || amount.kind === 'insufficient' ? amount.size : undefined
  const blocked = (problem: WithdrawProblem): WithdrawForm => ({ kind: 'blocked', problem, size })
  if (isAmountRefused) return blocked('refused')
  if (amount.kind !== 'ready') return blocked(amount.kind)
  const recipient = draft.recipient.trim()
  if (recipient === '') return blocked('recipient-required')
  if (chain.networkType === 1)
    return isSolanaAddress(recipient)
      ? { kind: 'ready', size: amount.size, recipient, isOwn: recipient === account }
      : blocked('recipient-solana')
  if (!isAddress(recipient) || /^0x0{40}$/.test(recipient)) return blocked('recipient-invalid')
  const contracts = [chain.vault, chain.router, ...chain.tokens.map((token) => token.address)]
  if (contracts.some((contract) => isSame(contract, recipient))) return blocked('recipient-contract')
  return { kind: 'ready', size: amount.size, recipient, isOwn: isSame(recipient, account) }
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
