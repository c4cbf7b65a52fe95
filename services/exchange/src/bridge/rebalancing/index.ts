/** The door of the room: lots of the vaults' own money, from a chain that has more than it needs to one that is short. */
export * from './createRebalancer.ts'
export * from './lotFile.ts'
export * from './lotRules.ts'
export * from './mountRebalancing.ts'
