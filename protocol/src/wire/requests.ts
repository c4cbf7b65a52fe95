/** What clients ask: bodies of the calls that change something. */
import { z } from 'zod'
import { API_KEY_ADDRESSES_MAX, API_KEY_LABEL_MAX } from '../constants.ts'
import { API_KEY_SCOPES } from '../enums.ts'
import { address, integerInput } from './valueForms.ts'

export const registerRequest = z.object({
  signingAddr: z.string().max(64),
  primaryAddr: z.string().max(64),
  /** Of a key; or what a contract wallet takes for its own, up to 2,048 bytes. */
  signature: z.string().max(4_098),
  expiryTime: z.number(),
  networkType: z.number().nullish(),
  isMobile: z.boolean().nullish(),
  isFunded: z.boolean().nullish(),
  accessToken: z.string().max(8192).nullish(),
  /** Of the terms that were shown and accepted: their day. */
  termsVersion: z
    .string()
    .regex(/^\d{4}-\d{2}-\d{2}$/)
    .meta({ title: 'day, YYYY-MM-DD' })
    .nullish(),
})
export type RegisterRequest = z.infer<typeof registerRequest>

export const leverageRequest = z.object({
  symbol: z.string().max(32),
  value: z.number(),
  time: z.number().nullish(),
})
export type LeverageRequest = z.infer<typeof leverageRequest>

/** All limits that are to hold; null or absent = there is none, so no misspelt name may pass. */
export const guardrailsRequest = z.strictObject({
  /** Positive decimal text in USDC. */
  dailyStop: z.string().max(32).nullish(),
  sizeMax: z.string().max(32).nullish(),
  leverageMax: z.number().nullish(),
  coolDown: z.object({ loss: z.string().max(32), minutes: z.number() }).nullish(),
})
export type GuardrailsRequest = z.infer<typeof guardrailsRequest>

export const orderRequest = z.object({
  order: z.object({
    time: z.number(),
    nonce: integerInput,
    symbol: z.string().max(32),
    isBuy: z.boolean(),
    size: z.string(),
    orderType: z.string().max(32),
    limitPrice: z.string().nullish(),
    reduceOnly: z.boolean(),
    timeInForce: z.string().max(32).nullish(),
    initMarginRatio: z.string().nullish(),
    tpPrice: z.string().nullish(),
    tpSignature: z.string().max(256).nullish(),
    slPrice: z.string().nullish(),
    slSignature: z.string().max(256).nullish(),
    clientId: z.string().nullish(),
  }),
  recvWindow: z.number().nullish(),
  signature: z.string().max(256),
})
export type OrderRequest = z.infer<typeof orderRequest>

export const cancelRequest = z.object({
  order: z.object({ id: z.string().max(80), nonce: integerInput, time: z.number() }),
  recvWindow: z.number().nullish(),
  signature: z.string().max(256),
})
export type CancelRequest = z.infer<typeof cancelRequest>

/** A cancellation and an order, each signed by itself with a nonce of its own. */
export const replaceRequest = z.object({
  cancel: cancelRequest.pick({ order: true, signature: true }),
  place: orderRequest.pick({ order: true, signature: true }),
  recvWindow: z.number().nullish(),
})
export type ReplaceRequest = z.infer<typeof replaceRequest>

export const amendRequest = z.object({
  order: z.object({
    time: z.number(),
    nonce: integerInput,
    id: z.string().max(80),
    size: z.string(),
    limitPrice: z.string(),
  }),
  recvWindow: z.number().nullish(),
  signature: z.string().max(256),
})
export type AmendRequest = z.infer<typeof amendRequest>

/** Of POST /orders/cancelAll and POST /positions/closeAll: everything that is open, or in one market. */
export const bulkRequest = z.object({
  order: z.object({ time: z.number(), nonce: integerInput, symbol: z.string().max(32).nullish() }),
  recvWindow: z.number().nullish(),
  signature: z.string().max(256),
})
export type BulkRequest = z.infer<typeof bulkRequest>

export const deadmanRequest = z.object({
  order: z.object({ time: z.number(), nonce: integerInput, timeoutMs: z.number() }),
  recvWindow: z.number().nullish(),
  signature: z.string().max(256),
})
export type DeadmanRequest = z.infer<typeof deadmanRequest>

export const withdrawRequest = z.object({
  order: z.object({
    time: z.number(),
    nonce: integerInput,
    recipient: z.string().max(64),
    token: z.string().max(64),
    size: integerInput,
    chainId: z.number(),
  }),
  execute: z.boolean().nullish(),
  recvWindow: z.number().nullish(),
  signature: z.string().max(256),
})
export type WithdrawRequest = z.infer<typeof withdrawRequest>

export const depositAuthorizedRequest = z.object({
  account: z.string().max(64),
  value: integerInput,
  valid_after: z.number(),
  valid_before: z.number(),
  nonce: z.string().max(80),
  signature: z.string().max(256),
  chain_id: z.number(),
})
export type DepositAuthorizedRequest = z.infer<typeof depositAuthorizedRequest>

export const lpRequest = z.object({
  order: z.object({
    time: z.number(),
    nonce: integerInput,
    orderType: z.string().max(32),
    size: z.string(),
  }),
  recvWindow: z.number().nullish(),
  signature: z.string().max(256),
})
export type LpRequest = z.infer<typeof lpRequest>

export const joinReferralRequest = z.object({ refCode: z.string().max(64) })
export type JoinReferralRequest = z.infer<typeof joinReferralRequest>

export const apiKeyRequest = z.object({
  label: z.string().min(1).max(API_KEY_LABEL_MAX),
  scopes: z.array(z.enum(API_KEY_SCOPES)).min(1).max(API_KEY_SCOPES.length),
  /** Absent: until it is revoked. */
  expiryTime: z.number().nullish(),
  /** Addresses and networks such as 203.0.113.0/24; absent or empty: from everywhere. */
  ipAllowList: z.array(z.string().max(64)).max(API_KEY_ADDRESSES_MAX).nullish(),
  /**
   * The signing key of the program. With scope trade it is its own: an address that was never used here. Without, one that
   * was registered before; absent: that of the session.
   */
  signingAddr: z.string().max(80).nullish(),
  /**
   * With scope trade: the most that the key may give away in a day (UTC), fees included, as decimal text. Absent: a tenth of
   * the equity, at least 100 USDC; null: no bound.
   */
  maxDailyLoss: z.string().max(32).nullish(),
})
export type ApiKeyRequest = z.infer<typeof apiKeyRequest>
export const strayClaimRequest = z.object({
  chainId: z.int(),
  /** Null or absent: the chain's own coin. */
  token: address.nullish(),
})
export type StrayClaimRequest = z.infer<typeof strayClaimRequest>
export const pointsNameRequest = z.object({ shown: z.boolean() })
export type PointsNameRequest = z.infer<typeof pointsNameRequest>
