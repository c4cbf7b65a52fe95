/**
 * What a transaction that was read means for its account: what leaves for whom, what a swap pays and gets, fee, rent and
 * balances. Whom a token account belongs to, and of which token it is, says the chain's account or the instruction that
 * makes it, never the page that asks.
 */
import { solanaAddressOf } from '../solanaAddress.ts'
import { solanaTokenAccount, type Sha256 } from '../solanaTokenAccount.ts'
import type { AccountLookup, SolanaAccountFacts } from './lookupTables.ts'
import {
  SOL_DECIMALS,
  SOLANA_TOKEN_FACTS,
  solanaTokenOf,
  TOKEN_2022_PROGRAM,
  TOKEN_PROGRAM,
  WRAPPED_SOL_MINT,
  type SolanaMint,
  type SolanaToken,
} from './programs.ts'
import type { SolanaInstruction, SwapInstruction, SwapProtocol } from './instructions.ts'
import type { ReadTransaction, UnknownReason, UnknownTransaction } from './readTransaction.ts'

/** In base units of `mint`. */
export interface SolanaAmount {
  readonly mint: SolanaMint
  /** Undefined: no token that we know by name. */
  readonly token: SolanaToken | undefined
  readonly decimals: number
  readonly amount: bigint
}

export interface SolanaSend extends SolanaAmount {
  /** The wallet that has it afterwards. */
  readonly to: string
}

export interface SolanaSwap {
  readonly through: SwapProtocol
  readonly pools: number
  readonly pays: SolanaAmount
  readonly gets: SolanaAmount
  readonly isExact: 'pays' | 'gets'
}

export interface SolanaBalance extends Omit<SolanaAmount, 'amount'> {
  /** Where it lies: the wallet, or its token account. */
  readonly at: string
  readonly before: bigint
  /** What leaves it, at most. */
  readonly leaves: bigint
}

export interface DescribedTransaction {
  readonly kind: 'described'
  /** Who signs and pays. */
  readonly spender: string
  readonly sends: readonly SolanaSend[]
  readonly swap: SolanaSwap | undefined
  readonly memos: readonly string[]
  readonly feeLamports: bigint
  /** For token accounts that it makes; it stays locked in them. */
  readonly rentLamports: bigint
  /** SOL first, then each token that leaves. */
  readonly balances: readonly SolanaBalance[]
  /** What is not there of what leaves. */
  readonly missing: readonly SolanaAmount[]
}

/** Of a token account; what Token-2022 adds takes five bytes more. */
export const TOKEN_ACCOUNT_RENT_LAMPORTS = 2_039_280n
const TOKEN_2022_ACCOUNT_RENT_LAMPORTS = 2_074_080n

/** The accounts that {@link describeTransaction} looks at, besides lookup tables. */
export function accountsOf({ instructions, compiled }: ReadTransaction): readonly string[] {
  const named = instructions.flatMap((each) => {
    if (each.kind === 'tokenTransfer')
      return [each.source, each.destination, ...(each.checked === undefined ? [] : [each.checked.mint])]
    if (each.kind === 'createTokenAccount') return [each.account, each.mint]
    if (each.kind === 'swap') return [each.source, each.paysMint, each.getsMint]
    return []
  })
  return [...new Set([compiled.message.staticKeys[0]!, ...named])]
}

