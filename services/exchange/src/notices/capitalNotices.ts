/** Tells an account, and the owner of it, what has become of an account of Vest Capital: each standing once. */
import type { EngineEvent } from '@vest/engine'
import type { NoticeBook } from './noticeBook.ts'

export function tellCapital(
  book: NoticeBook,
  { account: about, ownerId, capital }: Extract<EngineEvent, { kind: 'CapitalChanged' }>,
  timeMs: number,
): void {
  const standing = `${about} ${capital.status} ${capital.isFrozen}`
  for (const account of new Set([about, ownerId])) {
    const document = book.find(account)
    if (document === undefined || document.capitalTold === standing) continue
    document.capitalTold = standing
    const values = {
      account: about,
      status: capital.status,
      frozen: String(capital.isFrozen),
      ...(capital.reason === undefined ? {} : { reason: capital.reason }),
    }
    const noticeId = `capital:${about}:${timeMs}`
    book.tell(document, { noticeId, about: 'CAPITAL', kind: 'CAPITAL_CHANGED', values }, timeMs)
  }
}
