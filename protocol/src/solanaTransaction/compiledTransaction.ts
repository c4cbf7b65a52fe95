/**
 * A transaction of Solana as it travels: signatures, then the message that they sign, legacy or of version 0. Reading is
 * bounds-checked and takes nothing that is left over, so that one meaning only has these bytes; what is no transaction
 * is `undefined`, never an exception.
 */
import { base58, base64 } from '@scure/base'
import { concatBytes } from '../abi.ts'
import { solanaPublicKey } from '../solanaAddress.ts'
import { assert } from '../units.ts'

/** Of a packet of the network. */
export const SOLANA_TRANSACTION_BYTES_MAX = 1_232
const SIGNATURE_BYTES = 64
const KEY_BYTES = 32
const VERSION_BIT = 0x80

export interface CompiledInstruction {
  /** Places in the accounts of the message: static ones, then writable and read-only ones of lookup tables. */
  readonly programIndex: number
  readonly accountIndexes: readonly number[]
  readonly data: Uint8Array
}

export interface TableLookup {
  readonly table: string
  readonly writableIndexes: readonly number[]
  readonly readonlyIndexes: readonly number[]
}

export interface CompiledMessage {
  readonly version: 'legacy' | 0
  readonly requiredSignatures: number
  readonly readonlySigned: number
  readonly readonlyUnsigned: number
  /** The first pays the fee. */
  readonly staticKeys: readonly string[]
  readonly blockhash: string
  readonly instructions: readonly CompiledInstruction[]
  readonly lookups: readonly TableLookup[]
}

export interface CompiledTransaction {
  /** One place for each signer; all zeros where it has not signed. */
  readonly signatures: readonly Uint8Array[]
  readonly message: CompiledMessage
  /** What is signed. */
  readonly messageBytes: Uint8Array
}

/** Undefined: these bytes are no transaction. */
export function readCompiledTransaction(bytes: Uint8Array): CompiledTransaction | undefined {
  if (bytes.length > SOLANA_TRANSACTION_BYTES_MAX) return undefined
  const cursor = cursorOver(bytes)
  try {
    const signatures = cursor.list(() => cursor.take(SIGNATURE_BYTES))
    const messageBytes = bytes.slice(cursor.place())
    const message = readMessage(cursor)
    cursor.end()
    if (signatures.length !== message.requiredSignatures) return undefined
    return { signatures, message, messageBytes }
  } catch (error) {
    if (error instanceof NotThere) return undefined
    throw error
  }
}

function readMessage(cursor: Cursor): CompiledMessage {
  const first = cursor.byte()
  const isVersioned = (first & VERSION_BIT) !== 0
  if (isVersioned && first !== VERSION_BIT) throw new NotThere()
  const requiredSignatures = isVersioned ? cursor.byte() : first
  const readonlySigned = cursor.byte()
  const readonlyUnsigned = cursor.byte()
  const staticKeys = cursor.list(() => base58.encode(cursor.take(KEY_BYTES)))
  const blockhash = base58.encode(cursor.take(KEY_BYTES))
  const instructions = cursor.list(() => ({
    programIndex: cursor.byte(),
    accountIndexes: cursor.list(() => cursor.byte()),
    data: cursor.take(cursor.length()),
  }))
  const lookups = isVersioned
    ? cursor.list(() => ({
        table: base58.encode(cursor.take(KEY_BYTES)),
        writableIndexes: cursor.list(() => cursor.byte()),
        readonlyIndexes: cursor.list(() => cursor.byte()),
      }))
    : []
  const looked = lookups.reduce(
    (sum, { writableIndexes, readonlyIndexes }) => sum + writableIndexes.length + readonlyIndexes.length,
    0,
  )
  const isWhole =
    requiredSignatures > 0 &&
    // Who pays the fee signs and is written.
    readonlySigned < requiredSignatures &&
    requiredSignatures + readonlyUnsigned <= staticKeys.length &&
    staticKeys.length + looked <= 256 &&
    new Set(staticKeys).size === staticKeys.length &&
    instructions.every(
      ({ programIndex, accountIndexes }) =>
        // The chain takes no program from a lookup table, nor the payer for one.
        programIndex > 0 &&
        programIndex < staticKeys.length &&
        accountIndexes.every((index) => index < staticKeys.length + looked),
    )
  if (!isWhole) throw new NotThere()
  const version = isVersioned ? (0 as const) : ('legacy' as const)
  return {
    version,
    requiredSignatures,
    readonlySigned,
    readonlyUnsigned,
    staticKeys,
    blockhash,
    instructions,
    lookups,
  }
}

class NotThere extends Error {}

interface Cursor {
  place(): number
  byte(): number
  take(length: number): Uint8Array
  /** One to three bytes, in the shortest form alone. */
  length(): number
  list<T>(read: () => T): readonly T[]
  end(): void
}

