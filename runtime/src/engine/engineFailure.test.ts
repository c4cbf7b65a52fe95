/** Failures of disk, core or power (R1, R6). */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { JournalFatalError, JournalFullError } from '../journal/errors.ts'
import { openJournal } from '../journal/journal.ts'
import { segmentName } from '../journal/segment.ts'
import { EngineStoppedError } from '../ports/engineClient.ts'
import { activate, cancel, createEngineWorld, setLeverage, type EngineWorld } from '../testing/engineWorld.ts'
import { seededRandom } from '../testing/seededRandom.ts'
import { BREAKING_FEATURE } from '../testing/tallyCore.ts'

let world: EngineWorld
beforeEach(() => {
  world = createEngineWorld()
})
afterEach(() => world.end())

describe('engine failure', () => {
  it('[R4] publishes no answer and no event before the sync of their group has returned', async () => {
    const engine = await world.start({ segmentBytes: 1_048_576 })
    const log: string[] = []
    const journal = world.journal
    journal.onCall((call) => log.push(call))
    engine.onEvents((envelopes) => log.push(...envelopes.map(({ seq }) => `event ${seq}`)))
    await Promise.all(
      Array.from({ length: 1_200 }, (_, n) =>
        engine
          .submit(cancel(`0x${String(n).padStart(64, '0')}`))
          .then(({ seq }) => log.push(`answer ${seq}`)),
      ),
    )
    const isLoose = new Set<number>()
    let durableSeq = 0
    let written = 0
    for (const entry of log) {
      const [what, argument] = entry.split(' ')
      if (what === 'write' && argument === segmentName(1)) written += 1
      if (what === 'sync' && argument === segmentName(1)) durableSeq += 512
      if (what !== 'event' && what !== 'answer') continue
      if (Number(argument) > durableSeq) isLoose.add(Number(argument))
    }
    expect(written).toBe(3)
    expect(log.filter((entry) => entry.startsWith('answer')).length).toBe(1_200)
    expect([...isLoose]).toEqual([])
  })

  it('[R6] acknowledges nothing after a failed sync, reports the reason once and stops', async () => {
    const engine = await world.start()
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
    const engine = await world.start()
    const reasons: string[] = []
    engine.onFailure(({ message }) => reasons.push(message))
    const first = engine.submit(activate('good'))
    const second = engine.submit(activate(BREAKING_FEATURE))
    await expect(Promise.allSettled([first, second])).resolves.toMatchObject([
      { status: 'rejected' },
      { status: 'rejected' },
    ])
    expect(reasons).toEqual(['broken on purpose'])
  })

  it('[R6] refuses new risk on a full disk, accepts cancels on the reserve, and recovers', async () => {
    const engine = await world.start({ segmentBytes: 4_096 })
    world.time.advance(1_000)
    await engine.submit(activate('one'))
    world.journal.limitSpace(0)
    // The segment in use fills up; then the reserve is used.
    let refused: unknown
    for (let n = 0; refused === undefined && n < 200; n += 1) {
      world.time.advance(1_000)
      refused = await engine.submit(setLeverage).then(
        () => undefined,
        (error: unknown) => error,
      )
    }
    expect(refused).toBeInstanceOf(JournalFullError)
    await expect(engine.submit(cancel(`0x${'a'.repeat(64)}`))).resolves.toMatchObject({
      answer: { ok: true },
    })
    expect(await engine.query('exchange', {})).toMatchObject({ seq: (await engine.stateHash()).seq })
    world.journal.limitSpace(undefined)
    world.time.advance(1_000)
    await expect(engine.submit(setLeverage)).resolves.toMatchObject({ answer: { ok: true } })
  })

  it('a crash at any moment loses nothing that was acknowledged', async () => {
    const random = seededRandom(21)
    for (let round = 0; round < 60; round += 1) {
      world = createEngineWorld()
      const acknowledged: { seq: number; feature: string }[] = []
      for (let life = 0; life < 4; life += 1) {
        const engine = await world.start({
          snapshotEveryCommands: 7 + Math.floor(random() * 30),
          segmentBytes: 4_096,
        })
        for (let n = 0; n < 15; n += 1) {
          const features = Array.from(
            { length: 1 + Math.floor(random() * 4) },
            (_, k) => `${life}.${n}.${k}.${'p'.repeat(random() * 300)}`,
          )
          const answers = await Promise.all(features.map((feature) => engine.submit(activate(feature))))
          answers.forEach(({ seq }, k) => acknowledged.push({ seq, feature: features[k]! }))
        }
        // A group is written and the power fails before its sync returns.
        world.journal.failNext('sync', 'EIO')
        await engine.submit(activate(`in flight ${'q'.repeat(random() * 2_000)}`)).catch(() => undefined)
        world.cutPower(random)
      }
      const journal = openJournal({ storage: world.journal, segmentBytes: 4_096 })
      const texts = [...journal.read(1)].flatMap((group) =>
        group.commands.map((record, place) => ({
          seq: group.firstSeq + place,
          text: record.payload.toString(),
        })),
      )
      journal.close()
      for (const { seq, feature } of acknowledged) expect(texts[seq - 1]!.text).toContain(`"${feature}"`)
    }
  })
})
