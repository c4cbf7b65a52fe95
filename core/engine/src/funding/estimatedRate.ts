/** The funding rate that the running hour would give if it ended now. */
import { fundingRate } from '@vest/formulas'
import { inventoryOf, type Market } from '../state/index.ts'

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
