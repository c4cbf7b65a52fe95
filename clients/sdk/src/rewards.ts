/** Points and referrals of the caller's own account. Neither is for accounts of the capital programme (1149). */
import type { ApiError, PrivateReadError } from './errors.ts'
import type { Http } from './http.ts'
import type { TimeWindow } from './marketData.ts'

/** 1141: no such code; 1142: the account has used one, has come too late, or the code is its own. */
export type JoinReferralError = PrivateReadError | ApiError<1140 | 1141 | 1142>

export const rewards = (http: Http) => ({
  /** Points so far, the rank, and what the present week would give now ([1.4]). Throws {@link PrivateReadError}. */
  points: () => http.get('pointsResponse', '/points', { access: 'private' }),

  /** What each week gave, newest first; the window is about the ends of the weeks. Throws {@link PrivateReadError}. */
  pointsHistory: (query: TimeWindow = {}) =>
    http.get('pointsHistoryResponse', '/points/history', { access: 'private', query: { ...query } }),

  /** The account's code, null before its first deposit, and what it brought ([7.19]). Throws {@link PrivateReadError}. */
  referrals: () => http.get('referralsResponse', '/referrals', { access: 'private' }),

  /** Says by whose code the account came ([7.20]). Throws {@link JoinReferralError}. */
  joinReferral: (refCode: string) =>
    http.send('joinReferralResponse', 'POST', '/referrals/join', { access: 'private', body: { refCode } }),
})
