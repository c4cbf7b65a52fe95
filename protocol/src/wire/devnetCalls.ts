/** What devnet alone is asked and answers. */
import { z } from 'zod'
import { decimalText, hex, solanaSignature } from './valueForms.ts'

export const faucetRequest = z.object({
  address: z.string().max(64),
  /** Absent: the default chain. */
  chainId: z.number().int().optional(),
  /** So much instead of 10,000: what the account is missing. */
  usdc: decimalText.optional(),
})
export type FaucetRequest = z.infer<typeof faucetRequest>
export const devnetPriceRequest = z.object({ symbol: z.string().max(32), price: z.string() })
export type DevnetPriceRequest = z.infer<typeof devnetPriceRequest>
export const devnetSymbolRequest = z.object({ symbol: z.string().max(32) })
export const devnetJumpRequest = z.object({
  symbol: z.string().max(32),
  percent: z.number().gt(-99).lt(1000),
})
export const devnetRegimeRequest = z.object({ regime: z.enum(['calm', 'normal', 'stressed']) })

export const devnetStateResponse = z.object({ seq: z.int(), hash: z.string() })
export type DevnetStateResponse = z.infer<typeof devnetStateResponse>
export const faucetResponse = z.object({
  usdc: decimalText,
  eth: decimalText,
  /** On Solana alone. */
  sol: decimalText.optional(),
  txHash: z.union([hex, solanaSignature]),
})
export type FaucetResponse = z.infer<typeof faucetResponse>
