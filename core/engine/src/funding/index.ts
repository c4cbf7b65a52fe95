/** The door of `funding/`. */
export { applyPart, HOUR_MS, recordFundedUntil, samplePremium, sweepDust } from './accrual.ts'
export { estimatedRate } from './estimatedRate.ts'
export { beginFundingEpoch } from './fundingEpoch.ts'
export { owedBy } from './owedFunding.ts'
export { recordFunding, settleAllFunding, settleFunding } from './settleFunding.ts'
