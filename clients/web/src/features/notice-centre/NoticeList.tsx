/** Notices under tabs and days; what is unread bears a dot, and a press reads it. */
import {
  ArrowDownToLine,
  ArrowUpFromLine,
  Bell,
  Check,
  Clock,
  Flag,
  Plus,
  TriangleAlert,
  type LucideIcon,
} from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { NoticeKind, NoticeRow } from '@vest/protocol'
import { useFrame, useLive } from '../../live/index.ts'
import { formatDateTime, formatTime } from '../../shared/format/index.ts'
import { askToNavigate } from '../../shared/navigation/index.ts'
import { cx, EmptyState, ReadFailure, Skeleton, TabBar, Tabs } from '../../ui/index.ts'
import { byDay, NOTICE_TABS, noticesOf, type NoticeDay, type NoticeTab } from './noticeGroups.ts'
import { noticeWords } from './noticeWords.ts'
import { useNotices } from './useNotices.ts'

const LOOK: Readonly<Record<NoticeKind, readonly [LucideIcon, string]>> = {
  ORDER_FILLED: [Check, 'text-ok'],
  ORDER_CANCELLED: [TriangleAlert, 'text-warn'],
  EXIT_FAILED: [TriangleAlert, 'text-err'],
  LIQUIDATED: [TriangleAlert, 'text-err'],
  LIQUIDATION_NEAR: [TriangleAlert, 'text-warn'],
  FUNDING_ABOVE: [Clock, 'text-warn'],
  DEPOSIT_ARRIVED: [ArrowDownToLine, 'text-ok'],
  DEPOSIT_REFUSED: [TriangleAlert, 'text-err'],
  WITHDRAWAL_APPROVED: [ArrowUpFromLine, 'text-info'],
  WITHDRAWAL_SENT: [ArrowUpFromLine, 'text-ok'],
  WITHDRAWAL_REFUSED: [TriangleAlert, 'text-err'],
  ADDRESS_BOOK_CHANGED: [TriangleAlert, 'text-warn'],
  CAPITAL_CHANGED: [Flag, 'text-info'],
  CAPITAL_LOSS_NEAR: [TriangleAlert, 'text-warn'],
  PRICE_REACHED: [Bell, 'text-info'],
  MARKET_LISTED: [Plus, 'text-t2'],
  SERVICE_SAID: [TriangleAlert, 'text-warn'],
}

/** Where a notice leads. */
function pathOf({ about, symbol }: NoticeRow): string | undefined {
  if (symbol !== null) return `/trade/${symbol}`
  if (about === 'TRANSFERS') return '/portfolio'
  return about === 'CAPITAL' ? '/vest-capital' : undefined
}

export function NoticeList({
  onLeave,
  rowsMax,
}: {
  readonly onLeave?: () => void
  readonly rowsMax?: number
}) {
  const { t } = useTranslation()
  const { data, markRead, retry } = useNotices()
  const [tab, setTab] = useState<NoticeTab>('all')
  const nowMs = Date.now()
  const shown = noticesOf(data?.notices ?? [], tab).slice(0, rowsMax)
  const open = (notice: NoticeRow): void => {
    void markRead([notice.noticeId])
    const pathname = pathOf(notice)
    if (pathname === undefined) return
    askToNavigate({ pathname, search: '' })
    onLeave?.()
  }
  return (
    <Tabs value={tab} onChange={setTab}>
      <TabBar
        label={t('notice.tabs')}
        value={tab}
        hasPanels={false}
        items={NOTICE_TABS.map((value) => ({
          value,
          label: t(`notice.tab.${value}`),
          ...(value === 'all' && data !== undefined && data.unread > 0 ? { count: data.unread } : {}),
        }))}
      />
      {data === undefined ? (
        retry === undefined ? (
          <div aria-busy="true" className="flex flex-col gap-3 p-4">
            {[1, 2, 3].map((row) => (
              <Skeleton key={row} className="h-10 w-full" />
            ))}
          </div>
        ) : (
          <ReadFailure text={t('table.failed')} retryLabel={t('table.retry')} onRetry={retry} />
        )
      ) : shown.length === 0 ? (
        <EmptyState title={t('notice.empty')} text={t('notice.emptyText')} className="py-10" />
      ) : (
        byDay(shown, nowMs).map((day) => <Day key={day.day} {...day} onOpen={open} />)
      )}
    </Tabs>
  )
}

function Day({ day, notices, onOpen }: NoticeDay & { readonly onOpen: (notice: NoticeRow) => void }) {
  const { t } = useTranslation()
  const name = typeof day === 'number' ? formatDateTime(day, { time: false }) : t(`notice.${day}`)
  return (
    <section aria-label={name}>
      <h3 className="border-b border-line px-4 py-2 text-dense text-t3">{name}</h3>
      <ul>
        {notices.map((notice) => (
          <Row key={notice.noticeId} notice={notice} onOpen={onOpen} />
        ))}
      </ul>
    </section>
  )
}

function Row({
  notice,
  onOpen,
}: {
  readonly notice: NoticeRow
  readonly onOpen: (notice: NoticeRow) => void
}) {
  const { t } = useTranslation()
  const markets = useFrame(useLive().markets)
  const [Icon, ink] = LOOK[notice.kind]
  const { title, text } = noticeWords(t, notice, markets?.get(notice.symbol ?? '')?.label)
  return (
    <li className="border-b border-line last:border-b-0">
      <button
        type="button"
        onClick={() => onOpen(notice)}
        className="flex w-full items-start gap-3 px-4 py-3 text-left -outline-offset-2 hover:bg-s3"
      >
        <span className="flex h-5 w-[6px] shrink-0 items-center">
          {!notice.read && (
            <span role="img" aria-label={t('notice.isUnread')} className="size-[6px] rounded-full bg-chalk" />
          )}
        </span>
        <Icon size={16} strokeWidth={1.5} aria-hidden="true" className={cx('mt-[2px] shrink-0', ink)} />
        <span className="min-w-0 flex-1">
          <span className="block text-body font-medium">{title}</span>
          {text !== undefined && <span className="block text-dense text-t2">{text}</span>}
        </span>
        <time dateTime={new Date(notice.time).toISOString()} className="shrink-0 text-dense text-t3">
          {formatTime(notice.time)}
        </time>
      </button>
    </li>
  )
}
