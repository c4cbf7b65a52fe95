/** What people are told of a chain. */
import { formatUsd6, TRANSFER_MIN_USD6, usd6, WITHDRAW_SECONDS, type ChainInfo } from '@vest/protocol'
import type { ChainRules } from '../chainRules.ts'
import type { WatchedVault } from '../vaultLogs.ts'
import type { EvmChainOptions } from './evmChainOptions.ts'

export type ChainInfoOptions = Pick<
  EvmChainOptions,
  'isDefault' | 'withdrawFeeUsd6' | 'withdrawSeconds' | 'explorerTx' | 'token'
>

export function chainInfo(options: ChainInfoOptions, rules: ChainRules, watched: WatchedVault): ChainInfo {
  return {
    chainId: watched.chainId,
    name: rules.name,
    networkType: 0,
    isDefault: options.isDefault ?? false,
    vault: watched.vault,
    router: watched.vault,
    cctpDomain: rules.cctpDomain,
    withdrawFee: formatUsd6(options.withdrawFeeUsd6),
    minDeposit: formatUsd6(usd6(TRANSFER_MIN_USD6)),
    withdrawSeconds: options.withdrawSeconds ?? WITHDRAW_SECONDS,
    explorerTx: options.explorerTx ?? null,
    rpcUrl: null,
    tokens: [
      {
        symbol: options.token.symbol,
        address: watched.token,
        decimals: watched.decimals,
        authorization: options.token.authorization,
      },
    ],
  }
}
