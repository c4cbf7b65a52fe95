export * from './prepareTransfer.ts'
export * from './readApproval.ts'
export * from './solanaRpc.ts'
export * from './submitTransaction.ts'