function cursorOver(bytes: Uint8Array): Cursor {
  let at = 0
  const take = (length: number): Uint8Array => {
    if (at + length > bytes.length) throw new NotThere()
    at += length
    return bytes.slice(at - length, at)
  }
  const byte = (): number => take(1)[0]!
  const length = (): number => {
    let value = 0
    for (let shift = 0; shift < 21; shift += 7) {
      const part = byte()
      value |= (part & 0x7f) << shift
      if (part >= 0x80) continue
      if (part === 0 && shift > 0) throw new NotThere()
      return value
    }
    throw new NotThere()
  }
  return {
    place: () => at,
    byte,
    take,
    length,
    list: (read) => {
      const count = length()
      // Each thing takes a byte at least: no list is longer than what is left.
      if (count > bytes.length - at) throw new NotThere()
      return Array.from({ length: count }, read)
    },
    end: () => {
      if (at !== bytes.length) throw new NotThere()
    },
  }
}

// ---------------------------------------------------------------- writing

export interface SolanaAccountUse {
  readonly address: string
  readonly isSigner: boolean
  readonly isWritable: boolean
}

export interface SolanaInstructionParts {
  readonly program: string
  readonly accounts: readonly SolanaAccountUse[]
  readonly data: Uint8Array
}

/** A transaction of version 0 without lookup tables, its signatures all zeros. `payer` and `blockhash` in base58. */
export function compileTransaction(
  payer: string,
  blockhash: string,
  instructions: readonly SolanaInstructionParts[],
): Uint8Array {
  const uses = new Map<string, { isSigner: boolean; isWritable: boolean }>([
    [payer, { isSigner: true, isWritable: true }],
  ])
  for (const { program, accounts } of instructions)
    for (const { address, isSigner, isWritable } of [
      ...accounts,
      { address: program, isSigner: false, isWritable: false },
    ]) {
      const use = uses.get(address) ?? { isSigner: false, isWritable: false }
      uses.set(address, { isSigner: use.isSigner || isSigner, isWritable: use.isWritable || isWritable })
    }
  const group = (isSigner: boolean, isWritable: boolean): readonly string[] =>
    [...uses]
      .filter(([, use]) => use.isSigner === isSigner && use.isWritable === isWritable)
      .map(([at]) => at)
  const [signed, readonlySigned] = [group(true, true), group(true, false)]
  const readonlyUnsigned = group(false, false)
  const keys = [...signed, ...readonlySigned, ...group(false, true), ...readonlyUnsigned]
  const required = signed.length + readonlySigned.length
  const message = concatBytes(
    Uint8Array.of(VERSION_BIT, required, readonlySigned.length, readonlyUnsigned.length),
    listBytes(keys.map(keyBytes)),
    keyBytes(blockhash),
    listBytes(
      instructions.map(({ program, accounts, data }) =>
        concatBytes(
          Uint8Array.of(keys.indexOf(program)),
          listBytes(accounts.map(({ address }) => Uint8Array.of(keys.indexOf(address)))),
          lengthBytes(data.length),
          data,
        ),
      ),
    ),
    lengthBytes(0),
  )
  return concatBytes(
    listBytes(Array.from({ length: required }, () => new Uint8Array(SIGNATURE_BYTES))),
    message,
  )
}

/** The same transaction with the signature of its only signer. */
export function withSignature(transaction: Uint8Array, signature: Uint8Array): Uint8Array {
  assert(transaction[0] === 1 && signature.length === SIGNATURE_BYTES, 'one signer, one signature')
  const signed = transaction.slice()
  signed.set(signature, 1)
  return signed
}

/** As JSON carries bytes: base64. */
export const base64Of = (bytes: Uint8Array): string => base64.encode(bytes)

/** Undefined: no base64. */
export function bytesOfBase64(text: string): Uint8Array | undefined {
  return /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(text)
    ? base64.decode(text)
    : undefined
}

/** The first signature, which names the transaction, in base58; undefined while it has no signature. */
export function transactionName(transaction: Uint8Array): string | undefined {
  const signature = readCompiledTransaction(transaction)?.signatures[0]
  return signature === undefined || signature.every((byte) => byte === 0)
    ? undefined
    : base58.encode(signature)
}

const keyBytes = (address: string): Uint8Array => {
  const key = solanaPublicKey(address)
  assert(key !== undefined, 'an address of Solana')
  return key
}

const listBytes = (parts: readonly Uint8Array[]): Uint8Array =>
  concatBytes(lengthBytes(parts.length), ...parts)

function lengthBytes(length: number): Uint8Array {
  const bytes: number[] = []
  let left = length
  while (left >= 0x80) {
    bytes.push((left & 0x7f) | 0x80)
    left >>= 7
  }
  return Uint8Array.of(...bytes, left)
}
