/** The door of devnet's explorer. */
export * from './explorer.ts'
export { devnetExplorerTx } from './explorerPath.ts'
