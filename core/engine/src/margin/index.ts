/** The door of `margin/`. */
export { valueOfAccount } from './accountEquity.ts'
export { draftedEquity, isAffordable, isPurelyReducing } from './affordability.ts'
export { leverageOf, marginRatioSetting } from './leverageSetting.ts'
export {
  crossStanding,
  crossStandingWithMaint,
  isKeptRight,
  isolatedStanding,
  standingFor,
} from './marginStatus.ts'
export { positionMaintRatio, profitPercent } from './marketRatios.ts'
export { countOpenInterest, fitsOpenInterest } from './openInterest.ts'
export { draftFee, draftFill, draftOf, increaseOf, openDraft, reportFunding } from './projectedPosition.ts'
export { isBeyondMeans, MEANS } from './sweepAffordability.ts'
export { summaryMarket, summaryOf, withdrawableOf } from './withdrawable.ts'
