/** A transaction as it was sent, taken apart: what it names, asks and costs. */
import {
  getAddressDecoder,
  getBase58Decoder,
  getCompiledTransactionMessageDecoder,
  getTransactionDecoder,
  type Address,
  type Transaction,
} from '@solana/kit'

/** What fits into one packet of the network. */
export const TRANSACTION_BYTES_MAX = 1_232

export interface CompiledInstruction {
  readonly programIdIndex: number
  readonly accounts: readonly number[]
  readonly data: Uint8Array
}
export interface TransactionParts {
  readonly transaction: Transaction
  readonly signatures: readonly string[]
  /** Of the payer: the transaction's name. */
  readonly signature: string
  readonly version: 'legacy' | number
  readonly header: {
    readonly numRequiredSignatures: number
    readonly numReadonlySignedAccounts: number
    readonly numReadonlyUnsignedAccounts: number
  }
  readonly staticKeys: readonly Address[]
  readonly blockhash: string
  readonly instructions: readonly CompiledInstruction[]
  readonly lookups: readonly {
    readonly accountKey: Address
    readonly writableIndexes: readonly number[]
    readonly readonlyIndexes: readonly number[]
  }[]
}

const EMPTY_SIGNATURE = new Uint8Array(64)

/** Throws on bytes that are no transaction. */
export function transactionParts(raw: Uint8Array): TransactionParts {
  const transaction = getTransactionDecoder().decode(raw)
  const message = compiledMessage(new Uint8Array(transaction.messageBytes))
  const signatures = Object.values(transaction.signatures).map((bytes) =>
    getBase58Decoder().decode((bytes as Uint8Array | null) ?? EMPTY_SIGNATURE),
  )
  return { transaction, signatures, signature: signatures[0]!, ...message }
}

/** Of a message alone, without signatures. */
export function compiledMessage(
  bytes: Uint8Array,
): Omit<TransactionParts, 'transaction' | 'signatures' | 'signature'> {
  const message = getCompiledTransactionMessageDecoder().decode(bytes)
  if (message.version !== 'legacy' && message.version !== 0)
    throw new Error(`transactions of version ${message.version} are not known here`)
  const { header } = message
  return {
    version: message.version,
    header: {
      numRequiredSignatures: header.numSignerAccounts,
      numReadonlySignedAccounts: header.numReadonlySignerAccounts,
      numReadonlyUnsignedAccounts: header.numReadonlyNonSignerAccounts,
    },
    staticKeys: message.staticAccounts,
    blockhash: 'lifetimeToken' in message ? (message.lifetimeToken as string) : '',
    instructions: message.instructions.map(({ programAddressIndex, accountIndices = [], data }) => ({
      programIdIndex: programAddressIndex,
      accounts: accountIndices,
      data: new Uint8Array(data ?? []),
    })),
    lookups: ('addressTableLookups' in message ? (message.addressTableLookups ?? []) : []).map((lookup) => ({
      accountKey: lookup.lookupTableAddress,
      writableIndexes: lookup.writableIndexes,
      readonlyIndexes: lookup.readonlyIndexes,
    })),
  }
}

const TABLE_HEADER_BYTES = 56
const KEY_BYTES = 32

/** The addresses of a lookup table at these places; undefined where the table has none there. */
export function tableAddresses(data: Uint8Array, indexes: readonly number[]): readonly Address[] | undefined {
  const found = indexes.map((index) => {
    const start = TABLE_HEADER_BYTES + index * KEY_BYTES
    return start + KEY_BYTES <= data.length ? getAddressDecoder().decode(data, start) : undefined
  })
  return found.every((address) => address !== undefined) ? found : undefined
}

// ---------------------------------------------------------------- fees

const LAMPORTS_PER_SIGNATURE = 5_000n
const UNITS_MAX = 1_400_000n
const UNITS_PER_INSTRUCTION = 200_000n
const UNITS_PER_BUILTIN = 3_000n
const MICRO = 1_000_000n
const COMPUTE_BUDGET = 'ComputeBudget111111111111111111111111111111'
const BUILTINS: ReadonlySet<string> = new Set([
  '11111111111111111111111111111111',
  COMPUTE_BUDGET,
  'Vote111111111111111111111111111111111111111',
  'Stake11111111111111111111111111111111111111',
  'BPFLoaderUpgradeab1e11111111111111111111111',
  'BPFLoader2111111111111111111111111111111111',
])
const SET_LIMIT = 2
const SET_PRICE = 3

/** Lamports: a fee per signature, and the price of a unit times the *limit* of units, rounded up. */
export function feeOf(message: Pick<TransactionParts, 'header' | 'instructions' | 'staticKeys'>): bigint {
  let limit: bigint | undefined
  let price = 0n
  let ofInstructions = 0n
  for (const { programIdIndex, data } of message.instructions) {
    const program = message.staticKeys[programIdIndex]
    ofInstructions += BUILTINS.has(program ?? '') ? UNITS_PER_BUILTIN : UNITS_PER_INSTRUCTION
    if (program !== COMPUTE_BUDGET) continue
    const view = new DataView(data.buffer, data.byteOffset, data.length)
    if (data[0] === SET_LIMIT && data.length >= 5) limit = BigInt(view.getUint32(1, true))
    if (data[0] === SET_PRICE && data.length >= 9) price = view.getBigUint64(1, true)
  }
  const units = limit ?? ofInstructions
  const priority = (price * (units < UNITS_MAX ? units : UNITS_MAX) + MICRO - 1n) / MICRO
  return BigInt(message.header.numRequiredSignatures) * LAMPORTS_PER_SIGNATURE + priority
}
