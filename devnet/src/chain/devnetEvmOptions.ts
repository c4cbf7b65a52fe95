/** A devnet chain as the bridge's adapter wants it: rules of a local chain, keys and hooks filled in. */
import { usd6 } from '@vest/protocol'
import { cursorFile, devnetRules, type EvmChainOptions } from '@vest/evm'
import {
  DEVNET_DEFAULT_CHAIN_ID,
  devnetNetwork,
  type DevnetAddresses,
  type DevnetNetwork,
} from './devnetNetworks.ts'
import { devnetExplorerTx } from '../explorer/explorerPath.ts'
import type { DevnetChain } from './startDevnetChain.ts'

/** A signature, a block and its successor, both made at once, and our looks in between. */
const WITHDRAW_SECONDS = 5

/** What is known of a chain before it runs. */
export const devnetEvmFacts = (
  { chainId, token, keeperFeeUsd6 }: DevnetNetwork,
  { usdc, vault }: DevnetAddresses,
) =>
  ({
    chainId,
    vault,
    token: {
      symbol: 'USDC',
      address: usdc,
      authorization: token === 'bridged' ? null : { name: 'USD Coin', version: '2' },
    },
    withdrawFeeUsd6: keeperFeeUsd6,
    withdrawSeconds: WITHDRAW_SECONDS,
    explorerTx: devnetExplorerTx(chainId),
    isDefault: chainId === DEVNET_DEFAULT_CHAIN_ID,
    rules: devnetRules(chainId),
  }) as const

export const devnetEvmOptions = (chain: DevnetChain, cursorPath?: string): EvmChainOptions => ({
  ...devnetEvmFacts(devnetNetwork(chain.chainId)!, chain),
  withdrawFeeUsd6: chain.keeperFeeUsd6,
  rpcUrl: chain.rpcUrl,
  startBlock: chain.startBlock,
  startUsd6: usd6(
    Object.values(chain.genesisUsd6).reduce((sum: number, amount) => sum + amount, chain.floatUsd6),
  ),
  relayer: chain.keys.relayer,
  keeper: chain.keys.relayer,
  ...(chain.attester === undefined || chain.messenger === undefined ? {} : { messenger: chain.messenger }),
  ...(cursorPath === undefined ? {} : { cursor: cursorFile(cursorPath) }),
  ensureDurable: chain.ensureDurable,
  mineForFinality: chain.mine,
  onActivity: chain.onActivity,
})
