/**
 * One of the clients whose histories are judged: it places, cancels, amends and reads its orders over connections that
 * break, several under way at once, and writes down what it asked and what it was told. A lost submission is settled by
 * its nonce, any other lost write by sending it again with its nonce.
 */
import { REFUSAL } from '@vest/protocol'
import {
  ApiError,
  createVestClient,
  isApiError,
  TimeoutError,
  TransportError,
  UnknownOutcomeError,
  type VestClient,
} from '@vest/sdk/node'
// prettier-ignore
import type { OrderRow } from '@vest/protocol'
import { programHeaders } from '../world/stack.ts'
import type { Prng } from '../simulation/prng.ts'
import type { Bot } from '../world/bot.ts'
import { orderNear, type Floor } from '../world/randomTrader.ts'
import { createFaultyFetch, type FaultyFetch } from './faultyFetch.ts'
import type { HistoryEntry, Outcome } from './history.ts'
import { createCuttableSockets, openHistoryFeed, seenOf, type HistoryFeed } from './historyFeed.ts'

export const OPERATIONS = ['submit', 'cancel', 'amend', 'query'] as const
export type OperationKind = (typeof OPERATIONS)[number]

export interface HistoryClientOptions {
  readonly baseUrl: string
  readonly bot: Bot
  readonly floor: Floor
  readonly symbols: readonly string[]
  readonly prng: Prng
  /** 0 buys in the first market and sells in the next, 1 the other way: no client trades with itself. */
  readonly side: 0 | 1
  /** Resolves when the exchange is there, as far as the client knows. */
  readonly whenUp: () => Promise<void>
}

export interface HistoryClient {
  readonly bot: Bot
  readonly history: HistoryEntry[]
  readonly feed: HistoryFeed
  readonly faulty: FaultyFetch
  readonly counts: ReadonlyMap<string, number>
  /** One operation after the other while `mayGoOn`. */
  work(mayGoOn: () => boolean): Promise<void>
  /** Every lost submission is settled, and nothing is open any more. */
  settle(): Promise<void>
  /** All orders, as the exchange lists them; written down as a read of each. */
  readAll(): Promise<readonly OrderRow[]>
}

/** Of writes: so many meet a fault. */
const FAULTS_OF_WRITES = 0.12
/** A request that waits longer was never executed; what is lost is settled as soon. */
const RECV_WINDOW_MS = 3_000
/** Beyond it more is cancelled than placed. */
const OPEN_MAX = 60
const SOCKET_CUTS_OF_OPERATIONS = 0.002
const [DUPLICATE, NO_OPEN_ORDER] = [3015, 3017] as const

interface OpenOrder {
  readonly nonce: number
  readonly id: string
  readonly symbol: string
  readonly isBuy: boolean
}

export async function createHistoryClient(options: HistoryClientOptions): Promise<HistoryClient> {
  const { baseUrl, bot, prng, symbols } = options
  const history: HistoryEntry[] = []
  const faulty = createFaultyFetch({
    headers: programHeaders(baseUrl),
    prng,
    harmed: '/v2/orders',
    faultsOf: FAULTS_OF_WRITES,
    onSentAgain: (what, statuses) =>
      history.push({ kind: 'sentAgain', what, accepted: statuses.filter((status) => status === 200).length }),
  })
  const sockets = createCuttableSockets()
  const session = { apiKey: bot.apiKey, accountGroup: 0, account: bot.address, signer: bot.signer }
  const client = createVestClient({ baseUrl, fetch: faulty.fetch, WebSocket: sockets.WebSocket })
  client.authorize(session)
  const counts = new Map<string, number>()
  const learn = (rows: readonly OrderRow[]): void => feed.apply(rows)
  const recorder = createRecorder({ ...options, client, history, counts, learn })
  const feed = await openHistoryFeed({
    client,
    sockets,
    symbols,
    history,
    onReconnected: () => recorder.later(async () => learn(await recorder.readMissed(feed))),
  })
  const operations = { ...recorder.writes, query: recorder.query }
  return {
    bot,
    history,
    feed,
    faulty,
    counts,
    settle: recorder.settle,
    readAll: recorder.readAll,
    async work(mayGoOn) {
      while (mayGoOn()) {
        await options.whenUp()
        if (prng.chance(SOCKET_CUTS_OF_OPERATIONS)) feed.cut()
        const kind = pickOperation(prng, recorder.openCount())
        counts.set(kind, (counts.get(kind) ?? 0) + 1)
        await operations[kind]()
      }
    },
  }
}

