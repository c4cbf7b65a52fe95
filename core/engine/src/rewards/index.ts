/** The door of `rewards/`. */
export { estimatedParts, estimatedRank, estimatedRanking } from './estimatedPoints.ts'
export { EPOCH_POINTS6, rankIn, rankingOf, rankOf, totalOf, turnWeek } from './points.ts'
export { applyReferral, setAccountCluster, setReferralCode } from './referrals.ts'
