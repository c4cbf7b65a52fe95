/**
 * Groups that are made durable on another thread, several under way at once: their reports, the time of these, and
 * what a later life restores. The test ends the syncs of the disk in any order.
 */
import { InvariantError } from '@vest/protocol'
import { describe, expect, it } from 'vitest'
import { GROUPS_UNDER_WAY_MAX } from '../bounds.ts'
import { seededRandom } from '../testing/seededRandom.ts'
import { createSimulatedStorage, type SimulatedStorage } from '../testing/simulatedStorage.ts'
import { JournalDamagedError, JournalFatalError } from './errors.ts'
import { frameBytes, OPEN_BYTES_MAX, parseFrame, RECORD_HEADER_BYTES } from './frame.ts'
import { inspectJournal } from './inspectJournal.ts'
import { openJournal, type Journal } from './journal.ts'
import type { PlantedBug } from './plantedBug.ts'
import { SEGMENT_HEADER_BYTES, segmentName, spareSegmentName } from './segment.ts'

const SEGMENT_BYTES = 65_536
const KIND = 5
/** The note that begins an epoch. */
const OPENING_BYTES = frameBytes(RECORD_HEADER_BYTES)
const FIRST_START = SEGMENT_HEADER_BYTES + OPENING_BYTES

interface Bench {
  readonly storage: SimulatedStorage
  readonly journal: Journal
  /** Ends the sync of each group, in the order of the groups. */
  readonly syncs: (() => void)[]
  /** The reports: the first text of a group, or the error. */
  readonly told: (string | JournalFatalError | undefined)[]
  /** A group of commands with these texts. */
  beside(...texts: string[]): { readonly firstSeq: number; readonly lastSeq: number }
}

function bench(segmentBytes = SEGMENT_BYTES): Bench {
  const storage = createSimulatedStorage()
  const syncs: (() => void)[] = []
  storage.syncBeside((end) => void syncs.push(end))
  const journal = openJournal({ storage, segmentBytes })
  const told: (string | JournalFatalError | undefined)[] = []
  return {
    storage,
    journal,
    syncs,
    told,
    beside(...texts) {
      for (const text of texts) journal.append(KIND, Buffer.from(text))
      return journal.commitBeside(1, (error) => void told.push(error ?? texts[0]))
    },
  }
}

/** Collects a group whose frame has exactly this size. */
function appendFrame(journal: Journal, size: number): void {
  let payloadBytes = size - frameBytes(0)
  while (payloadBytes > 0) {
    const taken = payloadBytes > 60_000 ? 50_000 : payloadBytes
    journal.append(KIND, Buffer.alloc(taken - RECORD_HEADER_BYTES, 0x61))
    payloadBytes -= taken
  }
}

const textsOf = (journal: Journal): string[] =>
  [...journal.read(1)].flatMap(({ commands }) => commands.map(({ payload }) => payload.toString()))

const permutations = (items: readonly number[]): number[][] =>
  items.length === 0
    ? [[]]
    : items.flatMap((item) =>
        permutations(items.filter((other) => other !== item)).map((rest) => [item, ...rest]),
      )

/** Number of leading groups whose syncs have ended, whatever the later ones did. */
function endedInFront(ended: ReadonlySet<number>): number {
  let count = 0
  while (ended.has(count)) count += 1
  return count
}

