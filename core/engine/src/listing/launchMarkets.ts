/** The launch markets as the engine lists them: a row of the market table joined with the parameters of its tier. */
import { rate5, ratio4 } from '@vest/protocol'
import type { MarketSpec } from '../api/index.ts'
import { MARKET_TABLE } from './marketTable.ts'
import { tierRisk } from './tierRisk.ts'

/** In listing order: the index in this list becomes the market id if all are listed in turn. */
export function launchMarkets(): MarketSpec[] {
  return MARKET_TABLE.map((row) => {
    const [
      symbol,
      displayName,
      asset,
      category,
      tier,
      sizeDecimals,
      priceDecimals,
      init,
      maint,
      fee,
      isolated,
      evalAllowed,
    ] = row
    return {
      symbol,
      displayName,
      base: symbol.slice(0, symbol.indexOf('-')),
      asset,
      category,
      tier,
      sizeDecimals,
      priceDecimals,
      initMarginRatio: ratio4(init),
      maintMarginRatio: ratio4(maint),
      takerFeeRate: rate5(fee),
      isolated,
      evalAllowed,
      risk: tierRisk(tier, asset),
    }
  })
}
