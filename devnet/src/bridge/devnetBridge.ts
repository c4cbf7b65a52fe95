/** The bridge between the vaults of a devnet: its attester, on every chain that runs and whose messenger believes it. */
import type { BridgePort } from '@vest/runtime'
import type { Attester } from './attester.ts'
import type { DevnetChains } from '../chain/index.ts'

/** What follows the attestation: the mint, final, and our looks in between. */
const MINT_MS = 5_000

export const devnetBridge = (options: {
  readonly chains: DevnetChains
  readonly attester: Attester
  readonly attestationMs: number
}): BridgePort => ({
  estimateMs: options.attestationMs + MINT_MS,
  async attestationOf(chainId, burnTxHash) {
    const { rpcUrl, messenger } = await options.chains.open(chainId)
    return messenger === undefined
      ? undefined
      : options.attester.attestationOf({ chainId, rpcUrl, messenger }, burnTxHash)
  },
})
