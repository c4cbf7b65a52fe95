/**
 * A page of a list that is newest first: the newest rows of a window, or those behind the page before. Wherever rows of
 * the window stand behind a page its answer carries a cursor, which goes on exactly there: a page may end inside a
 * millisecond, from where `endTime` would repeat rows or leave some out. Clients hand a cursor back as it is, with the
 * same filters; its content is ours alone to read.
 */
import type {
  ClosedPosition,
  FirstEvent,
  RowPlace,
  StoredFill,
  StoredFunding,
  StoredTrade,
} from '@vest/runtime'
import { isRefusal, malformed, type Refusal } from '../refusal.ts'
import { textOf, windowOf, type ListWindow, type Query } from './query.ts'

export const NEXT_CURSOR_HEADER = 'x-next-cursor'

/** Longer than any that was ever given. */
const CURSOR_LENGTH_MAX = 200

/** How a list is ordered. */
export interface ListOrder<Row> {
  readonly placeOf: (row: Row) => RowPlace
  /** Of what its places consist. */
  readonly form: readonly ('number' | 'string')[]
}

export const BY_ACCEPTANCE: ListOrder<FirstEvent & { readonly postTimeMs: number }> = {
  placeOf: (row) => [row.postTimeMs, row.seq, row.index],
  form: ['number', 'number', 'number'],
}
export const BY_TRADE: ListOrder<StoredTrade> = {
  placeOf: (trade) => [trade.timeMs, trade.tradeId],
  form: ['number', 'number'],
}
export const BY_FILL: ListOrder<StoredFill> = {
  placeOf: (fill) => [fill.timeMs, fill.tradeId, fill.orderId],
  form: ['number', 'number', 'string'],
}
export const BY_PAYMENT: ListOrder<StoredFunding> = {
  placeOf: (payment) => [payment.timeMs, payment.seq, payment.index],
  form: ['number', 'number', 'number'],
}
export const BY_END: ListOrder<ClosedPosition> = {
  placeOf: (position) => [position.closeTimeMs, position.id],
  form: ['number', 'string'],
}

export interface ListPage<Row> {
  /** What is asked of the store: one row more than is answered, which says that there are more. */
  readonly window: ListWindow & { readonly after?: RowPlace }
  /** The rows of the page, oldest last, as text; the cursor goes with them. */
  answer<Text>(rows: readonly Row[], text: (row: Row) => Text): Text[]
}

export function listPageOf<Row>(query: Query, order: ListOrder<Row>): ListPage<Row> | Refusal {
  const asked = windowOf(query)
  if (isRefusal(asked)) return asked
  const cursor = textOf(query, 'cursor')
  if (isRefusal(cursor)) return cursor
  const after = cursor === undefined ? undefined : readCursor(cursor, order.form)
  if (isRefusal(after)) return after
  const { limit } = asked
  return {
    window: { ...asked, limit: limit + 1, ...(after === undefined ? {} : { after }) },
    answer(rows, text) {
      const page = rows.slice(0, limit)
      const texts = page.map(text)
      const last = page.at(-1)
      if (rows.length > limit && last !== undefined) cursors.set(texts, cursorText(order.placeOf(last)))
      return texts
    },
  }
}

/** Of each answer that is a page with rows behind it. */
const cursors = new WeakMap<object, string>()

/** Where the rows behind this answer begin, if there are any. */
export const nextCursorOf = (answer: object): string | undefined => cursors.get(answer)

const cursorText = (place: RowPlace): string => Buffer.from(JSON.stringify(place)).toString('base64url')

function readCursor(text: string, form: ListOrder<never>['form']): RowPlace | Refusal {
  const fault = malformed('Malformed: cursor')
  if (text.length > CURSOR_LENGTH_MAX) return fault
  let place: unknown
  try {
    place = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'))
  } catch {
    return fault
  }
  const isPlace =
    Array.isArray(place) && place.length === form.length && place.every((part, at) => isPart(part, form[at]!))
  return isPlace ? (place as unknown as RowPlace) : fault
}

/** Integers as the store has them; texts as ids are. */
const isPart = (part: unknown, kind: 'number' | 'string'): boolean =>
  kind === 'number'
    ? Number.isSafeInteger(part) && (part as number) >= 0
    : typeof part === 'string' && /^0x[0-9a-f]{64}$/.test(part)
