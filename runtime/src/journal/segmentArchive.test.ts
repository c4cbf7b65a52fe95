/** Segments that snapshots cover are kept compressed, and read like all others. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { EventEnvelope } from '@vest/engine'
import { ReaderBehindError } from '../ports/engineClient.ts'
import { openSnapshotStore } from '../snapshot/snapshotStore.ts'
import { activate, createEngineWorld, type EngineWorld } from '../testing/engineWorld.ts'
import { createSimulatedStorage } from '../testing/simulatedStorage.ts'
import { JournalDamagedError } from './errors.ts'
import { inspectJournal } from './inspectJournal.ts'
import { readJournal } from './readJournal.ts'
import { archiveName } from './segmentArchive.ts'
import { verifySeals } from './segmentSealer.ts'
import { segmentName } from './segment.ts'
import type { Storage } from './storage.ts'

let world: EngineWorld
beforeEach(() => {
  world = createEngineWorld()
})
afterEach(() => world.end())

const OPTIONS = { segmentBytes: 4_096, snapshotEveryCommands: 20 }

/** A life long enough that segments are sealed, covered and archived; killed at its end. */
async function longLife(
  options: { readonly archiveKeptMs?: number; readonly emitFromSeq?: number } = {},
  readerStandsAt = Infinity,
): Promise<{ seq: number; hash: string }> {
  const engine = await world.start({ ...OPTIONS, ...options })
  for (let n = 0; n < 300; n += 1) {
    const { seq } = await engine.submit(activate(`${n} ${'x'.repeat(n % 60)}`))
    engine.noteReader(Math.min(seq, readerStandsAt))
    world.time.advance(1_000)
    await new Promise((resolve) => setImmediate(resolve)) // hashes of finished segments arrive
  }
  const live = await engine.stateHash()
  world.kill()
  return live
}
const archives = (): string[] => world.journal.list().filter((name) => name.endsWith('.archive'))

