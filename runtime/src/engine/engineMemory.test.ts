/** Restoring the memory in a later life: snapshots, tails, damage (R2, R3). */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { EventEnvelope } from '@vest/engine'
import { JournalDamagedError, JournalLockedError } from '../journal/errors.ts'
import { segmentName } from '../journal/segment.ts'
import { type EngineClient } from '../ports/engineClient.ts'
import { snapshotName } from '../snapshot/snapshotStore.ts'
import { activate, createEngineWorld, type EngineWorld } from '../testing/engineWorld.ts'
import { seededRandom } from '../testing/seededRandom.ts'
import { createSimulatedStorage, type SimulatedStorage } from '../testing/simulatedStorage.ts'
import { createSnapshotMaker } from '../snapshot/snapshotMaker.ts'
import { tallyCore, type TallyState } from '../testing/tallyCore.ts'

let world: EngineWorld
beforeEach(() => {
  world = createEngineWorld()
})
afterEach(() => world.end())

describe('engine memory', () => {
  const fill = async (engine: EngineClient, count: number): Promise<void> => {
    for (let n = 0; n < count; n += 1) await engine.submit(activate(`${n}`))
  }

  it('[R2] snapshot and tail give the hash of the full replay', async () => {
    let engine = await world.start({ snapshotEveryCommands: 20 })
    await fill(engine, 90)
    const live = await engine.stateHash()
    world.kill()
    expect(world.snapshots.list()).toEqual([40, 60, 80].map(snapshotName))
    engine = await world.start()
    expect(await engine.stateHash()).toEqual(live)
    world.kill()
    world.snapshots = createSimulatedStorage()
    engine = await world.start()
    expect(await engine.stateHash()).toEqual(live)
  })

  it('uses the snapshot: earlier commands are not applied again', async () => {
    let applied = 0
    const counting = {
      ...tallyCore,
      applyUnpublished: (...args: Parameters<typeof tallyCore.applyUnpublished>) => (
        applied++,
        tallyCore.applyUnpublished(...args)
      ),
    }
    let engine = await world.start({ snapshotEveryCommands: 20 })
    await fill(engine, 50)
    world.kill()
    engine = await world.start({ core: counting })
    expect(applied).toBe(10)
    expect((await engine.stateHash()).seq).toBe(50)
  })

  it('skips the snapshots of another version of the engine, and replays', async () => {
    let engine = await world.start({ snapshotEveryCommands: 20 })
    await fill(engine, 50)
    const live = await engine.stateHash()
    world.kill()
    const notices: string[] = []
    engine = await world.start({
      core: { ...tallyCore, reads: () => false },
      onNotice: (text) => notices.push(text),
    })
    expect(await engine.stateHash()).toEqual(live)
    expect(notices.length).toBe(2)
    for (const notice of notices) expect(notice).toMatch(/another version of the engine wrote it\.$/)
  })

  it('skips damaged, foreign and misplaced snapshots with a note', async () => {
    let engine = await world.start({ snapshotEveryCommands: 10 })
    await fill(engine, 35)
    const live = await engine.stateHash()
    world.kill()
    const flipped = world.snapshots.contentOf(snapshotName(30))
    flipped[40]! ^= 4
    world.snapshots.replace(snapshotName(30), flipped)
    world.snapshots.replace(snapshotName(20), Buffer.alloc(0))
    const notices: string[] = []
    engine = await world.start({ onNotice: (text) => notices.push(text) })
    expect(await engine.stateHash()).toEqual(live)
    expect(notices.map((text) => text.replace(/^.*snapshot-0*/, ''))).toEqual([
      '30.vest: its SHA-256 does not fit.',
      '20.vest: its SHA-256 does not fit.',
    ])
  })

  it('skips a snapshot on a bad sector, and names it', async () => {
    let engine = await world.start({ snapshotEveryCommands: 10 })
    await fill(engine, 35)
    const live = await engine.stateHash()
    world.kill()
    const { open } = world.snapshots
    const failing = (): never => {
      throw Object.assign(new Error('EIO: i/o error, read'), { code: 'EIO' })
    }
    const isBad = (name: string): boolean => name === snapshotName(30)
    const snapshots: SimulatedStorage = {
      ...world.snapshots,
      open: (name) => (isBad(name) ? { ...open(name), read: failing } : open(name)),
    }
    const notices: string[] = []
    let applied = 0
    engine = await world.start({
      data: { journal: world.journal, snapshots },
      core: { ...tallyCore, applyUnpublished: (...args) => (applied++, tallyCore.applyUnpublished(...args)) },
      onNotice: (text) => notices.push(text),
    })
    expect(await engine.stateHash()).toEqual(live)
    expect(applied).toBe(15)
    expect(notices).toEqual([
      `Passed over the snapshot /simulated/${snapshotName(30)}: it cannot be read (EIO: i/o error, read).`,
    ])
  })

  it('every cut and many flips of a snapshot are detected', async () => {
    const engine = await world.start({ snapshotEveryCommands: 10 })
    await fill(engine, 10)
    const live = await engine.stateHash()
    world.kill()
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
      const again = await world.start({ onNotice: (text) => notices.push(text) })
      expect(await again.stateHash()).toEqual(live)
      expect(notices).toHaveLength(1)
    }
  })

  it('refuses to start when a good snapshot knows commands that the journal lost', async () => {
    const engine = await world.start({ snapshotEveryCommands: 10 })
    await fill(engine, 10)
    world.kill()
    const bytes = world.journal.contentOf(segmentName(1))
    bytes.fill(0, 500)
    world.journal.replace(segmentName(1), bytes)
    await expect(world.start()).rejects.toThrow(JournalDamagedError)
    expect(world.journal.contentOf(segmentName(1))).toEqual(bytes)
    world.journal = createSimulatedStorage()
    await expect(world.start()).rejects.toThrow(/ends at command 0 but .* knows command 10/)
  })

  it('refuses then also with a newer snapshot of another journal in the folder', async () => {
    let engine = await world.start({ snapshotEveryCommands: 10 })
    await fill(engine, 50)
    world.kill()
    const foreign = world.snapshots.contentOf(snapshotName(50))
    world.journal = createSimulatedStorage()
    world.snapshots = createSimulatedStorage()
    engine = await world.start({ snapshotEveryCommands: 10 })
    await fill(engine, 10)
    world.kill()
    world.snapshots.replace(snapshotName(50), foreign)
    const bytes = world.journal.contentOf(segmentName(1))
    bytes.fill(0, 500)
    world.journal.replace(segmentName(1), bytes)
    await expect(world.start()).rejects.toThrow(
      `but /simulated/${snapshotName(10)} knows command 10: acknowledged commands are missing`,
    )
    expect(world.journal.contentOf(segmentName(1))).toEqual(bytes)
  })

  it('a snapshot that cannot be written is reported, harms nothing and takes no space from the journal', async () => {
    const notices: string[] = []
    world.snapshots.create(`${snapshotName(3)}.tmp`) // of a process that died while writing it
    const engine = await world.start({ snapshotEveryCommands: 10, onNotice: (text) => notices.push(text) })
    world.snapshots.failNext('write', 'ENOSPC', { skip: 1 })
    await fill(engine, 12)
    expect(notices).toEqual(['Could not write a snapshot: ENOSPC: simulated'])
    expect(world.snapshots.list()).toEqual([])
    await fill(engine, 10)
    expect(world.snapshots.list()).toEqual([snapshotName(20)])
  })

  it('[R5] the writer reads no state while it runs: snapshots are made on another thread', async () => {
    let encoded = 0
    const counting = { ...tallyCore, encode: (state: TallyState) => (encoded++, tallyCore.encode(state)) }
    const engine = await world.start({
      core: counting,
      snapshotEveryCommands: 10,
      snapshotMaker: createSnapshotMaker({
        core: tallyCore,
        journalStorage: world.journal,
        snapshotStorage: world.snapshots,
      }),
    })
    await fill(engine, 35)
    expect(world.snapshots.list()).toEqual([10, 20, 30].map(snapshotName))
    expect(encoded).toBe(0)
  })

  it('a snapshot that does not restore the same state is not kept', async () => {
    const notices: string[] = []
    const forgetful = {
      ...tallyCore,
      decode: (text: Buffer) => ({ ...tallyCore.decode(text), hours: [1] }),
    }
    const engine = await world.start({
      snapshotEveryCommands: 10,
      snapshotMaker: createSnapshotMaker({
        core: forgetful,
        journalStorage: world.journal,
        snapshotStorage: world.snapshots,
      }),
      onNotice: (text) => notices.push(text),
    })
    await fill(engine, 10)
    expect(notices).toEqual([
      'Could not write a snapshot: A snapshot just written does not read back: the state that comes of it is another',
    ])
    expect(world.snapshots.list()).toEqual([])
  })

  it('keeps three complete ones: damaged ones do not count', async () => {
    let engine = await world.start({ snapshotEveryCommands: 10 })
    await fill(engine, 35)
    const flipped = world.snapshots.contentOf(snapshotName(30))
    flipped[40]! ^= 4
    world.snapshots.replace(snapshotName(30), flipped)
    await fill(engine, 10)
    expect(world.snapshots.list()).toEqual([10, 20, 30, 40].map(snapshotName))
    const live = await engine.stateHash()
    world.kill()
    for (const seq of [20, 40]) world.snapshots.replace(snapshotName(seq), Buffer.from('gone'))
    engine = await world.start()
    expect(await engine.stateHash()).toEqual(live)
  })

  it('[R5] keeps the one that a stopped reader needs, and no other', async () => {
    let engine = await world.start({ snapshotEveryCommands: 10, emitFromSeq: 0 })
    await fill(engine, 21)
    engine.noteReader(15)
    await fill(engine, 70)
    expect(world.snapshots.list()).toEqual([10, 70, 80, 90].map(snapshotName))
    world.kill()
    const progress: number[] = []
    const told: number[] = []
    const options = {
      snapshotEveryCommands: 10,
      emitFromSeq: 15,
      onProgress: ({ seq }: { seq: number }) => void progress.push(seq),
      onReplayed: (batch: readonly EventEnvelope[]) => void told.push(...batch.map(({ seq }) => seq)),
    }
    engine = await world.start(options)
    expect(progress[0]).toBe(10)
    expect([told[0], told.at(-1)]).toEqual([16, 91])
    await fill(engine, 10)
    expect(world.snapshots.list()).toEqual([10, 80, 90, 92].map(snapshotName))
    engine.noteReader(95)
    await fill(engine, 10)
    expect(world.snapshots.list()).toEqual([90, 92, 102].map(snapshotName))
    await engine.stop()
    expect(world.snapshots.list()).toEqual([92, 102, 111].map(snapshotName))
  })

  it('one data folder has one engine', async () => {
    await world.start()
    await expect(world.start()).rejects.toThrow(JournalLockedError)
  })
})
