/** The door of `live`: raw state, its one writer, and how components read it. */
export * from './account.ts'
export * from './capitalFacts.ts'
export * from './connection.ts'
export * from './frameStore.ts'
export * from './live.ts'
export * from './LiveContext.tsx'
export * from './market.ts'
