/**
 * A reader that begins in the middle of a life with what stands there comes to know the same as one that heard it from
 * the first command: every order, transfer and position that was open or came later, and whose they are.
 */
import { describe, expect, it } from 'vitest'
import {
  apply,
  applyPublished,
  createExchange,
  createBatchReader,
  decodeState,
  encodeState,
  type EventEnvelope,
  type Exchange,
  takeBatch,
  EventBatch,
  emitCurrentState,
} from '@vest/engine'
import type { AccountTally, ClosedPosition, HeldPosition } from '@vest/runtime'
import { createLiveCandles } from '../../services/exchange/src/projector/liveCandles.ts'
import { createPendingRows } from '../../services/exchange/src/projector/pendingRows.ts'
import { createPositionBooks } from '../../services/exchange/src/projector/positionBooks.ts'
import { createTallies } from '../../services/exchange/src/projector/tallies.ts'
import { createPrng } from './prng.ts'
import { createWorkload } from './workload.ts'

const COMMANDS = 12_000
const OPEN_ORDERS_AT_CUT = 6
const TIMEOUT_MS = 300_000

type Row = { readonly id: string; readonly status: string; readonly seq?: number; readonly index?: number }

/** What is read, as far as it is not about candles of the past and sums since ever. */
class Reader {
  readonly books = createPositionBooks()
  readonly tallies = createTallies()
  readonly live = createLiveCandles({ endTimeMs: 0 as never, candles: () => [] })
  readonly pending = createPendingRows()
  readonly rows = { orders: new Map(), transfers: new Map(), lpOrders: new Map() } as Record<
    'orders' | 'transfers' | 'lpOrders',
    Map<string, Row>
  >
  readonly closed = new Map<string, ClosedPosition>()

  fold(envelope: EventEnvelope): void {
    this.books.fold(envelope)
    this.tallies.fold(envelope)
    this.live.fold(envelope)
    const closed = this.books.takeClosed()
    for (const one of closed) this.closed.set(one.id, one)
    this.pending.fold(envelope, closed)
    for (const piece of this.pending.take(Infinity))
      for (const name of ['orders', 'transfers', 'lpOrders'] as const)
        for (const row of piece[name]) this.rows[name].set(row.id, row)
  }
}

const ENDED = ['FILLED', 'CANCELLED', 'REJECTED']
const isOpen = ({ status }: Row): boolean => !ENDED.includes(status)

/** The whole life heard by one, from where enough is open on by the other; both as they are at its end. */
function live(seed: number, from: number) {
  const workload = createWorkload(createPrng(seed))
  let state: Exchange = createExchange()
  const whole = new Reader()
  const late = new Reader()
  const batch = new EventBatch()
  const read = createBatchReader()
  const openAtCut = { orders: 0, transfers: 0, lpOrders: 0, held: 0 }
  let cut = Infinity
  const genesis = workload.genesis()
  for (let seq = 1; seq <= COMMANDS; seq += 1) {
    const { timeMs, command } = genesis[seq - 1] ?? workload.next()
    let envelope: EventEnvelope
    if (seq <= cut) envelope = { seq, timeMs, events: apply(state, { seq, timeMs, command }).events }
    else {
      applyPublished(state, { seq, timeMs, command }, batch)
      envelope = read(takeBatch(batch))[0]!
      late.fold(envelope)
    }
    workload.observe(envelope.events)
    whole.fold(envelope)
    if (cut < Infinity || seq < from || state.orders.count < OPEN_ORDERS_AT_CUT) continue
    cut = seq
    for (const name of ['orders', 'transfers', 'lpOrders'] as const)
      openAtCut[name] = [...whole.rows[name].values()].filter(isOpen).length
    openAtCut.held = state.accounts.reduce((sum, { positions }) => sum + positions.length, 0)
    const text = encodeState(state)
    state = decodeState(text)
    emitCurrentState(state, batch)
    expect(encodeState(state)).toBe(text)
    const [present] = read(takeBatch(batch))
    expect(present).toMatchObject({ seq: cut, timeMs })
    expect(present!.events[0]).toEqual({ kind: 'CurrentStateFollows' })
    late.fold(present!)
  }
  expect(cut).toBeLessThan(COMMANDS)
  return { whole, late, openAtCut, state, cut }
}

const heldBy = ({ books }: Reader): Record<string, object> =>
  Object.fromEntries(
    books
      .takeHeld()
      .filter(({ size }) => size > 0)
      .map(({ account, symbol, isLong, size, cost, initMarginRatio, settledFunding }: HeldPosition) => [
        `${account} ${symbol}`,
        { isLong, size, cost, initMarginRatio, settledFunding },
      ]),
  )

/** What was traded and paid before the cut, and when an account joined, is not told anew. */
const whoseAccounts = ({ tallies }: Reader): Record<string, Partial<AccountTally>> =>
  Object.fromEntries(
    tallies
      .takeChanged()
      .accountTallies.map(({ account, volume: _volume, fees: _fees, joinTimeMs: _joined, ...rest }) => [
        account,
        rest,
      ]),
  )

describe('what stands, told in the middle', () => {
  it(
    'lets a reader know what one knows who heard everything',
    () => {
      const reached = { orders: 0, transfers: 0, lpOrders: 0, held: 0 }
      for (const [seed, from] of [
        [1, 4_000],
        [2, 7_777],
        [3, 11_000],
        [4, 2_500],
      ] as const) {
        const { whole, late, openAtCut, state, cut } = live(seed, from)
        for (const name of ['orders', 'transfers', 'lpOrders'] as const) {
          const rows = [...whole.rows[name].values()]
          const heard = late.rows[name]
          // Every open row was told, and all that was told is as it is.
          expect(rows.filter(isOpen).filter(({ id }) => !heard.has(id))).toEqual([])
          // What nothing has happened to since stands where it was told.
          for (const row of heard.values()) {
            const told = row.seq === cut ? { seq: cut, index: row.index } : {}
            expect(row).toEqual({ ...whole.rows[name].get(row.id), ...told })
          }
          reached[name] += openAtCut[name]
        }
        expect(heldBy(late)).toEqual(heldBy(whole))
        // A position that began after the cut has the same past with both.
        for (const one of late.closed.values())
          if (whole.closed.has(one.id)) expect(one).toEqual(whole.closed.get(one.id))
        expect(whoseAccounts(late)).toEqual(whoseAccounts(whole))
        for (const { spec, formerSymbols = [] } of state.markets)
          for (const symbol of [spec.symbol, ...formerSymbols])
            expect([symbol, late.live.market(symbol)?.status]).toEqual([
              symbol,
              whole.live.market(symbol)?.status,
            ])
        reached.held += openAtCut.held
      }
      expect(reached.orders).toBeGreaterThanOrEqual(4 * OPEN_ORDERS_AT_CUT)
      expect(reached.transfers).toBeGreaterThan(20)
      expect(reached.lpOrders).toBeGreaterThan(0)
      expect(reached.held).toBeGreaterThan(300)
    },
    TIMEOUT_MS,
  )
})
