/** Notices of an account of Vest Capital, to the account and to its owner: each change of its status once, and each used loss once. */
import type { CapitalAccountView, EngineEvent } from '@vest/engine'
import { formatUsd6 } from '@vest/protocol'
import type { EngineClient } from '@vest/runtime'
import type { NoticeBook } from './noticeBook.ts'
import { usedLosses } from './usedLosses.ts'

export function emitCapital(
  book: NoticeBook,
  { account: about, ownerId, capital }: Extract<EngineEvent, { kind: 'CapitalChanged' }>,
  timeMs: number,
): void {
  const shownStatus = `${capital.status} ${capital.isFrozen}`
  for (const account of new Set([about, ownerId])) {
    const document = book.find(account)
    if (document === undefined || document.capitalTold[about] === shownStatus) continue
    document.capitalTold = { ...document.capitalTold, [about]: shownStatus }
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

/** Views that one query asks for: the engine answers between two commands. */
const VIEWS_PER_QUERY = 200

/** Compares the equity of accounts that trade, and that are watched or whose owner is, with their limits. */
export async function tellUsedLosses(
  book: NoticeBook,
  engine: Pick<EngineClient, 'query'>,
  timeMs: number,
): Promise<void> {
  if (book.isEmpty()) return
  const accounts = (await engine.query('tradingCapital', {})).flatMap(({ account, ownerId }) =>
    book.find(account) === undefined && book.find(ownerId) === undefined ? [] : [account],
  )
  for (let from = 0; from < accounts.length; from += VIEWS_PER_QUERY) {
    const part = accounts.slice(from, from + VIEWS_PER_QUERY)
    for (const view of await engine.query('capital', { accounts: part }))
      if (view !== undefined) tellLossesOf(book, view, timeMs)
  }
}

function tellLossesOf(book: NoticeBook, view: CapitalAccountView, timeMs: number): void {
  for (const account of new Set([view.account, view.ownerId])) {
    const document = book.find(account)
    if (document === undefined) continue
    const { due, told } = usedLosses(view, document.lossesTold)
    if (due.length === 0) continue
    document.lossesTold = told
    book.keepSometime(document)
    for (const { key, loss, percent, room, floor } of due) {
      const values = {
        account: view.account,
        loss,
        used: String(percent),
        room: formatUsd6(room),
        floor: formatUsd6(floor),
        equity: formatUsd6(view.equity),
      }
      book.tell(
        document,
        { noticeId: `loss:${key}`, about: 'CAPITAL', kind: 'CAPITAL_LOSS_NEAR', values },
        timeMs,
      )
    }
  }
}
