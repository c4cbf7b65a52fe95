/** The door of `wallet`. `chainClient.ts` is not behind it: it brings viem and is loaded by the money dialogs. */
export * from './chains.ts'
export * from './discovery.ts'
export * from './eip1193.ts'
export * from './wallet.ts'
export * from './walletSigner.ts'
export * from './faucet.ts'
export * from './useIsWalletReady.ts'
export * from './useWalletBalances.ts'
