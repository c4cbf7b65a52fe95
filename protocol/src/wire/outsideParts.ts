/** What the calls of the capital programme share, in the forms of the product specification. */
import { z } from 'zod'
import { CAPITAL_STATUSES } from '../enums.ts'
import { decimalText, timeMs } from './valueForms.ts'

export const capitalPlan = z.object({
  name: z.string(),
  priceId: z.string(),
  /** Cents. */
  unitAmount: z.int(),
  metadata: z.record(z.string(), z.string()),
})
export type CapitalPlanText = z.infer<typeof capitalPlan>
/** Why an account is frozen, or has ended without a verdict. */
export const capitalReason = z.enum([
  ...(['DISPUTED', 'DISPUTE_LOST', 'REFUNDED', 'EXPIRED', 'CLOSED'] as const),
  /** A claim or a payout is looked at by a person; DECLINED: the claim was, and is over. */
  ...(['IN_REVIEW', 'DECLINED'] as const),
])
export const capitalEntry = z.object({
  capital_status: z.enum(CAPITAL_STATUSES),
  is_funded: z.boolean(),
  /** A practice evaluation: free, and never claimed. */
  is_practice: z.boolean(),
  /** Nothing may be ordered or paid out. */
  is_frozen: z.boolean(),
  reason: capitalReason.nullable(),
  initial_capital: decimalText,
  equity: decimalText,
  target_equity: decimalText.nullable(),
  max_daily_loss_limit: decimalText,
  max_drawdown_limit: decimalText,
  prior_day_balance: decimalText,
  next_reset_time: timeMs,
  trading_days: z.int(),
  failed_time: timeMs.nullable(),
  claimable_time: timeMs.nullable(),
  available_profit: decimalText.nullable(),
  profit_time: timeMs.nullable(),
  network_type: z.int().optional(),
  primary_address: z.string(),
  updated_time: timeMs,
  active_capital_plan: capitalPlan.nullable(),
})
export type CapitalEntry = z.infer<typeof capitalEntry>
/** A wallet approves a signing key, as for a registration: it proves that the caller holds the wallet. */
export const walletProof = z.object({
  signingAddr: z.string().max(64),
  expiryTime: z.number(),
  signature: z.string().max(256),
})
export type WalletProof = z.infer<typeof walletProof>