export function describeTransaction(
  transaction: ReadTransaction,
  {
    look,
    feeLamports,
    sha256,
  }: { readonly look: AccountLookup; readonly feeLamports: bigint; readonly sha256: Sha256 },
): DescribedTransaction | UnknownTransaction {
  const { instructions, compiled } = transaction
  const account = compiled.message.staticKeys[0]!
  const wrapped = solanaAddressOf(solanaTokenAccount(account, WRAPPED_SOL_MINT, sha256))
  const unknown = (reason: UnknownReason): UnknownTransaction => ({ kind: 'unknown', reason, instructions })
  const created = instructions.filter((each) => each.kind === 'createTokenAccount')
  const sends: SolanaSend[] = []
  const leaving = new Map<string, { readonly of: TokenAccountFacts; readonly asset: Asset; leaves: bigint }>()
  const leave = (source: string, of: TokenAccountFacts, asset: Asset, amount: bigint): void => {
    const known = leaving.get(source) ?? { of, asset, leaves: 0n }
    known.leaves += amount
    leaving.set(source, known)
  }
  let lamports = feeLamports
  let rentLamports = 0n
  let swap: SolanaSwap | undefined

  for (const each of instructions) {
    if (each.kind === 'transfer') {
      lamports += each.lamports
      // To be swapped: it stays the account's own.
      if (each.to !== wrapped) sends.push({ ...SOL, amount: each.lamports, to: each.to })
    } else if (each.kind === 'createTokenAccount' && look(each.account) === undefined) {
      rentLamports +=
        each.tokenProgram === TOKEN_2022_PROGRAM
          ? TOKEN_2022_ACCOUNT_RENT_LAMPORTS
          : TOKEN_ACCOUNT_RENT_LAMPORTS
    } else if (each.kind === 'tokenTransfer') {
      const { source, destination, amount, checked, tokenProgram } = each
      const from = tokenAccountFacts(look(source), tokenProgram)
      const made = created.find((other) => other.account === destination)
      const to = tokenAccountFacts(look(destination), tokenProgram) ?? made
      // One that is not there yet holds nothing; which token it is says the chain's own check.
      const mint = from?.mint ?? checked?.mint
      if (mint === undefined || to === undefined || to.mint !== mint) return unknown('recipient')
      if (checked !== undefined && checked.mint !== mint) return unknown('foreignAccount')
      if (from !== undefined && from.owner !== account) return unknown('foreignAccount')
      const asset = assetOf(mint, look, checked?.decimals)
      if (asset === undefined) return unknown('recipient')
      sends.push({ ...asset, amount, to: to.owner })
      leave(source, from ?? { mint, owner: account, amount: 0n }, asset, amount)
    } else if (each.kind === 'swap') {
      swap = swapOf(each, look)
      if (swap === undefined) return unknown('recipient')
      const from =
        tokenAccountFacts(look(each.source), TOKEN_PROGRAM) ??
        tokenAccountFacts(look(each.source), TOKEN_2022_PROGRAM)
      if (each.source !== wrapped)
        leave(
          each.source,
          from ?? { mint: each.paysMint, owner: account, amount: 0n },
          swap.pays,
          swap.pays.amount,
        )
    }
  }
  const balances: readonly SolanaBalance[] = [
    { ...SOL, at: account, before: look(account)?.lamports ?? 0n, leaves: lamports + rentLamports },
    ...[...leaving].map(([at, { of, asset, leaves }]) => ({
      mint: asset.mint,
      token: asset.token,
      decimals: asset.decimals,
      at,
      before: of.amount,
      leaves,
    })),
  ]
  return {
    kind: 'described',
    spender: account,
    sends,
    swap,
    feeLamports,
    rentLamports,
    balances,
    memos: instructions.filter((each) => each.kind === 'memo').map(({ text }) => text),
    missing: balances
      .filter(({ before, leaves }) => leaves > before)
      .map(({ mint, token, decimals, before, leaves }) => ({
        mint,
        token,
        decimals,
        amount: leaves - before,
      })),
  }
}

type Asset = Omit<SolanaAmount, 'amount'>
const SOL: Asset = { mint: undefined, token: 'SOL', decimals: SOL_DECIMALS }

const MINT_DECIMALS_AT = 44
const MINT_BYTES = 82

/** Undefined: its decimals cannot be told. */
function assetOf(mint: string, look: AccountLookup, checkedDecimals?: number): Asset | undefined {
  const token = solanaTokenOf(mint)
  if (token !== undefined) return { mint, token, decimals: SOLANA_TOKEN_FACTS[token].decimals }
  const facts = look(mint)
  const isMint =
    facts !== undefined &&
    (facts.program === TOKEN_PROGRAM || facts.program === TOKEN_2022_PROGRAM) &&
    facts.data.length >= MINT_BYTES
  const decimals = checkedDecimals ?? (isMint ? facts.data[MINT_DECIMALS_AT] : undefined)
  return decimals === undefined ? undefined : { mint, token: undefined, decimals }
}

function swapOf(each: SwapInstruction, look: AccountLookup): SolanaSwap | undefined {
  const { through, pools, isExact, paysMint, getsMint } = each
  const pays = assetOf(paysMint, look)
  const gets = assetOf(getsMint, look)
  if (pays === undefined || gets === undefined) return undefined
  return {
    through,
    pools,
    isExact,
    pays: { ...pays, amount: each.pays },
    gets: { ...gets, amount: each.gets },
  }
}

export interface TokenAccountFacts {
  readonly mint: string
  readonly owner: string
  readonly amount: bigint
}

const TOKEN_ACCOUNT_BYTES = 165
const AMOUNT_AT = 64

/** Undefined: no token account of this program. */
export function tokenAccountFacts(
  facts: SolanaAccountFacts | undefined,
  tokenProgram: string,
): TokenAccountFacts | undefined {
  if (facts === undefined || facts.program !== tokenProgram || facts.data.length < TOKEN_ACCOUNT_BYTES)
    return undefined
  const { data } = facts
  return {
    mint: solanaAddressOf(data.subarray(0, 32)),
    owner: solanaAddressOf(data.subarray(32, AMOUNT_AT)),
    amount: new DataView(data.buffer, data.byteOffset, data.byteLength).getBigUint64(AMOUNT_AT, true),
  }
}

/** How many steps of a transaction could not be read, for the sentence that says so. */
export const unknownSteps = (instructions: readonly SolanaInstruction[]): number =>
  instructions.filter(({ kind }) => kind === 'unknown').length
