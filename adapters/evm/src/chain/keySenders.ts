/** One sender per key: two of the same key would fight for its nonces. */
import { createTransactionSender, type TransactionSender } from '@vest/contracts'
import type { EvmChainOptions } from './evmChainOptions.ts'

export interface KeySenders {
  readonly relayer: TransactionSender | undefined
  readonly keeper: TransactionSender | undefined
}

export function createKeySenders({
  rpcUrl,
  chainId,
  ...keys
}: Pick<EvmChainOptions, 'rpcUrl' | 'chainId' | 'relayer' | 'keeper'>): KeySenders {
  const relayer = keys.relayer && createTransactionSender({ rpcUrl, chainId, account: keys.relayer })
  const keeper =
    keys.keeper &&
    (keys.keeper.address === relayer?.account.address
      ? relayer
      : createTransactionSender({ rpcUrl, chainId, account: keys.keeper }))
  return { relayer, keeper }
}
