/** The door of `contracts`: typed ABIs, bytecode and the deployments. The compiler is not behind it. */
export { vestVaultAbi, vestVaultBytecode } from '../artifacts/vestVault.ts'
export { depositForwarderAbi, depositForwarderBytecode } from '../artifacts/depositForwarder.ts'
export * from './deployBridgedUsdc.ts'
export * from './deployUsdc.ts'
export * from './deployVault.ts'
export * from './fiatTokenAbi.ts'
export * from './forwarders.ts'
export * from './transactionSender.ts'
