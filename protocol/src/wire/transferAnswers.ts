/** What the exchange answers about money that comes and goes, and over which chains. */
import { z } from 'zod'
import { TRANSFER_STATUSES, TRANSFER_TYPES, TRANSFER_WAITS } from '../enums.ts'
import { address, decimalText, hex, id, timeMs, solanaSignature } from './valueForms.ts'

/** Where an unfinished transfer stands; what only the running exchange knows is null after a restart until it is known again. */
export const transferProgress = z.object({
  waitsFor: z.enum(TRANSFER_WAITS),
  /** Until when it waits for that; null: not known. */
  until: timeMs.nullable(),
  /** Withdrawals: not paid by then, it is void and the money goes back. */
  deadline: timeMs.nullable(),
  /** The exchange sends it, as `execute` of the request said; else its owner does. */
  execute: z.boolean(),
  /** Withdrawals: when the validators had signed. */
  signedTime: timeMs.nullable(),
  /** In a block that is not final yet; on Solana null. */
  block: z
    .object({
      number: z.int(),
      txHash: hex,
      /** The block itself counts. */
      confirmations: z.int(),
      /** How many make it final; null: the chain says when. */
      needed: z.int().nullable(),
    })
    .nullable(),
})
export type TransferProgress = z.infer<typeof transferProgress>

const transferPayout = z.object({
  burnChainId: z.int(),
  burnTxHash: hex,
  burnTime: timeMs,
  /** It can be made on Solana. */
  attested: z.boolean(),
  /** When it should be there. */
  expectedTime: timeMs,
})
export type TransferPayout = z.infer<typeof transferPayout>

/** Private event: it stands elsewhere than before, with the same status. */
export const transferProgressEvent = z.object({
  id,
  progress: transferProgress.nullable(),
  payout: transferPayout.nullable(),
})
export type TransferProgressEvent = z.infer<typeof transferProgressEvent>

export const transferRow = z.object({
  id,
  nonce: z.int(),
  size: decimalText,
  orderType: z.enum(TRANSFER_TYPES),
  status: z.enum(TRANSFER_STATUSES),
  code: z.int().nullable(),
  chainId: z.int(),
  postTime: timeMs,
  requestArgs: hex.nullable(),
  signer: address.nullable(),
  signature: hex.nullable(),
  signatureProof: hex.nullable(),
  validatorSignature: hex.nullable(),
  recipient: z.string().nullable(),
  token: z.string(),
  /** On Solana the signature. */
  txHash: z.union([hex, solanaSignature]).nullable(),
  eligibleTime: timeMs.nullable(),
  /** Extra, of withdrawals to Solana that were burned since the exchange started: how far the money is. */
  payout: transferPayout.nullish(),
  /** Extra, of transfers that are not done. */
  progress: transferProgress.nullish(),
})
export type TransferRow = z.infer<typeof transferRow>
export const transfersResponse = z.array(transferRow)

export const chainInfo = z.object({
  chainId: z.int(),
  name: z.string(),
  networkType: z.int(),
  isDefault: z.boolean(),
  vault: address,
  router: address,
  cctpDomain: z.int().nullable(),
  withdrawFee: decimalText,
  minDeposit: decimalText,
  explorerTx: z.string().nullable(),
  /** Extra: an RPC the browser may use; on devnet a path of this origin. */
  rpcUrl: z.string().nullable(),
  tokens: z.array(
    z.object({
      symbol: z.string(),
      address,
      decimals: z.int(),
      authorization: z.object({ name: z.string(), version: z.string() }).nullable(),
    }),
  ),
})
export type ChainInfo = z.infer<typeof chainInfo>
export const chainsResponse = z.array(chainInfo)
export type ChainsResponse = z.infer<typeof chainsResponse>

export const withdrawAllowanceResponse = z.object({
  withdrawable: decimalText,
  quickThreshold: decimalText,
  used24h: decimalText,
  quickRemaining: decimalText,
  windowMs: z.int(),
  delayMs: z.int(),
})
export type WithdrawAllowanceResponse = z.infer<typeof withdrawAllowanceResponse>

export const withdrawQuoteResponse = z.object({
  chainId: z.int(),
  size: decimalText,
  fee: decimalText,
  receive: decimalText,
  /** It needs no delay of its own. */
  quick: z.boolean(),
  /** When it may leave; null = at once. */
  eligibleTime: timeMs.nullable(),
  estimatedSeconds: z.int(),
  validRecipient: z.boolean(),
  /** What the vault of the chain can pay now; null = it could not be asked. */
  available: decimalText.nullable(),
  /** Where that is less than the size: chains that can pay it now. */
  otherChains: z.array(z.int()),
})
export type WithdrawQuoteResponse = z.infer<typeof withdrawQuoteResponse>
export const depositAddressesResponse = z.array(
  z.object({
    chainId: z.int(),
    networkType: z.int(),
    address: z.string(),
    memo: z.string().nullable(),
    tokens: z.array(z.string()),
    minDeposit: decimalText,
  }),
)
export type DepositAddressesResponse = z.infer<typeof depositAddressesResponse>

/** Money that arrived and is credited to no account: it lies there until its owner claims it. */
export const STRAY_KINDS = ['TOKEN', 'COIN', 'SENDER'] as const
export const strayRow = z.object({
  chainId: z.int(),
  /** Another token or the chain's own coin at the account's deposit address; USDC in the vault of a sender without an account. */
  kind: z.enum(STRAY_KINDS),
  /** Null for the coin. */
  token: address.nullable(),
  /** Of a list of the exchange's own; null for a token that is not in it. */
  symbol: z.string().nullable(),
  amount: decimalText,
  address,
  sender: address.nullable(),
  txHash: hex.nullable(),
  claimable: z.boolean(),
})
export type StrayRow = z.infer<typeof strayRow>
export const straysResponse = z.object({
  rows: z.array(strayRow),
  /** Chains that could not be asked now. */
  unread: z.array(z.int()),
})
export type StraysResponse = z.infer<typeof straysResponse>
export const strayClaimResponse = z.object({ txHash: hex })
export type StrayClaimResponse = z.infer<typeof strayClaimResponse>
