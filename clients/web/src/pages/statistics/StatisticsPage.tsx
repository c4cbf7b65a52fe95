/** Trading statistics, files for taxes and accounts, and read-only links. */
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../entities/session/index.ts'
import { VisitorPanel } from '../../entities/session/VisitorPanel.tsx'
import { ReadLinks } from '../../features/account-report/ReadLinks.tsx'
import { StatisticsReport } from '../../features/account-report/StatisticsReport.tsx'
import { TaxExport } from '../../features/account-report/TaxExport.tsx'
import { useLedger } from '../../features/account-report/useLedger.ts'
import { ReadFailure, Skeleton } from '../../ui/index.ts'

export function StatisticsPage() {
  const { t } = useTranslation()
  const status = useSession((state) => state.status)
  useEffect(() => {
    document.title = `${t('statistics.title')} · ${t('app.name')}`
  }, [t])
  return (
    <main className="mx-auto flex w-full max-w-[1408px] flex-1 flex-col px-6 py-5 max-md:px-4">
      <h1 className="text-figure font-semibold">{t('statistics.title')}</h1>
      <p className="mt-[2px] mb-[14px] text-dense text-t2">{t('statistics.lead')}</p>
      {status === 'ready' ? (
        <Own />
      ) : status === 'connecting' ? (
        <Waiting />
      ) : (
        <VisitorPanel title={t('statistics.visitor')} text={t('statistics.lead')} />
      )}
    </main>
  )
}

const Waiting = () => (
  <div aria-busy="true">
    <Skeleton className="h-[320px] w-full" />
  </div>
)

function Own() {
  const { t } = useTranslation()
  const client = useSession((state) => state.client)
  const address = useSession((state) => state.address)
  const { data, retry } = useLedger(client, address)
  if (data === undefined)
    return retry === undefined ? (
      <Waiting />
    ) : (
      <ReadFailure text={t('table.failed')} retryLabel={t('table.retry')} onRetry={retry} />
    )
  return (
    <div className="flex flex-col gap-3">
      <StatisticsReport ledger={data} nowMs={client.correctedNow()} />
      <div className="grid items-start gap-3 lg:grid-cols-2">
        <TaxExport ledger={data} />
        <ReadLinks />
      </div>
    </div>
  )
}
