/** The devnet chain as the bridge's adapter wants it: rules of a local chain, keys and hooks filled in. */
import { usd6 } from '@vest/protocol'
import { cursorFile, devnetRules, type EvmChainOptions } from '@vest/evm'
import type { DevnetChain } from './startDevnetChain.ts'

export const devnetEvmOptions = (chain: DevnetChain, cursorPath?: string): EvmChainOptions => ({
  chainId: chain.chainId,
  rpcUrl: chain.rpcUrl,
  vault: chain.vault,
  token: { symbol: 'USDC', address: chain.usdc, authorization: { name: 'USD Coin', version: '2' } },
  startBlock: chain.startBlock,
  startUsd6: usd6(Object.values(chain.genesisUsd6).reduce((sum: number, amount) => sum + amount, 0)),
  withdrawFeeUsd6: chain.keeperFeeUsd6,
  isDefault: true,
  rules: devnetRules(chain.chainId),
  relayer: chain.keys.relayer,
  keeper: chain.keys.relayer,
  validator: chain.keys.validator,
  ...(cursorPath === undefined ? {} : { cursor: cursorFile(cursorPath) }),
  ensureDurable: chain.ensureDurable,
  mineForFinality: chain.mine,
  onActivity: chain.onActivity,
})
