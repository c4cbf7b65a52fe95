/** The bell of the header: a dot while something is unread, the newest notices behind it. */
import { Bell } from 'lucide-react'
import { lazy, Suspense, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { withPageTexts } from '../../shared/i18n/index.ts'
import { IconButton } from '../../ui/index.ts'
import { NoticeWatcher } from './NoticeWatcher.tsx'
import { useNotices } from './useNotices.ts'

const NoticePanel = lazy(
  withPageTexts(async () => ({ default: (await import('./NoticePanel.tsx')).NoticePanel })),
)

export function NoticeBell() {
  const { t } = useTranslation()
  const { data } = useNotices()
  const [isOpen, setIsOpen] = useState(false)
  const opener = useRef<HTMLSpanElement>(null)
  const unread = data?.unread ?? 0
  return (
    <>
      <span ref={opener} className="relative">
        <IconButton
          label={unread > 0 ? t('notice.titleUnread', { count: unread }) : t('notice.title')}
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
        >
          <Bell size={18} strokeWidth={1.5} />
        </IconButton>
        {unread > 0 && (
          <span
            aria-hidden="true"
            className="pointer-events-none absolute top-[7px] right-[7px] size-[7px] rounded-full border border-s1 bg-chalk"
          />
        )}
      </span>
      {isOpen && (
        <Suspense fallback={null}>
          <NoticePanel opener={opener} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
      <NoticeWatcher />
    </>
  )
}
