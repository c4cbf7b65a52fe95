/** The door of `core/engine`: the deterministic state machine of the exchange. */
export * from './command.ts'
export * from './event.ts'
export * from './view.ts'
export * from './listing/marketTable.ts'
