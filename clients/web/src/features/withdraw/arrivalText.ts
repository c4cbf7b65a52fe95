/** How long a withdrawal takes as a rule on this network, in words: what the exchange says of it. */
import type { ChainInfo } from '@vest/protocol'
import type { TFunction } from 'i18next'

export function arrivalText(t: TFunction, { withdrawSeconds }: Pick<ChainInfo, 'withdrawSeconds'>): string {
  if (withdrawSeconds < 60) return t('withdraw.aboutSeconds', { seconds: withdrawSeconds })
  const minutes = Math.round(withdrawSeconds / 60)
  return minutes === 1 ? t('withdraw.aboutMinute') : t('withdraw.aboutMinutes', { minutes })
}
