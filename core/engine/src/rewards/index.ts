/** The door of `rewards/`. */
export { estimatedPoints } from './estimatedPoints.ts'
export { EPOCH_POINTS6, rankOf, totalOf, turnWeek } from './points.ts'
export { applyReferral, setAccountCluster, setReferralCode } from './referrals.ts'
