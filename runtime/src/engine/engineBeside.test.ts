/** The running engine on a disk that makes groups durable on other threads, several under way at once (R1, R4, R6). */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { BESIDE_SYNC_MS_MIN } from '../bounds.ts'
import { JournalFatalError } from '../journal/errors.ts'
import { inspectJournal } from '../journal/inspectJournal.ts'
import { openJournal } from '../journal/journal.ts'
import { EngineStoppedError, type EngineClient } from '../ports/engineClient.ts'
import { cancel, createEngineWorld, type EngineWorld } from '../testing/engineWorld.ts'
import { seededRandom } from '../testing/seededRandom.ts'
import { createSimulatedStorage } from '../testing/simulatedStorage.ts'

const BURST = 100
const SEGMENT_BYTES = 1_048_576
/** More turns than any submission needs until its answer. */
const TURNS = 12

interface Sync {
  readonly end: () => void
  /** The last command written before its group. */
  readonly seqInFront: number
  isThrough: boolean
}

let world: EngineWorld
/** One per group with a sync on another thread, in the order of the groups. */
let syncs: Sync[]
/** The last command that was written, with either kind of sync. */
let writtenSeq: number
/** Every answer as it came. */
let log: string[]
beforeEach(() => {
  world = createEngineWorld()
  log = []
  syncs = []
  writtenSeq = 0
  let seqInFront = 0
  world.journal.onCall((call) => {
    if (call.startsWith('write segment-')) seqInFront = writtenSeq
    if (call.startsWith('sync segment-')) writtenSeq = inspectJournal({ storage: world.journal })!.chain.seq
  })
  world.journal.syncBeside((end) => {
    const sync: Sync = {
      seqInFront,
      isThrough: false,
      end() {
        sync.isThrough = true
        end()
      },
    }
    syncs.push(sync)
  })
})
afterEach(async () => {
  let isOver = false
  const over = world.end().finally(() => (isOver = true))
  while (!isOver) {
    for (const { end, isThrough } of syncs) if (!isThrough) end()
    await nextTurn()
  }
  await over
})

const start = (segmentBytes = SEGMENT_BYTES): Promise<EngineClient> => world.start({ segmentBytes })

/** The last command before which no sync is still under way. */
const durableSeq = (): number => syncs.find(({ isThrough }) => !isThrough)?.seqInFront ?? writtenSeq

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await nextTurn()
}
async function someTurns(): Promise<void> {
  for (let turn = 0; turn < TURNS; turn += 1) await nextTurn()
}

/** Submits `size` commands in one turn; their answers go into the log. */
function submitBurst(engine: EngineClient, size = BURST): Promise<PromiseSettledResult<unknown>[]> {
  return Promise.allSettled(
    Array.from({ length: size }, (_, n) =>
      engine.submit(cancel(`0x${String(n).padStart(64, '0')}`)).then(
        ({ seq }) => log.push(`answer ${seq}`),
        (error: unknown) => {
          log.push('no answer')
          throw error
        },
      ),
    ),
  )
}

/** Bursts of one group each, all under way. */
async function submitGroups(engine: EngineClient, count: number): Promise<void> {
  for (let n = 1; n <= count; n += 1) await submitGroup(engine, n)
}

/** The burst that makes up the group with this number, counted from 1. */
async function submitGroup(engine: EngineClient, number: number): Promise<void> {
  void submitBurst(engine)
  await until(() => syncs.length === number)
}

const answersUpTo = (seq: number): string[] => Array.from({ length: seq }, (_, n) => `answer ${n + 1}`)

