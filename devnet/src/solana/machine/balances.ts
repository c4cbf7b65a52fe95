/** What accounts hold at one moment, in lamports and in tokens. */
import type { Address } from '@solana/kit'
import { mintOf, tokenAccountOf, type TokenAccount } from '../tokenAccounts.ts'
import type { VirtualMachine } from './virtualMachine.ts'

export interface TokenBalance extends Pick<TokenAccount, 'mint' | 'owner' | 'amount'> {
  readonly accountIndex: number
  readonly programId: Address
  readonly decimals: number
}
export interface Balances {
  readonly lamports: readonly bigint[]
  readonly tokens: readonly TokenBalance[]
}

export function balancesOf({ account }: Pick<VirtualMachine, 'account'>, keys: readonly Address[]): Balances {
  const accounts = keys.map(account)
  return {
    lamports: accounts.map((each) => each?.lamports ?? 0n),
    tokens: accounts.flatMap((each, accountIndex): TokenBalance[] => {
      const token = each && tokenAccountOf(each)
      if (token === undefined) return []
      const mint = account(token.mint)
      const decimals = (mint && mintOf(mint))?.decimals ?? 0
      return [{ accountIndex, programId: each!.owner, decimals, ...token }]
    }),
  }
}
