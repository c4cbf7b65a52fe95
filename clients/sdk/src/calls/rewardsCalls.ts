/**
 * The chapter Rewards: what its calls are asked with, and the methods of those that need nothing but to be sent. Errors by
 * their names stand in `errors.ts`. Written by `node tools/program.mjs reference` from the files of the calls.
 */
import type { AnswerOf, BodyOf } from '@vest/protocol'

/** What `leaderboard` is asked with. */
export interface LeaderboardQuery {
  /** Default epoch: the present week. */
  readonly scope?: 'epoch' | 'all' | undefined
  /** At most so many rows; default 10, maximum 100. */
  readonly limit?: number | undefined
}

/** What `pointsHistory` is asked with. */
export interface PointsHistoryQuery {
  /** Epoch milliseconds, inclusive. */
  readonly startTime?: number | undefined
  /** Epoch milliseconds, inclusive. */
  readonly endTime?: number | undefined
  /** At most so many rows; default and maximum 1000. */
  readonly limit?: number | undefined
}

/** What `referrals` is asked with. */
export interface ReferralsQuery {
  /** 0: an account without a code stays without one. Default 1. */
  readonly draw?: '0' | '1' | undefined
}

/** What `referees` is asked with. */
export interface RefereesQuery {
  /** At most so many rows; default and maximum 1000. */
  readonly limit?: number | undefined
}

/** What `referralDays` is asked with. */
export interface ReferralDaysQuery {
  /** Epoch milliseconds, inclusive. */
  readonly startTime?: number | undefined
  /** Epoch milliseconds, inclusive. */
  readonly endTime?: number | undefined
  /** At most so many rows; default and maximum 1000. */
  readonly limit?: number | undefined
}

export interface RewardsCalls {
  /**
   * Points of the account, its rank, and what the present week would give it.
   * With a key that may read.
   * @returns
   * - `total` decimal text: Points of all weeks.
   * - `rank` integer or null: Place among all accounts; null without points.
   * - `epoch` object: The running week.
   *   - `id` integer: Number of the week.
   *   - `startTime` time, epoch ms: Begin of the week.
   *   - `endTime` time, epoch ms: End of the week.
   *   - `pool` decimal text: Points that the week divides.
   *   - `estimated` decimal text: What the account would get if the week ended now.
   *   - `trading` decimal text: Points for fees.
   *   - `lp` decimal text: Shares of the LP pool.
   *   - `referral` decimal text: Points for those whom the account referred.
   *   - `rank` integer or null: Place among all accounts; null without points.
   *   - `count` integer: How many have any.
   * - `count` integer: How many have any.
   * - `multipliers` list of object: Points per fee by class.
   *   - `asset` stock | crypto | forex: Class of markets.
   *   - `value` decimal text: Points per fee, relative to others.
   * - `shown` boolean: Others see the shortened address of the account on the leaderboard.
   * @throws `CallError<'points'>`: what `PrivateReadError` names.
   */
  points(): Promise<AnswerOf<'points'>>

  /**
   * The most points, of the present week as it stands or of all weeks that have ended. Named are those alone who
   *   let others see them.
   * @returns
   *   - `rank` integer: Place among all accounts; null without points.
   *   - `points` decimal text: Points.
   *   - `address` text or null: Shortened; null for who does not let others see it.
   * @throws `CallError<'leaderboard'>`: what `ReadError` names.
   */
  leaderboard(query?: LeaderboardQuery | undefined): Promise<AnswerOf<'leaderboard'>>

  /**
   * Lets others see the shortened address of the account on the leaderboard, or no longer.
   * With the key of a session alone.
   * @param shown Others see the shortened address of the account on the leaderboard.
   * @returns
   * - `shown` boolean: Others see the shortened address of the account on the leaderboard.
   * @throws `CallError<'showOnLeaderboard'>`: what `PrivateReadError` names.
   */
  showOnLeaderboard(shown: BodyOf<'showOnLeaderboard'>['shown']): Promise<AnswerOf<'showOnLeaderboard'>>

  /**
   * Points of the account week by week, newest first; the window is about the ends of the weeks.
   * With a key that may read.
   * @returns
   *   - `epochId` integer: Number of the week.
   *   - `startTime` time, epoch ms: Begin of the week.
   *   - `endTime` time, epoch ms: End of the week.
   *   - `trading` decimal text: Points for fees.
   *   - `lp` decimal text: Points for LP money.
   *   - `referral` decimal text: Points for those whom the account referred.
   *   - `total` decimal text: Points of the week.
   *   - `rank` integer: Among all accounts with points in the week; equal sums share it.
   * @throws `CallError<'pointsHistory'>`: what `PrivateReadError` names.
   */
  pointsHistory(query?: PointsHistoryQuery | undefined): Promise<AnswerOf<'pointsHistory'>>

