/** Withdrawals to Solana on devnet: its attester, and the mint of its own cluster, which starts when it is first needed. */
import { join } from 'node:path'
import { SolanaUnreachableError, type SolanaPayouts } from '@vest/runtime'
import { SOLANA_KEEPER_FEE_USD6 } from '../chain/devnetDeployment.ts'
import type { DevnetChain } from '../chain/index.ts'
import { openAttester } from './attester.ts'
import type { DevnetSolana } from './devnetSolana.ts'

/** Where the real road takes a quarter of an hour. */
export const DEVNET_ATTESTATION_MS = 10_000
/** What follows it: the mint, final, and our looks in between. */
const MINT_MS = 5_000

/** Undefined on a chain that was deployed before there was a road to Solana. */
export async function devnetPayouts(options: {
  readonly chain: DevnetChain
  readonly solana: DevnetSolana
  readonly dataDir: string
  readonly nowMs: () => number
  readonly attestationMs?: number
}): Promise<SolanaPayouts | undefined> {
  const { chain, solana, dataDir, nowMs, attestationMs = DEVNET_ATTESTATION_MS } = options
  const { messenger } = chain
  if (messenger === undefined) return undefined
  const attester = await openAttester({
    keyFile: join(dataDir, 'attester.key'),
    ...{ chainId: chain.chainId, rpcUrl: chain.rpcUrl, messenger, nowMs },
    delayMs: attestationMs,
  })
  const trust = { messenger, burnToken: chain.usdc, attester: attester.address }
  const mints = () =>
    solana.mints().catch((error: unknown) => {
      throw new SolanaUnreachableError((error as Error).message)
    })
  return {
    feeUsd6: SOLANA_KEEPER_FEE_USD6,
    estimateMs: attestationMs + MINT_MS,
    recipientOf: async (owner) => (await mints()).recipientOf(owner),
    attestationOf: attester.attestationOf,
    deliver: async (burn, owner) => (await mints()).deliver(burn, owner, trust),
  }
}
