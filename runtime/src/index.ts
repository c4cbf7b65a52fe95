/** The door of `runtime`: order, time, memory and a voice for the core. */
export * from './ports/candleHistory.ts'
export * from './ports/chain.ts'
export * from './ports/clock.ts'
export * from './ports/engineClient.ts'
export * from './ports/priceFeed.ts'
export * from './ports/readModelStore.ts'
