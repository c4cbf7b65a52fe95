/**
 * The guardrail that will refuse an order, said before it is sent. Judged as the exchange judges: by what the order
 * opens beyond what it closes, valued at the mark.
 */
import type { GuardrailFacts } from './guardrailFacts.ts'

export type GuardrailBlock = 'dailyStop' | 'coolDown' | 'sizeMax'

export interface OpeningOrder {
  readonly isBuy: boolean
  readonly isReduceOnly: boolean
  /** In lots. */
  readonly size: number
  readonly held: { readonly isLong: boolean; readonly size: number } | undefined
  readonly mark: number
  /** Micro-USDC per tick and lot. */
  readonly scale: number
}

/** Undefined where no guardrail refuses it. */
export function guardrailBlock(
  { limits, isStopped, dailyLeft, coolUntilMs }: GuardrailFacts,
  order: OpeningOrder,
  nowMs: number,
): GuardrailBlock | undefined {
  const { held, isBuy, isReduceOnly, size, mark, scale } = order
  const isAdding = held === undefined || held.isLong === isBuy
  const after = (isAdding ? (held?.size ?? 0) : -held.size) + size
  if (isReduceOnly || size === 0 || after <= 0) return undefined
  if (isStopped || dailyLeft === 0) return 'dailyStop'
  if (coolUntilMs !== undefined && nowMs < coolUntilMs) return 'coolDown'
  return limits.sizeMax !== undefined && after * mark * scale > limits.sizeMax ? 'sizeMax' : undefined
}
