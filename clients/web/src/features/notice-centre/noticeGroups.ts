/** Under which tab a notice stands, and under which day. */
import type { NoticeCategory, NoticeRow } from '@vest/protocol'
import { wallTime } from '../../shared/format/index.ts'
import { DAY_MS } from '../../shared/durations.ts'

export const NOTICE_TABS = ['all', 'trading', 'transfers', 'capital', 'general'] as const
export type NoticeTab = (typeof NOTICE_TABS)[number]

const TAB_OF: Readonly<Record<NoticeCategory, Exclude<NoticeTab, 'all'>>> = {
  FILLS: 'trading',
  LIQUIDATION: 'trading',
  FUNDING: 'trading',
  ALERTS: 'trading',
  TRANSFERS: 'transfers',
  CAPITAL: 'capital',
  LISTINGS: 'general',
  MAINTENANCE: 'general',
}

export const noticesOf = (notices: readonly NoticeRow[], tab: NoticeTab): readonly NoticeRow[] =>
  tab === 'all' ? notices : notices.filter(({ about }) => TAB_OF[about] === tab)

export interface NoticeDay {
  readonly day: 'today' | 'yesterday' | number
  readonly notices: readonly NoticeRow[]
}

const dayOf = (timeMs: number): string => {
  const { year, month, day } = wallTime(timeMs)
  return `${year}-${month}-${day}`
}

/** Newest first, as they come; a day by its first notice. */
export function byDay(notices: readonly NoticeRow[], nowMs: number): readonly NoticeDay[] {
  const [today, yesterday] = [dayOf(nowMs), dayOf(nowMs - DAY_MS)]
  const days = new Map<string, NoticeRow[]>()
  for (const notice of notices) {
    const day = dayOf(notice.time)
    days.set(day, [...(days.get(day) ?? []), notice])
  }
  return [...days].map(([day, rows]) => ({
    day: day === today ? 'today' : day === yesterday ? 'yesterday' : rows[0]!.time,
    notices: rows,
  }))
}
