/**
 * A recorder of trades: every trade of some markets once, in order, as lines of JSON. The feed is the fast way; what
 * was missed while it was away is read from the history, and trade numbers tell what is known already.
 */
import type { VestClient } from '@vest/sdk/node'
import { pause } from './pause.ts'

/** What the feed and the history call a trade, under one number. */
export interface RecordedTrade {
  readonly symbol: string
  readonly id: number
  readonly price: string
  /** Negative = the taker sold. */
  readonly qty: string
  readonly time: number
}

export interface RecorderOptions {
  readonly vest: VestClient
  readonly symbols: readonly string[]
  /** Called with every trade once, by market in the order of their numbers. */
  readonly write: (trade: RecordedTrade) => void
  readonly signal: AbortSignal
}

type Row = Awaited<ReturnType<VestClient['trades']>>[number]

export async function runRecorder({ vest, symbols, write, signal }: RecorderOptions): Promise<void> {
  const feed = vest.publicFeed()
  const recorders = new Map(
    symbols.map((symbol) => [symbol, createMarketRecorder(vest, symbol, write, signal)]),
  )
  for (const [symbol, recorder] of recorders) feed.onTrade(symbol, recorder.add)
  // From here on the channels are complete; before, something may have passed by.
  feed.onSubscribed((channels) => {
    for (const [symbol, recorder] of recorders)
      if (channels.includes(`${symbol}@trades`)) void recorder.catchUp()
  })
  feed.connect()
  await new Promise<void>((resolve) => {
    signal.addEventListener('abort', () => resolve())
    if (signal.aborted) resolve()
  })
  feed.disconnect()
}

function createMarketRecorder(
  vest: VestClient,
  symbol: string,
  write: (trade: RecordedTrade) => void,
  signal: AbortSignal,
) {
  let lastId: number | undefined
  /** What was heard while the history is being read. */
  let held: Row[] | undefined
  /** The feed came back once more in the meantime: what was read may end before the gap. */
  let isStale = false
  const record = (row: Row): void => {
    const id = Number(row.id)
    if (lastId !== undefined && id <= lastId) return
    lastId = id
    write({ symbol, id, price: row.price, qty: row.qty, time: row.time })
  }
  /** Everything younger than the last known trade; of a market that is new here, the newest page. */
  async function readMissed(): Promise<Row[]> {
    const missed: Row[] = []
    let endTime: number | undefined
    for (;;) {
      const page = await vest.trades({ symbol, endTime })
      const young = page.filter((row) => lastId === undefined || Number(row.id) > lastId)
      missed.push(...young)
      const oldest = page.at(-1)?.time
      const reachesBack = lastId === undefined || young.length < page.length || oldest === endTime
      if (oldest === undefined || reachesBack) return missed
      // Inclusive: trades of one moment may lie on two pages, and their numbers tell them apart.
      endTime = oldest
    }
  }
  return {
    add(row: Row): void {
      if (held) held.push(row)
      else record(row)
    },
    async catchUp(): Promise<void> {
      isStale = true
      if (held) return
      held = []
      let missed: Row[] = []
      while (isStale && !signal.aborted)
        try {
          isStale = false
          missed = await readMissed()
        } catch {
          isStale = true
          // The exchange is away for the moment: what it tells meanwhile is held.
          await pause(1_000, signal)
        }
      const rows = [...missed, ...held]
      held = undefined
      for (const row of rows.toSorted((a, b) => Number(a.id) - Number(b.id))) record(row)
    },
  }
}
