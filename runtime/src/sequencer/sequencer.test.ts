/** Which groups are synced on the spot, which on another thread, and the reports of each. */
import { timeMs } from '@vest/protocol'
import type { Command } from '@vest/engine'
import { describe, expect, it } from 'vitest'
import {
  BESIDE_COMMANDS_MIN,
  BESIDE_SYNC_MS_MIN,
  COMMAND_BYTES_MAX,
  GROUP_COMMANDS_MAX,
  GROUPS_UNDER_WAY_MAX,
  HOUR_MS,
} from '../bounds.ts'
import { CommandTooLargeError, decodeCommand } from '../codec/commandCodec.ts'
import { JournalFatalError, JournalFullError } from '../journal/errors.ts'
import { openJournal, type Journal } from '../journal/journal.ts'
import { createSimulatedStorage, type SimulatedStorage } from '../testing/simulatedStorage.ts'
import { createSequencer, type GroupOutcome, type SequencedGroup, type Sequencer } from './sequencer.ts'

/** 2027-01-15T08:00:00Z: a full hour. */
const START_MS = 1_800_000_000_000
const FEW = BESIDE_COMMANDS_MIN - 1

interface Bench {
  readonly storage: SimulatedStorage
  readonly journal: Journal
  readonly sequencer: Sequencer
  /** Ends the sync of each group on another thread, in the order of the groups. */
  readonly syncs: (() => void)[]
  /** The reports of groups, one after the other. */
  readonly told: (GroupOutcome | JournalFatalError)[]
  /** Exchange time; time of the monotonic clock; and the duration of a sync on the spot. */
  nowMs: number
  elapsedMs: number
  syncMs: number
  /** Submits `count` commands. */
  submit(count: number, text?: string): void
  /** Forms the next group and hands it over. */
  next(): SequencedGroup | undefined
}

function bench(options: { readonly segmentBytes?: number; readonly isAlone?: boolean } = {}): Bench {
  const storage = createSimulatedStorage()
  const syncs: (() => void)[] = []
  if (options.isAlone !== true) storage.syncBeside((end) => void syncs.push(end))
  const journal = openJournal({ storage, segmentBytes: options.segmentBytes ?? 1_048_576 })
  const sequencer = createSequencer({
    journal,
    clock: { now: () => timeMs(world.nowMs) },
    elapsedMs: () => world.elapsedMs,
  })
  storage.onCall((call) => {
    if (call.startsWith('sync ')) world.elapsedMs += world.syncMs
  })
  let ticket = 0
  const world: Bench = {
    storage,
    journal,
    sequencer,
    syncs,
    told: [],
    nowMs: START_MS,
    elapsedMs: 1_000,
    syncMs: 0,
    submit(count, text = 'x') {
      for (let n = 0; n < count; n += 1) {
        ticket += 1
        sequencer.inbox.put({ ticket, command: { kind: 'Activate', feature: `${ticket}:${text}` } })
      }
    },
    next() {
      const group = sequencer.form()
      if (group !== undefined) sequencer.commit(group, (outcome) => void world.told.push(outcome))
      return group
    },
  }
  return world
}

const seqsOf = ({ items }: SequencedGroup): number[] => items.map(({ seq }) => seq)
const upTo = (last: number, first = 1): number[] =>
  Array.from({ length: last - first + 1 }, (_, n) => first + n)
/** The sequence numbers of each reported group, or the error. */
const numbersTold = ({ told }: Bench): unknown[] =>
  told.map((outcome) => (outcome instanceof Error ? outcome : seqsOf(outcome.group)))
const commandsOf = (journal: Journal): Command[] =>
  [...journal.read(1)].flatMap(({ commands }) =>
    commands.map(({ kind, payload }) => decodeCommand(kind, payload)),
  )

