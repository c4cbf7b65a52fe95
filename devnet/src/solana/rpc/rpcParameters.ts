/** What is asked, read from parameters of a call: of the right form and not too much, or it is refused. */
import { isSolanaAddress } from '@vest/protocol'
import { getBase58Encoder, type Address } from '@solana/kit'
import { BadParameterError } from '../rpcEncodings.ts'
import { TRANSACTION_BYTES_MAX } from '../transactionParts.ts'

export type Options = Readonly<Record<string, unknown>>

const ACCOUNTS_MAX = 100

export const optionsOf = (input: unknown): Options =>
  typeof input === 'object' && input !== null && !Array.isArray(input) ? (input as Options) : {}
/** Without a commitment a request asks for what is final. */
export const commitmentOf = (input: unknown): unknown => optionsOf(input)['commitment'] ?? 'finalized'
export const isFinal = (commitment: unknown): boolean => commitment === 'finalized'
export const textOption = (options: Options, name: string): string | undefined =>
  options[name] === undefined || options[name] === null ? undefined : textOf(options[name], name)

export function textOf(input: unknown, name: string): string {
  if (typeof input !== 'string') throw new BadParameterError(`${name} must be a text`)
  return input
}
export function addressOf(input: unknown): Address {
  if (typeof input !== 'string' || !isSolanaAddress(input)) throw new BadParameterError('WrongSize')
  return input as string as Address
}
export function addressesOf(input: unknown): readonly Address[] {
  if (!Array.isArray(input) || input.length > ACCOUNTS_MAX)
    throw new BadParameterError(`at most ${ACCOUNTS_MAX} accounts`)
  return input.map(addressOf)
}
export function signatureOf(input: unknown): string {
  if (typeof input !== 'string' || !/^[1-9A-HJ-NP-Za-km-z]{64,88}$/.test(input))
    throw new BadParameterError('WrongSize')
  return input
}
export function countOf(input: unknown, name: string, max: number): number {
  if (!Number.isSafeInteger(input) || (input as number) < 0 || (input as number) > max)
    throw new BadParameterError(`${name} must be a whole number up to ${max}`)
  return input as number
}
export function readBytes(text: string, encoding: string): Uint8Array {
  if (text.length > 2 * TRANSACTION_BYTES_MAX) throw new BadParameterError('transaction too large')
  if (encoding === 'base64') {
    if (!/^[A-Za-z0-9+/]+={0,2}$/.test(text)) throw new BadParameterError('invalid base64 encoding')
    return new Uint8Array(Buffer.from(text, 'base64'))
  }
  if (encoding !== 'base58') throw new BadParameterError(`encoding ${encoding} is not known here`)
  if (!/^[1-9A-HJ-NP-Za-km-z]+$/.test(text)) throw new BadParameterError('invalid base58 encoding')
  return new Uint8Array(getBase58Encoder().encode(text))
}
