import { describe, expect, it } from 'vitest'
import { seededRandom } from '../testing/seededRandom.ts'
import { createSimulatedStorage, type SimulatedStorage } from '../testing/simulatedStorage.ts'
import { UNSEALED_SEGMENTS_MAX } from '../bounds.ts'
import { JournalDamagedError, JournalFatalError, JournalFullError, JournalLockedError } from './errors.ts'
import { inspectJournal } from './inspectJournal.ts'
import { openJournal, type Journal } from './journal.ts'
import { segmentName, spareSegmentName } from './segment.ts'
import { SEAL_PORTION_BYTES, verifySeals } from './segmentSealer.ts'

const SEGMENT_BYTES = 4_096
const KIND = 5

function open(storage: SimulatedStorage, segmentBytes = SEGMENT_BYTES): Journal {
  return openJournal({ storage, segmentBytes })
}

/** Commits one group of commands with the given texts. */
function commit(journal: Journal, timeMs: number, ...texts: string[]): void {
  for (const text of texts) journal.append(KIND, Buffer.from(text))
  journal.commit(timeMs)
}

const readAll = (journal: Journal, fromSeq = 1): { seq: number; timeMs: number; text: string }[] =>
  [...journal.read(fromSeq)].flatMap((group) =>
    group.commands.map((record, place) => ({
      seq: group.firstSeq + place,
      timeMs: group.timeMs,
      text: record.payload.toString(),
    })),
  )

describe('journal', () => {
  it('restores every command in order with its number and time after a reopening', () => {
    const storage = createSimulatedStorage()
    const journal = open(storage)
    commit(journal, 1_000, 'a', 'b')
    commit(journal, 1_000, 'c')
    commit(journal, 2_500, 'd')
    const expected = [
      { seq: 1, timeMs: 1_000, text: 'a' },
      { seq: 2, timeMs: 1_000, text: 'b' },
      { seq: 3, timeMs: 1_000, text: 'c' },
      { seq: 4, timeMs: 2_500, text: 'd' },
    ]
    expect(readAll(journal)).toEqual(expected)
    journal.close()
    const again = open(storage)
    expect(readAll(again)).toEqual(expected)
    expect(readAll(again, 3).map(({ text }) => text)).toEqual(['c', 'd'])
    expect(again.chain).toMatchObject({ seq: 4, timeMs: 2_500, epoch: 2 })
  })

  it('takes one write and one sync per group, however many commands it holds', () => {
    const storage = createSimulatedStorage()
    const journal = open(storage)
    journal.upkeep()
    const before = storage.calls.length
    commit(journal, 1, ...Array.from({ length: 50 }, (_, n) => `command ${n}`))
    expect(storage.calls.slice(before)).toEqual([`write ${segmentName(1)}`, `sync ${segmentName(1)}`])
  })

  it('makes a new segment durable, file and folder, before its first command', () => {
    const storage = createSimulatedStorage()
    const journal = open(storage)
    const before = storage.calls.length
    while (journal.chain.seq < 200 && !storage.list().includes(segmentName(2)))
      commit(journal, 1, 'x'.repeat(100))
    const calls = storage.calls.slice(before)
    const renamed = calls.indexOf(`rename ${spareSegmentName(1)} ${segmentName(2)}`)
    expect(renamed).toBeGreaterThan(0)
    expect(calls.slice(renamed - 2)).toEqual([
      `write ${spareSegmentName(1)}`,
      `sync ${spareSegmentName(1)}`,
      `rename ${spareSegmentName(1)} ${segmentName(2)}`,
      'syncDirectory',
      `write ${segmentName(2)}`,
      `sync ${segmentName(2)}`,
    ])
  })

  it('continues over many segments and chains them', () => {
    const storage = createSimulatedStorage()
    let journal = open(storage)
    for (let n = 1; n <= 300; n += 1) {
      commit(journal, n, `${n}:${'y'.repeat(n % 90)}`)
      if (n % 70 === 0) {
        journal.close()
        journal = open(storage)
      }
    }
    const segments = storage.list().filter((name) => name.startsWith('segment-'))
    expect(segments.length).toBeGreaterThan(5)
    journal.close()
    const again = open(storage)
    expect(readAll(again).map(({ seq, text }) => text.startsWith(`${seq}:`))).toEqual(Array(300).fill(true))
    expect(readAll(again, 211)[0]).toMatchObject({ seq: 211 })
  })

  it('refuses a second owner and accepts the next one after the first has closed', () => {
    const storage = createSimulatedStorage()
    const journal = open(storage)
    expect(() => open(storage)).toThrow(JournalLockedError)
    journal.close()
    expect(open(storage).epoch).toBe(2)
  })

  it('raises the epoch with every opening and never sees it fall', () => {
    const storage = createSimulatedStorage()
    const epochs = [1, 2, 3].map(() => {
      const journal = open(storage)
      journal.close()
      return journal.epoch
    })
    expect(epochs).toEqual([1, 2, 3])
  })

  it('discards a group without a trace', () => {
    const storage = createSimulatedStorage()
    const journal = open(storage)
    journal.append(KIND, Buffer.from('never'))
    journal.discard()
    commit(journal, 5, 'kept')
    expect(readAll(journal).map(({ text }) => text)).toEqual(['kept'])
  })
})

