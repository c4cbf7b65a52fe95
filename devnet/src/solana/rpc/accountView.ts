/** Accounts in the encoding that is asked for. */
import type { Address } from '@solana/kit'
import type { Cluster } from '../cluster.ts'
import { accountJson, type DataSlice } from '../rpcEncodings.ts'
import { mintOf, type RawAccount } from '../tokenAccounts.ts'
import { textOption, type Options } from './rpcParameters.ts'

export interface AccountView {
  /** Null where there is none. */
  told(account: RawAccount | undefined, options: Options): ReturnType<typeof accountJson> | null
  decimalsOf(mint: Address): number
}

export function createAccountView(cluster: Pick<Cluster, 'account'>): AccountView {
  const decimalsOf = (mint: Address): number => {
    const account = cluster.account(mint)
    return (account && mintOf(account))?.decimals ?? 0
  }
  return {
    told: (account, options) =>
      account === undefined
        ? null
        : accountJson(account, {
            encoding: textOption(options, 'encoding') ?? 'binary',
            dataSlice: options['dataSlice'] as DataSlice | undefined,
            decimalsOf,
          }),
    decimalsOf,
  }
}
