/**
 * What a transaction does, instruction by instruction. It is `read` where every instruction is known, this account alone
 * signs and pays, and each account that it makes, closes or swaps with is derived from it; everything else is `unknown`,
 * and what is unknown is not approved ([7.31]).
 */
import { solanaAddressOf } from '../solanaAddress.ts'
import { solanaTokenAccount, type Sha256 } from '../solanaTokenAccount.ts'
import { readCompiledTransaction, type CompiledTransaction } from './compiledTransaction.ts'
import { messageAccounts, type AccountLookup } from './lookupTables.ts'
import { TOKEN_2022_PROGRAM, TOKEN_PROGRAM, WRAPPED_SOL_MINT } from './programs.ts'
import type { SolanaInstruction } from './instructions.ts'
import { readInstruction } from './readInstruction.ts'

export const UNKNOWN_REASONS = [
  /** The bytes are no transaction. */
  'notATransaction',
  /** Another account signs or pays too. */
  'otherSigner',
  /** A lookup table is not there, or shorter than a place that is named. */
  'lookupTable',
  /** An instruction is of no known form. */
  'unknownInstruction',
  /** An instruction concerns accounts that are not this account's own. */
  'foreignAccount',
  /** Whom a token account belongs to cannot be told. */
  'recipient',
  /** The simulation takes more than the instructions say. */
  'simulationDiffers',
] as const
export type UnknownReason = (typeof UNKNOWN_REASONS)[number]

export interface UnknownTransaction {
  readonly kind: 'unknown'
  readonly reason: UnknownReason
  /** As far as they could be read. */
  readonly instructions: readonly SolanaInstruction[]
}

export interface ReadTransaction {
  readonly kind: 'read'
  readonly compiled: CompiledTransaction
  readonly instructions: readonly SolanaInstruction[]
}

/** `account` is the wallet that is asked, in base58; `look` knows the lookup tables. */
export function readTransaction(
  bytes: Uint8Array,
  account: string,
  look: AccountLookup,
  sha256: Sha256,
): ReadTransaction | UnknownTransaction {
  const compiled = readCompiledTransaction(bytes)
  const unknown = (reason: UnknownReason, instructions: readonly SolanaInstruction[] = []) =>
    ({ kind: 'unknown', reason, instructions }) as const
  if (compiled === undefined) return unknown('notATransaction')
  const { message } = compiled
  const accounts = messageAccounts(message, look)
  if (accounts === undefined) return unknown('lookupTable')
  const instructions = message.instructions.map(({ programIndex, accountIndexes, data }) =>
    readInstruction({
      program: accounts[programIndex]!,
      accounts: accountIndexes.map((index) => accounts[index]!),
      data,
    }),
  )
  if (message.requiredSignatures !== 1 || message.staticKeys[0] !== account)
    return unknown('otherSigner', instructions)
  if (instructions.some(({ kind }) => kind === 'unknown') || hasTwiceWhatStandsOnce(instructions))
    return unknown('unknownInstruction', instructions)
  if (!instructions.every((each) => isOwn(each, account, sha256)))
    return unknown('foreignAccount', instructions)
  return { kind: 'read', compiled, instructions }
}

/** The chain refuses a second one of each budget; of two swaps the second may eat what the first gave. */
const ONCE: ReadonlySet<SolanaInstruction['kind']> = new Set([
  ...(['unitLimit', 'unitPrice', 'heapBytes', 'loadedBytes', 'swap'] as const),
])
const hasTwiceWhatStandsOnce = (instructions: readonly SolanaInstruction[]): boolean => {
  const kinds = instructions.map(({ kind }) => kind).filter((kind) => ONCE.has(kind))
  return new Set(kinds).size !== kinds.length
}

function isOwn(instruction: SolanaInstruction, account: string, sha256: Sha256): boolean {
  const derived = (owner: string, mint: string, program: string): string =>
    solanaAddressOf(solanaTokenAccount(owner, mint, sha256, program))
  const isMine = (tokenAccount: string, mint: string): boolean =>
    [TOKEN_PROGRAM, TOKEN_2022_PROGRAM].some((program) => derived(account, mint, program) === tokenAccount)
  switch (instruction.kind) {
    case 'transfer':
      return instruction.from === account
    case 'tokenTransfer':
      return instruction.owner === account
    case 'createTokenAccount':
      return (
        instruction.payer === account &&
        instruction.account === derived(instruction.owner, instruction.mint, instruction.tokenProgram)
      )
    case 'closeAccount':
      return (
        instruction.owner === account &&
        instruction.destination === account &&
        instruction.account === derived(account, WRAPPED_SOL_MINT, TOKEN_PROGRAM)
      )
    case 'swap':
      return (
        instruction.owner === account &&
        isMine(instruction.source, instruction.paysMint) &&
        isMine(instruction.destination, instruction.getsMint)
      )
    case 'syncNative':
    case 'unitLimit':
    case 'unitPrice':
    case 'heapBytes':
    case 'loadedBytes':
    case 'memo':
      return true
    case 'unknown':
      return false
  }
}