describe('groups under way', () => {
  it('are written before earlier ones are durable, and reported once their sync has ended', () => {
    const { journal, syncs, told, beside } = bench()
    expect(beside('a', 'b')).toEqual({ firstSeq: 1, lastSeq: 2 })
    expect(beside('c')).toEqual({ firstSeq: 3, lastSeq: 3 })
    expect(journal.written).toMatchObject({ seq: 3, epoch: 1 })
    expect(journal.chain.seq).toBe(0)
    expect([journal.groupsUnderWay, told]).toEqual([2, []])
    syncs[0]!()
    expect([journal.chain.seq, journal.groupsUnderWay, told]).toEqual([2, 1, ['a']])
    syncs[1]!()
    expect([journal.chain, journal.groupsUnderWay, told]).toEqual([journal.written, 0, ['a', 'c']])
  })

  it('take one write and one sync each', () => {
    const { storage, beside } = bench()
    const before = storage.calls.length
    beside('a', 'b', 'c')
    beside('d')
    const once = [`write ${segmentName(1)}`, `sync ${segmentName(1)}`]
    expect(storage.calls.slice(before)).toEqual([...once, ...once])
  })

  it('are reported in their order, whichever sync ends first', () => {
    for (const order of permutations([0, 1, 2, 3])) {
      const { journal, syncs, told, beside } = bench()
      const texts = ['a', 'b', 'c', 'd']
      for (const text of texts) beside(text)
      const ended = new Set<number>()
      for (const place of order) {
        syncs[place]!()
        ended.add(place)
        const durable = endedInFront(ended)
        expect({ order, told }).toEqual({ order, told: texts.slice(0, durable) })
        expect([journal.chain.seq, journal.groupsUnderWay]).toEqual([durable, 4 - durable])
      }
    }
  })

  it('are followed by a group with a synchronous sync once all have ended', () => {
    const { journal, syncs, beside } = bench()
    beside('a')
    beside('b')
    syncs[1]!()
    syncs[0]!()
    journal.append(KIND, Buffer.from('c'))
    expect(journal.commit(2)).toEqual({ firstSeq: 3, lastSeq: 3 })
    expect(journal.chain.seq).toBe(3)
    expect(textsOf(journal)).toEqual(['a', 'b', 'c'])
  })

  it('break an invariant if a synchronous group would be durable before them', () => {
    const { journal, storage, syncs, beside } = bench()
    beside('a')
    beside('b')
    syncs[1]!()
    journal.append(KIND, Buffer.from('c'))
    const calls = storage.calls.length
    expect(() => journal.commit(2)).toThrow(InvariantError)
    expect(storage.calls.length).toBe(calls)
  })

  it('a reader sees only durable groups, however much is written after them', () => {
    const { journal, syncs, beside } = bench(4_096)
    const texts = Array.from({ length: 6 }, (_, n) => `${n}`.repeat(900))
    for (const text of texts) beside(text)
    expect(textsOf(journal)).toEqual([])
    for (const place of [2, 0, 1, 5, 4, 3]) {
      syncs[place]!()
      expect(textsOf(journal)).toEqual(texts.slice(0, journal.chain.seq))
    }
    expect(journal.chain.seq).toBe(6)
  })

  it('a frame contains the start of the first of them, and nothing if none is in its segment', () => {
    const { journal, storage, syncs, beside } = bench(4_096)
    const size = frameBytes(RECORD_HEADER_BYTES + 900)
    const openOf = (segment: number, place: number): number =>
      parseFrame(
        storage.contentOf(segmentName(segment)),
        (segment === 1 ? FIRST_START : SEGMENT_HEADER_BYTES) + place * size,
      )!.openBytes
    const group = (): unknown => beside('x'.repeat(900))
    group()
    group()
    syncs[1]!() // it changes nothing while an earlier one is under way
    group()
    syncs[0]!()
    group()
    expect([0, 1, 2, 3].map((place) => openOf(1, place))).toEqual([0, size, 2 * size, size])
    group()
    group()
    expect(storage.list()).toContain(segmentName(2))
    expect([0, 1].map((place) => openOf(2, place))).toEqual([0, size])
    expect(journal.groupsUnderWay).toBe(4)
  })

  it('discarding drops the collected group and none of them', () => {
    const { journal, syncs, told, beside } = bench()
    beside('a')
    journal.append(KIND, Buffer.from('never'))
    journal.discard()
    beside('b')
    for (const end of syncs) end()
    expect(told).toEqual(['a', 'b'])
    expect(textsOf(journal)).toEqual(['a', 'b'])
  })

  it('after closing nothing is reported', () => {
    const { journal, storage, syncs, told, beside } = bench()
    beside('a')
    beside('b')
    journal.close()
    expect(journal.groupsUnderWay).toBe(0)
    for (const end of syncs) end()
    expect(told).toEqual([])
    expect(() => beside('c')).toThrow(JournalFatalError)
    expect(textsOf(openJournal({ storage, segmentBytes: SEGMENT_BYTES }))).toEqual(['a', 'b'])
  })

  it('are not available on a disk without other threads', () => {
    const journal = openJournal({ storage: createSimulatedStorage(), segmentBytes: SEGMENT_BYTES })
    expect(journal.canCommitBeside).toBe(false)
    expect(bench().journal.canCommitBeside).toBe(true)
  })
})

