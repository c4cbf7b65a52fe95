/** The door of `devnet/prices`: simulated prices, and the candles and funding rates from before the first of them. */
export * from './fundingPast.ts'
export * from './history.ts'
export * from './marketProfile.ts'
export * from './priceSimulator.ts'
export { REGIMES, type Regime } from './priceWalk.ts'
export * from './startingPrices.ts'
