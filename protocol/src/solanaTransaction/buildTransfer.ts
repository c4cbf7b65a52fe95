/**
 * A transfer of our own: compute budget, the recipient's token account where it is not there yet, the money, a memo where
 * it says whose deposit it is. Amounts are base units; the transaction is not signed yet.
 */
import { concatBytes, utf8 } from '../abi.ts'
import { solanaAddressOf } from '../solanaAddress.ts'
import { solanaTokenAccount, type Sha256 } from '../solanaTokenAccount.ts'
import {
  compileTransaction,
  type SolanaAccountUse,
  type SolanaInstructionParts,
} from './compiledTransaction.ts'
import {
  ASSOCIATED_PROGRAM,
  COMPUTE_BUDGET_PROGRAM,
  MEMO_PROGRAM,
  SOLANA_TOKEN_FACTS,
  SYSTEM_PROGRAM,
  TOKEN_PROGRAM,
  type SolanaToken,
} from './programs.ts'

export interface SolanaTransfer {
  readonly from: string
  /** A wallet; its token account is derived. */
  readonly to: string
  readonly token: SolanaToken
  readonly amount: bigint
  readonly memo?: string | undefined
}

export interface TransferBudget {
  readonly blockhash: string
  readonly unitLimit: number
  /** Micro-lamports. */
  readonly unitPrice: number
}

export function buildTransfer(
  { from, to, token, amount, memo }: SolanaTransfer,
  { blockhash, unitLimit, unitPrice }: TransferBudget,
  sha256: Sha256,
): Uint8Array {
  const { mint, decimals } = SOLANA_TOKEN_FACTS[token]
  const budget = (data: Uint8Array): SolanaInstructionParts => ({
    program: COMPUTE_BUDGET_PROGRAM,
    accounts: [],
    data,
  })
  return compileTransaction(from, blockhash, [
    budget(concatBytes(Uint8Array.of(2), u32(unitLimit))),
    budget(concatBytes(Uint8Array.of(3), u64(BigInt(unitPrice)))),
    ...(mint === undefined
      ? [payLamports(from, to, amount)]
      : payToken({ from, to, mint, decimals, amount }, sha256)),
    ...(memo === undefined ? [] : [{ program: MEMO_PROGRAM, accounts: [], data: utf8(memo) }]),
  ])
}

const payLamports = (from: string, to: string, lamports: bigint): SolanaInstructionParts => ({
  program: SYSTEM_PROGRAM,
  accounts: [signer(from), written(to)],
  data: concatBytes(u32(2), u64(lamports)),
})

interface TokenPayment {
  readonly from: string
  readonly to: string
  readonly mint: string
  readonly decimals: number
  readonly amount: bigint
}

function payToken(
  { from, to, mint, decimals, amount }: TokenPayment,
  sha256: Sha256,
): readonly SolanaInstructionParts[] {
  const accountOf = (owner: string): string => solanaAddressOf(solanaTokenAccount(owner, mint, sha256))
  return [
    {
      program: ASSOCIATED_PROGRAM,
      accounts: [
        signer(from),
        written(accountOf(to)),
        ...[to, mint, SYSTEM_PROGRAM, TOKEN_PROGRAM].map(read),
      ],
      // Does nothing where it is there.
      data: Uint8Array.of(1),
    },
    {
      program: TOKEN_PROGRAM,
      accounts: [
        written(accountOf(from)),
        read(mint),
        written(accountOf(to)),
        { address: from, isSigner: true, isWritable: false },
      ],
      data: concatBytes(Uint8Array.of(12), u64(amount), Uint8Array.of(decimals)),
    },
  ]
}

const signer = (address: string): SolanaAccountUse => ({ address, isSigner: true, isWritable: true })
const written = (address: string): SolanaAccountUse => ({ address, isSigner: false, isWritable: true })
const read = (address: string): SolanaAccountUse => ({ address, isSigner: false, isWritable: false })

function u32(value: number): Uint8Array {
  const bytes = new Uint8Array(4)
  new DataView(bytes.buffer).setUint32(0, value, true)
  return bytes
}

function u64(value: bigint): Uint8Array {
  const bytes = new Uint8Array(8)
  new DataView(bytes.buffer).setBigUint64(0, value, true)
  return bytes
}