describe('bounds of groups under way', () => {
  it('a maximum of groups, then the next waits for one of them', () => {
    const { journal, syncs, beside } = bench()
    for (let n = 0; n < GROUPS_UNDER_WAY_MAX; n += 1) {
      expect(journal.canCommitBeside).toBe(true)
      beside('x')
    }
    expect([journal.groupsUnderWay, journal.canCommitBeside]).toEqual([GROUPS_UNDER_WAY_MAX, false])
    syncs[0]!()
    expect([journal.groupsUnderWay, journal.canCommitBeside]).toEqual([GROUPS_UNDER_WAY_MAX - 1, true])
    beside('x')
    expect(journal.canCommitBeside).toBe(false)
  })

  it('the same maximum when later syncs end before the first, or a new segment has free syncs', () => {
    for (const segmentBytes of [SEGMENT_BYTES, 4_096]) {
      const { journal, syncs, beside } = bench(segmentBytes)
      for (let n = 0; n < GROUPS_UNDER_WAY_MAX; n += 1) beside('x'.repeat(900))
      for (const end of syncs.slice(1)) end()
      expect([journal.groupsUnderWay, journal.canCommitBeside]).toEqual([GROUPS_UNDER_WAY_MAX, false])
      syncs[0]!()
      expect([journal.groupsUnderWay, journal.canCommitBeside]).toEqual([0, true])
    }
  })

  it('a maximum of bytes, up to the last that a header can express', () => {
    const { journal, storage, syncs } = bench(4_194_304)
    const told: number[] = []
    const write = (size: number): void => {
      appendFrame(journal, size)
      journal.commitBeside(1, () => void told.push(size))
    }
    const sizes = [OPEN_BYTES_MAX - 262_144, 262_144]
    for (const size of sizes) write(size)
    expect(journal.canCommitBeside).toBe(true)
    write(64)
    const last = parseFrame(storage.contentOf(segmentName(1)), FIRST_START + OPEN_BYTES_MAX)!
    expect(last.openBytes).toBe(OPEN_BYTES_MAX)
    expect([journal.groupsUnderWay, journal.canCommitBeside]).toEqual([3, false])
    syncs[1]!() // it ended, and does not count while the one before it is under way
    expect(journal.canCommitBeside).toBe(false)
    syncs[0]!()
    expect(journal.canCommitBeside).toBe(true)
    expect(told).toEqual(sizes)
  })

  it('eight bytes more are too many', () => {
    const { journal } = bench(4_194_304)
    for (const size of [OPEN_BYTES_MAX - 262_136, 262_144]) {
      expect(journal.canCommitBeside).toBe(true)
      appendFrame(journal, size)
      journal.commitBeside(1, () => undefined)
    }
    expect(journal.canCommitBeside).toBe(false)
  })
})

