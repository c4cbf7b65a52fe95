import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { timeMs } from '@vest/protocol'
import type { Command, EventEnvelope } from '@vest/engine'
import { HOUR_MS, INBOX_USER_COMMANDS_MAX } from './bounds.ts'
import { openJournal } from './journal/journal.ts'
import { JournalDamagedError, JournalFatalError, JournalFullError, JournalLockedError } from './journal/errors.ts'
import { segmentName } from './journal/segment.ts'
import { EngineStoppedError, InboxFullError, ReaderAheadError, type EngineClient } from './ports/engineClient.ts'
import { startEngineInProcess, type StartEngineInProcessOptions } from './startEngineInProcess.ts'
import { snapshotName } from './snapshot/snapshotStore.ts'
import { createScriptedTime, type ScriptedTime } from './testing/scriptedTime.ts'
import { seededRandom } from './testing/seededRandom.ts'
import { createSimulatedStorage, type SimulatedStorage } from './testing/simulatedStorage.ts'
import { BREAKING_FEATURE, tallyCore, type TallyState } from './testing/tallyCore.ts'

const START_MS = 1_800_000_000_000 // 2027-01-15T08:00:00Z, a full hour

interface World {
  readonly time: ScriptedTime
  journal: SimulatedStorage
  snapshots: SimulatedStorage
}
let world: World
let running: EngineClient[] = []

beforeEach(() => {
  world = { time: createScriptedTime(START_MS), journal: createSimulatedStorage(), snapshots: createSimulatedStorage() }
})
afterEach(async () => {
  await Promise.all(running.map((engine) => engine.stop()))
  running = []
})

async function start(options: Partial<StartEngineInProcessOptions<TallyState>> = {}): Promise<EngineClient> {
  const engine = await startEngineInProcess({
    core: tallyCore,
    data: { journal: world.journal, snapshots: world.snapshots },
    segmentBytes: 16_384,
    clock: world.time.clock,
    timers: world.time.timers,
    ...options,
  })
  running.push(engine)
  return engine
}

/** What a killed process leaves behind. */
function kill(): void {
  world.journal = world.journal.afterKill()
  world.snapshots = world.snapshots.afterKill()
}

const activate = (feature: string): Command => ({ kind: 'Activate', feature })
const cancel = (id: string): Command => ({
  kind: 'CancelOrder',
  id: id as `0x${string}` & Extract<Command, { kind: 'CancelOrder' }>['id'],
  account: `0x${'1'.repeat(40)}` as Extract<Command, { kind: 'CancelOrder' }>['account'],
  signer: `0x${'2'.repeat(40)}` as Extract<Command, { kind: 'CancelOrder' }>['signer'],
  nonce: 1,
  orderTimeMs: timeMs(START_MS),
  recvWindowMs: 5_000,
})

