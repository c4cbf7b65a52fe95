/** Where the explorer of a devnet shows the transactions of a chain. */
export const EXPLORER_PATH = '/devnet/explorer'

/** Address of a transaction, with `{hash}` in it, on the origin of the app. */
export const devnetExplorerTx = (chainId: number): string => `${EXPLORER_PATH}/${chainId}/{hash}`
