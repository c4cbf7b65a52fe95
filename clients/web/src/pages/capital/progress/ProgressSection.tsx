/** How the account on screen has done ([6.5]): its curve between goal and floors, its days, its figures, each as a file. */
import { useTranslation } from 'react-i18next'
import type { CapitalFacts } from '../../../live/index.ts'
import { ReadFailure, Skeleton } from '../../../ui/index.ts'
import { DaysPanel } from './DaysPanel.tsx'
import { EquityPanel } from './EquityPanel.tsx'
import { StatisticsPanel } from './StatisticsPanel.tsx'
import { useProgress } from './useProgress.ts'

export function ProgressSection({ facts }: { readonly facts: CapitalFacts }) {
  const { t } = useTranslation()
  const { progress, retry } = useProgress(facts)
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
  return (
    <>
      <EquityPanel facts={facts} progress={progress} />
      <div className="mt-3 grid gap-3 lg:grid-cols-2">
        <DaysPanel days={progress.days} />
        <StatisticsPanel progress={progress} />
      </div>
    </>
  )
}