describe('archived segments', () => {
  it('replace the segments, and a start with or without snapshots restores the same state', async () => {
    const live = await longLife()
    expect(archives().length).toBeGreaterThan(3)
    expect(archives()[0]).toBe(archiveName(1))
    expect(world.journal.list()).not.toContain(segmentName(1))
    let engine = await world.start(OPTIONS)
    expect(await engine.stateHash()).toEqual(live)
    world.kill()
    world.snapshots = createSimulatedStorage()
    const replayed: EventEnvelope[] = []
    engine = await world.start({
      ...OPTIONS,
      emitFromSeq: 0,
      onReplayed: (batch) => void replayed.push(...batch),
    })
    expect(await engine.stateHash()).toEqual(live)
    expect(replayed.map(({ seq }) => seq)).toEqual(Array.from({ length: live.seq }, (_, n) => 1 + n))
  })

  it('are complete links of the chain and of the seals', async () => {
    const { seq } = await longLife()
    const inspection = inspectJournal({ storage: world.journal, archives: 'read' })!
    expect(inspection.chain.seq).toBe(seq)
    expect(inspection.segments.filter(({ isArchived }) => isArchived).length).toBe(archives().length)
    expect(verifySeals(world.journal, inspection).verified).toBe(inspection.seals.size)
    const live = inspectJournal({ storage: world.journal })!
    expect(live.chain).toEqual(inspection.chain)
    expect(verifySeals(world.journal, live).verified).toBe(
      live.segments.filter(({ index }) => live.seals.has(index)).length,
    )
  })

  it('can be read after the folder was listed with the segments', async () => {
    const live = await longLife()
    // The list of the folder before the first archive.
    const listed = world.journal.list().map((name) => name.replace(/archive$/, 'journal'))
    let looks = 0
    const beside: Storage = {
      ...world.journal,
      list: () => (looks++ === 0 ? listed : world.journal.list()),
    }
    const groups = [...readJournal({ storage: beside, fromSeq: 1, toSeq: live.seq })]
    expect(groups).toEqual([...readJournal({ storage: world.journal, fromSeq: 1, toSeq: live.seq })])
    expect(looks).toBeGreaterThan(archives().length)
  })

  it('are removed after their retention, except the newest; a new reader gets the current state', async () => {
    const live = await longLife({ archiveKeptMs: 30_000 })
    expect(archives().length).toBeGreaterThan(0)
    expect(archives()).not.toContain(archiveName(1))
    const { firstSeq, chain } = inspectJournal({ storage: world.journal, archives: 'read' })!
    expect(firstSeq).toBeGreaterThan(1)
    expect(chain.seq).toBe(live.seq)
    const engine = await world.start(OPTIONS)
    expect(await engine.stateHash()).toEqual(live)
    world.kill()
    const oldest = Math.min(...openSnapshotStore(world.snapshots).list())
    const told: EventEnvelope[] = []
    const notices: string[] = []
    const again = await world.start({
      ...OPTIONS,
      emitFromSeq: 0,
      onReplayed: (batch) => void told.push(...batch),
      onNotice: (text) => void notices.push(text),
    })
    expect(await again.stateHash()).toEqual(live)
    expect(told.map(({ seq }) => seq)).toEqual(
      Array.from({ length: live.seq - oldest + 1 }, (_, n) => oldest + n),
    )
    expect(told[0]!.events).toEqual([{ kind: 'CurrentStateFollows' }])
    expect(
      told.slice(1).some(({ events }) => events.some(({ kind }) => kind === 'CurrentStateFollows')),
    ).toBe(false)
    expect(notices.join()).toContain(`begins with what stood after command ${oldest}.`)
    world.kill()
    // A reader with a part of it cannot get the rest, and has to begin again.
    await expect(world.start({ ...OPTIONS, emitFromSeq: 1 })).rejects.toThrow(ReaderBehindError)
    // Without a snapshot there is no current state to send.
    world.snapshots = createSimulatedStorage()
    await expect(world.start({ ...OPTIONS, emitFromSeq: 0 })).rejects.toThrow(
      `Commands before ${firstSeq} are no longer in /simulated/`,
    )
  })

  it('are not made of events that a stopped reader has yet to get, for any time', async () => {
    const live = await longLife({ archiveKeptMs: 30_000, emitFromSeq: 0 }, 300)
    expect(inspectJournal({ storage: world.journal, archives: 'read' })!.firstSeq).toBeGreaterThan(1)
    const told: number[] = []
    const engine = await world.start({
      ...OPTIONS,
      emitFromSeq: 300,
      onReplayed: (batch) => void told.push(...batch.map(({ seq }) => seq)),
    })
    expect(await engine.stateHash()).toEqual(live)
    expect(told).toEqual(Array.from({ length: live.seq - 300 }, (_, n) => 301 + n))
  })

  it('any flip in one is found when it is read, and not before', async () => {
    await longLife()
    const name = archives()[0]!
    const whole = world.journal.contentOf(name)
    for (let at = 0; at < whole.length; at += 7) {
      const bytes = Buffer.from(whole)
      bytes[at]! ^= 1 << (at % 8)
      world.journal.replace(name, bytes)
      expect(() => inspectJournal({ storage: world.journal, archives: 'read' })).toThrow(JournalDamagedError)
    }
  })

  it('a missing one, or a missing segment after them, prevents the start', async () => {
    await longLife()
    const journal = world.journal.afterKill()
    world.journal.remove(archives()[1]!)
    await expect(world.start(OPTIONS)).rejects.toThrow(/segment-00000002\.journal is missing/)
    world.journal = journal
    const first = world.journal
      .list()
      .find((name) => name.startsWith('segment-') && name.endsWith('.journal'))!
    world.journal.remove(first)
    await expect(world.start(OPTIONS)).rejects.toThrow(`${first} is missing`)
  })
})
