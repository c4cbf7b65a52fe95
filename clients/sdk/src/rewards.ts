/** Points and referrals of the caller's own account. Neither is for accounts of the capital programme (1149). */
import type { CallError } from './errors.ts'
import type { Http } from './http.ts'
import type { TimeWindow } from './marketData.ts'

/** 1141: no such code; 1142: the account has used one, has come too late, or the code is its own. */
export type JoinReferralError = CallError<'joinReferral'>

/** 1099: no deposit yet; 1140: another account has it; 1142: the account has one. */
export type ChooseCodeError = CallError<'chooseReferralCode'>

export const rewards = (http: Http) => ({
  /** Points so far, the rank, and what the present week would give now ([1.4]). Throws {@link PrivateReadError}. */
  points: () => http.get('pointsResponse', '/points', { access: 'private' }),

  /** The most points, named where the owner lets others see it. Throws {@link ReadError}. */
  leaderboard: (query: { readonly scope?: 'epoch' | 'all'; readonly limit?: number | undefined } = {}) =>
    http.get('leaderboardResponse', '/points/leaderboard', { query: { ...query } }),

  /** Lets others see the account on the leaderboard, shortened, or no longer. Throws {@link PrivateReadError}. */
  showOnLeaderboard: (shown: boolean) =>
    http.send('pointsNameResponse', 'POST', '/points/name', { access: 'private', body: { shown } }),

  /** What each week gave, newest first; the window is about the ends of the weeks. Throws {@link PrivateReadError}. */
  pointsHistory: (query: TimeWindow = {}) =>
    http.get('pointsHistoryResponse', '/points/history', { access: 'private', query: { ...query } }),

  /**
   * The account's code and what it brought ([7.19]). It has none before its first deposit, and is given one here by
   * chance afterwards, unless `draw` is false. Throws {@link PrivateReadError}.
   */
  referrals: ({ draw }: { readonly draw?: boolean | undefined } = {}) =>
    http.get('referralsResponse', '/referrals', {
      access: 'private',
      query: draw === undefined ? {} : { draw: draw ? '1' : '0' },
    }),

  /** Who came by the code, newest first. Throws {@link PrivateReadError}. */
  referees: (query: { readonly limit?: number | undefined } = {}) =>
    http.get('refereesResponse', '/referrals/referees', { access: 'private', query: { ...query } }),

  /** What they traded and paid by UTC day, newest first. Throws {@link PrivateReadError}. */
  referralDays: (query: TimeWindow = {}) =>
    http.get('referralDaysResponse', '/referrals/days', { access: 'private', query: { ...query } }),

  /** Whether a code is free, and free ones like it. Throws {@link PrivateReadError}; 1130: no code at all. */
  referralCode: (code: string) =>
    http.get('referralCodeResponse', '/referrals/code', { access: 'private', query: { code } }),

  /** Takes a code for ever ([8.17]). Throws {@link ChooseCodeError}. */
  chooseReferralCode: (refCode: string) =>
    http.send('joinReferralResponse', 'POST', '/referrals/code', { access: 'private', body: { refCode } }),

  /** Says by whose code the account came ([7.20]). Throws {@link JoinReferralError}. */
  joinReferral: (refCode: string) =>
    http.send('joinReferralResponse', 'POST', '/referrals/join', { access: 'private', body: { refCode } }),
})
