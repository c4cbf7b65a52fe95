/** The door of `adapters/evm`. */
export * from './chainRules.ts'
export * from './createEvmChain.ts'
export * from './cursorFile.ts'
export * from './depositId.ts'
export * from './tokenAmount.ts'
export { AUTHORIZATION_LEFT_MIN_S, type TokenDomain } from './authorizedDeposits.ts'
export { FinalityBrokenError } from './watchVault.ts'
export { UnsignableWithdrawalError, WithdrawalRefusedError } from './withdrawals.ts'
