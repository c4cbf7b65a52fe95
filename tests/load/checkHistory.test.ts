/** The checker of histories finds each lie that it is there to find, and none in a history that holds. */
import { describe, expect, it } from 'vitest'
import { checkHistory } from './checkHistory.ts'
import type { Connected, Heard, History, HistoryEntry, Outcome, Read, Seen, Submit } from './history.ts'

const span = (invokedMs: number, returnedMs = invokedMs + 5) => ({ invokedMs, returnedMs })
const submit = (nonce: number, atMs: number, outcome: Outcome = 'ok', fields: Partial<Submit> = {}): Submit => ({
  kind: 'submit',
  nonce,
  outcome,
  size: '1.0',
  limitPrice: '10.0',
  ...(outcome === 'ok' ? { id: `id${nonce}` } : {}),
  ...span(atMs),
  ...fields,
}) // prettier-ignore
const row = (nonce: number, fields: Partial<Seen> = {}): Seen => ({
  nonce, id: `id${nonce}`, status: 'NEW', size: '1.0', limitPrice: '10.0', filledSize: '0', ...fields,
}) // prettier-ignore
const read = (atMs: number, asked: readonly number[], rows: readonly Seen[]): Read => ({
  kind: 'read', asked, rows, ...span(atMs),
}) // prettier-ignore
const cancel = (nonce: number, atMs: number, outcome: Outcome = 'ok', code?: number): HistoryEntry => ({
  kind: 'cancel', nonce, outcome, ...span(atMs), ...(code === undefined ? {} : { code }),
}) // prettier-ignore
const amend = (nonce: number, atMs: number, size: string, outcome: Outcome = 'ok'): HistoryEntry => ({
  kind: 'amend', nonce, outcome, size, limitPrice: '10.0', ...span(atMs),
}) // prettier-ignore
const connected = (connection: number, atMs: number, isLast = false): Connected => ({
  kind: 'connected', connection, atMs, isLast,
}) // prettier-ignore
const heard = (connection: number, atMs: number, order: Seen): Heard => ({
  kind: 'heard', connection, atMs, order,
}) // prettier-ignore
const trade = (number: number): HistoryEntry => ({ kind: 'trade', connection: 1, number })
const settled = (nonce: number, atMs: number, isThere: boolean): HistoryEntry => ({
  kind: 'settled', nonce, atMs, isThere,
}) // prettier-ignore

describe('a history that holds', () => {
  it('has orders that were accepted, read, amended, filled and cancelled, and lost answers that were settled', () => {
    const history: History = [
      connected(1, 0),
      submit(1, 10),
      heard(1, 14, row(1)),
      read(20, [1], [row(1)]),
      amend(1, 30, '2.0'),
      read(40, [1], [row(1, { size: '2.0' })]),
      // While an amend is under way either is the truth.
      read(50, [1], [row(1, { size: '3.0' })]),
      amend(1, 48, '3.0', 'arrived'),
      cancel(1, 60),
      heard(1, 64, { nonce: 1, id: 'id1', status: 'CANCELLED' }),
      read(70, [1], [row(1, { size: '3.0', status: 'CANCELLED' })]),
      submit(2, 80, 'unknown', { returnedMs: 500 }),
      settled(2, 510, true),
      read(520, [2], [row(2, { status: 'FILLED', filledSize: '1.0' })]),
      submit(3, 90, 'unknown'),
      settled(3, 600, false),
      read(610, [3], []),
      submit(4, 90, 'refused'),
      // Asked before the answer: not there yet, and that is right.
      submit(5, 700, 'ok', { returnedMs: 720 }),
      read(701, [5], []),
      connected(2, 800, true),
      submit(6, 810),
      heard(2, 820, row(6)),
      trade(7),
      trade(8),
      { kind: 'sentAgain', what: 'order 6', accepted: 1 },
    ]
    expect(checkHistory(history)).toEqual([])
  })
})

