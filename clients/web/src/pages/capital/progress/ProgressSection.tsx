/** How the account on screen has done ([6.5]): its curve between goal and floors, its days, its figures, each as a file. */
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CapitalFacts } from '../../../live/index.ts'
import { ReadFailure, Skeleton } from '../../../ui/index.ts'
import { DayPanel } from './DayPanel.tsx'
import { DaysPanel } from './DaysPanel.tsx'
import { EquityPanel } from './EquityPanel.tsx'
import { StatisticsPanel } from './StatisticsPanel.tsx'
import { useProgress } from './useProgress.ts'

export function ProgressSection({ facts }: { readonly facts: CapitalFacts }) {
  const { t } = useTranslation()
  const { progress, retry } = useProgress(facts)
  const [shownMs, setShownMs] = useState<number>()
  if (progress === undefined)
    return retry === undefined ? (
      <Skeleton className="mt-3 h-64" />
    ) : (
      <ReadFailure
        className="mt-3 h-64"
        text={t('table.failed')}
        retryLabel={t('table.retry')}
        onRetry={retry}
      />
    )
  const { days } = progress
  // The last one, until another is pressed.
  const day = days.find(({ dayMs }) => dayMs === shownMs) ?? days.at(-1)
  return (
    <>
      <EquityPanel facts={facts} progress={progress} />
      <div className="mt-3 grid gap-3 lg:grid-cols-[minmax(0,1fr)_352px]">
        <DaysPanel days={days} shownMs={day?.dayMs} onShow={setShownMs} />
        {day === undefined ? (
          <StatisticsPanel progress={progress} />
        ) : (
          <DayPanel day={day} progress={progress} />
        )}
      </div>
      {day !== undefined && <StatisticsPanel className="mt-3" progress={progress} />}
    </>
  )
}
