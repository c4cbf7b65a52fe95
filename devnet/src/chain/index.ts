/** The door of devnet's chain. */
export * from './anvilProcess.ts'
export * from './devnetDeployment.ts'
export * from './devnetEvmOptions.ts'
export * from './devnetKeys.ts'
export * from './faucet.ts'
export * from './jsonRpc.ts'
export { RPC_BATCH_MAX } from './rpcProxy.ts'
export * from './startDevnetChain.ts'
