/** A node that has the transactions that the test gives it, and fails when the test wants it to. */
import { base58 } from '@scure/base'
import type { SolanaCarrier } from '@vest/protocol'
import type { TransactionAnswer } from '../vaultMove.ts'

const key = (n: number): string => base58.encode(new Uint8Array(32).fill(n))
export const USDC = key(1)
export const VAULT_OWNER = key(2)
export const VAULT_TOKEN_ACCOUNT = key(3)
export const PAYER = key(4)
const PAYER_TOKEN_ACCOUNT = key(5)
export const MEMO = 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr'
export const WATCHED = { usdc: USDC, vaultTokenAccount: VAULT_TOKEN_ACCOUNT }

export interface ScriptedTransaction {
  readonly signature: string
  readonly slot: number
  /** Millionths that come to the vault. */
  readonly amount: number
  readonly memos: readonly string[]
  readonly err?: unknown
}

export const signatureFor = (n: number): string =>
  base58.encode(Uint8Array.from({ length: 64 }, (_, at) => (at < 4 ? (n >> (8 * at)) & 255 : 7)))

export interface ScriptedSolana {
  /** In the order of the chain. */
  readonly transactions: ScriptedTransaction[]
  finalSlot: number
  /** The next so many calls fail. */
  failing: number
  readonly ask: SolanaCarrier
}

export function createScriptedSolana(): ScriptedSolana {
  const script: ScriptedSolana = { transactions: [], finalSlot: 0, failing: 0, ask }
  return script

  async function ask(body: unknown): Promise<unknown> {
    const { method, params } = body as { method: string; params: readonly unknown[] }
    if (script.failing > 0) {
      script.failing -= 1
      throw new Error('the node is not to be reached')
    }
    if (method === 'getSlot') return { result: script.finalSlot }
    if (method === 'getTransaction') {
      const at = script.transactions.findIndex(({ signature }) => signature === params[0])
      return { result: at < 0 ? null : answerOf(at) }
    }
    const { until, before, limit } = params[1] as { until?: string; before?: string; limit: number }
    const placeOf = (signature: string): number =>
      script.transactions.findIndex((each) => each.signature === signature)
    const end = before === undefined ? script.transactions.length : placeOf(before)
    const start = until === undefined ? 0 : placeOf(until) + 1
    const result = script.transactions
      .slice(start, end)
      .toReversed()
      .slice(0, limit)
      .map(({ signature, slot, err = null }) => ({
        signature,
        slot,
        err,
        confirmationStatus: slot <= script.finalSlot ? 'finalized' : 'confirmed',
      }))
    return { result }
  }

  function answerOf(at: number): TransactionAnswer {
    const { slot, amount, memos, err = null } = script.transactions[at]!
    const before = script.transactions
      .slice(0, at)
      .reduce((sum, each) => sum + (each.err === undefined ? each.amount : 0), 0)
    const balances = (ofVault: number, ofPayer: number) => [
      { accountIndex: 1, mint: USDC, owner: VAULT_OWNER, uiTokenAmount: { amount: String(ofVault) } },
      { accountIndex: 2, mint: USDC, owner: PAYER, uiTokenAmount: { amount: String(ofPayer) } },
    ]
    return {
      slot,
      transaction: {
        message: {
          accountKeys: [PAYER, VAULT_TOKEN_ACCOUNT, PAYER_TOKEN_ACCOUNT, MEMO],
          instructions: memos.map((memo) => ({ programIdIndex: 3, data: base58.encode(Buffer.from(memo)) })),
        },
      },
      meta: {
        err,
        preTokenBalances: balances(before, 1_000_000_000),
        postTokenBalances: balances(before + amount, 1_000_000_000 - amount),
      },
    }
  }
}
