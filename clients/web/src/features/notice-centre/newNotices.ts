/** Which notices are news to this tab: those that were not there when it last looked; at its first look, none. */
import type { NoticeRow } from '@vest/protocol'

/** What a notice is and how it stands: one that changes is news again. */
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
