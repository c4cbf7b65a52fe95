/** The addresses of devnet's Solana, kept in a file: finding them takes a library that few starts need. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeDurably } from '../chain/durableFile.ts'

export interface SolanaDeployment {
  readonly usdc: string
  /** Who owns what was deposited: the address that people send to. */
  readonly vault: string
  /** Of the vault, for USDC. */
  readonly vaultTokenAccount: string
}

export async function openDeployment(dataDir: string, nowMs: number): Promise<SolanaDeployment> {
  const path = join(dataDir, 'deployment.json')
  if (existsSync(path)) return JSON.parse(readFileSync(path, 'utf8')) as SolanaDeployment
  const { openClusterFacts, USDC_MINT } = await import('./clusterFacts.ts')
  const { vault, vaultTokenAccount } = await openClusterFacts(join(dataDir, 'cluster.json'), nowMs)
  const deployment: SolanaDeployment = { usdc: USDC_MINT, vault: vault.address, vaultTokenAccount }
  await writeDurably(path, `${JSON.stringify(deployment, undefined, 2)}\n`)
  return deployment
}
