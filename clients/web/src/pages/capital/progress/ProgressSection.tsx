/**
 * How the account on screen has done ([6.5]): its curve between goal and floors, its days, its figures, each as a file; and what
 * became of every plan of its owner, whichever account is on screen.
 */
import { useLayoutEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CapitalFacts } from '../../../live/index.ts'
import { ReadFailure, Skeleton } from '../../../ui/index.ts'
import { DayPanel } from './DayPanel.tsx'
import { DaysPanel } from './DaysPanel.tsx'
import { EquityPanel } from './EquityPanel.tsx'
import { PlanHistory } from './PlanHistory.tsx'
import { DAY_MS } from './progressDays.ts'
import { StatisticsPanel } from './StatisticsPanel.tsx'
import { useProgress } from './useProgress.ts'

export interface ProgressSectionProps {
  /** Undefined: no account of the programme is on screen. */
  readonly facts: CapitalFacts | undefined
  /** Whether all that is to be told has come, or has failed to; before it is painted, so that what stands below comes with it. */
  readonly onSettled: (isSettled: boolean) => void
}

export function ProgressSection({ facts, onSettled }: ProgressSectionProps) {
  return facts === undefined ? (
    <OtherProgress onSettled={onSettled} />
  ) : (
    <OwnProgress facts={facts} onSettled={onSettled} />
  )
}

function OtherProgress({ onSettled }: Pick<ProgressSectionProps, 'onSettled'>) {
  useLayoutEffect(() => onSettled(true), [onSettled])
  return <PlanHistory />
}

function OwnProgress({ facts, onSettled }: ProgressSectionProps & { readonly facts: CapitalFacts }) {
  const { t } = useTranslation()
  const { progress, retry } = useProgress(facts)
  const [shownMs, setShownMs] = useState<number>()
  const isSettled = progress !== undefined || retry !== undefined
  useLayoutEffect(() => onSettled(isSettled), [isSettled, onSettled])
  if (progress === undefined)
    return (
      <>
        {retry === undefined ? (
          <Skeleton className="mt-3 h-64" />
        ) : (
          <ReadFailure
            className="mt-3 h-64"
            text={t('table.failed')}
            retryLabel={t('table.retry')}
            onRetry={retry}
          />
        )}
        <PlanHistory />
      </>
    )
  const { days } = progress
  // The last one, until another is pressed.
  const day = days.find(({ dayMs }) => dayMs === shownMs) ?? days.at(-1)
  return (
    <>
      <EquityPanel facts={facts} progress={progress} />
      <div className="mt-3 grid gap-3 lg:grid-cols-[minmax(0,1fr)_352px]">
        <DaysPanel
          days={days}
          todayMs={facts.nextResetTimeMs - DAY_MS}
          shownMs={day?.dayMs}
          onShow={setShownMs}
        />
        {day !== undefined && <DayPanel day={day} progress={progress} />}
      </div>
      <PlanHistory above={<StatisticsPanel progress={progress} />} />
    </>
  )
}