describe('engine', () => {
  it('answers with sequence number, time and the verdict, and tells the events before the answer', async () => {
    const engine = await start()
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

  it('puts what is submitted in one turn into one group: one sync', async () => {
    const engine = await start()
    const before = world.journal.calls.length
    await Promise.all(Array.from({ length: 200 }, (_, n) => engine.submit(activate(`${n}`))))
    expect(world.journal.calls.slice(before)).toEqual([`write ${segmentName(1)}`, `sync ${segmentName(1)}`])
  })

  it('finds the same state again after a clean stop and after a kill', async () => {
    let engine = await start()
    for (let n = 0; n < 20; n += 1) await engine.submit(activate(`${n}`))
    const before = await engine.stateHash()
    await engine.stop()
    engine = await start()
    expect(await engine.stateHash()).toEqual(before)
    await engine.submit(activate('more'))
    const later = await engine.stateHash()
    kill()
    engine = await start()
    expect(await engine.stateHash()).toEqual(later)
  })

  it('[J14] tells every envelope from the asked one on, replayed ones first, without gap or repetition', async () => {
    let engine = await start()
    const live: EventEnvelope[] = []
    engine.onEvents((envelopes) => live.push(...envelopes))
    for (let n = 0; n < 30; n += 1) await engine.submit(activate(`${n}`))
    kill()
    engine = await start({ emitFromSeq: 12 })
    await engine.submit(activate('after'))
    const again: EventEnvelope[] = []
    engine.onEvents((envelopes) => again.push(...envelopes))
    await engine.submit(activate('and again'))
    expect(again.map(({ seq }) => seq)).toEqual(Array.from({ length: 20 }, (_, n) => 13 + n))
    expect(again.slice(0, 18)).toEqual(live.slice(12))
  })

  it('tells replayed envelopes also when the newest snapshot is later than the reader', async () => {
    let engine = await start({ snapshotEveryCommands: 5 })
    for (let n = 0; n < 30; n += 1) await engine.submit(activate(`${n}`))
    const hash = await engine.stateHash()
    await engine.stop()
    const batches: EventEnvelope[] = []
    engine = await start({ emitFromSeq: 0, onReplayed: (envelopes) => void batches.push(...envelopes) })
    expect(batches.map(({ seq }) => seq)).toEqual(Array.from({ length: 30 }, (_, n) => 1 + n))
    expect(await engine.stateHash()).toEqual(hash)
  })

  it('waits for a slow reader while replaying', async () => {
    let engine = await start()
    for (let n = 0; n < 40; n += 1) await Promise.all(Array.from({ length: 300 }, (_, k) => engine.submit(activate(`${n} ${k}`))))
    kill()
    let taken = 0
    let open = 0
    let openMost = 0
    engine = await start({
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
    const engine = await start()
    await engine.submit(activate('one'))
    await engine.stop()
    await expect(start({ emitFromSeq: 2 })).rejects.toThrow(ReaderAheadError)
    await expect(start({ emitFromSeq: 1 })).resolves.toBeDefined()
  })

  it('refuses beyond the bound of the inbox without sequencing, apart for users and for the system', async () => {
    const engine = await start()
    const users = Array.from({ length: INBOX_USER_COMMANDS_MAX }, (_, n) => engine.submit(cancel(`0x${String(n).padStart(64, '0')}`)))
    await expect(engine.submit(cancel(`0x${'f'.repeat(64)}`))).rejects.toThrow(InboxFullError)
    const system = engine.submit(activate('still taken'))
    await Promise.all(users)
    await expect(system).resolves.toMatchObject({ answer: { ok: true } })
    expect((await engine.stateHash()).seq).toBe(INBOX_USER_COMMANDS_MAX + 1)
    await expect(engine.submit(cancel(`0x${'f'.repeat(64)}`))).resolves.toMatchObject({ answer: { ok: true } })
  })

  it('lets urgent lanes go first in a group', async () => {
    const engine = await start()
    const order: Promise<number>[] = []
    const note = (command: Command): void => void order.push(engine.submit(command).then(({ seq }) => seq))
    note({ kind: 'SetLeverage', account: `0x${'1'.repeat(40)}` as never, symbol: 'BTC-PERP', leverage: 5 })
    note({ kind: 'ChangeSession', marketId: 1, session: 'REGULAR' })
    note(cancel(`0x${'a'.repeat(64)}`))
    note({ kind: 'SetMarketMode', marketId: 1, mode: 'HALT' })
    expect(await Promise.all(order)).toEqual([4, 3, 2, 1])
  })

  it('finishes what it has accepted when it stops, and takes nothing more', async () => {
    const engine = await start()
    const accepted = Array.from({ length: 1_000 }, (_, n) => engine.submit(activate(`${n}`)))
    const stopped = engine.stop()
    await expect(engine.submit(activate('late'))).rejects.toThrow(EngineStoppedError)
    await stopped
    expect((await Promise.all(accepted)).at(-1)).toMatchObject({ seq: 1_000 })
    expect(world.snapshots.list()).toEqual([snapshotName(1_000)])
  })

  it('refuses a command that does not fit a record, alone', async () => {
    const engine = await start()
    const huge = engine.submit(activate('x'.repeat(70_000)))
    const small = engine.submit(activate('small'))
    await expect(huge).rejects.toThrow(/takes \d+ bytes/)
    await expect(small).resolves.toMatchObject({ seq: 1 })
  })

  it('answers questions after the last applied command and lets a bad one fail alone', async () => {
    const engine = await start()
    await engine.submit(activate('one'))
    expect(await engine.query('exchange', {})).toEqual({ seq: 1, timeMs: START_MS })
    await expect(engine.query('account', { account: '0x' as never })).rejects.toThrow('no account here')
    await expect(engine.submit(activate('two'))).resolves.toMatchObject({ seq: 2 })
  })

  it('tells depth of watched markets after a change, at most every 100 ms', async () => {
    const engine = await start()
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

describe('engine time', () => {
  const passed = async (engine: EngineClient, spanMs: number): Promise<void> => {
    world.time.advance(spanMs)
    await engine.submit(activate('now'))
  }
  const stateOf = async (): Promise<TallyState> => {
    kill()
    const snapshots = createSimulatedStorage()
    const engine = await start({ data: { journal: world.journal, snapshots } })
    await engine.stop()
    const text = snapshots.contentOf(snapshots.list()[0]!).toString().split('\n')[1]!
    return JSON.parse(text) as TallyState
  }

  it('ticks once a second, and once after a stall', async () => {
    const engine = await start()
    for (let second = 0; second < 5; second += 1) await passed(engine, 1_000)
    await passed(engine, 10_000) // ten periods in one turn of the loop
    expect((await stateOf()).counts.TickTimer).toBe(6)
  })

  it('[mechanics 3.3] charges each hour once at its end', async () => {
    const engine = await start()
    for (let quarter = 0; quarter < 16; quarter += 1) await passed(engine, HOUR_MS / 4)
    expect((await stateOf()).hours).toEqual([0, 1, 2, 3].map((n) => START_MS + n * HOUR_MS))
  })

  it('charges after a downtime only the last hour in which it ran', async () => {
    let engine = await start()
    await passed(engine, 60_000)
    kill()
    world.time.advance(5 * HOUR_MS)
    engine = await start()
    await engine.submit(activate('back'))
    await passed(engine, HOUR_MS)
    expect((await stateOf()).hours).toEqual([START_MS, START_MS + 5 * HOUR_MS])
  })

  it('[R7] charges no hour twice however often it restarts around its end and the clock steps back', async () => {
    const random = seededRandom(11)
    let engine = await start()
    for (let round = 0; round < 60; round += 1) {
      world.time.advance(Math.floor(random() * 20 * 60_000))
      await engine.submit(activate('x'))
      if (random() < 0.3) world.time.leap(-Math.floor(random() * 2 * HOUR_MS))
      if (random() < 0.3) world.time.leap(Math.floor(random() * 2 * HOUR_MS))
      if (random() < 0.3) {
        kill()
        engine = await start()
      }
    }
    const { hours } = await stateOf()
    expect(hours.length).toBeGreaterThan(10)
    expect(hours).toEqual([...new Set(hours)].sort((a, b) => a - b))
  })

  it('[R7] never goes back', async () => {
    const engine = await start()
    const times: number[] = []
    for (const span of [0, -3_600_000, 10, 86_400_000, -5, 2 ** 40, 1]) {
      world.time.leap(span)
      times.push((await engine.submit(activate('t'))).timeMs)
    }
    expect(times).toEqual([...times].sort((a, b) => a - b))
  })

  it('follows a leap of the wall clock only after it has stayed', async () => {
    const engine = await start()
    await passed(engine, 1_000)
    world.time.leap(HOUR_MS)
    expect((await engine.submit(activate('leapt'))).timeMs).toBe(START_MS + 1_000)
    world.time.advance(2_000)
    expect((await engine.submit(activate('waits'))).timeMs).toBe(START_MS + 3_000)
    world.time.leap(-HOUR_MS)
    expect((await engine.submit(activate('taken back'))).timeMs).toBe(START_MS + 3_000)
    world.time.leap(HOUR_MS)
    await engine.submit(activate('again'))
    world.time.advance(5_000)
    expect((await engine.submit(activate('believed'))).timeMs).toBe(START_MS + 8_000 + HOUR_MS)
  })
})

describe('engine memory', () => {
  const fill = async (engine: EngineClient, count: number): Promise<void> => {
    for (let n = 0; n < count; n += 1) await engine.submit(activate(`${n}`))
  }

  it('[R2] snapshot and tail give the hash of the full replay', async () => {
    let engine = await start({ snapshotEveryCommands: 20 })
    await fill(engine, 90)
    const live = await engine.stateHash()
    kill()
    expect(world.snapshots.list()).toEqual([40, 60, 80].map(snapshotName))
    engine = await start()
    expect(await engine.stateHash()).toEqual(live)
    kill()
    world.snapshots = createSimulatedStorage()
    engine = await start()
    expect(await engine.stateHash()).toEqual(live)
  })

  it('uses the snapshot: what lies before is not applied again', async () => {
    let applied = 0
    const counting = { ...tallyCore, apply: (...args: Parameters<typeof tallyCore.apply>) => (applied++, tallyCore.apply(...args)) }
    let engine = await start({ snapshotEveryCommands: 20 })
    await fill(engine, 50)
    kill()
    engine = await start({ core: counting })
    expect(applied).toBe(10)
    expect((await engine.stateHash()).seq).toBe(50)
  })

  it('passes over damaged, foreign and misplaced snapshots with a note', async () => {
    let engine = await start({ snapshotEveryCommands: 10 })
    await fill(engine, 35)
    const live = await engine.stateHash()
    kill()
    const flipped = world.snapshots.contentOf(snapshotName(30))
    flipped[40]! ^= 4
    world.snapshots.replace(snapshotName(30), flipped)
    world.snapshots.replace(snapshotName(20), Buffer.alloc(0))
    const notices: string[] = []
    engine = await start({ onNotice: (text) => notices.push(text) })
    expect(await engine.stateHash()).toEqual(live)
    expect(notices.map((text) => text.replace(/^.*snapshot-0*/, ''))).toEqual([
      '30.vest: its SHA-256 does not fit.',
      '20.vest: its SHA-256 does not fit.',
    ])
  })

  it('every cut and many flips of a snapshot are noticed', async () => {
    const engine = await start({ snapshotEveryCommands: 10 })
    await fill(engine, 10)
    const live = await engine.stateHash()
    kill()
    const whole = world.snapshots.contentOf(snapshotName(10))
    const journal = world.journal
    const random = seededRandom(8)
    for (let round = 0; round < 120; round += 1) {
      const bytes = Buffer.from(whole)
      bytes[Math.floor(random() * bytes.length)]! ^= 1 << Math.floor(random() * 8)
      const broken = round % 2 === 0 ? bytes : whole.subarray(0, Math.floor(random() * whole.length))
      world.journal = journal.afterKill()
      world.snapshots = createSimulatedStorage(new Map([[snapshotName(10), broken]]))
      const notices: string[] = []
      const again = await start({ onNotice: (text) => notices.push(text) })
      expect(await again.stateHash()).toEqual(live)
      expect(notices).toHaveLength(1)
    }
  })

  it('refuses to start when a good snapshot knows commands that the journal lost', async () => {
    const engine = await start({ snapshotEveryCommands: 10 })
    await fill(engine, 10)
    kill()
    const bytes = world.journal.contentOf(segmentName(1))
    bytes.fill(0, 500)
    world.journal.replace(segmentName(1), bytes)
    await expect(start()).rejects.toThrow(JournalDamagedError)
    expect(world.journal.contentOf(segmentName(1))).toEqual(bytes)
    world.journal = createSimulatedStorage()
    await expect(start()).rejects.toThrow(/ends at command 0 but .* knows command 10/)
  })

  it('a snapshot that cannot be written is noted and harms nothing', async () => {
    const notices: string[] = []
    const engine = await start({ snapshotEveryCommands: 10, onNotice: (text) => notices.push(text) })
    world.snapshots.failNext('write', 'ENOSPC')
    await fill(engine, 12)
    expect(notices).toEqual(['Could not write a snapshot: ENOSPC: simulated'])
    expect(world.snapshots.list().filter((name) => name.endsWith('.vest'))).toEqual([])
    await fill(engine, 10)
    expect(world.snapshots.list()).toEqual([snapshotName(20)])
  })

  it('one data folder has one engine', async () => {
    await start()
    await expect(start()).rejects.toThrow(JournalLockedError)
  })
})

describe('engine failure', () => {
  it('[R6] acknowledges nothing after a failed sync, tells the reason once and stops', async () => {
    const engine = await start()
    await engine.submit(activate('durable'))
    const reasons: Error[] = []
    engine.onFailure((reason) => reasons.push(reason))
    world.journal.failNext('sync', 'EIO')
    const unknown = engine.submit(activate('unknown'))
    await expect(unknown).rejects.toThrow(EngineStoppedError)
    await expect(engine.submit(activate('later'))).rejects.toThrow(EngineStoppedError)
    await expect(engine.query('exchange', {})).rejects.toThrow(EngineStoppedError)
    expect(reasons).toEqual([expect.any(JournalFatalError)])
  })

  it('stops on a broken invariant without an answer', async () => {
    const engine = await start()
    const reasons: string[] = []
    engine.onFailure(({ message }) => reasons.push(message))
    const first = engine.submit(activate('good'))
    const second = engine.submit(activate(BREAKING_FEATURE))
    await expect(Promise.allSettled([first, second])).resolves.toMatchObject([{ status: 'rejected' }, { status: 'rejected' }])
    expect(reasons).toEqual(['broken on purpose'])
  })

  it('[R6] refuses new risk on a full disk, keeps cancels going on the reserve, and recovers', async () => {
    const engine = await start({ segmentBytes: 4_096 })
    world.time.advance(1_000)
    await engine.submit(activate('one'))
    world.journal.limitSpace(0)
    const leverage: Command = { kind: 'SetLeverage', account: `0x${'1'.repeat(40)}` as never, symbol: 'BTC-PERP', leverage: 5 }
    // The segment in use fills up; the reserve begins.
    let refused: unknown
    for (let n = 0; refused === undefined && n < 200; n += 1) {
      world.time.advance(1_000)
      refused = await engine.submit(leverage).then(() => undefined, (error: unknown) => error)
    }
    expect(refused).toBeInstanceOf(JournalFullError)
    await expect(engine.submit(cancel(`0x${'a'.repeat(64)}`))).resolves.toMatchObject({ answer: { ok: true } })
    expect(await engine.query('exchange', {})).toMatchObject({ seq: (await engine.stateHash()).seq })
    world.journal.limitSpace(undefined)
    world.time.advance(1_000)
    await expect(engine.submit(leverage)).resolves.toMatchObject({ answer: { ok: true } })
  })

  it('a crash in the middle of anything loses nothing that was acknowledged', async () => {
    const random = seededRandom(21)
    for (let round = 0; round < 60; round += 1) {
      world = { time: createScriptedTime(START_MS), journal: createSimulatedStorage(), snapshots: createSimulatedStorage() }
      const acknowledged: { seq: number; feature: string }[] = []
      for (let life = 0; life < 4; life += 1) {
        const engine = await start({ snapshotEveryCommands: 7 + Math.floor(random() * 30), segmentBytes: 4_096 })
        for (let n = 0; n < 15; n += 1) {
          const features = Array.from({ length: 1 + Math.floor(random() * 4) }, (_, k) => `${life}.${n}.${k}.${'p'.repeat(random() * 300)}`)
          const answers = await Promise.all(features.map((feature) => engine.submit(activate(feature))))
          answers.forEach(({ seq }, k) => acknowledged.push({ seq, feature: features[k]! }))
        }
        // A group is written and the power goes before its sync returns.
        world.journal.failNext('sync', 'EIO')
        await engine.submit(activate(`in flight ${'q'.repeat(random() * 2_000)}`)).catch(() => undefined)
        world.journal = world.journal.afterPowerCut(random)
        world.snapshots = world.snapshots.afterPowerCut(random)
      }
      const journal = openJournal({ storage: world.journal, segmentBytes: 4_096 })
      const texts = [...journal.read(1)].flatMap((group) =>
        group.commands.map((record, place) => ({ seq: group.firstSeq + place, text: record.payload.toString() })),
      )
      journal.close()
      for (const { seq, feature } of acknowledged) expect(texts[seq - 1]!.text).toContain(`"${feature}"`)
      running = []
    }
  })
})
