import { describe, expect, it } from 'vitest'
import fc from 'fast-check'
import { apply, applyPublished } from '../apply.ts'
import { type Command, type SequencedCommand } from '../api/commands.ts'
import { type EventEnvelope } from '../api/events.ts'
import { decodeState, encodeState } from '../snapshot/snapshot.ts'
import { createExchange, type Exchange } from '../state/exchange.ts'
import { createBatchReader, takeBatch, publishEvents, EventBatch } from './publisher.ts'
import { createDriver, steps } from '../testing/randomCommands.ts'

interface Reading {
  exchange: Exchange
  batch: EventBatch
  read: ReturnType<typeof createBatchReader>
}

const begin = (exchange: Exchange): Reading => ({
  exchange,
  batch: new EventBatch(),
  read: createBatchReader(),
})

/** As between threads: the reader shares nothing with the exchange, and the memory of the rows has moved to it. */
function takeElsewhere({ batch, read }: Reading): EventEnvelope[] {
  const published = takeBatch(batch)
  const transfer = [published.numbers.buffer as ArrayBuffer, published.orders.buffer as ArrayBuffer]
  return read(structuredClone(published, { transfer }))
}

const alone = (log: readonly SequencedCommand[]): EventEnvelope[] => {
  const exchange = createExchange()
  return log.map((command) => ({
    seq: command.seq,
    timeMs: command.timeMs,
    events: apply(exchange, command).events,
  }))
}

/** Commands that change what the same rows mean. */
const renames: readonly Command[] = [
  { kind: 'RenameMarket', marketId: 0, symbol: 'PEAR-USD-PERP' },
  { kind: 'RenameMarket', marketId: 0, symbol: 'AAPL-USD-PERP' },
  { kind: 'RenameMarket', marketId: 1, symbol: 'XBT-PERP' },
  { kind: 'ApplySplit', marketId: 3, newShares: 4, oldShares: 1 },
]

describe('what is published to another thread', () => {
  it('equals the events of each command, in batches of any size, and after a restart', () => {
    let notEmpty = 0
    fc.assert(
      fc.property(
        steps({ minLength: 40, maxLength: 120 }),
        fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 8 }),
        fc.array(fc.nat(119), { maxLength: renames.length }),
        fc.nat(7),
        (list, groups, renameAt, restartAfter) => {
          const { world, step } = createDriver({ audit: false })
          list.forEach((item, at) => {
            renameAt.forEach((place, which) => {
              if (place === at) world.run(renames[which]!)
            })
            step(item)
          })
          const { log } = world
          let reading = begin(createExchange(12_345))
          const heard: EventEnvelope[] = []
          let at = 0
          for (let group = 0; at < log.length; group++) {
            const end = Math.min(log.length, at + groups[group % groups.length]!)
            for (; at < end; at++) applyPublished(reading.exchange, log[at]!, reading.batch)
            heard.push(...takeElsewhere(reading))
            if (group === restartAfter) reading = begin(decodeState(encodeState(reading.exchange)))
          }
          expect(heard).toEqual(alone(log))
          notEmpty += heard.filter(({ events }) => events.length > 0).length
        },
      ),
      { numRuns: 60 },
    )
    expect(notEmpty).toBeGreaterThan(1_000)
  })

  it('lists the books that have changed, as the events do', () => {
    const { world, step } = createDriver({ audit: false })
    fc.assert(
      fc.property(steps({ minLength: 60, maxLength: 60 }), (list) => list.forEach((item) => step(item))),
      { numRuns: 1, seed: 7 },
    )
    const { exchange, batch } = begin(createExchange())
    const expected = alone(world.log)
    let changes = 0
    world.log.forEach((command, at) => {
      applyPublished(exchange, command, batch)
      const published = expected[at]!.events.flatMap((event) =>
        event.kind === 'BooksChanged' ? event.marketIds : [],
      )
      expect([...batch.changedBooks].sort()).toEqual([...new Set(published)].sort())
      changes += published.length
      // Nothing of an earlier batch is published again.
      const isOfOrders = expected[at]!.events.some(
        ({ kind }) => kind === 'OrderUpdated' || kind === 'FillBooked',
      )
      expect(takeBatch(batch).orders.length > 0 ? isOfOrders : true).toBe(true)
      batch.changedBooks.clear()
    })
    expect(changes).toBeGreaterThan(20)
  })

  it('may be events that exist already', () => {
    const { batch, read } = begin(createExchange())
    const events = [{ kind: 'BooksChanged', marketIds: [4, 2] }] as const
    publishEvents(batch, 1, 5, events)
    publishEvents(batch, 2, 6, [])
    expect([...batch.changedBooks]).toEqual([4, 2])
    expect(read(takeBatch(batch))).toEqual([
      { seq: 1, timeMs: 5, events },
      { seq: 2, timeMs: 6, events: [] },
    ])
    expect(takeBatch(batch)).toMatchObject({ commands: 0, notes: [], numbers: { length: 0 } })
  })
})
