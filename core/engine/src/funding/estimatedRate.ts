/**
 * One record of index prices, in a fixed order of steps: accept, refresh ladders, mark, cross, takers that waited, triggers,
 * liquidations, solvency and deleveraging, cross again, tell. Marks are frozen after their step, so a cascade advances at most one
 * stage per record.
 */
import { inventoryOf, type Market } from '../state/index.ts'
import { fundingRate } from '@vest/formulas'

/** Input of the funding formulas, from the samples so far. */
export const fundingInput = (market: Market) => ({
  premiumSum: market.premiumSum,
  samples: market.samples,
  interestRate8h: market.spec.risk.interestRate8h,
  skewFunding8h: market.spec.risk.skewFunding8h,
  capOneHour: market.spec.risk.fundingCapOneHour,
  poolPosition: inventoryOf(market),
  inventoryLimit: market.ladder?.limit ?? 0,
})

export const estimatedRate = (market: Market) => fundingRate(fundingInput(market))
