/** The forms of single values on the wire, each with the title by which the reference calls it. */
import { z } from 'zod'

const text = (title: string, pattern: RegExp) => z.string().regex(pattern).meta({ title })
export const decimalText = text('decimal text', /^-?(0|[1-9]\d*)(\.\d+)?$/)
export const id = text('id, 0x and 64 digits', /^0x[0-9a-f]{64}$/)
export const address = text('address, 0x and 40 digits', /^0x[0-9a-fA-F]{40}$/)
export const timeMs = z.int().nonnegative().meta({ title: 'time, epoch ms' })
/** The name of a transaction on Solana: its first signature. */
export const solanaSignature = text('signature in base58', /^[1-9A-HJ-NP-Za-km-z]{64,88}$/)
export const hex = text('hex text, 0x…', /^0x[0-9a-fA-F]*$/)
/** A nonce or an amount: JSON number or decimal text; its value is judged by the handler (1023, 1130). */
export const integerInput = z.union([z.number(), z.string().max(40)])
