/**
 * One instruction, by its program and the exact form of its data ([7.31]): data that is longer, shorter or of another
 * number than the form is `unknown`.
 */
import type { InstructionBytes, SolanaInstruction } from './instructions.ts'
import {
  ASSOCIATED_PROGRAM,
  COMPUTE_BUDGET_PROGRAM,
  FORMER_MEMO_PROGRAM,
  JUPITER_PROGRAM,
  MEMO_PROGRAM,
  RAYDIUM_PROGRAM,
  SYSTEM_PROGRAM,
  TOKEN_2022_PROGRAM,
  TOKEN_PROGRAM,
} from './programs.ts'
import { readJupiter, readRaydium } from './readSwap.ts'

export function readInstruction(bytes: InstructionBytes): SolanaInstruction {
  return READERS[bytes.program]?.(bytes) ?? { kind: 'unknown', program: bytes.program }
}

type Reader = (bytes: InstructionBytes) => SolanaInstruction | undefined
const READERS: Readonly<Record<string, Reader>> = {
  [SYSTEM_PROGRAM]: readSystem,
  [TOKEN_PROGRAM]: readToken,
  [TOKEN_2022_PROGRAM]: readToken,
  [ASSOCIATED_PROGRAM]: readAssociated,
  [COMPUTE_BUDGET_PROGRAM]: readBudget,
  [MEMO_PROGRAM]: readMemo,
  [FORMER_MEMO_PROGRAM]: readMemo,
  [RAYDIUM_PROGRAM]: readRaydium,
  [JUPITER_PROGRAM]: readJupiter,
}

const SYSTEM_TRANSFER = 2

function readSystem({ accounts, data }: InstructionBytes): SolanaInstruction | undefined {
  const [from, to] = accounts
  if (accounts.length !== 2 || data.length !== 12 || u32(data, 0) !== SYSTEM_TRANSFER) return undefined
  return { kind: 'transfer', from: from!, to: to!, lamports: u64(data, 4) }
}

const TOKEN_TRANSFER = 3
const TOKEN_CLOSE = 9
const TOKEN_TRANSFER_CHECKED = 12
const TOKEN_SYNC_NATIVE = 17

/** More accounts than these belong to owners of several keys and to hooks of Token-2022: neither is read. */
function readToken({ program, accounts, data }: InstructionBytes): SolanaInstruction | undefined {
  const tokenProgram = program
  const [first, second, third, fourth] = accounts
  const is = (kind: number, accountCount: number, bytes: number): boolean =>
    data[0] === kind && accounts.length === accountCount && data.length === bytes
  if (is(TOKEN_TRANSFER, 3, 9))
    return {
      kind: 'tokenTransfer',
      tokenProgram,
      source: first!,
      destination: second!,
      owner: third!,
      amount: u64(data, 1),
      checked: undefined,
    }
  if (is(TOKEN_TRANSFER_CHECKED, 4, 10))
    return {
      kind: 'tokenTransfer',
      tokenProgram,
      source: first!,
      destination: third!,
      owner: fourth!,
      amount: u64(data, 1),
      checked: { mint: second!, decimals: data[9]! },
    }
  if (is(TOKEN_CLOSE, 3, 1))
    return { kind: 'closeAccount', tokenProgram, account: first!, destination: second!, owner: third! }
  if (is(TOKEN_SYNC_NATIVE, 1, 1)) return { kind: 'syncNative', account: first! }
  return undefined
}

const CREATE = 0
const CREATE_IDEMPOTENT = 1

function readAssociated({ accounts, data }: InstructionBytes): SolanaInstruction | undefined {
  const isCreation =
    data.length === 0 || (data.length === 1 && (data[0] === CREATE || data[0] === CREATE_IDEMPOTENT))
  const [payer, account, owner, mint, system, tokenProgram] = accounts
  if (!isCreation || accounts.length !== 6 || system !== SYSTEM_PROGRAM) return undefined
  if (tokenProgram !== TOKEN_PROGRAM && tokenProgram !== TOKEN_2022_PROGRAM) return undefined
  return {
    kind: 'createTokenAccount',
    tokenProgram,
    payer: payer!,
    account: account!,
    owner: owner!,
    mint: mint!,
  }
}

const BUDGET_HEAP = 1
const BUDGET_LIMIT = 2
const BUDGET_PRICE = 3
const BUDGET_LOADED = 4

function readBudget({ data }: InstructionBytes): SolanaInstruction | undefined {
  if (data.length === 9 && data[0] === BUDGET_PRICE) return { kind: 'unitPrice', microLamports: u64(data, 1) }
  if (data.length !== 5) return undefined
  const value = u32(data, 1)
  if (data[0] === BUDGET_LIMIT) return { kind: 'unitLimit', units: value }
  if (data[0] === BUDGET_HEAP) return { kind: 'heapBytes', bytes: value }
  return data[0] === BUDGET_LOADED ? { kind: 'loadedBytes', bytes: value } : undefined
}

/** Text that hides or turns the line is not shown, so it is not read. */
const SHOWN_TEXT = /^[^\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}\p{Zl}\p{Zp}]*$/u
const MEMO_TEXT_MAX = 256

function readMemo({ data }: InstructionBytes): SolanaInstruction | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(data)
    return SHOWN_TEXT.test(text) && text.length <= MEMO_TEXT_MAX ? { kind: 'memo', text } : undefined
  } catch {
    // The chain would refuse it too.
    return undefined
  }
}

const view = (data: Uint8Array): DataView => new DataView(data.buffer, data.byteOffset, data.byteLength)
const u32 = (data: Uint8Array, at: number): number => view(data).getUint32(at, true)
const u64 = (data: Uint8Array, at: number): bigint => view(data).getBigUint64(at, true)