function pickOperation(prng: Prng, open: number): OperationKind {
  const chance = prng.next()
  if (chance < 0.3) return 'query'
  if (open === 0) return 'submit'
  if (chance < 0.38) return 'amend'
  return chance < (open > OPEN_MAX ? 0.9 : 0.62) ? 'cancel' : 'submit'
}

type RecorderOptions = HistoryClientOptions & {
  readonly client: VestClient
  readonly history: HistoryEntry[]
  readonly counts: Map<string, number>
  /** Takes in what was read for good. */
  readonly learn: (rows: readonly OrderRow[]) => void
}

function createRecorder({
  client,
  history,
  counts,
  learn,
  prng,
  side,
  floor,
  symbols,
  whenUp,
}: RecorderOptions) {
  const open = new Map<number, OpenOrder>()
  const ids = new Map<string, number>()
  const nonces: number[] = []
  const unsettled = new Set<Promise<void>>()
  let nonce = Date.now()

  const later = (work: () => Promise<void>): void => {
    const promise = persist(work, whenUp).finally(() => unsettled.delete(promise))
    unsettled.add(promise)
  }
  const isThere = (order: OpenOrder): void => {
    ids.set(order.id, order.nonce)
    open.set(order.nonce, order)
  }
  /** Asks by the nonce until the answer is certain, and writes it down. */
  const find = (lost: UnknownOutcomeError, place: Omit<OpenOrder, 'id'>): void =>
    later(async () => {
      const outcome = await client.resolveLostOrder(lost)
      const isExecuted = outcome.kind === 'executed'
      history.push({ kind: 'settled', nonce: place.nonce, atMs: performance.now(), isThere: isExecuted })
      if (isExecuted) {
        isThere({ ...place, id: outcome.order.id })
        learn([outcome.order])
      }
      count(`settled as ${isExecuted ? 'there' : 'absent'}`)
    })
  const count = (what: string): void => void counts.set(what, (counts.get(what) ?? 0) + 1)
  const wish = (symbol: string, isBuy: boolean) =>
    orderNear(floor, {
      symbol,
      isBuy,
      valueUsd6: prng.int(20_000_000, 80_000_000),
      awayPpm: prng.int(-500, 4_000),
    })

  async function submit(): Promise<void> {
    nonce += 1
    const market = prng.int(0, symbols.length - 1)
    const place = { nonce, symbol: symbols[market]!, isBuy: (market + side) % 2 === 0 }
    const near = wish(place.symbol, place.isBuy)
    const written = { kind: 'submit', nonce, ...near, invokedMs: performance.now() } as const
    nonces.push(nonce)
    const { symbol, isBuy } = place
    const order = { symbol, isBuy, orderType: 'LIMIT', ...near } as const
    try {
      const { id } = await client.placeOrder(order, { nonce, recvWindow: RECV_WINDOW_MS })
      history.push({ ...written, returnedMs: performance.now(), outcome: 'ok', id })
      isThere({ ...place, id })
    } catch (error) {
      const verdict = verdictOf(error)
      history.push({ ...written, returnedMs: performance.now(), ...verdict })
      count(`submit ${verdict.outcome}`)
      if (verdict.outcome === 'arrived' || verdict.outcome === 'unknown')
        find(error instanceof UnknownOutcomeError ? error : lostOrder(place.nonce, error), place)
    }
  }

  /** A write on an open order, sent again with its nonce until an answer comes. */
  async function write(send: (order: OpenOrder, nonce: number) => Promise<unknown>) {
    const order = prng.pick([...open.values()])
    nonce += 1
    const own = nonce
    const invokedMs = performance.now()
    for (let isSent = false; ;) {
      let verdict: Verdict = { outcome: 'ok' }
      try {
        await send(order, own)
      } catch (error) {
        verdict = verdictOf(error)
      }
      // That the second try never left says nothing of the first.
      const isNeverSent = verdict.outcome === 'refused' && verdict.code === undefined
      if (verdict.outcome !== 'unknown' && !(isSent && isNeverSent))
        return {
          order,
          written: { nonce: order.nonce, invokedMs, returnedMs: performance.now(), ...verdict },
        }
      isSent = true
      count('write sent again')
      await whenUp()
    }
  }

  async function cancel(): Promise<void> {
    const { order, written } = await write(({ id }, own) =>
      client.cancelOrder(id, { nonce: own, recvWindow: RECV_WINDOW_MS }),
    )
    history.push({ kind: 'cancel', ...written })
    const isOver = written.outcome !== 'refused' || written.code === NO_OPEN_ORDER
    if (isOver) open.delete(order.nonce)
    count(`cancel ${written.outcome}`)
  }

  async function amend(): Promise<void> {
    let asked = { size: '', limitPrice: '' }
    const { order, written } = await write((which, own) => {
      if (asked.size === '') asked = wish(which.symbol, which.isBuy)
      return client.amendOrder({ id: which.id, ...asked }, { nonce: own, recvWindow: RECV_WINDOW_MS })
    })
    history.push({ kind: 'amend', ...asked, ...written })
    if (written.code === NO_OPEN_ORDER) open.delete(order.nonce)
    count(`amend ${written.outcome}`)
  }

  /** A reading that brought no answer says nothing. */
  async function read(
    asked: readonly number[],
    ask: () => Promise<OrderRow[]>,
  ): Promise<readonly OrderRow[]> {
    const invokedMs = performance.now()
    const rows = await ask()
    history.push({ kind: 'read', asked, rows: rows.map(seenOf), invokedMs, returnedMs: performance.now() })
    for (const row of rows) if (isOver(row)) open.delete(row.nonce)
    return rows
  }
  const readIds = (which: readonly string[]) =>
    read(which.map((id) => ids.get(id)!), () => client.orders({ id: which })) // prettier-ignore

  async function query(): Promise<void> {
    const chance = prng.next()
    const one = nonces.length === 0 ? 0 : prng.pick(nonces)
    const some = [...open.values()].slice(-5).map(({ id }) => id)
    try {
      if (chance < 0.5) await read([one], () => client.orders({ nonce: one }))
      else if (chance < 0.85 && some.length > 0) await readIds(some)
      else await read([], () => client.orders({ limit: 10 }))
    } catch (error) {
      if (!isUnanswered(error)) throw error
      count('query unanswered')
    }
  }

  return {
    writes: { submit, cancel, amend },
    query,
    later,
    openCount: () => open.size,
    /** What may have been missed while no socket listened: whatever is not known to be over, and the newest. */
    async readMissed({ known }: Pick<HistoryFeed, 'known'>) {
      const asked = [...ids].flatMap(([id, own]) => {
        const order = known.get(own)
        return order !== undefined && isOver(order) ? [] : [id]
      })
      const rows = [...(await read([], () => client.orders({ limit: 100 })))]
      for (let from = 0; from < asked.length; from += IDS_MAX)
        rows.push(...(await readIds(asked.slice(from, from + IDS_MAX))))
      return rows
    },
    async settle() {
      while (unsettled.size > 0) await Promise.all(unsettled)
      while (open.size > 0) await cancel()
    },
    async readAll() {
      const rows = new Map<string, OrderRow>()
      for (let endTime: number | undefined, before = -1; rows.size > before;) {
        before = rows.size
        const page = await persist(
          () => read([], () => client.orders(endTime === undefined ? {} : { endTime })),
          whenUp,
        )
        for (const row of page) rows.set(row.id, row)
        endTime = page.at(-1)?.postTime
      }
      // Asked by name, so that what is not there is missed.
      const all = [...ids.keys()]
      for (let from = 0; from < all.length; from += IDS_MAX)
        await persist(() => readIds(all.slice(from, from + IDS_MAX)), whenUp)
      return [...rows.values()]
    },
  }
}

