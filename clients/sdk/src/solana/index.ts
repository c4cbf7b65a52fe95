export * from './prepareTransfer.ts'
export * from './readApproval.ts'
export * from './readBalances.ts'
export * from './readAccounts.ts'
export {
  createSolanaRpc,
  SOLANA_ANSWER_MS,
  solanaOverHttp,
  SolanaRpcError,
  type SolanaCarrier,
  type SolanaRpc,
} from '@vest/protocol'
export * from './submitTransaction.ts'
