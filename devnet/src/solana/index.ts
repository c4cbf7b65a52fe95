/** The door of devnet's Solana. Its machine is loaded when it is first used. */
export type { SolanaDeployment } from './deploymentFile.ts'
export * from './devnetSolana.ts'
export * from './devnetPayouts.ts'
