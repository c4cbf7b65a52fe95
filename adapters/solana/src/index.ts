/** The door of `adapters/solana`: deposits from Solana behind the port of `runtime`. */
export * from './createSolanaChain.ts'
export * from './depositReader.ts'
export { signatureOf } from './depositLogs.ts'
