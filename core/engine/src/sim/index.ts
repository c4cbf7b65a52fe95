/** The door of `sim/`. */
export {
  areTermsSound,
  beginCapital,
  capitalView,
  isTrading,
  limitsOf,
  recordCapital,
  recordCapitalFill,
  plannedView,
  emitCapital,
} from './capitalLimits.ts'
export {
  alsoInSim,
  fillHouse,
  inventoryMet,
  marketToTrade,
  mirrorMarket,
  mirrorPrices,
  setHouse,
  simMarketOf,
} from './simMarkets.ts'
export { judgeSim, stirSim } from './simPending.ts'