  /**
   * The referral code of the account and what it brought. An account that has deposited gets its code here, unless
   *   draw is 0.
   * With a key that may read.
   * @returns
   * - `ref_code` text or null: Code by which others come.
   * - `has_twitter_access` boolean: Posting is linked.
   * - `referred_by` text or null: Code by which the account came.
   * - `referee_count` integer: How many came by the code.
   * - `referee_volume` decimal text: What they have traded since, in USDC.
   * - `rewards_paid` decimal text: Paid so far, in USDC.
   * - `rewards_pending` decimal text: Earned and not paid yet, in USDC.
   * - `reward_percent` decimal text: Part of their fees that is earned, percent.
   * - `discount_percent` decimal text: Discount on their fees, percent.
   * - `can_join` boolean: Whether it may still say by whose code it came.
   * - `join_until` time, epoch ms: Until then it may trade before it says so.
   * @throws `CallError<'referrals'>`: what `PrivateReadError` names.
   */
  referrals(query?: ReferralsQuery | undefined): Promise<AnswerOf<'referrals'>>

  /**
   * Accounts that came by the code, newest first, with what they traded and paid since.
   * With a key that may read.
   * @returns
   *   - `address` text: Address of the account.
   *   - `joinTime` time, epoch ms or null: When it joined; null where that was not noted.
   *   - `volume` decimal text: Traded in 24 hours, in units of the base.
   *   - `fees` decimal text: Fees paid, in USDC.
   *   - `reward` decimal text: The referrer’s part of the fees.
   * @throws `CallError<'referees'>`: what `PrivateReadError` names.
   */
  referees(query?: RefereesQuery | undefined): Promise<AnswerOf<'referees'>>

  /**
   * What the referees did by UTC day, newest first; days without any trade are left out.
   * With a key that may read.
   * @returns
   *   - `time` time, epoch ms: When, epoch milliseconds.
   *   - `traders` integer: How many referees traded.
   *   - `volume` decimal text: Traded in 24 hours, in units of the base.
   *   - `fees` decimal text: Fees paid, in USDC.
   *   - `reward` decimal text: The referrer’s part of the fees.
   * @throws `CallError<'referralDays'>`: what `PrivateReadError` names.
   */
  referralDays(query?: ReferralDaysQuery | undefined): Promise<AnswerOf<'referralDays'>>

  /**
   * Whether a code is free, and codes like it that are.
   * With a key that may read.
   * @param code 6 to 12 letters A-Z and digits, in either case.
   * @returns
   * - `code` text: Why it ended as it did; null where nothing went wrong.
   * - `free` boolean: Whether no account has it.
   * - `suggestions` list of text: Free codes that look like it.
   * @throws `CallError<'referralCode'>`: what `PrivateReadError` names.
   */
  referralCode(code: string): Promise<AnswerOf<'referralCode'>>

  /**
   * Gives the account a code of its own choosing, once and for ever, from its first deposit on.
   * With the key of a session alone.
   * @param refCode Code of the referrer.
   * @returns
   * - `ref_code` text: Code by which others come.
   * @throws `CallError<'chooseReferralCode'>`: ACCOUNT_NOT_FOUND, REFERRAL_CLAIMED_BY_OTHER,
   *   REFERRAL_ALREADY_USED, and what `PrivateReadError` names.
   */
  chooseReferralCode(
    refCode: BodyOf<'chooseReferralCode'>['refCode'],
  ): Promise<AnswerOf<'chooseReferralCode'>>

  /**
   * Says by whose code the account came: once, before its first trade or in its first week.
   * With the key of a session alone.
   * @param refCode Code of the referrer.
   * @returns
   * - `ref_code` text: Code by which others come.
   * @throws `CallError<'joinReferral'>`: REFERRAL_CLAIMED_BY_OTHER, REFERRAL_NOT_FOUND, REFERRAL_ALREADY_USED, and
   *   what `PrivateReadError` names.
   */
  joinReferral(refCode: BodyOf<'joinReferral'>['refCode']): Promise<AnswerOf<'joinReferral'>>
}
