/** Every notice that is kept, and what comes by which way. */
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../entities/session/index.ts'
import { VisitorPanel } from '../../entities/session/VisitorPanel.tsx'
import { NoticeList } from '../../features/notice-centre/NoticeList.tsx'
import { NoticeSettings } from '../../features/notice-centre/NoticeSettings.tsx'
import { useNotices } from '../../features/notice-centre/useNotices.ts'
import { openAlerts } from '../../features/price-alerts/index.ts'
import { Button, Skeleton } from '../../ui/index.ts'

export function NoticesPage() {
  const { t } = useTranslation()
  const status = useSession((state) => state.status)
  useEffect(() => {
    document.title = `${t('notice.title')} · ${t('app.name')}`
  }, [t])
  return (
    <main className="mx-auto flex w-full max-w-[1408px] flex-1 flex-col px-6 py-5 max-md:px-4">
      <h1 className="text-figure font-semibold">{t('notice.title')}</h1>
      <p className="mt-[2px] text-dense text-t2">{t('notice.lead')}</p>
      {status === 'ready' ? (
        <Own />
      ) : status === 'connecting' ? (
        <Skeleton className="mt-[14px] h-[320px]" />
      ) : (
        <VisitorPanel title={t('notice.visitor')} text={t('notice.emptyText')} className="mt-[14px]" />
      )}
    </main>
  )
}

function Own() {
  const { t } = useTranslation()
  const { data, markRead } = useNotices()
  return (
    <div className="mt-[14px] grid items-start gap-3 lg:grid-cols-[minmax(0,1fr)_minmax(0,560px)]">
      <section aria-label={t('notice.title')} className="min-w-0 rounded-[10px] border border-line bg-s1">
        <div className="flex min-h-12 items-center justify-end gap-2 px-3">
          <Button variant="ghost" onClick={openAlerts}>
            {t('alert.title')}
          </Button>
          <Button isDisabled={(data?.unread ?? 0) === 0} onClick={() => void markRead()}>
            {t('notice.readAll')}
          </Button>
        </div>
        <NoticeList />
      </section>
      <NoticeSettings />
    </div>
  )
}