describe('a group and its disk', () => {
  it('a small one on a fast disk is durable on the spot', () => {
    const world = bench()
    world.syncMs = BESIDE_SYNC_MS_MIN / 2
    for (let n = 1; n <= 3; n += 1) {
      world.submit(FEW)
      const group = world.next()
      expect(world.told).toHaveLength(n)
      expect(world.told.at(-1)).toEqual({ group, syncMs: BESIDE_SYNC_MS_MIN / 2 })
      expect(world.journal.chain.seq).toBe(n * FEW)
    }
    expect(world.syncs).toEqual([])
  })

  it('a large one goes to another thread, and is reported with its duration', () => {
    const world = bench()
    world.submit(BESIDE_COMMANDS_MIN)
    const group = world.next()
    expect([world.told, world.journal.groupsUnderWay]).toEqual([[], 1])
    world.elapsedMs += 0.75
    world.syncs[0]!()
    expect(world.told).toEqual([{ group, syncMs: 0.75 }])
    expect(world.journal.chain.seq).toBe(BESIDE_COMMANDS_MIN)
  })

  it('a small one goes to another thread after a slow sync of either kind, and no longer after a fast one', () => {
    const world = bench()
    const beside = (): boolean => {
      const before = world.syncs.length
      world.submit(1)
      world.next()
      return world.syncs.length > before
    }
    world.syncMs = BESIDE_SYNC_MS_MIN
    expect(beside()).toBe(false)
    world.syncMs = 0
    expect(beside()).toBe(true)
    world.elapsedMs += BESIDE_SYNC_MS_MIN
    world.syncs[0]!()
    expect(beside()).toBe(true)
    world.elapsedMs += BESIDE_SYNC_MS_MIN - 0.001
    world.syncs[1]!()
    expect(beside()).toBe(false)
    expect(numbersTold(world)).toEqual([[1], [2], [3], [4]])
  })

  it('every one is durable on the spot if the disk has no other thread', () => {
    const world = bench({ isAlone: true })
    world.syncMs = 5
    for (let n = 1; n <= 3; n += 1) {
      world.submit(GROUP_COMMANDS_MAX)
      world.next()
      expect(world.told).toHaveLength(n)
    }
  })

  it('one with no command left is reported at once, without the disk', () => {
    const world = bench()
    const calls = world.storage.calls.length
    world.submit(1, 'x'.repeat(COMMAND_BYTES_MAX))
    world.next()
    expect(world.told).toMatchObject([
      { group: { items: [], refused: [{ ticket: 1, reason: expect.any(CommandTooLargeError) }] }, syncMs: 0 },
    ])
    expect(world.storage.calls.length).toBe(calls)
  })
})

describe('a group after those under way', () => {
  const withOneUnderWay = (): Bench => {
    const world = bench()
    world.submit(BESIDE_COMMANDS_MIN)
    world.next()
    return world
  }

  it('waits while it is small, and follows them once it is large', () => {
    const world = withOneUnderWay()
    expect(world.next()).toBeUndefined()
    for (let n = 1; n < BESIDE_COMMANDS_MIN; n += 1) {
      world.submit(1)
      expect(world.next()).toBeUndefined()
    }
    expect(world.sequencer.inbox.size).toBe(FEW)
    world.submit(1)
    expect(world.next()!.items).toHaveLength(BESIDE_COMMANDS_MIN)
    expect([world.syncs.length, world.journal.groupsUnderWay]).toEqual([2, 2])
  })

  it('follows them, at any size, once the last began long ago', () => {
    const world = withOneUnderWay()
    world.submit(1)
    world.elapsedMs += BESIDE_SYNC_MS_MIN - 0.001
    expect(world.next()).toBeUndefined()
    world.elapsedMs += 0.001
    expect(world.next()!.items).toHaveLength(1)
    // It is the last one now.
    world.submit(1)
    expect(world.next()).toBeUndefined()
    world.elapsedMs += BESIDE_SYNC_MS_MIN
    expect(world.next()!.items).toHaveLength(1)
    expect(world.journal.groupsUnderWay).toBe(3)
  })

  it('is synced on the spot once none is under way any more', () => {
    const world = withOneUnderWay()
    world.submit(FEW)
    expect(world.next()).toBeUndefined()
    world.syncs[0]!()
    world.next()
    expect(world.syncs).toHaveLength(1)
    expect(numbersTold(world)).toEqual([
      upTo(BESIDE_COMMANDS_MIN),
      upTo(BESIDE_COMMANDS_MIN + FEW, BESIDE_COMMANDS_MIN + 1),
    ])
  })

  it('waits, at any size, while the maximum is under way', () => {
    const world = bench()
    for (let n = 0; n < GROUPS_UNDER_WAY_MAX; n += 1) {
      world.submit(BESIDE_COMMANDS_MIN)
      world.next()
    }
    world.submit(GROUP_COMMANDS_MAX)
    world.elapsedMs += 1_000
    expect(world.next()).toBeUndefined()
    world.syncs[0]!()
    expect(world.next()!.items).toHaveLength(GROUP_COMMANDS_MAX)
  })

  it('continues the numbers of those under way, and is reported after them', () => {
    const world = bench()
    const groups: number[][] = []
    for (let n = 0; n < 4; n += 1) {
      world.submit(BESIDE_COMMANDS_MIN + n)
      groups.push(seqsOf(world.next()!))
    }
    const total = 4 * BESIDE_COMMANDS_MIN + 6
    expect(groups.flat()).toEqual(upTo(total))
    for (const place of [1, 3, 2]) world.syncs[place]!()
    expect(world.told).toEqual([])
    world.syncs[0]!()
    expect(numbersTold(world)).toEqual(groups)
    expect(commandsOf(world.journal)).toEqual(
      upTo(total).map((ticket) => ({ kind: 'Activate', feature: `${ticket}:x` })),
    )
  })

  it('charges the hour that ended under way once', () => {
    const world = withOneUnderWay()
    world.nowMs += HOUR_MS
    for (let n = 0; n < 2; n += 1) {
      world.submit(BESIDE_COMMANDS_MIN)
      world.next()
    }
    for (const end of world.syncs) end()
    expect(commandsOf(world.journal).filter(({ kind }) => kind === 'TickFunding')).toEqual([
      { kind: 'TickFunding', hourMs: START_MS },
    ])
    expect(numbersTold(world).flat()).toEqual(upTo(3 * BESIDE_COMMANDS_MIN + 1))
  })
})

