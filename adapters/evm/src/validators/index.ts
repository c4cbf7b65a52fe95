/** The door of the room: who signs withdrawals, and how their signatures become one. */
export * from './collectSignatures.ts'
export * from './remoteValidator.ts'
export * from './withdrawalSigner.ts'
