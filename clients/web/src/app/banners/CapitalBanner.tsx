/**
 * The banner of an evaluation or funded account ([4.13]), with the one thing to do about it: back to the primary account,
 * claim, or see how it ended. Loaded for those accounts alone.
 */
import { Award, CircleAlert, Flag, Hourglass, Lock } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { LEVERAGE_MAX_CAPITAL, type CapitalStatus } from '@vest/protocol'
import type { CapitalBannerKind } from '../../entities/account/capitalBadge.ts'
import { useResultView } from '../../entities/capital/resultStore.ts'
import { capitalResultOf, useFrame, useLive, type CapitalResult } from '../../live/index.ts'
import { formatDateTime } from '../../shared/format/index.ts'
import { Banner, Button } from '../../ui/index.ts'
import { SwitchToPrimary } from '../SwitchToPrimary.tsx'

const LOOK = {
  evaluation: { tone: 'chalk', icon: <Flag size={16} strokeWidth={1.5} /> },
  passed: { tone: 'ok', icon: <Award size={16} strokeWidth={1.5} /> },
  evaluationFailed: { tone: 'err', icon: <CircleAlert size={16} strokeWidth={1.5} /> },
  fundedLiquidated: { tone: 'err', icon: <CircleAlert size={16} strokeWidth={1.5} /> },
  frozen: { tone: 'warn', icon: <Lock size={16} strokeWidth={1.5} /> },
  inReview: { tone: 'chalk', icon: <Hourglass size={16} strokeWidth={1.5} /> },
  closed: { tone: 'warn', icon: <Lock size={16} strokeWidth={1.5} /> },
  unknown: { tone: 'err', icon: <CircleAlert size={16} strokeWidth={1.5} /> },
} as const

const FAILED_BY: Readonly<Record<CapitalResult, 'daily' | 'drawdown' | undefined>> = {
  passed: undefined,
  maxDailyLoss: 'daily',
  maxDrawdown: 'drawdown',
  fundedDailyLoss: 'daily',
  fundedDrawdown: 'drawdown',
}

export function CapitalBanner({
  kind,
  status,
}: {
  readonly kind: CapitalBannerKind
  readonly status: CapitalStatus
}) {
  const { t } = useTranslation()
  const named = useFrame(useLive().account, ({ account }) => account?.capital?.plan?.name)
  const isPractice = useFrame(useLive().account, ({ account }) => account?.capital?.isPractice === true)
  const plan = isPractice ? t('capital.practiceNamed') : named
  const reason = useFrame(useLive().account, ({ account }) => account?.capital?.reason)
  const failedTimeMs = useFrame(useLive().account, ({ account }) => account?.capital?.failedTimeMs)
  const result = capitalResultOf(status)
  const failedBy = result === undefined ? undefined : FAILED_BY[result]
  const { tone, icon } = LOOK[kind]
  return (
    <Banner
      tone={tone}
      icon={icon}
      action={<BannerAction kind={kind} status={status} isPractice={isPractice} />}
    >
      <span className="font-semibold">{t(`capital.banner.${kind}`, { code: status })}</span>{' '}
      <span className="text-t2 max-md:hidden">
        {failedBy !== undefined &&
          failedTimeMs !== undefined &&
          `${t(`capital.failedBy.${failedBy}`, { time: formatDateTime(failedTimeMs) })} `}
        {t(
          kind === 'closed' && reason !== undefined
            ? `capital.closed.${reason}`
            : `capital.bannerText.${kind}`,
          {
            plan: plan ?? '',
            leverage: LEVERAGE_MAX_CAPITAL,
          },
        )}
      </span>
    </Banner>
  )
}

function BannerAction({
  kind,
  status,
  isPractice,
}: {
  readonly kind: CapitalBannerKind
  readonly status: CapitalStatus
  readonly isPractice: boolean
}) {
  const { t } = useTranslation()
  const showResult = useResultView((state) => state.showResult)
  // One that was put aside has no result to open any more.
  if (kind === 'evaluationFailed' && capitalResultOf(status) === undefined)
    return <SwitchToPrimary look="link" />
  switch (kind) {
    case 'passed':
      return (
        <Button size="sm" variant="ink" onClick={showResult}>
          {t(isPractice ? 'capital.seeResult' : 'capital.claim')}
        </Button>
      )
    case 'evaluationFailed':
    case 'fundedLiquidated':
      return (
        <Button size="sm" onClick={showResult}>
          {t('capital.seeResult')}
        </Button>
      )
    default:
      return <SwitchToPrimary look="link" />
  }
}
