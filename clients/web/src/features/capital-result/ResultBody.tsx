/** What stands in the result dialog: the verdict, where it ended on the ruler, and the figures it was judged by. */
import { Check, X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { VerdictCause } from '@vest/formulas'
import type { Usd6 } from '@vest/protocol'
import { LimitsTape, readPlan } from '../../entities/capital/index.ts'
import type { CapitalFacts, CapitalResult } from '../../live/index.ts'
import { formatDateTime, formatMoney, formatPercent, MISSING } from '../../shared/format/index.ts'
import { cx, KeyValue, Skeleton } from '../../ui/index.ts'
import { causeText } from './causeText.ts'

export interface ResultBodyProps {
  readonly result: CapitalResult
  readonly facts: CapitalFacts
  /** What ended the account; undefined: on its way, null: not known. */
  readonly cause: VerdictCause | null | undefined
  /** Of a funded account; undefined: on its way, null: it could not be read. */
  readonly paidOutBefore?: Usd6 | null | undefined
}

export function ResultBody({ result, facts, cause, paidOutBefore }: ResultBodyProps) {
  const { t } = useTranslation()
  const isPassed = result === 'passed'
  const isInReview = isPassed && facts.reason === 'IN_REVIEW'
  const isDaily = result === 'maxDailyLoss' || result === 'fundedDailyLoss'
  const plan = facts.plan && readPlan(facts.plan)
  // News come before the figures at the end of which they tell.
  const isTold = (isPassed ? facts.claimableTimeMs : facts.failedTimeMs) !== undefined
  // The drawdown floor counts where one change of equity went through both.
  const isThroughBoth =
    !isPassed && !isDaily && facts.dailyFloor > facts.drawdownFloor && facts.equity <= facts.drawdownFloor
  const resultText = (): string => {
    if (isPassed && facts.isPractice) return t('capitalResult.practicePassed')
    if (isThroughBoth && result === 'maxDrawdown') return t('capitalResult.throughBoth')
    return t(isInReview ? 'capitalResult.passedInReview' : `capitalResult.text.${result}`, {
      plan: facts.plan?.name ?? '',
    })
  }
  return (
    <>
      <span
        aria-hidden="true"
        className={cx(
          'mx-auto flex size-12 items-center justify-center rounded-full',
          isPassed ? 'bg-ok-tint text-ok' : 'bg-err-tint text-err',
        )}
      >
        {isPassed ? <Check size={22} strokeWidth={2} /> : <X size={22} strokeWidth={2} />}
      </span>
      <p className="mt-4 text-center text-t2">{resultText()}</p>
      <div className="mt-4">
        <LimitsTape
          size={facts.size}
          drawdownFloor={facts.drawdownFloor}
          goal={facts.goal}
          dailyFloor={isDaily ? facts.dailyFloor : undefined}
          equity={facts.equity}
          surface="var(--s2)"
        />
      </div>
      <div className="mt-3 rounded-[8px] bg-s3 px-[14px] py-2">
        <KeyValue label={t('capitalResult.equity')}>
          <span className={isPassed ? 'font-medium' : 'text-err'}>
            {isTold ? formatMoney(facts.equity) : MISSING}
          </span>
        </KeyValue>
        {isPassed ? (
          <KeyValue label={t('capital.goal')}>{formatMoney(facts.goal)}</KeyValue>
        ) : (
          <Floors facts={facts} isDaily={isDaily} isThroughBoth={isThroughBoth} />
        )}
        {facts.failedTimeMs !== undefined && (
          <KeyValue label={t('capitalResult.decided')}>
            {formatDateTime(facts.failedTimeMs, { seconds: true })}
          </KeyValue>
        )}
        {!isPassed && (
          <KeyValue label={t('capitalResult.by.title')}>
            {cause === undefined ? <PendingValue /> : cause === null ? MISSING : causeText(t, cause)}
          </KeyValue>
        )}
        {facts.isFunded && (
          <KeyValue label={t('capitalResult.paidOutBefore')}>
            {paidOutBefore === undefined ? <PendingValue /> : formatMoney(paidOutBefore ?? undefined)}
          </KeyValue>
        )}
        {isPassed && plan !== undefined && (
          <KeyValue label={t('capitalResult.keep')}>
            {t('capitalResult.ofProfit', { percent: formatPercent(plan.splitRatio, { places: 0 }) })}
          </KeyValue>
        )}
      </div>
    </>
  )
}

const PendingValue = () => <Skeleton className="inline-block! h-4 w-40 bg-s4! align-middle" />

function Floors({
  facts,
  isDaily,
  isThroughBoth,
}: {
  readonly facts: CapitalFacts
  readonly isDaily: boolean
  readonly isThroughBoth: boolean
}) {
  const { t } = useTranslation()
  if (isDaily)
    return <KeyValue label={t('capitalResult.dailyFloor')}>{formatMoney(facts.dailyFloor)}</KeyValue>
  if (!isThroughBoth)
    return <KeyValue label={t('capitalResult.drawdownFloor')}>{formatMoney(facts.drawdownFloor)}</KeyValue>
  return (
    <KeyValue label={t('capitalResult.bothFloors')}>
      {formatMoney(facts.drawdownFloor)}{' '}
      <span className="font-normal text-t3">· {formatMoney(facts.dailyFloor)}</span>
    </KeyValue>
  )
}