describe('[R6] a disk that fails under groups', () => {
  it('full: only the group without space is refused, and later ones continue', () => {
    const world = bench({ segmentBytes: 8_192 })
    const { journal, storage, syncs, told } = world
    const size = BESIDE_COMMANDS_MIN
    const fill = 'x'.repeat(70)
    const handOver = (count: number, text?: string): SequencedGroup => {
      world.submit(count, text)
      return world.next()!
    }
    handOver(size, fill)
    handOver(size, fill)
    storage.limitSpace(0)
    const tooMuch = handOver(size, fill)
    expect(seqsOf(tooMuch)).toEqual(upTo(3 * size, 2 * size + 1))
    // Nothing of it was written, and the earlier ones are still under way.
    expect([journal.groupsUnderWay, journal.written.seq]).toEqual([2, 2 * size])
    expect(told).toMatchObject([{ group: { timeMs: tooMuch.timeMs, items: [] } }])
    expect((told[0] as GroupOutcome).group.refused).toEqual(
      tooMuch.items.map(({ ticket }) => ({ ticket, reason: expect.any(JournalFullError) })),
    )
    told.length = 0

    // A small one fits into the segment in use, and gets the unused numbers.
    world.elapsedMs += BESIDE_SYNC_MS_MIN
    expect(seqsOf(handOver(1))).toEqual([2 * size + 1])
    storage.limitSpace(undefined)
    expect(seqsOf(handOver(size, fill))).toEqual(upTo(3 * size + 1, 2 * size + 2))
    for (const end of syncs) end()
    expect(numbersTold(world).flat()).toEqual(upTo(3 * size + 1))
    expect(told).toHaveLength(4)
    const kept = [...upTo(2 * size), ...upTo(4 * size + 1, 3 * size + 1)]
    expect(commandsOf(journal)).toMatchObject(
      kept.map((ticket) => ({ feature: expect.stringMatching(new RegExp(`^${ticket}:`)) })),
    )
  })

  it('a failed sync on another thread is reported to its group, and nothing to later ones', () => {
    const world = bench()
    world.storage.failNext('sync', 'EIO', { skip: 1 })
    for (let n = 0; n < 3; n += 1) {
      world.submit(BESIDE_COMMANDS_MIN)
      world.next()
    }
    for (const end of world.syncs) end()
    expect(numbersTold(world)).toEqual([upTo(BESIDE_COMMANDS_MIN), expect.any(JournalFatalError)])
    world.submit(BESIDE_COMMANDS_MIN)
    expect(() => world.next()).toThrow(JournalFatalError)
    expect(world.told).toHaveLength(2)
  })

  it('a failed sync on the spot throws, and nothing is reported', () => {
    const world = bench()
    world.storage.failNext('sync', 'EIO')
    world.submit(1)
    expect(() => world.next()).toThrow(JournalFatalError)
    expect(world.told).toEqual([])
  })
})
