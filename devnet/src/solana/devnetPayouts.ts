/** Withdrawals to Solana on devnet: its attester, and the mint of its own cluster, which starts when it is first needed. */
import { CHAIN_SOLANA } from '@vest/protocol'
import { SolanaUnreachableError, type SolanaPayouts } from '@vest/runtime'
import { devnetExplorerTx } from '../explorer/explorerPath.ts'
import { SOLANA_KEEPER_FEE_USD6 } from '../chain/devnetDeployment.ts'
import type { DevnetChain } from '../chain/index.ts'
import { DEVNET_ATTESTATION_MS, type Attester } from '../bridge/index.ts'
import type { DevnetSolana } from './devnetSolana.ts'

/** What follows it: the mint, final, and our looks in between. */
const MINT_MS = 5_000

/** Undefined on a chain that was deployed before there was a road to Solana. */
export async function devnetPayouts(options: {
  readonly chain: DevnetChain
  readonly solana: DevnetSolana
  readonly attester: Attester
  /** As the attester waits. */
  readonly attestationMs?: number
}): Promise<SolanaPayouts | undefined> {
  const { chain, solana, attester, attestationMs = DEVNET_ATTESTATION_MS } = options
  const { messenger } = chain
  if (messenger === undefined) return undefined
  const burner = { chainId: chain.chainId, rpcUrl: chain.rpcUrl, messenger }
  const trust = { messenger, burnToken: chain.usdc, attester: attester.address }
  const mints = () =>
    solana.mints().catch((error: unknown) => {
      throw new SolanaUnreachableError((error as Error).message)
    })
  return {
    feeUsd6: SOLANA_KEEPER_FEE_USD6,
    estimateMs: attestationMs + MINT_MS,
    explorerTx: devnetExplorerTx(CHAIN_SOLANA),
    recipientOf: async (owner) => (await mints()).recipientOf(owner),
    attestationOf: (burnTxHash) => attester.attestationOf(burner, burnTxHash),
    deliver: async (burn, owner) => (await mints()).deliver(burn, owner, trust),
  }
}
