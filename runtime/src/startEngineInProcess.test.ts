/** Guarantees of the engine to callers that submit, query and listen. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Command, type EventEnvelope } from '@vest/engine'
import { INBOX_USER_COMMANDS_MAX } from './bounds.ts'
import { segmentName } from './journal/segment.ts'
import { EngineStoppedError, InboxFullError, ReaderAheadError } from './ports/engineClient.ts'
import { snapshotName } from './snapshot/snapshotStore.ts'
import {
  activate,
  cancel,
  createEngineWorld,
  setLeverage,
  START_MS,
  type EngineWorld,
} from './testing/engineWorld.ts'

let world: EngineWorld
beforeEach(() => {
  world = createEngineWorld()
})
afterEach(() => world.end())

describe('engine', () => {
  it('answers with sequence number, time and result, and publishes the events before the answer', async () => {
    const engine = await world.start()
    const seen: string[] = []
    engine.onEvents((envelopes) => seen.push(...envelopes.map(({ seq }) => `event ${seq}`)))
    const submitted = await Promise.all(
      ['a', 'b'].map((feature) =>
        engine.submit(activate(feature)).then((result) => {
          seen.push(`answer ${result.seq}`)
          return result
        }),
      ),
    )
    expect(submitted).toEqual([
      { seq: 1, timeMs: START_MS, answer: { ok: true } },
      { seq: 2, timeMs: START_MS, answer: { ok: true } },
    ])
    expect(seen).toEqual(['event 1', 'event 2', 'answer 1', 'answer 2'])
  })

  it('puts the submissions of one turn into one group: one sync', async () => {
    const engine = await world.start()
    const before = world.journal.calls.length
    await Promise.all(Array.from({ length: 200 }, (_, n) => engine.submit(activate(`${n}`))))
    expect(world.journal.calls.slice(before)).toEqual([`write ${segmentName(1)}`, `sync ${segmentName(1)}`])
  })

  it('restores the same state after a clean stop and after a kill', async () => {
    let engine = await world.start()
    for (let n = 0; n < 20; n += 1) await engine.submit(activate(`${n}`))
    const before = await engine.stateHash()
    await engine.stop()
    engine = await world.start()
    expect(await engine.stateHash()).toEqual(before)
    await engine.submit(activate('more'))
    const later = await engine.stateHash()
    world.kill()
    engine = await world.start()
    expect(await engine.stateHash()).toEqual(later)
  })

  it('[J14] sends every envelope from the requested one on, replayed ones first, without gap or repetition', async () => {
    let engine = await world.start()
    const live: EventEnvelope[] = []
    engine.onEvents((envelopes) => live.push(...envelopes))
    for (let n = 0; n < 30; n += 1) await engine.submit(activate(`${n}`))
    world.kill()
    engine = await world.start({ emitFromSeq: 12 })
    await engine.submit(activate('after'))
    const again: EventEnvelope[] = []
    engine.onEvents((envelopes) => again.push(...envelopes))
    await engine.submit(activate('and again'))
    expect(again.map(({ seq }) => seq)).toEqual(Array.from({ length: 20 }, (_, n) => 13 + n))
    expect(again.slice(0, 18)).toEqual(live.slice(12))
  })

  it('sends replayed envelopes also when the newest snapshot is later than the reader', async () => {
    let engine = await world.start({ snapshotEveryCommands: 5 })
    for (let n = 0; n < 30; n += 1) await engine.submit(activate(`${n}`))
    const hash = await engine.stateHash()
    await engine.stop()
    const batches: EventEnvelope[] = []
    engine = await world.start({ emitFromSeq: 0, onReplayed: (envelopes) => void batches.push(...envelopes) })
    expect(batches.map(({ seq }) => seq)).toEqual(Array.from({ length: 30 }, (_, n) => 1 + n))
    expect(await engine.stateHash()).toEqual(hash)
  })

  it('waits for a slow reader while replaying', async () => {
    let engine = await world.start()
    for (let n = 0; n < 40; n += 1)
      await Promise.all(Array.from({ length: 300 }, (_, k) => engine.submit(activate(`${n} ${k}`))))
    world.kill()
    let taken = 0
    let open = 0
    let openMost = 0
    engine = await world.start({
      emitFromSeq: 0,
      onReplayed: async (envelopes) => {
        open += 1
        openMost = Math.max(openMost, open)
        await new Promise((resolve) => setImmediate(resolve))
        taken += envelopes.length
        open -= 1
      },
    })
    expect(taken).toBe(12_000)
    expect(openMost).toBe(1)
  })

  it('refuses a reader that has seen more than the journal holds', async () => {
    const engine = await world.start()
    await engine.submit(activate('one'))
    await engine.stop()
    await expect(world.start({ emitFromSeq: 2 })).rejects.toThrow(ReaderAheadError)
    await expect(world.start({ emitFromSeq: 1 })).resolves.toBeDefined()
  })

  it('refuses beyond the bound of the inbox without sequencing, separately for users and for the system', async () => {
    const engine = await world.start()
    const users = Array.from({ length: INBOX_USER_COMMANDS_MAX }, (_, n) =>
      engine.submit(cancel(`0x${String(n).padStart(64, '0')}`)),
    )
    await expect(engine.submit(cancel(`0x${'f'.repeat(64)}`))).rejects.toThrow(InboxFullError)
    const system = engine.submit(activate('still taken'))
    await Promise.all(users)
    await expect(system).resolves.toMatchObject({ answer: { ok: true } })
    expect((await engine.stateHash()).seq).toBe(INBOX_USER_COMMANDS_MAX + 1)
    await expect(engine.submit(cancel(`0x${'f'.repeat(64)}`))).resolves.toMatchObject({
      answer: { ok: true },
    })
  })

  it('puts urgent lanes first in a group', async () => {
    const engine = await world.start()
    const order: Promise<number>[] = []
    const note = (command: Command): void => void order.push(engine.submit(command).then(({ seq }) => seq))
    note(setLeverage)
    note({ kind: 'ChangeSession', marketId: 1, session: 'REGULAR' })
    note(cancel(`0x${'a'.repeat(64)}`))
    note({ kind: 'SetMarketMode', marketId: 1, mode: 'HALT' })
    expect(await Promise.all(order)).toEqual([4, 3, 2, 1])
  })

  it('completes accepted commands when it stops, and accepts nothing more', async () => {
    const engine = await world.start()
    const accepted = Array.from({ length: 1_000 }, (_, n) => engine.submit(activate(`${n}`)))
    const stopped = engine.stop()
    await expect(engine.submit(activate('late'))).rejects.toThrow(EngineStoppedError)
    await stopped
    expect((await Promise.all(accepted)).at(-1)).toMatchObject({ seq: 1_000 })
    expect(world.snapshots.list()).toEqual([snapshotName(1_000)])
  })

  it('refuses only the command that does not fit a record', async () => {
    const engine = await world.start()
    const huge = engine.submit(activate('x'.repeat(70_000)))
    const small = engine.submit(activate('small'))
    await expect(huge).rejects.toThrow(/takes \d+ bytes/)
    await expect(small).resolves.toMatchObject({ seq: 1 })
  })

  it('answers queries after the last applied command; a bad one fails alone', async () => {
    const engine = await world.start()
    await engine.submit(activate('one'))
    expect(await engine.query('exchange', {})).toEqual({ seq: 1, timeMs: START_MS })
    await expect(engine.query('account', { account: '0x' as never })).rejects.toThrow('no account here')
    await expect(engine.submit(activate('two'))).resolves.toMatchObject({ seq: 2 })
  })

  it('sends the depth of watched markets after a change, at most every 100 ms', async () => {
    const engine = await world.start()
    const told: string[] = []
    engine.onDepth((depths) => told.push(...depths.map(({ symbol, bids }) => `${symbol} ${bids[0]![1]}`)))
    const touch = (): Promise<unknown> => engine.submit({ kind: 'SetMarketMode', marketId: 3, mode: 'OPEN' })
    await touch()
    expect(told).toEqual([])
    engine.watchDepth(['BTC-PERP'])
    await touch()
    await touch()
    await touch()
    await engine.stateHash()
    expect(told).toEqual(['BTC-PERP 2'])
    world.time.advance(99)
    await engine.stateHash()
    expect(told).toEqual(['BTC-PERP 2'])
    world.time.advance(1)
    await engine.stateHash()
    expect(told).toEqual(['BTC-PERP 2', 'BTC-PERP 4'])
  })
})
