/**
 * The amount of a transfer ([5.9]): digits with at most two decimals while typing, at least 1 USDC, never more
 * than what is there. Max means all that is there, to the last millionth, whatever that is when it is sent. Amounts
 * are micro-USDC.
 */
import { TRANSFER_MIN_USD6, usd6, type Usd6 } from '@vest/protocol'
import { readNumeric, writeNumeric } from '../../shared/numeric/index.ts'

export interface AmountDraft {
  /** As typed; empty while everything is meant. */
  readonly text: string
  readonly isAll: boolean
}

export const NO_AMOUNT: AmountDraft = { text: '', isAll: false }
export const ALL: AmountDraft = { text: '', isAll: true }
export const typedAmount = (text: string): AmountDraft => ({ text, isAll: false })

/** What the field shows: what was typed, or everything that is there now. */
export const amountText = ({ text, isAll }: AmountDraft, available: Usd6 | undefined): string =>
  isAll && available !== undefined ? writeNumeric(Math.max(0, available), 6) : text

export type TransferAmount =
  | { readonly kind: 'ready'; readonly size: Usd6 }
  | { readonly kind: 'empty' }
  | { readonly kind: 'below-minimum' }
  /** `missing` is what it takes to reach the amount. */
  | { readonly kind: 'insufficient'; readonly size: Usd6; readonly missing: Usd6 }

/** `available` undefined = not known yet; then only the exchange or the chain can say that it is too much. */
export function checkTransferAmount(draft: AmountDraft, available: Usd6 | undefined): TransferAmount {
  const size = readNumeric(amountText(draft, available), 6)
  if (size === undefined || size === 0) return { kind: 'empty' }
  if (size < TRANSFER_MIN_USD6) return { kind: 'below-minimum' }
  if (available !== undefined && size > available)
    return { kind: 'insufficient', size: usd6(size), missing: usd6(size - available) }
  return { kind: 'ready', size: usd6(size) }
}

/** Token units of an amount, for tokens with more decimals than ours. */
export const tokenUnits = (size: Usd6, decimals: number): bigint => BigInt(size) * 10n ** BigInt(decimals - 6)

/** What of a token balance counts here, rounded down; undefined stays undefined. */
export const balanceOf = (units: bigint | undefined, decimals: number): Usd6 | undefined =>
  units === undefined
    ? undefined
    : usd6(Number(min(units / 10n ** BigInt(decimals - 6), BigInt(Number.MAX_SAFE_INTEGER))))

const min = (a: bigint, b: bigint): bigint => (a < b ? a : b)