describe('journal seals', () => {
  /** Continues, as the engine does, until every finished segment is sealed. */
  const sealAll = async (journal: Journal, storage: SimulatedStorage): Promise<void> => {
    for (;;) {
      const { seals, segments } = inspectJournal({ storage })!
      if (seals.size === segments.length - 1) return
      await new Promise((resolve) => setImmediate(resolve))
      journal.upkeep()
      commit(journal, journal.chain.timeMs + 1, 'z')
    }
  }
  const grow = async (storage: SimulatedStorage, text: (n: number) => string): Promise<void> => {
    const journal = open(storage)
    for (let n = 1; n <= 150; n += 1) commit(journal, n, text(n))
    await sealAll(journal, storage)
    journal.close()
  }

  it('records a SHA-256 of every finished segment that verifies', async () => {
    const storage = createSimulatedStorage()
    await grow(storage, () => 'z'.repeat(100))
    const inspection = inspectJournal({ storage })!
    expect(inspection.seals.size).toBeGreaterThan(3)
    expect(verifySeals(storage, inspection)).toEqual({ verified: inspection.seals.size })
  })

  it('adds seals that a crash prevented', async () => {
    const storage = createSimulatedStorage()
    const journal = open(storage)
    for (let n = 1; n <= 150; n += 1) commit(journal, n, 'z'.repeat(100))
    const survivor = storage.afterKill()
    expect(inspectJournal({ storage: survivor })!.seals.size).toBe(0)
    await sealAll(open(survivor), survivor)
    const inspection = inspectJournal({ storage: survivor })!
    expect(inspection.seals.size).toBeGreaterThan(3)
    expect(verifySeals(survivor, inspection).verified).toBe(inspection.seals.size)
  })

  it('hashes segments of several portions', async () => {
    const storage = createSimulatedStorage()
    const segmentBytes = 2 * SEAL_PORTION_BYTES + 100_000
    const journal = open(storage, segmentBytes)
    for (let n = 1; journal.chain.seq < 90; n += 1) commit(journal, n, 'z'.repeat(60_000))
    await sealAll(journal, storage)
    const inspection = inspectJournal({ storage })!
    expect(inspection.segments[0]!.endOffset).toBeGreaterThan(2 * SEAL_PORTION_BYTES)
    expect(verifySeals(storage, inspection).verified).toBe(1)
  })

  it('seals after a burst, or within it once too many segments wait', async () => {
    const storage = createSimulatedStorage()
    const segmentBytes = 131_072
    const journal = open(storage, segmentBytes)
    const burst = async (segments: number): Promise<number> => {
      while (inspectJournal({ storage })!.segments.length <= segments) {
        commit(journal, journal.chain.timeMs + 1, 'z'.repeat(60_000))
        await new Promise((resolve) => setImmediate(resolve))
      }
      return inspectJournal({ storage })!.seals.size
    }
    expect(await burst(UNSEALED_SEGMENTS_MAX)).toBe(0)
    expect(journal.isAhead).toBe(false)
    const sealed = await burst(4 * UNSEALED_SEGMENTS_MAX)
    expect(sealed).toBeGreaterThan(0)
    await sealAll(journal, storage)
    const inspection = inspectJournal({ storage })!
    expect(verifySeals(storage, inspection).verified).toBe(inspection.segments.length - 1)
  })

  it('detects a change with corrected checksums', async () => {
    const storage = createSimulatedStorage()
    await grow(storage, () => 'z'.repeat(100))
    const honest = inspectJournal({ storage })!
    // Rewritten history: the same commands except one, all checksums right, with the former seals.
    const forged = createSimulatedStorage()
    await grow(forged, (n) => (n === 20 ? 'Z' : 'z').repeat(100))
    const inspection = { ...inspectJournal({ storage: forged })!, seals: honest.seals }
    expect(() => verifySeals(forged, inspection)).toThrow(JournalDamagedError)
  })
})

