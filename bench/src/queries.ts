/**
 * `bench -- queries`: what people ask of their past, where the account has 100,000 orders against where it has 1,000,
 * in the embedded database, each with 100,000 orders of others around it. Orders have a fill, for of those none are
 * forgotten. The ratio is that of the query that grew most; 1 = it costs the same.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { openPgliteStore } from '@vest/database'
import { lots, timeMs, type Address } from '@vest/protocol'
import type { OrderFilter, ReadModelStore, StoredOrder } from '@vest/runtime'
import {
  addressOf,
  emptyBatch,
  fill,
  fullOrder,
  hexId,
} from '../../adapters/database/src/testing/sampleRecords.ts'
import type { BenchResult } from './benchResult.ts'
import { median } from './interleave.ts'

const FEW = 1_000
const MANY = 100_000
const ROWS_PER_BATCH = 5_000
const ROUNDS = 5
const ASKED_PER_ROUND = 40
const T0 = 1_700_000_000_000
const SYMBOLS = ['BTC-PERP', 'ETH-PERP', 'AAPL-USD-PERP', 'SPY-USD-PERP']

interface Past {
  readonly account: Address
  readonly orders: number
  /** Of its first order. */
  readonly first: number
}

type Ask = (store: ReadModelStore, past: Past, at: number) => Promise<readonly unknown[]>

const orders =
  (filter: (past: Past, at: number) => Partial<OrderFilter>): Ask =>
  (store, past, at) =>
    store.orders({ account: past.account, limit: 100, ...filter(past, at) })
/** Somewhere in the past, another place every time. */
const placeIn = ({ orders: count }: Past, at: number): number => (at * 7_919) % count

const ASKED: Readonly<Record<string, Ask>> = {
  'the newest 100': orders(() => ({})),
  'the newest 100 of a market': orders(() => ({ symbols: [SYMBOLS[1]!] })),
  'open orders': orders(() => ({ status: 'NEW' })),
  'a page in the middle': orders((past, at) => ({ endTimeMs: timeMs(T0 + past.first + placeIn(past, at)) })),
  'one by its nonce': orders((past, at) => ({ nonce: nonceOf(past.first + placeIn(past, at)) })),
  'one by its id': orders((past, at) => ({ ids: [hexId(past.first + placeIn(past, at))] })),
  'fills of an order': (store, past, at) =>
    store.fills(past.account, { orderId: hexId(past.first + placeIn(past, at)), limit: 100 }),
  'the newest 100 fills': (store, past) => store.fills(past.account, { limit: 100 }),
  'the newest 100 fills of a market': (store, past) =>
    store.fills(past.account, { limit: 100, symbols: [SYMBOLS[2]!] }),
}

const nonceOf = (number: number): number => T0 + number

const orderOf = (account: Address, number: number): StoredOrder =>
  fullOrder(number, {
    account,
    nonce: nonceOf(number),
    symbol: SYMBOLS[number % SYMBOLS.length]!,
    status: 'FILLED',
    filledSize: lots(1),
    postTimeMs: timeMs(T0 + number),
  })

export async function benchQueries(print: (line: string) => void): Promise<BenchResult> {
  const dir = mkdtempSync(join(tmpdir(), 'vest-queries-'))
  const workerUrl = pathToFileURL(join(process.cwd(), 'build', 'server', 'pgliteWorker.mjs'))
  const { store } = await openPgliteStore({ dir: join(dir, 'database'), workerUrl })
  try {
    const few: Past = { account: addressOf(1), orders: FEW, first: 0 }
    const many: Past = { account: addressOf(2), orders: MANY, first: FEW }
    for (const past of [few, many, { account: addressOf(3), orders: MANY, first: FEW + MANY }])
      await write(store, past)
    print(`median of ${ROUNDS} interleaved rounds of ${ASKED_PER_ROUND} questions each, embedded database`)
    const growths: number[] = []
    for (const [name, ask] of Object.entries(ASKED)) {
      const [ofFew, ofMany] = await measured(store, ask, few, many)
      growths.push(ofMany / ofFew)
      print(
        `  ${name}: ${ofFew.toFixed(2)} ms with ${FEW} orders, ${ofMany.toFixed(2)} ms with ${MANY}, ` +
          `${(ofMany / ofFew).toFixed(2)} times`,
      )
    }
    return { peer: `the same questions of an account with ${FEW} orders`, ratio: 1 / Math.max(...growths) }
  } finally {
    await store.close()
    rmSync(dir, { recursive: true, force: true })
  }
}

async function write(store: ReadModelStore, { account, orders: count, first }: Past): Promise<void> {
  for (let from = first; from < first + count; from += ROWS_PER_BATCH) {
    const numbers = Array.from({ length: Math.min(ROWS_PER_BATCH, first + count - from) }, (_, i) => from + i)
    await store.apply({
      ...emptyBatch(1),
      orders: numbers.map((number) => orderOf(account, number)),
      fills: numbers.map((number) => ({
        ...fill(number),
        account,
        orderId: hexId(number),
        symbol: SYMBOLS[number % SYMBOLS.length]!,
        timeMs: timeMs(T0 + number),
      })),
    })
  }
}

/** Milliseconds of one question, in turn for both. */
async function measured(
  store: ReadModelStore,
  ask: Ask,
  few: Past,
  many: Past,
): Promise<readonly [number, number]> {
  const took = async (past: Past, round: number): Promise<number> => {
    const started = performance.now()
    for (let at = 0; at < ASKED_PER_ROUND; at += 1) await ask(store, past, round * ASKED_PER_ROUND + at)
    return (performance.now() - started) / ASKED_PER_ROUND
  }
  const times: [number, number][] = []
  for (let round = 0; round <= ROUNDS; round += 1) {
    const both: [number, number] = [await took(few, round), await took(many, round)]
    if (round > 0) times.push(both)
  }
  return [median(times.map(([one]) => one)), median(times.map(([, other]) => other))]
}
