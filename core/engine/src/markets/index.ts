/** The door of `markets/`. */
export { highestFillIn, isBeyondBand, lowestFillIn, withinBand } from './fillBand.ts'
export { clampBps, widestClampBps } from './markClamp.ts'
export { noteReopenPrice } from './reopening.ts'
export { tickerRow } from './ticker.ts'
export {
  changeSession,
  haltForEver,
  haltIfAbandoned,
  isClosingStopped,
  isUntrusted,
  isWarmingUp,
  marketStatus,
  reduceByHand,
  setMarketMode,
  statusOf,
} from './tradingMode.ts'
export { endVolatilityHalt, extendTrail, judgeVolatility } from './volatility.ts'
