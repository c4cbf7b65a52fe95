/** The kind of an account by its capital status; the primary account says so in plain words. */
import { useTranslation } from 'react-i18next'
import { useFrame, useLive } from '../../live/index.ts'
import { Badge } from '../../ui/index.ts'
import { CAPITAL_BADGE_TONE, capitalBadgeOf } from './capitalBadge.ts'

export function AccountBadge() {
  const { t } = useTranslation()
  const status = useFrame(useLive().account, (state) => state.account?.capitalStatus)
  const badge = status === undefined ? undefined : capitalBadgeOf(status)
  return badge === undefined ? (
    t('header.primary')
  ) : (
    <Badge tone={CAPITAL_BADGE_TONE[badge]}>{t(`capital.badge.${badge}`)}</Badge>
  )
}
