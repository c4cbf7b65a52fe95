/** The banner of an evaluation or funded account ([4.13]); loaded for those accounts alone. */
import { Award, CircleAlert, GraduationCap } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { CapitalStatus } from '@vest/protocol'
import type { CapitalBannerKind } from '../entities/account/capitalStanding.ts'
import { Banner } from '../ui/index.ts'

const LOOK = {
  evaluation: { tone: 'chalk', icon: <GraduationCap size={16} strokeWidth={1.5} /> },
  passed: { tone: 'ok', icon: <Award size={16} strokeWidth={1.5} /> },
  evaluationFailed: { tone: 'err', icon: <CircleAlert size={16} strokeWidth={1.5} /> },
  fundedLiquidated: { tone: 'err', icon: <CircleAlert size={16} strokeWidth={1.5} /> },
  unknown: { tone: 'err', icon: <CircleAlert size={16} strokeWidth={1.5} /> },
} as const

export function CapitalBanner({
  kind,
  status,
}: {
  readonly kind: CapitalBannerKind
  readonly status: CapitalStatus
}) {
  const { t } = useTranslation()
  const { tone, icon } = LOOK[kind]
  return (
    <Banner tone={tone} icon={icon}>
      {t(`capital.banner.${kind}`, { code: status })}
    </Banner>
  )
}
