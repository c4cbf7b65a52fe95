/** Exposure of the pool, by market, class and sleeve, against its caps. */
import { valueOf } from '@vest/formulas'
import { PPM_ONE, mulDivFloor, usd6 } from '@vest/protocol'
import {
  type Exchange,
  inventoryOf,
  type Market,
  markCapsChanged,
  type Sleeve,
  sleeveOf,
} from '../state/index.ts'
import { pnlOf, poolCash } from './netAssetValue.ts'

/** Net asset value of a sleeve at the index, its gross value and its value by class. */
export function appraiseSleeves(exchange: Exchange): void {
  for (const name of ['POOL', 'POOL_ISO'] as const) {
    const sleeve = exchange.sleeves[name]
    let nav: number = name === 'POOL' ? poolCash(exchange) : exchange.money[name]
    let largestShare = 0
    sleeve.grossValue = usd6(0)
    sleeve.classValue.stock = sleeve.classValue.crypto = sleeve.classValue.forex = 0
    for (const market of exchange.markets) {
      if (sleeveOf(market) !== name) continue
      largestShare = Math.max(largestShare, market.spec.risk.inventorySharePpm)
      if (market.index === undefined) continue
      if (market.backstop !== undefined) nav += pnlOf(market.backstop, market, market.index)
      if (market.pool === undefined) continue
      nav += pnlOf(market.pool, market, market.index)
      const value = valueOf(market.index, market.pool.size, market.scale)
      sleeve.grossValue = usd6(sleeve.grossValue + value)
      sleeve.classValue[market.spec.asset] += market.pool.isLong ? value : -value
    }
    sleeve.nav = usd6(nav)
    sleeve.largestRoom = usd6(partOf(2 * Math.max(0, nav), largestShare, PPM_ONE))
  }
  markCapsChanged(exchange)
}

/** Applies a change of inventory, so that the caps hold between two appraisals. */
export function recordInventory(exchange: Exchange, market: Market, before: number): void {
  if (market.index === undefined) return
  const after = inventoryOf(market)
  const sleeve = exchange.sleeves[sleeveOf(market)]
  const lotValue = market.index * market.scale
  if (isNearCap(exchange, market, sleeve)) markCapsChanged(exchange)
  sleeve.grossValue = usd6(sleeve.grossValue + (Math.abs(after) - Math.abs(before)) * lotValue)
  sleeve.classValue[market.spec.asset] += (after - before) * lotValue
}

/**
 * Returns whether the caps can shorten a ladder of the sleeve. Only then can a fill free capacity in another market.
 */
function isNearCap(exchange: Exchange, market: Market, sleeve: Sleeve): boolean {
  if (exchange.solvency !== 'SOUND') return true
  const { asset } = market.spec
  const gross = grossCap(exchange, market, sleeve) - sleeve.grossValue
  const byClass = classCap(exchange, market, sleeve) - Math.abs(sleeve.classValue[asset])
  return gross < sleeve.largestRoom || byClass < sleeve.largestRoom
}

export function grossCap(exchange: Exchange, market: Market, sleeve: Sleeve): number {
  const isStressed = exchange.solvency === 'STRESSED' && !market.spec.isolated
  const { grossCapPercent, grossCapStressedPercent } = exchange.parameters
  return partOf(Math.max(0, sleeve.nav), isStressed ? grossCapStressedPercent : grossCapPercent, 100)
}

export const classCap = (exchange: Exchange, market: Market, sleeve: Sleeve): number =>
  partOf(Math.max(0, sleeve.nav), exchange.parameters.classCapPercent[market.spec.asset], 100)

/** ⌊ value · part / whole ⌋. A cap beyond the safe range is no cap: no position reaches it. */
const partOf = (value: number, part: number, whole: number): number =>
  (value * part) / whole < Number.MAX_SAFE_INTEGER ? mulDivFloor(value, part, whole) : Number.MAX_SAFE_INTEGER

/** An insolvent pool counts as stressed too: it does not quote narrower spreads. */
export const isStressed = (exchange: Exchange): boolean =>
  exchange.solvency === 'STRESSED' || exchange.solvency === 'INSOLVENT'