/** Names in one request. */
const IDS_MAX = 100

const isOver = ({ status }: Pick<OrderRow, 'status'>): boolean =>
  status !== 'NEW' && status !== 'PARTIALLY_FILLED'

interface Verdict {
  readonly outcome: Outcome
  readonly code?: number
}

/** What an error says of a write; anything unforeseen is thrown on. */
function verdictOf(error: unknown): Verdict {
  if (error instanceof UnknownOutcomeError) return { outcome: 'unknown' }
  if (isApiError(error, DUPLICATE)) return { outcome: 'arrived' }
  if (error instanceof ApiError) return { outcome: 'refused', code: error.code }
  if (error instanceof TransportError && !error.sent) return { outcome: 'refused' }
  throw error
}

const isUnanswered = (error: unknown): boolean =>
  error instanceof TransportError ||
  error instanceof TimeoutError ||
  (error instanceof ApiError && (error.code === REFUSAL.TOO_MANY_REQUESTS || error.httpStatus >= 500))

/** Known to have arrived, by a refusal of its twin. */
const lostOrder = (nonce: number, cause: unknown): UnknownOutcomeError =>
  new UnknownOutcomeError({ kind: 'order', nonce, timeMs: Date.now(), recvWindowMs: RECV_WINDOW_MS }, cause)

/** Again until an answer comes. */
async function persist<T>(work: () => Promise<T>, whenUp: () => Promise<void>): Promise<T> {
  for (;;) {
    await whenUp()
    try {
      return await work()
    } catch (error) {
      if (!isUnanswered(error)) throw error
    }
  }
}
