/** The newest notices beside the bell, with the ways to read all and to choose what comes. */
import { Link } from '@tanstack/react-router'
import { Settings } from 'lucide-react'
import type { RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/index.ts'
import { Popover } from '../../ui/Menu.tsx'
import { NoticeList } from './NoticeList.tsx'
import { useNotices } from './useNotices.ts'

/** More are on the page. */
const ROWS_MAX = 20

export function NoticePanel({
  opener,
  onClose,
}: {
  readonly opener: RefObject<HTMLElement | null>
  readonly onClose: () => void
}) {
  const { t } = useTranslation()
  const { data, markRead } = useNotices()
  return (
    <Popover
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      anchor={opener}
      label={t('notice.title')}
      className="flex max-h-(--radix-popover-content-available-height) w-[min(400px,calc(100vw-16px))] flex-col p-0"
    >
      <div className="flex shrink-0 items-center gap-2 px-4 pt-2">
        <h2 className="flex-1 text-title font-semibold">{t('notice.title')}</h2>
        {data !== undefined && data.unread > 0 && (
          <Button variant="ghost" onClick={() => void markRead()}>
            {t('notice.readAll')}
          </Button>
        )}
        <Link
          to="/notices"
          hash="settings"
          onClick={onClose}
          aria-label={t('notice.settings')}
          className="flex size-9 items-center justify-center rounded-[6px] text-t2 hover:bg-s3 hover:text-t1"
        >
          <Settings size={16} strokeWidth={1.5} aria-hidden="true" />
        </Link>
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto">
        <NoticeList onLeave={onClose} rowsMax={ROWS_MAX} />
      </div>
      <Link
        to="/notices"
        onClick={onClose}
        className="shrink-0 border-t border-line px-4 py-3 text-body font-medium text-chalk hover:underline"
      >
        {t('notice.all')}
      </Link>
    </Popover>
  )
}
