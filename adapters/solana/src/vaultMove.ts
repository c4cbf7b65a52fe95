/**
 * What a transaction did to the vault, from the chain's own record of balances before and after it: whatever instructions
 * moved the money, directly or through other programs, the sum is what counts. Memos are read from the data of the
 * transaction's own instructions, never from logs, which any program may write.
 */
import { base58 } from '@scure/base'
import type { Address } from '@vest/protocol'

/** `getTransaction` with encoding `json`, as far as it is read. */
export interface TransactionAnswer {
  readonly slot: number
  readonly transaction: {
    readonly message: {
      readonly accountKeys: readonly string[]
      readonly instructions: readonly { readonly programIdIndex: number; readonly data: string }[]
    }
  }
  readonly meta: {
    readonly err: unknown
    readonly preTokenBalances: readonly TokenBalanceAnswer[] | null
    readonly postTokenBalances: readonly TokenBalanceAnswer[] | null
    readonly loadedAddresses?: { readonly writable: readonly string[]; readonly readonly: readonly string[] }
  } | null
}
interface TokenBalanceAnswer {
  readonly accountIndex: number
  readonly mint: string
  readonly owner?: string
  readonly uiTokenAmount: { readonly amount: string }
}

export interface VaultMove {
  readonly slot: number
  /** Millionths; less than 0 where the vault paid. */
  readonly amount: bigint
  readonly balanceAfter: bigint
  /** Whose money it was: the owner who paid most of it, else who paid the fee. */
  readonly from: string
  readonly memos: readonly string[]
}

export interface WatchedVault {
  readonly usdc: string
  readonly vaultTokenAccount: string
}

const MEMO_PROGRAMS: ReadonlySet<string | undefined> = new Set([
  'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr',
  'Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo',
])

/** Undefined where the transaction failed: it moved nothing. */
export function vaultMoveOf(
  { slot, transaction, meta }: TransactionAnswer,
  { usdc, vaultTokenAccount }: WatchedVault,
): VaultMove | undefined {
  if (meta === null || meta.err !== null) return undefined
  const { accountKeys, instructions } = transaction.message
  const { writable = [], readonly = [] } = meta.loadedAddresses ?? {}
  const keys = [...accountKeys, ...writable, ...readonly]
  const before = balances(meta.preTokenBalances, usdc)
  const after = balances(meta.postTokenBalances, usdc)
  const place = keys.indexOf(vaultTokenAccount)
  const balanceAfter = after.get(place)?.amount ?? 0n
  return {
    slot,
    amount: balanceAfter - (before.get(place)?.amount ?? 0n),
    balanceAfter,
    from: payerOf(before, after, place) ?? accountKeys[0]!,
    memos: instructions
      .filter(({ programIdIndex }) => MEMO_PROGRAMS.has(keys[programIdIndex]))
      .map(({ data }) => Buffer.from(base58.decode(data)).toString('utf8')),
  }
}

interface Balance {
  readonly owner: string | undefined
  readonly amount: bigint
}

const balances = (rows: readonly TokenBalanceAnswer[] | null, mint: string): ReadonlyMap<number, Balance> =>
  new Map(
    (rows ?? [])
      .filter((row) => row.mint === mint)
      .map(({ accountIndex, owner, uiTokenAmount }) => [
        accountIndex,
        { owner, amount: BigInt(uiTokenAmount.amount) },
      ]),
  )

function payerOf(
  before: ReadonlyMap<number, Balance>,
  after: ReadonlyMap<number, Balance>,
  vaultPlace: number,
): string | undefined {
  let payer: string | undefined
  let most = 0n
  for (const [place, { owner, amount }] of before) {
    const paid = amount - (after.get(place)?.amount ?? 0n)
    if (place === vaultPlace || paid <= most) continue
    most = paid
    payer = owner
  }
  return payer
}

const ACCOUNT = /^0x[0-9a-fA-F]{40}$/

/** The account that a transaction names: by its one memo, which is the account and nothing else. */
export function accountOf(memos: readonly string[]): Address | undefined {
  const [memo] = memos
  return memos.length === 1 && memo !== undefined && ACCOUNT.test(memo)
    ? (memo.toLowerCase() as Address)
    : undefined
}
