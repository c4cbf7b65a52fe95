/** The calls of points and referrals, in the order of the reference. */
// Written by `node tools/program.mjs reference`, but for the order of the list.
import { chooseReferralCodeCall } from './chooseReferralCode.ts'
import { joinReferralCall } from './joinReferral.ts'
import { leaderboardCall } from './leaderboard.ts'
import { pointsCall } from './points.ts'
import { pointsHistoryCall } from './pointsHistory.ts'
import { refereesCall } from './referees.ts'
import { referralCodeCall } from './referralCode.ts'
import { referralDaysCall } from './referralDays.ts'
import { referralsCall } from './referrals.ts'
import { showOnLeaderboardCall } from './showOnLeaderboard.ts'

export * from './chooseReferralCode.ts'
export * from './joinReferral.ts'
export * from './leaderboard.ts'
export * from './points.ts'
export * from './pointsHistory.ts'
export * from './referees.ts'
export * from './referralCode.ts'
export * from './referralDays.ts'
export * from './referrals.ts'
export * from './showOnLeaderboard.ts'

export const REWARD_CALLS = {
  points: pointsCall,
  leaderboard: leaderboardCall,
  showOnLeaderboard: showOnLeaderboardCall,
  pointsHistory: pointsHistoryCall,
  referrals: referralsCall,
  referees: refereesCall,
  referralDays: referralDaysCall,
  referralCode: referralCodeCall,
  chooseReferralCode: chooseReferralCodeCall,
  joinReferral: joinReferralCall,
} as const
