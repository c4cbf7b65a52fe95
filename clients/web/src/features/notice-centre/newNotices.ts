/** Finds the notices that are new to this tab: those that its last look did not have. The first look has none. */
import type { NoticeRow } from '@vest/protocol'

/** Identity and state of a notice: one that changes is new again. */
const markOf = ({ noticeId, kind, time }: NoticeRow): string => `${noticeId} ${kind} ${time}`

export function createNewNotices(): (notices: readonly NoticeRow[]) => readonly NoticeRow[] {
  let seen: ReadonlySet<string> | undefined
  return (notices) => {
    const before = seen
    seen = new Set(notices.map(markOf))
    return before === undefined ? [] : notices.filter((notice) => !notice.read && !before.has(markOf(notice)))
  }
}

/** Of these the lane of toasts has told already while the tab was looked at. */
export const wasToast = ({ kind }: NoticeRow): boolean =>
  kind === 'ORDER_FILLED' || kind === 'ORDER_CANCELLED' || kind === 'EXIT_FAILED'