describe('a history that cannot be', () => {
  const cases: readonly (readonly [string, string, History])[] = [
    ['a lost acknowledgement', 'went back to nothing in a read after it was accepted', [submit(1, 0), read(10, [1], [])]],
    ['a doubled order', 'is 2 orders', [submit(1, 0), read(10, [1], [row(1), row(1, { id: 'other' })])]],
    ['one request accepted twice', 'accepted 2 times', [{ kind: 'sentAgain', what: 'order 1', accepted: 2 }]],
    ['a read that goes back', 'went back to NEW in a read after FILLED was read',
      [submit(1, 0), read(10, [1], [row(1, { status: 'FILLED' })]), read(20, [1], [row(1)])]],
    ['a read that forgets a fill', 'had 0.5 filled and then 0.2',
      [submit(1, 0), read(10, [1], [row(1, { status: 'PARTIALLY_FILLED', filledSize: '0.5' })]),
        read(20, [1], [row(1, { status: 'PARTIALLY_FILLED', filledSize: '0.2' })])]],
    ['a read behind what was heard', 'went back to NEW in a read after FILLED was heard',
      [submit(1, 0), heard(1, 8, row(1, { status: 'FILLED' })), read(10, [1], [row(1)])]],
    ['a refused order that is there', 'was refused and is there', [submit(1, 0, 'refused'), read(10, [1], [row(1)])]],
    ['a refused order that is heard of', 'was refused and is there', [submit(1, 0, 'refused'), heard(1, 9, row(1))]],
    ['an unknown one that was not settled', 'was never settled', [submit(1, 0, 'unknown')]],
    ['an absent one that comes later', 'was settled as absent and is there',
      [submit(1, 0, 'unknown'), settled(1, 20, false), read(30, [], [row(1)])]],
    ['a settled one that goes', 'went back to nothing', [submit(1, 0, 'unknown'), settled(1, 20, true), read(30, [1], [])]],
    ['one that was taken and is not there', 'was taken and is not there', [submit(1, 0, 'arrived'), settled(1, 20, false)]],
    ['an order that was not submitted', 'was never submitted', [read(10, [], [row(1)])]],
    ['a cancel that is forgotten', 'went back to NEW in a read after its cancel was accepted',
      [submit(1, 0), cancel(1, 10), read(20, [1], [row(1)])]],
    ['a cancelled order that is filled', 'was cancelled and ended as FILLED',
      [submit(1, 0), cancel(1, 10), read(20, [1], [row(1, { status: 'FILLED' })])]],
    ['a cancel refused of an open order', 'went back to NEW in a read after its cancel came too late',
      [submit(1, 0), cancel(1, 10, 'refused', 3017), read(20, [1], [row(1)])]],
    ['an end that was not asked for', 'is cancelled without a request', [submit(1, 0), read(20, [1], [row(1, { status: 'CANCELLED' })])]],
    ['two ends', 'ended as FILLED and REJECTED',
      [submit(1, 0), read(9, [1], [row(1, { status: 'FILLED' })]), read(20, [1], [row(1, { status: 'REJECTED' })])]],
    ['an amend that is forgotten', 'was read as 1.0 at 10.0, which it was not',
      [submit(1, 0), amend(1, 10, '2.0'), read(20, [1], [row(1)])]],
    ['a refused amend that is there', 'was read as 2.0 at 10.0, which it was not',
      [submit(1, 0), amend(1, 10, '2.0', 'refused'), read(20, [1], [row(1, { size: '2.0' })])]],
    ['a gap on a socket', 'socket 1 left out order 1',
      [connected(1, 0), submit(1, 1), submit(2, 10), heard(1, 14, row(2))]],
    ['a cancel that a socket left out', 'socket 1 left out the cancel of order 1',
      [connected(1, 0), submit(1, 1), heard(1, 4, row(1)), cancel(1, 10), submit(2, 20), heard(1, 24, row(2))]],
    ['a last socket that falls silent', 'socket 1 left out order 1', [connected(1, 0, true), submit(1, 1)]],
    ['a socket that goes back', 'went back to NEW on one socket',
      [submit(1, 0), heard(1, 4, row(1, { status: 'FILLED' })), heard(1, 5, row(1))]],
    ['a gap between trades', 'trades on socket 1 go from 7 to 9', [trade(7), trade(9)]],
    ['a trade that is told twice', 'go from 7 to 7', [trade(7), trade(7)]],
  ] // prettier-ignore
  for (const [name, fault, history] of cases)
    it(`${name} is found`, () => {
      expect(checkHistory(history).join('\n')).toContain(fault)
    })
})
