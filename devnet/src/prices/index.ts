/** The door of `devnet/prices`: simulated prices, and the candles from before the first of them. */
export * from './history.ts'
export * from './marketProfile.ts'
export * from './priceSimulator.ts'
export { REGIMES, type Regime } from './priceWalk.ts'
export * from './startingPrices.ts'
