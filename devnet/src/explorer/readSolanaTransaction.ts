/**
 * Reads one transaction of Solana: its slot, what it changed in balances of tokens, its instructions under the names of their
 * programs, memos as text, and the log of its programs.
 */
import {
  ASSOCIATED_PROGRAM,
  COMPUTE_BUDGET_PROGRAM,
  FORMER_MEMO_PROGRAM,
  JUPITER_PROGRAM,
  MEMO_PROGRAM,
  RAYDIUM_PROGRAM,
  SOL_DECIMALS,
  solanaTokenOf,
  SYSTEM_PROGRAM,
  TOKEN_2022_PROGRAM,
  TOKEN_PROGRAM,
} from '@vest/protocol'
import { getBase58Encoder } from '@solana/kit'
import { formatUnits } from 'viem'
import { timeText } from './readEvmTransaction.ts'
import type { AskChain, ShownEntry, ShownRow, ShownTransaction } from './shownTransaction.ts'

interface RpcTransaction {
  readonly slot: number
  readonly blockTime: number | null
  readonly transaction: {
    readonly message: {
      readonly accountKeys: readonly { readonly pubkey: string; readonly signer: boolean }[]
      readonly recentBlockhash: string
      readonly instructions: readonly RpcInstruction[]
    }
  }
  readonly meta: {
    readonly err: unknown
    readonly fee: number
    readonly preTokenBalances: readonly RpcTokenBalance[]
    readonly postTokenBalances: readonly RpcTokenBalance[]
    readonly logMessages: readonly string[] | null
  } | null
}
interface RpcInstruction {
  readonly programId: string
  readonly accounts: readonly string[]
  readonly data: string
}
interface RpcTokenBalance {
  readonly accountIndex: number
  readonly mint: string
  readonly owner?: string
  readonly uiTokenAmount: { readonly amount: string; readonly decimals: number }
}

const READ = { encoding: 'jsonParsed', commitment: 'confirmed', maxSupportedTransactionVersion: 0 } as const

const PROGRAM_NAMES: Readonly<Record<string, string>> = {
  [SYSTEM_PROGRAM]: 'System',
  [TOKEN_PROGRAM]: 'Token',
  [TOKEN_2022_PROGRAM]: 'Token 2022',
  [ASSOCIATED_PROGRAM]: 'Associated token account',
  [COMPUTE_BUDGET_PROGRAM]: 'Compute budget',
  [MEMO_PROGRAM]: 'Memo',
  [FORMER_MEMO_PROGRAM]: 'Memo',
  [RAYDIUM_PROGRAM]: 'Raydium',
  [JUPITER_PROGRAM]: 'Jupiter',
}

/** Undefined: the chain knows no such transaction. */
export async function readSolanaTransaction(
  ask: AskChain,
  signature: string,
): Promise<ShownTransaction | undefined> {
  const found = (await ask('getTransaction', [signature, READ])) as RpcTransaction | null
  if (found === null) return undefined
  const { slot, blockTime, meta, transaction } = found
  const fault = meta?.err ?? null
  const log = meta?.logMessages ?? null
  const { accountKeys, recentBlockhash, instructions } = transaction.message
  const signers = accountKeys.filter(({ signer }) => signer).map(({ pubkey }) => pubkey)
  return {
    status: fault === null ? 'Success' : 'Failed',
    facts: [
      ['Slot', String(slot)],
      ...(blockTime === null ? [] : [['Time', timeText(blockTime * 1_000)] as const]),
      ['Signed by', signers.join(', ')],
      ...(meta === null ? [] : [['Fee', `${formatUnits(BigInt(meta.fee), SOL_DECIMALS)} SOL`] as const]),
      ...(fault === null ? [] : [['Error', JSON.stringify(fault)] as const]),
      ['Blockhash', recentBlockhash],
    ],
    entries: [
      ...(meta === null ? [] : changesOf(meta)),
      ...instructions.map(entryOf),
      ...(log === null ? [] : [{ title: 'Log', rows: log.map((line): ShownRow => ['', line]) }]),
    ],
  }
}

/** By how much each token account grew or shrank, under its owner. */
function changesOf(meta: NonNullable<RpcTransaction['meta']>): readonly ShownEntry[] {
  const amounts = new Map<number, { readonly of: RpcTokenBalance; amount: bigint }>()
  const add = (balances: readonly RpcTokenBalance[], sign: bigint): void => {
    for (const of of balances) {
      const known = amounts.get(of.accountIndex) ?? { of, amount: 0n }
      known.amount += sign * BigInt(of.uiTokenAmount.amount)
      amounts.set(of.accountIndex, known)
    }
  }
  add(meta.preTokenBalances, -1n)
  add(meta.postTokenBalances, 1n)
  const rows = [...amounts.values()]
    .filter(({ amount }) => amount !== 0n)
    .map(({ of, amount }): ShownRow => {
      const text = formatUnits(amount, of.uiTokenAmount.decimals)
      return [of.owner ?? '', `${amount > 0n ? '+' : ''}${text} ${solanaTokenOf(of.mint) ?? of.mint}`]
    })
  return rows.length === 0 ? [] : [{ title: 'Balances of tokens', rows }]
}

function entryOf({ programId, accounts, data }: RpcInstruction): ShownEntry {
  const name = PROGRAM_NAMES[programId]
  const told: readonly ShownRow[] =
    name === 'Memo'
      ? [['Text', new TextDecoder().decode(getBase58Encoder().encode(data) as Uint8Array)]]
      : [
          ['Accounts', accounts.join(', ')],
          ['Data', data],
        ]
  return { title: name ?? 'Unknown program', rows: [['Program', programId], ...told] }
}
