/** Why an account cannot join with a code, where what it knows of itself says so ([8.17]); undefined: it may try. */
import type { ReferralsResponse } from '@vest/protocol'
import type { TFunction } from 'i18next'
import { formatDateTime } from '../../shared/format/index.ts'

export function whyNot(
  t: TFunction,
  { referred_by: joined, ref_code: own, can_join: canJoin, join_until: until }: ReferralsResponse,
  code: string,
): string | undefined {
  if (joined !== null) return t('referral.alreadyJoined', { code: joined })
  if (own === code) return t('referral.ownCode')
  return canJoin ? undefined : t('referral.tooLate', { time: formatDateTime(until) })
}
