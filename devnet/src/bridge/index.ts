/** The door of devnet's bridge: the attester, and the road between the vaults. */
export * from './attester.ts'
export * from './devnetBridge.ts'
