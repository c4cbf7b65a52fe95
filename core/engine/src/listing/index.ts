/** The door of `listing/`. */
export { activate } from './activate.ts'
export { changeParameters } from './changeParameters.ts'
export { launchMarkets } from './launchMarkets.ts'
export { listMarket, seedSystemAccount } from './listMarket.ts'
export { MARKET_TABLE, type MarketRow } from './marketTable.ts'
export { isParameterChangeAllowed } from './parameterBounds.ts'