describe('a segment that begins while groups are under way', () => {
  /** Four groups fill the first segment, the fifth begins the second. */
  const GROUPS = 5
  const textOf = (place: number): string => `${place}`.repeat(900)
  const grow = (onCall?: (call: string, storage: SimulatedStorage) => void): Bench => {
    const world = bench(4_096)
    world.journal.upkeep() // the spare segment is there
    if (onCall) world.storage.onCall((call) => onCall(call, world.storage))
    for (let place = 0; place < GROUPS; place += 1) world.beside(textOf(place))
    return world
  }

  it('begins only after everything is durable', () => {
    const calls: string[] = []
    const survivors: SimulatedStorage[] = []
    const { storage } = grow((call, disk) => {
      calls.push(call)
      // The power fails while the header is written, and nothing unsynced survives.
      if (call === `write ${spareSegmentName(1)}`) survivors.push(disk.afterPowerCut(() => 0.9))
    })
    const once = [`write ${segmentName(1)}`, `sync ${segmentName(1)}`]
    expect(calls).toEqual([
      ...[...once, ...once, ...once, ...once],
      `sync ${segmentName(1)}`,
      `write ${spareSegmentName(1)}`,
      `sync ${spareSegmentName(1)}`,
      `rename ${spareSegmentName(1)} ${segmentName(2)}`,
      'syncDirectory',
      `write ${segmentName(2)}`,
      `sync ${segmentName(2)}`,
    ])
    expect(survivors).toHaveLength(1)
    for (const survivor of [...survivors, storage.afterPowerCut(() => 0.9)])
      expect(textsOf(openJournal({ storage: survivor, segmentBytes: 4_096 }))).toEqual(
        [0, 1, 2, 3].map(textOf),
      )
  })

  it('reports the groups of both segments in their order', () => {
    for (const order of permutations([0, 1, 2, 3, 4])) {
      const { journal, syncs, told } = grow()
      const ended = new Set<number>()
      for (const place of order) {
        syncs[place]!()
        ended.add(place)
        const durable = endedInFront(ended)
        expect({ order, told }).toEqual({ order, told: [0, 1, 2, 3, 4].slice(0, durable).map(textOf) })
        expect(journal.groupsUnderWay).toBe(GROUPS - durable)
      }
    }
  })

  it('does not begin if the segment before it could not be made durable', () => {
    const world = bench(4_096)
    world.journal.upkeep()
    for (let place = 0; place < GROUPS - 1; place += 1) world.beside(textOf(place))
    world.storage.failNext('sync', 'EIO')
    expect(() => world.beside(textOf(4))).toThrow(JournalFatalError)
    expect(world.storage.list()).not.toContain(segmentName(2))
    for (const end of world.syncs) end()
    expect(world.told).toEqual([])
    expect(world.journal.chain.seq).toBe(0)
  })
})

describe('[R6] a sync on another thread that fails', () => {
  it('is reported to its group only, in any order of the others, and ends the journal', () => {
    const texts = ['a', 'b', 'c']
    for (const failing of [0, 1, 2])
      for (const order of permutations([0, 1, 2])) {
        const { journal, storage, syncs, told, beside } = bench()
        storage.failNext('sync', 'EIO', { skip: failing })
        for (const text of texts) beside(text)
        const calls = storage.calls.length
        for (const place of order) syncs[place]!()
        // Groups that had ended with all earlier ones by then were reported; no group after that.
        const endedBefore = new Set(order.slice(0, order.indexOf(failing)))
        const durable = endedInFront(endedBefore)
        expect({ failing, order, told }).toEqual({
          failing,
          order,
          told: [...texts.slice(0, durable), expect.any(JournalFatalError)],
        })
        expect(told.at(-1)).toMatchObject({ message: expect.stringContaining('could not sync (EIO: ') })
        journal.append(KIND, Buffer.from('later'))
        expect(() => journal.commit(2)).toThrow(JournalFatalError)
        expect(() => journal.commitBeside(2, () => void told.push('later'))).toThrow(JournalFatalError)
        expect(() => journal.upkeep()).toThrow(JournalFatalError)
        expect(journal.chain.seq).toBe(durable)
        expect(storage.calls.length).toBe(calls)
        expect(told).toHaveLength(durable + 1)
      }
  })

  it('is reported once, however many fail, and not at all after closing', () => {
    const { journal, storage, syncs, told, beside } = bench()
    storage.failNext('sync', 'EIO', { times: 3 })
    for (const text of ['a', 'b', 'c']) beside(text)
    syncs[1]!()
    syncs[0]!()
    expect(told).toEqual([expect.any(JournalFatalError)])
    journal.close()
    syncs[2]!()
    expect(told).toHaveLength(1)

    const closed = bench()
    closed.storage.failNext('sync', 'EIO')
    closed.beside('a')
    closed.journal.close()
    closed.syncs[0]!()
    expect(closed.told).toEqual([])
  })

  it('leaves the content of the disk to the next life', () => {
    const { storage, syncs, told, beside } = bench()
    beside('durable')
    syncs[0]!()
    storage.failNext('sync', 'EIO')
    beside('unknown')
    syncs[1]!()
    const survivor = storage.afterPowerCut(() => 0.9)
    expect(told).toEqual(['durable', expect.any(JournalFatalError)])
    expect(textsOf(openJournal({ storage: survivor, segmentBytes: SEGMENT_BYTES }))).toEqual(['durable'])
  })

  it('leaves to the next life what a sync alone does not save, which then survives a power cut', () => {
    const first = bench()
    first.beside('durable')
    first.syncs[0]!()
    first.storage.failNext('sync', 'EIO')
    first.beside('unknown')
    first.syncs[1]!()
    // The process ends and is started again; the machine continues, and its cache still holds both groups.
    const storage = first.storage.afterKill()
    const second = openJournal({ storage, segmentBytes: SEGMENT_BYTES })
    expect(textsOf(second)).toEqual(['durable', 'unknown'])
    second.append(KIND, Buffer.from('acknowledged'))
    second.commit(2)
    const third = openJournal({ storage: storage.afterPowerCut(() => 0.9), segmentBytes: SEGMENT_BYTES })
    expect(textsOf(third)).toEqual(['durable', 'unknown', 'acknowledged'])
  })
})