describe('journal on a failing disk', () => {
  it('[R6] does not acknowledge, stops permanently and never syncs again after a failed sync', () => {
    const storage = createSimulatedStorage()
    const journal = open(storage)
    commit(journal, 1, 'durable')
    storage.failNext('sync', 'EIO')
    journal.append(KIND, Buffer.from('unknown'))
    expect(() => journal.commit(2)).toThrow(JournalFatalError)
    const calls = storage.calls.length
    expect(() => journal.commit(3)).toThrow(JournalFatalError)
    expect(() => journal.upkeep()).toThrow(JournalFatalError)
    expect(storage.calls.length).toBe(calls)
    expect(journal.chain.seq).toBe(1)
  })

  it('[R6] treats a failed write as fatal too', () => {
    const storage = createSimulatedStorage()
    const journal = open(storage)
    storage.failNext('write', 'ENOSPC')
    journal.append(KIND, Buffer.from('half'))
    expect(() => journal.commit(2)).toThrow(JournalFatalError)
    expect(() => journal.commit(3)).toThrow(JournalFatalError)
  })

  it('[R6] refuses a group on a full disk without harm, keeps the reserve, and continues when there is space', () => {
    const storage = createSimulatedStorage()
    const journal = open(storage)
    journal.upkeep() // the spare segment is there
    storage.limitSpace(0)
    let seq = 0
    let refusals = 0
    for (let n = 0; n < 200; n += 1) {
      journal.append(KIND, Buffer.from('x'.repeat(100)))
      try {
        seq = journal.commit(n + 1).lastSeq
      } catch (error) {
        expect(error).toBeInstanceOf(JournalFullError)
        journal.discard()
        refusals += 1
      }
      journal.upkeep()
    }
    // Two segments were filled: the one in use, with the opening note, and the reserve.
    expect(seq).toBe(Math.floor((SEGMENT_BYTES - 64 - 48) / 144) + Math.floor((SEGMENT_BYTES - 64) / 144))
    expect(refusals).toBe(200 - seq)
    expect(journal.isLow).toBe(true)
    storage.limitSpace(undefined)
    journal.upkeep()
    expect(journal.isLow).toBe(false)
    commit(journal, 1_000, 'again')
    journal.close()
    expect(readAll(open(storage)).at(-1)).toMatchObject({ seq: seq + 1, text: 'again' })
  })

  it('[R6] takes a limit on the size of files for a full disk', () => {
    const storage = createSimulatedStorage()
    const journal = open(storage)
    storage.failNext('write', 'EFBIG')
    journal.upkeep()
    expect(journal.isLow).toBe(true)
    commit(journal, 1, 'goes on')
    journal.upkeep()
    expect(journal.isLow).toBe(false)
  })

  it('[R6] stops without an acknowledgement when the file system has become read-only', () => {
    const storage = createSimulatedStorage()
    const journal = open(storage)
    storage.failNext('write', 'EROFS')
    journal.append(KIND, Buffer.from('unknown'))
    expect(() => journal.commit(2)).toThrow(JournalFatalError)
    journal.close()
    expect(readAll(open(storage))).toEqual([])
  })

  it('[R6] a disk that reported false syncs: a complete prefix or a refusal, never anything else', () => {
    const random = seededRandom(61)
    const outcomes = { prefix: 0, refused: 0 }
    for (let round = 0; round < 300; round += 1) {
      const storage = createSimulatedStorage()
      const journal = open(storage)
      const honest = 1 + Math.floor(random() * 10)
      for (let n = 1; n <= honest; n += 1) commit(journal, n, `${n}`)
      storage.lieAtSyncs(1_000)
      for (let n = honest + 1; n <= honest + 4; n += 1)
        commit(journal, n, `${n}:${'y'.repeat(random() * 200)}`)
      const survivor = storage.afterPowerCut(random)
      try {
        const texts = readAll(open(survivor)).map(({ text }) => Number.parseInt(text, 10))
        expect(texts).toEqual(Array.from({ length: texts.length }, (_, n) => 1 + n))
        expect(texts.length).toBeGreaterThanOrEqual(honest)
        outcomes.prefix += 1
      } catch (error) {
        if (!(error instanceof JournalDamagedError)) throw error
        outcomes.refused += 1
      }
    }
    expect(outcomes.prefix).toBeGreaterThan(20)
    expect(outcomes.refused).toBeGreaterThan(5)
  })

  it('says in one sentence that there is no room for a first segment', () => {
    const storage = createSimulatedStorage()
    storage.limitSpace(100)
    expect(() => open(storage)).toThrow(/^No space for the journal in .*: free some; [^.]*\.$/)
  })
})
