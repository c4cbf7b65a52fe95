/** The result of the account on screen ([2.39]): passed, failed or liquidated, by which limit, and what comes next. */
import { Lock } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { readPlan } from '../../entities/capital/index.ts'
import { useResultView } from '../../entities/capital/resultStore.ts'
import { useExchangeTime } from '../../entities/session/index.ts'
import { useTransferHistory } from '../../entities/transfer/useTransferHistory.ts'
import type { CapitalFacts, CapitalResult } from '../../live/index.ts'
import { formatDateTime } from '../../shared/format/index.ts'
import { askToNavigate } from '../../shared/navigation/index.ts'
import { Button, Dialog } from '../../ui/index.ts'
import { paidOut } from './paidOut.ts'
import { ResultBody, type ResultBodyProps } from './ResultBody.tsx'
import { useVerdictCause } from './useVerdictCause.ts'

const TITLES = {
  passed: 'passed',
  maxDailyLoss: 'failed',
  maxDrawdown: 'failed',
  fundedDailyLoss: 'liquidated',
  fundedDrawdown: 'liquidated',
} as const

export interface ResultDialogProps {
  readonly account: string
  readonly result: CapitalResult
  readonly facts: CapitalFacts
  readonly onClose: () => void
}

export function ResultDialog(props: ResultDialogProps) {
  const cause = useVerdictCause(props.account, props.result)
  const Shown = props.facts.isFunded ? FundedResult : ShownResult
  return <Shown {...props} cause={cause} />
}

type ShownProps = ResultDialogProps & Pick<ResultBodyProps, 'cause' | 'paidOutBefore'>

function FundedResult(props: ShownProps) {
  const { transfers, isWhole, retry } = useTransferHistory()
  const plan = props.facts.plan && readPlan(props.facts.plan)
  const isUnreadable = plan === undefined || retry !== undefined
  const whole = isWhole && plan ? paidOut(transfers, plan.splitRatio) : undefined
  return <ShownResult {...props} paidOutBefore={isUnreadable ? null : whole} />
}

export function ShownResult({ account, result, facts, cause, paidOutBefore, onClose }: ShownProps) {
  const { t } = useTranslation()
  return (
    <Dialog
      isOpen
      onClose={onClose}
      width={440}
      title={t(`capitalResult.title.${TITLES[result]}`)}
      closeLabel={t('common.close')}
      footer={<NextStep account={account} result={result} facts={facts} onClose={onClose} />}
    >
      <ResultBody result={result} facts={facts} cause={cause} paidOutBefore={paidOutBefore} />
      <ToCertificate account={account} onClose={onClose} />
    </Dialog>
  )
}

/** Every verdict can be computed once more by its owner. */
function ToCertificate({ account, onClose }: { readonly account: string; readonly onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <p className="mt-3 flex items-center justify-between gap-2 text-dense text-t2">
      <span className="flex items-center gap-2">
        <Lock size={16} strokeWidth={1.5} aria-hidden="true" />
        {t('capitalResult.rulesFixed')}
      </span>
      <button
        type="button"
        className="press min-h-6 font-medium text-chalk max-md:min-h-11"
        onClick={() => {
          onClose()
          askToNavigate({ pathname: '/vest-capital', search: `?certificate=${account}` })
        }}
      >
        {t('capitalResult.certificate')}
      </button>
    </p>
  )
}

function NextStep({
  account,
  result,
  facts: { claimableTimeMs, reason, isPractice },
  onClose,
}: {
  readonly account: string
  readonly result: CapitalResult
  readonly facts: CapitalFacts
  readonly onClose: () => void
}) {
  const { t } = useTranslation()
  const nowMs = useExchangeTime(claimableTimeMs === undefined ? [] : [claimableTimeMs])
  const showClaim = useResultView((state) => state.showClaim)
  if (result !== 'passed' || isPractice)
    return (
      <Button
        size="xl"
        onClick={() => {
          onClose()
          askToNavigate({ pathname: '/vest-capital', search: '' })
        }}
      >
        {t('capitalResult.choosePlan')}
      </Button>
    )
  // Who has passed trades there no more; what stops the claim is a payment in dispute.
  if (reason === 'DISPUTED') return <Button size="xl" reason={t('capitalResult.frozen')} />
  if (reason === 'IN_REVIEW') return <Button size="xl" reason={t('capitalResult.looking')} />
  if (claimableTimeMs !== undefined && claimableTimeMs > nowMs)
    return (
      <Button
        size="xl"
        reason={t('capitalResult.claimableFrom', { time: formatDateTime(claimableTimeMs) })}
      />
    )
  return (
    <Button size="xl" variant="ink" onClick={() => showClaim(account)}>
      {t('capitalResult.claim')}
    </Button>
  )
}
