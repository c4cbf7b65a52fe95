/** How entries of the books are found: by their id, or by the session that paid for them. */
import type { Books, Charge } from '../paymentBooks.ts'
import { missing } from './apiAnswer.ts'

interface Entry {
  readonly id: string
}

export const find = <Item extends Entry>(rows: readonly Item[], id: string | undefined): Item | undefined =>
  rows.find((one) => one.id === id)

/** Where there is none the call is refused. */
export function entryOf<Item extends Entry>(rows: readonly Item[], what: string, id: string): Item {
  const found = find(rows, id)
  if (found === undefined) throw missing(what, id)
  return found
}

/** The charge that went through. */
export function chargePaidBy(
  books: Pick<Books, 'sessions' | 'charges'>,
  sessionId: string,
): Charge | undefined {
  const session = find(books.sessions, sessionId)
  return books.charges.find(({ payment_intent, paid }) => paid && payment_intent === session?.payment_intent)
}
