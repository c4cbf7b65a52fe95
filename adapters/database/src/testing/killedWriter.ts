/** A process that writes batches until it is killed: batch n holds n orders' worth of rows and says so. */
import { writeSync } from 'node:fs'
import { openPgliteStore } from '../pgliteStore.ts'
import { candle, emptyBatch, newOrder, trade } from './sampleRecords.ts'

const [dir, workerUrl, templateDir] = process.argv.slice(2) as [string, string, string]
const { store, lastSeq } = await openPgliteStore({ dir, workerUrl: new URL(workerUrl), templateDir })
for (let seq = lastSeq + 1; ; seq += 1) {
  await store.apply({
    ...emptyBatch(seq),
    orders: Array.from({ length: 20 }, (_, index) => newOrder(seq * 100 + index)),
    trades: [trade(seq)],
    candles: [candle(seq * 60_000, { trades: seq }), candle(0, { interval: '1d', trades: seq })],
  })
  writeSync(1, `${seq}\n`)
}
