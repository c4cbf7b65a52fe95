/**
 * What stands in the way of a transfer on Solana, in the order in which it is said: the amount, then the recipient. A
 * recipient must be an address that a key leads to ([5.2]): money at a token account or a program is lost.
 */
import {
  formatBaseUnits,
  isSolanaAddress,
  isSolanaWallet,
  SOLANA_TOKEN_FACTS,
  type SolanaToken,
} from '@vest/protocol'
import { readNumeric } from '../../shared/numeric/index.ts'

export interface SolanaDraft {
  readonly token: SolanaToken
  readonly amount: string
  readonly recipient: string
}

export type SolanaFormProblem =
  'empty' | 'below-minimum' | 'insufficient' | 'recipient-required' | 'recipient-invalid' | 'recipient-own'

export type SolanaForm =
  | { readonly kind: 'ready'; readonly amount: bigint; readonly recipient: string }
  | { readonly kind: 'blocked'; readonly problem: SolanaFormProblem }

/** A deposit of less is not credited ([9.7]). */
const DEPOSIT_MIN = 1_000_000n

/** `balance` undefined: not known yet; then the simulation says that it is too much. */
export function checkSolanaForm(
  { token, amount: text, recipient: typed }: SolanaDraft,
  facts: { readonly isDeposit: boolean; readonly own: string; readonly balance: bigint | undefined },
): SolanaForm {
  const blocked = (problem: SolanaFormProblem): SolanaForm => ({ kind: 'blocked', problem })
  const read = readNumeric(text, SOLANA_TOKEN_FACTS[token].decimals)
  if (read === undefined || read === 0) return blocked('empty')
  const amount = BigInt(read)
  if (facts.isDeposit && amount < DEPOSIT_MIN) return blocked('below-minimum')
  if (facts.balance !== undefined && amount > facts.balance) return blocked('insufficient')
  const recipient = typed.trim()
  // The exchange's own wallet comes from the exchange.
  if (facts.isDeposit) return { kind: 'ready', amount, recipient }
  if (recipient === '') return blocked('recipient-required')
  if (!isSolanaAddress(recipient) || !isSolanaWallet(recipient)) return blocked('recipient-invalid')
  return recipient === facts.own ? blocked('recipient-own') : { kind: 'ready', amount, recipient }
}

/** The whole of a balance, as the field takes it. */
export const wholeBalance = (balance: bigint, token: SolanaToken): string =>
  formatBaseUnits(balance, SOLANA_TOKEN_FACTS[token].decimals).replaceAll(',', '')
