/** The door of `funding/`. */
export { applyPart, HOUR_MS, noteFundedUntil, samplePremium, sweepDust } from './accrual.ts'
export { estimatedRate } from './estimatedRate.ts'
export { beginFundingEpoch } from './fundingEpoch.ts'
export { owedBy } from './owedFunding.ts'
export { noteFunding, settleAllFunding, settleFunding } from './settleFunding.ts'
