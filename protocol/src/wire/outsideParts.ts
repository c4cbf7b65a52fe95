/** What parts outside the engine are asked and answer, in the forms of the product specification. */
import { z } from 'zod'
import { CAPITAL_STATUSES } from '../enums.ts'
import { decimalText, id, integerInput, timeMs } from './valueForms.ts'

export const capitalPlan = z.object({
  name: z.string(),
  priceId: z.string(),
  /** Cents. */
  unitAmount: z.int(),
  metadata: z.record(z.string(), z.string()),
})
export type CapitalPlanText = z.infer<typeof capitalPlan>
export const capitalPlansResponse = z.object({
  products: z.array(capitalPlan.extend({ currency: z.string() })),
  /** Version of the rules that a purchase of now pins; its verdict is judged by them. */
  rulebook: z.string(),
})
export type CapitalPlansResponse = z.infer<typeof capitalPlansResponse>
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
  network_type: z.int().optional(),
  primary_address: z.string(),
  updated_time: timeMs,
  active_capital_plan: capitalPlan.nullable(),
})
export type CapitalEntry = z.infer<typeof capitalEntry>
/** Of an address that is unknown or of another person. */
const noCapitalEntry = z.object({
  capital_status: z.literal('not_eligible'),
  active_capital_plan: z.null(),
})
export const capitalStatusResponse = z.record(z.string(), z.union([capitalEntry, noCapitalEntry]))
export type CapitalStatusResponse = z.infer<typeof capitalStatusResponse>
/** A wallet approves a signing key, as for a registration: it proves that the caller holds the wallet. */
export const walletProof = z.object({
  signingAddr: z.string().max(64),
  expiryTime: z.number(),
  signature: z.string().max(256),
})
export type WalletProof = z.infer<typeof walletProof>
export const capitalCheckoutRequest = z.object({
  address: z.string().max(64),
  priceId: z.string().max(128),
  /** That of the sign-in. */
  email: z.string().max(320),
  /** Proves that the buyer has signed in and that the account of the key is of their embedded wallet. */
  accessToken: z.string().max(8192).nullish(),
  proof: walletProof.nullish(),
})
export type CapitalCheckoutRequest = z.infer<typeof capitalCheckoutRequest>
/** A practice evaluation under the rules of a plan, for a wallet of the caller. */
export const capitalPracticeRequest = z.object({
  address: z.string().max(64),
  priceId: z.string().max(128),
  accessToken: z.string().max(8192).nullish(),
  proof: walletProof.nullish(),
})
export type CapitalPracticeRequest = z.infer<typeof capitalPracticeRequest>
export const capitalCheckoutResponse = z.object({
  url: z.string(),
  session_id: z.string(),
  expires_time: timeMs,
})
export type CapitalCheckoutResponse = z.infer<typeof capitalCheckoutResponse>
export const capitalRegisterRequest = z.object({
  primaryAddr: z.string().max(64),
  accessToken: z.string().max(8192),
  isFunded: z.boolean(),
  /** Of a wallet that is to be funded: what was passed, and that it is the caller’s. */
  eval_address: z.string().max(64).nullish(),
  proof: walletProof.nullish(),
})
export type CapitalRegisterRequest = z.infer<typeof capitalRegisterRequest>
export const capitalRegisterResponse = z.object({
  address: z.string(),
  is_funded: z.boolean(),
  capital_status: z.enum(CAPITAL_STATUSES),
  collateral: decimalText,
  active_capital_plan: capitalPlan.nullable(),
  time: timeMs,
})
export type CapitalRegisterResponse = z.infer<typeof capitalRegisterResponse>
export const capitalActivateRequest = z.object({
  funded_register_params: capitalRegisterRequest,
  eval_address: z.string().max(64).nullish(),
})
export type CapitalActivateRequest = z.infer<typeof capitalActivateRequest>
export const capitalActivateResponse = z.object({
  claim: z.object({
    id,
    eval_address: z.string(),
    funded_address: z.string(),
    status: z.enum(['pending', 'done', 'rejected']),
    time: timeMs,
  }),
})
export type CapitalActivateResponse = z.infer<typeof capitalActivateResponse>
export const profitWithdrawRequest = z.object({
  order: z.object({
    time: z.number(),
    nonce: integerInput,
    size: integerInput,
    recipient: z.string().max(64),
  }),
  recvWindow: z.number().nullish(),
  signature: z.string().max(256),
})
export type ProfitWithdrawRequest = z.infer<typeof profitWithdrawRequest>
export const onRampUrlResponse = z.object({ url: z.string(), expires_time: timeMs })
export type OnRampUrlResponse = z.infer<typeof onRampUrlResponse>
export const solanaDepositRequest = z.object({
  transactionHash: z
    .string()
    .regex(/^[1-9A-HJ-NP-Za-km-z]{64,88}$/)
    .meta({ title: 'signature in base58' }),
})
export type SolanaDepositRequest = z.infer<typeof solanaDepositRequest>
export const postRequest = z.object({
  text: z.string().max(280),
  /** PNG or JPEG in base64, with or without `data:` in front. */
  image: z.string().max(5_600_000),
})
export type PostRequest = z.infer<typeof postRequest>
export const socialAccountResponse = z.object({ username: z.string().nullable() })
export type SocialAccountResponse = z.infer<typeof socialAccountResponse>
export const socialLinkResponse = z.object({ url: z.string(), expires_time: timeMs })
export type SocialLinkResponse = z.infer<typeof socialLinkResponse>
export const socialLinkRequest = z.object({ code: z.string().max(512), state: z.string().max(128) })
export type SocialLinkRequest = z.infer<typeof socialLinkRequest>
export const postSentResponse = z.object({ id: z.string(), url: z.string() })
export type PostSentResponse = z.infer<typeof postSentResponse>