// ---------------------------------------------------------------- lives

/** Position of a group, as computed by the test. */
interface Put {
  readonly segment: number
  readonly start: number
  readonly end: number
  readonly lastSeq: number
}

interface Findings {
  readonly violations: string[]
  readonly counts: {
    powerCuts: number
    kills: number
    severalUnderWay: number
    dropped: number
    droppedBeforeWhole: number
    newSegmentsUnderWay: number
  }
}

const ROUNDS = 600
/** A planted fault must show sooner. */
const PLANTED_ROUNDS = 60
const LIVES_MAX = 3

/**
 * Journals with up to three lives. Each life writes groups, with either kind of sync, whose syncs end in any order,
 * late or never, and ends with a power cut or a kill. The expectation for the next life is computed from the bytes
 * that arrived: the groups up to the first incomplete one.
 */
function liveManyTimes(rounds: number, plantedBug?: PlantedBug): Findings {
  const random = seededRandom(17)
  const below = (bound: number): number => Math.floor(random() * bound)
  const violations: string[] = []
  const counts: Findings['counts'] = {
    powerCuts: 0,
    kills: 0,
    severalUnderWay: 0,
    dropped: 0,
    droppedBeforeWhole: 0,
    newSegmentsUnderWay: 0,
  }

  const round = (number: number): void => {
    const say = (what: string): void => void violations.push(`round ${number}: ${what}`)
    const segmentBytes = 4_096 + 8 * below((16_384 - 4_096) / 8 + 1)
    /** Text of each command, from the first on. */
    let texts: string[] = []
    let acknowledged = 0
    let place = { segment: 1, end: SEGMENT_HEADER_BYTES }
    let storage = createSimulatedStorage()
    const put = (size: number): { readonly segment: number; readonly start: number } => {
      if (place.end + size > segmentBytes) place = { segment: place.segment + 1, end: SEGMENT_HEADER_BYTES }
      const { segment, end: start } = place
      place = { segment, end: start + size }
      return { segment, start }
    }

    /** Opens the journal and checks it; undefined: it refuses. */
    const begin = (): Journal | undefined => {
      let journal: Journal
      try {
        journal = openJournal({ storage, segmentBytes, plantedBug })
      } catch (error) {
        if (!(error instanceof JournalDamagedError)) throw error
        say(`refused: ${error.message}`)
        return undefined
      }
      put(OPENING_BYTES)
      const found = textsOf(journal)
      if (found.length < acknowledged) say(`lost: ${found.length} of ${acknowledged} acknowledged commands`)
      if (found.length !== texts.length) say(`${found.length} commands were found and not ${texts.length}`)
      if (found.some((text, at) => text !== texts[at])) say('another command was found')
      const { index, endOffset } = inspectJournal({ storage })!.segments.at(-1)!
      if (index !== place.segment || endOffset !== place.end) say(`it ends in ${index} at ${endOffset}`)
      const tail = storage.contentOf(segmentName(place.segment)).subarray(place.end)
      if (tail.length !== segmentBytes - place.end || tail.some((byte) => byte !== 0))
        say('the tail is not zero')
      return journal
    }

    const lives = 1 + below(LIVES_MAX)
    for (let life = 0; life < lives; life += 1) {
      const ends: (() => void)[] = []
      storage.syncBeside((end) => void ends.push(end))
      const journal = begin()
      if (journal === undefined) return
      const foundSeq = texts.length
      const puts: Put[] = []
      /** A few, some, or all syncs end while more is written. */
      const patience = random()
      const endOne = (): void => ends.splice(below(ends.length), 1)[0]!()
      for (let groups = 1 + below(30); groups > 0; groups -= 1) {
        while (ends.length > 0 && (!journal.canCommitBeside || random() < patience)) endOne()
        let payloadBytes = 0
        for (let commands = 1 + below(5); commands > 0; commands -= 1) {
          const text = `${number}.${texts.length + 1}:${'x'.repeat(below(300))}`
          journal.append(KIND, Buffer.from(text))
          texts.push(text)
          payloadBytes += RECORD_HEADER_BYTES + text.length
        }
        const size = frameBytes(payloadBytes)
        const lastSeq = texts.length
        if (journal.groupsUnderWay > 0 && place.end + size > segmentBytes) counts.newSegmentsUnderWay += 1
        puts.push({ ...put(size), end: place.end, lastSeq })
        if (journal.groupsUnderWay === 0 && random() < 0.3) {
          journal.commit(lastSeq)
          acknowledged = lastSeq
        } else {
          journal.commitBeside(lastSeq, (error) => {
            if (error !== undefined) throw error
            if (lastSeq <= acknowledged) say('told out of order')
            acknowledged = lastSeq
          })
        }
      }
      if (journal.groupsUnderWay > 1) counts.severalUnderWay += 1

      const isKill = random() < 0.2
      counts[isKill ? 'kills' : 'powerCuts'] += 1
      const survivor = isKill ? storage.afterKill() : storage.afterPowerCut(random)
      const isWhole = ({ segment, start, end }: Put): boolean => {
        const [name, written] = [segmentName(segment), storage.contentOf(segmentName(segment))]
        return survivor.contentOf(name).subarray(start, end).equals(written.subarray(start, end))
      }
      const hole = puts.findIndex((group) => !isWhole(group))
      if (hole >= 0) {
        if (isKill) say('a kill lost something')
        const { segment, start } = puts[hole]!
        place = { segment, end: start }
        texts = texts.slice(0, hole === 0 ? foundSeq : puts[hole - 1]!.lastSeq)
        counts.dropped += 1
        if (puts.slice(hole + 1).some(isWhole)) counts.droppedBeforeWhole += 1
      }
      storage = survivor
    }

    // New groups follow those that were found.
    const last = begin()
    if (last === undefined) return
    last.append(KIND, Buffer.from('after'))
    last.commit(texts.length + 1)
    texts.push('after')
    put(frameBytes(RECORD_HEADER_BYTES + 'after'.length))
    acknowledged = texts.length
    last.close()
    begin()
  }

  for (let number = 1; number <= rounds; number += 1) round(number)
  return { violations, counts }
}

describe('[R3] lives that end with groups under way', () => {
  it('keep a complete prefix of the written groups, and all reported ones', () => {
    const { violations, counts } = liveManyTimes(ROUNDS)
    expect(violations).toEqual([])
    expect(counts.powerCuts).toBeGreaterThan(500)
    expect(counts.kills).toBeGreaterThan(100)
    expect(counts.severalUnderWay).toBeGreaterThan(300)
    expect(counts.dropped).toBeGreaterThan(300)
    expect(counts.droppedBeforeWhole).toBeGreaterThan(100)
    expect(counts.newSegmentsUnderWay).toBeGreaterThan(300)
  })

  it.each<[PlantedBug, RegExp]>([
    ['nothingOpen', /^round \d+: refused: The journal is damaged: .* although valid ones follow/],
    ['ackWithAnother', /^round \d+: lost: /],
  ])('%s is caught', (bug, sign) => {
    const { violations } = liveManyTimes(PLANTED_ROUNDS, bug)
    expect(violations).toEqual(expect.arrayContaining([expect.stringMatching(sign)]))
  })
})