describe('an engine with groups under way', () => {
  it('[R4] answers in order, each after its sync and all earlier ones have ended', async () => {
    const engine = await start()
    await submitGroups(engine, 4)
    const ended: [number, number][] = [
      [3, 0],
      [1, 0],
      [0, 2],
      [2, 4],
    ]
    for (const [place, groups] of ended) {
      await someTurns()
      syncs[place]!.end()
      await until(() => log.length >= groups * BURST)
      expect(await engine.query('exchange', {})).toMatchObject({ seq: groups * BURST })
      expect(log).toEqual(answersUpTo(groups * BURST))
    }
  })

  it('[R4] publishes nothing before it is durable, in any order of syncs', async () => {
    const random = seededRandom(31)
    const engine = await start(16_384)
    const loose: string[] = []
    const told: number[] = []
    engine.onEvents((envelopes) => {
      for (const { seq } of envelopes) {
        told.push(seq)
        if (seq > durableSeq()) loose.push(`event ${seq}`)
      }
    })
    let underWayMax = 0
    let isOver = false
    const endSome = async (): Promise<void> => {
      while (!isOver) {
        await nextTurn()
        const open = syncs.filter(({ isThrough }) => !isThrough)
        underWayMax = Math.max(underWayMax, open.length)
        if (open.length > 0 && random() < 0.12) open[Math.floor(random() * open.length)]!.end()
      }
    }
    const ending = endSome()
    const bursts: Promise<unknown>[] = []
    for (let n = 0; n < 40; n += 1) {
      bursts.push(submitBurst(engine, 1 + Math.floor(random() * BURST)))
      for (let turns = Math.floor(random() * 8); turns > 0; turns -= 1) await nextTurn()
      // From time to time the disk has been slow: then small groups are synced on another thread too.
      if (random() < 0.3) world.time.stall(BESIDE_SYNC_MS_MIN)
    }
    await Promise.all(bursts)
    isOver = true
    await ending
    expect(loose).toEqual([])
    expect(told.length).toBeGreaterThan(1_000)
    expect(told).toEqual(told.map((_, n) => n + 1))
    expect(log).toEqual(answersUpTo(told.length))
    expect(underWayMax).toBeGreaterThan(3)
    expect(world.journal.list().filter((name) => name.startsWith('segment-')).length).toBeGreaterThan(3)
  })

  it('reports that it has caught up once everything sequenced earlier is published', async () => {
    const engine = await start()
    expect((await engine.caughtUp()).seq).toBe(0)
    await submitGroups(engine, 2)
    const asked = engine.caughtUp().then(({ seq }) => log.push(`caught up ${seq}`))
    await submitGroup(engine, 3)
    syncs[1]!.end()
    await someTurns()
    expect(log).toEqual([])
    syncs[0]!.end()
    await asked
    expect(log).toEqual([...answersUpTo(2 * BURST), `caught up ${2 * BURST}`])
    const last = engine.caughtUp()
    syncs[2]!.end()
    expect((await last).seq).toBe(3 * BURST)
  })

  it('reports its end to callers that wait to catch up', async () => {
    const engine = await start()
    world.journal.failNext('sync', 'EIO')
    await submitGroups(engine, 1)
    const asked = expect(engine.caughtUp()).rejects.toThrow(EngineStoppedError)
    syncs[0]!.end()
    await asked
  })

  it('keeps a few commands for the group after those under way', async () => {
    const engine = await start()
    await submitGroups(engine, 1)
    void submitBurst(engine, 5)
    await someTurns()
    expect([syncs.length, log]).toEqual([1, []])
    syncs[0]!.end()
    await until(() => log.length === BURST + 5)
    expect(log).toEqual(answersUpTo(BURST + 5))
    expect(syncs).toHaveLength(1)
  })
})

