/** Says why the exchange will refuse a referral code of this account ([8.17]); undefined: the account may try it. */
import type { ReferralsResponse } from '@vest/protocol'
import type { TFunction } from 'i18next'
import { formatDateTime } from '../../shared/format/index.ts'

export function joinRefusalText(
  t: TFunction,
  { referred_by: joined, ref_code: own, can_join: canJoin, join_until: until }: ReferralsResponse,
  code: string,
): string | undefined {
  if (joined !== null) return t('referral.alreadyJoined', { code: joined })
  if (own === code) return t('referral.ownCode')
  return canJoin ? undefined : t('referral.tooLate', { time: formatDateTime(until) })
}