describe('the stop of an engine with groups under way', () => {
  const restarted = async (): Promise<{ readonly seq: number; readonly hash: string }> => {
    const engine = await start()
    const found = await engine.stateHash()
    world.kill()
    return found
  }

  it('waits for them and for the commands behind them, and everything is there afterwards', async () => {
    const engine = await start()
    await submitGroups(engine, 3)
    void submitBurst(engine, 7)
    const stopped = engine.stop().then(() => log.push('stopped'))
    await someTurns()
    expect(log).toEqual([])
    for (const [place, groups] of [
      [1, 0],
      [0, 2],
    ] as const) {
      syncs[place]!.end()
      await someTurns()
      expect(log).toEqual(answersUpTo(groups * BURST))
    }
    syncs[2]!.end()
    await stopped
    expect(log).toEqual([...answersUpTo(3 * BURST + 7), 'stopped'])

    world.cutPower(() => 0.9) // unsynced data is lost
    const found = await restarted()
    expect(found.seq).toBe(3 * BURST + 7)
    world.snapshots = createSimulatedStorage()
    expect(await restarted()).toEqual(found)
  })

  it('writes the waiting commands, group after group, and ends when the last of them is durable', async () => {
    const engine = await start()
    void submitBurst(engine, 1_000)
    const stopped = engine.stop().then(() => log.push('stopped'))
    for (let place = 0; place < 2; place += 1) {
      await until(() => syncs.length > place)
      await someTurns()
      expect(log).toEqual(answersUpTo(syncs[place]!.seqInFront))
      syncs[place]!.end()
    }
    await stopped
    expect(log).toEqual([...answersUpTo(1_000), 'stopped'])
    world.cutPower(() => 0.9)
    expect((await restarted()).seq).toBe(1_000)
  })

  it('is at once when nothing is under way', async () => {
    const engine = await start()
    await submitGroups(engine, 1)
    syncs[0]!.end()
    await until(() => log.length === BURST)
    await engine.stop()
    world.cutPower(() => 0.9)
    expect((await restarted()).seq).toBe(BURST)
  })
})

describe('[R6] a sync on another thread that fails', () => {
  it.each<[string, number[], number]>([
    ['after those in front of it ended', [0, 1, 2], 1],
    ['before those in front of it ended', [1, 0, 2], 0],
    ['after one behind it ended', [2, 0, 1], 1],
  ])('%s: ends the engine, and nothing of it or after it is answered', async (_, order, answered) => {
    const engine = await start()
    const reasons: Error[] = []
    engine.onFailure((reason) => reasons.push(reason))
    world.journal.failNext('sync', 'EIO', { skip: 1 })
    const bursts: Promise<PromiseSettledResult<unknown>[]>[] = []
    for (let n = 0; n < 3; n += 1) {
      bursts.push(submitBurst(engine))
      await until(() => syncs.length === n + 1)
    }
    for (const place of order) {
      syncs[place]!.end()
      await someTurns()
    }
    const outcomes = await Promise.all(bursts)
    for (const [place, burst] of outcomes.entries())
      for (const outcome of burst)
        expect(outcome).toMatchObject(
          place < answered
            ? { status: 'fulfilled' }
            : { status: 'rejected', reason: expect.any(EngineStoppedError) },
        )
    expect(log).toEqual([
      ...answersUpTo(answered * BURST),
      ...Array.from({ length: (3 - answered) * BURST }, () => 'no answer'),
    ])
    expect(reasons).toEqual([expect.any(JournalFatalError)])
    await expect(engine.submit(cancel('0x1'))).rejects.toThrow(EngineStoppedError)

    // Of commands without an answer, any prefix may be there.
    world.cutPower(seededRandom(answered))
    const journal = openJournal({ storage: world.journal, segmentBytes: SEGMENT_BYTES })
    expect([0, BURST, 2 * BURST, 3 * BURST].slice(answered)).toContain(journal.chain.seq)
    journal.close()
  })

  it('while the engine stops: it still ends, with the reason', async () => {
    const engine = await start()
    const reasons: Error[] = []
    engine.onFailure((reason) => reasons.push(reason))
    world.journal.failNext('sync', 'EIO')
    await submitGroups(engine, 2)
    const stopped = engine.stop()
    await someTurns()
    syncs[0]!.end()
    await stopped
    expect(log).toEqual(Array.from({ length: 2 * BURST }, () => 'no answer'))
    expect(reasons).toEqual([expect.any(JournalFatalError)])
    expect(world.snapshots.list()).toEqual([])
  })
})
