import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { InvariantError } from '@vest/protocol'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { GROUPS_UNDER_WAY_MAX } from '../bounds.ts'
import { JournalFatalError, StorageError } from './errors.ts'
import { inspectJournal } from './inspectJournal.ts'
import { openJournal, type Journal } from './journal.ts'
import { openNodeStorage, openReadOnlyStorage } from './nodeStorage.ts'
import { segmentName } from './segment.ts'
import { readFile, writeFileAtomically } from './storage.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'vest-storage-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const isHeldOpen = (path: string): boolean =>
  readdirSync('/proc/self/fd').some((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`) === path
    } catch {
      return false // the one that read the folder
    }
  })
async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await nextTurn()
}

describe('folder on a real disk', () => {
  it('creates the whole path, for its owner only', () => {
    const storage = openNodeStorage(join(folder, 'a', 'b'))
    writeFileAtomically(storage, 'file', Buffer.from('text'))
    expect(statSync(join(folder, 'a', 'b')).mode & 0o777).toBe(0o700)
    expect(statSync(storage.pathOf('file')).mode & 0o777).toBe(0o600)
  })

  it('reads fewer bytes only at the end of a file and writes beyond it with zeros between', () => {
    const storage = openNodeStorage(folder)
    const file = storage.create('file')
    file.write(Buffer.from('xyz'), 5)
    expect(file.sizeBytes()).toBe(8)
    expect([...file.read(3, 100)]).toEqual([0, 0, 120, 121, 122])
    file.close()
  })

  it('names the file that cannot be read', () => {
    mkdirSync(join(folder, 'file'))
    const file = openReadOnlyStorage(folder).open('file')
    expect(() => file.read(0, 1)).toThrow(`EISDIR: illegal operation on a directory, read '${folder}/file'`)
    file.close()
  })

  it('replaces a file as a whole and leaves no temporary one', () => {
    const storage = openNodeStorage(folder)
    writeFileAtomically(storage, 'file', Buffer.from('a long first version'))
    writeFileAtomically(storage, 'file', Buffer.from('second'))
    expect(readFile(storage, 'file').toString()).toBe('second')
    expect(storage.list()).toEqual(['file'])
  })

  it('allocates a segment in full and finds its commands again', () => {
    const journal = openJournal({ storage: openNodeStorage(folder), segmentBytes: 65_536 })
    journal.append(1, Buffer.from('durable'))
    journal.commit(1)
    journal.close()
    expect(statSync(join(folder, segmentName(1))).size).toBe(65_536)
    expect(readFileSync(join(folder, segmentName(1))).includes('durable')).toBe(true)
    const again = openJournal({ storage: openNodeStorage(folder), segmentBytes: 65_536 })
    expect([...again.read(1)][0]!.commands[0]!.payload.toString()).toBe('durable')
    again.close()
  })

  it('fills a file with zeros on another thread, and reports when they are durable', async () => {
    const file = openNodeStorage(folder).create('file')
    const told = new Promise((resolve) => file.zeroBeside!(5_000_000, (...what) => resolve(what)))
    expect(await told).toEqual([undefined, 5_000_000])
    expect(file.sizeBytes()).toBe(5_000_000)
    expect(file.read(0, 5_000_000).every((byte) => byte === 0)).toBe(true)
    file.close()
  })

  it('a file that is closed meanwhile gets no report, and its descriptor is closed only after it', async () => {
    const storage = openNodeStorage(folder)
    const told: unknown[] = []
    const abandoned = storage.create('abandoned')
    const path = storage.pathOf('abandoned')
    abandoned.zeroBeside!(64_000_000, () => void told.push('abandoned'))
    abandoned.close()
    expect(isHeldOpen(path)).toBe(true)
    await until(() => !isHeldOpen(path))
    expect(told).toEqual([])
    // It stopped at the next write, not at the end.
    expect(statSync(path).size).toBeLessThan(64_000_000)
  })

  it('a failed write is reported with its progress', async () => {
    const storage = openReadOnlyStorage(folder)
    writeFileSync(storage.pathOf('file'), 'abc')
    const file = storage.open('file')
    const [error, bytes] = await new Promise<[unknown, number]>((resolve) =>
      file.zeroBeside!(10, (...what) => resolve(what)),
    )
    expect([(error as NodeJS.ErrnoException).code, bytes]).toEqual(['EBADF', 0])
    file.close()
  })

  it('makes a file durable on another thread, and reports it in a later turn', async () => {
    const file = openNodeStorage(folder).create('file')
    file.write(Buffer.from('durable'), 0)
    const told: unknown[][] = []
    file.syncBeside!((...what) => void told.push(what))
    file.write(Buffer.from('later'), 7) // without waiting for the other thread
    expect(told).toEqual([])
    await until(() => told.length > 0)
    expect(told).toEqual([[undefined]])
    expect(file.read(0, 100).toString()).toBe('durablelater')
    file.close()
  })

  it('a file that is closed during its sync gets the report, and its descriptor is closed only then', async () => {
    const storage = openNodeStorage(folder)
    const file = storage.create('file')
    const path = storage.pathOf('file')
    const told: unknown[] = []
    file.write(Buffer.alloc(1_000_000), 0)
    file.syncBeside!((error) => void told.push(error))
    file.close()
    expect([isHeldOpen(path), told]).toEqual([true, []])
    await until(() => told.length > 0)
    expect([isHeldOpen(path), told]).toEqual([false, [undefined]])
  })

  it('one sync at a time per opening of a file', async () => {
    const storage = openNodeStorage(folder)
    const told: string[] = []
    const first = storage.create('file')
    const second = storage.open('file')
    first.syncBeside!(() => void told.push('first'))
    expect(() => first.syncBeside!(() => void told.push('never'))).toThrow(InvariantError)
    expect(() => first.zeroBeside!(8, () => void told.push('never'))).toThrow(InvariantError)
    second.syncBeside!(() => void told.push('second'))
    await until(() => told.length === 2)
    first.syncBeside!(() => void told.push('again'))
    await until(() => told.length === 3)
    expect(told.sort()).toEqual(['again', 'first', 'second'])
    first.close()
    expect(() => first.syncBeside!(() => void told.push('never'))).toThrow(InvariantError)
    second.close()
  })

  it('a failed sync is reported with the reason', async () => {
    const file = openNodeStorage('/dev').open('null')
    const error = await new Promise<unknown>((resolve) => file.syncBeside!(resolve))
    expect(error).toMatchObject({ code: 'EINVAL', syscall: 'fdatasync' })
    file.close()
  })

  it('a read-only storage syncs nothing, here or on another thread', () => {
    openNodeStorage(folder).create('file').close()
    const file = openReadOnlyStorage(folder).open('file')
    expect(() => file.sync()).toThrow(StorageError)
    expect(() => file.syncBeside!(() => undefined)).toThrow(StorageError)
    file.close()
  })

  it('a journal with the maximum of groups under way reports all in order and reads back complete', async () => {
    const GROUPS = 2_000
    const segmentBytes = 65_536
    const journal = openJournal({ storage: openNodeStorage(folder), segmentBytes })
    const textOf = (n: number): string => `${n}:${'x'.repeat(n % 700)}`
    const told: unknown[] = []
    let mostUnderWay = 0
    for (let n = 1; n <= GROUPS; n += 1) {
      await until(() => journal.canCommitBeside)
      journal.append(1, Buffer.from(textOf(n)))
      journal.commitBeside(n, (error) => void told.push(error ?? journal.chain.seq))
      mostUnderWay = Math.max(mostUnderWay, journal.groupsUnderWay)
      journal.upkeep()
    }
    await until(() => journal.groupsUnderWay === 0)
    expect(told).toEqual(Array.from({ length: GROUPS }, (_, at) => at + 1))
    expect(mostUnderWay).toBeGreaterThanOrEqual(GROUPS_UNDER_WAY_MAX)
    const read = (source: typeof journal): string[] =>
      [...source.read(1)].flatMap(({ commands }) => commands.map(({ payload }) => payload.toString()))
    const expected = Array.from({ length: GROUPS }, (_, at) => textOf(at + 1))
    expect(read(journal)).toEqual(expected)
    journal.close()
    expect(readdirSync(folder).filter((name) => name.startsWith('segment-')).length).toBeGreaterThan(10)
    await until(() => !isHeldOpen(join(folder, segmentName(1))))
    const again = openJournal({ storage: openNodeStorage(folder), segmentBytes })
    expect(again.recovered).toMatchObject({ lastSeq: GROUPS, tornBytes: 0 })
    expect(read(again)).toEqual(expected)
    again.close()
  })

  it('a journal closed with groups under way reports nothing more and closes every file after them', async () => {
    const journal = openJournal({ storage: openNodeStorage(folder), segmentBytes: 65_536 })
    const told: unknown[] = []
    for (let n = 1; n <= GROUPS_UNDER_WAY_MAX; n += 1) {
      journal.append(1, Buffer.from(`${n}`))
      journal.commitBeside(n, (error) => void told.push(error))
    }
    journal.close()
    const path = join(folder, segmentName(1))
    expect(isHeldOpen(path)).toBe(true)
    await until(() => !isHeldOpen(path))
    expect(told).toEqual([])
    const again = openJournal({ storage: openNodeStorage(folder), segmentBytes: 65_536 })
    expect(again.recovered).toMatchObject({ lastSeq: GROUPS_UNDER_WAY_MAX, tornBytes: 0 })
    again.close()
  })

  it('a journal with irregular turns begins every segment in time or without waiting, and reads back complete', async () => {
    const segmentBytes = 65_536
    const journal = openJournal({ storage: openNodeStorage(folder), segmentBytes })
    let turns = 17
    for (let n = 1; n <= 2_000; n += 1) {
      journal.append(1, Buffer.from(`${n}:${'x'.repeat(n % 700)}`))
      journal.commit(n)
      journal.upkeep()
      // Sometimes a turn between two groups, sometimes none for long: the zeros of a spare come early, late or never.
      turns = (turns * 48_271) % 2_147_483_647
      if (turns % 5 === 0) await nextTurn()
    }
    const read = (source: typeof journal): string[] =>
      [...source.read(1)].flatMap(({ commands }) => commands.map(({ payload }) => payload.toString()))
    const expected = Array.from({ length: 2_000 }, (_, at) => `${at + 1}:${'x'.repeat((at + 1) % 700)}`)
    expect(read(journal)).toEqual(expected)
    journal.close()
    await nextTurn()
    const again = openJournal({ storage: openNodeStorage(folder), segmentBytes })
    expect(again.recovered.tornBytes).toBe(0)
    expect(read(again)).toEqual(expected)
    again.close()
  })

  describe('[R8] a writer that was stopped while its lock was removed and another began', () => {
    afterEach(() => void vi.useRealTimers())
    const open = () => openJournal({ storage: openNodeStorage(folder), segmentBytes: 65_536 })
    const append = (journal: Journal) => journal.append(1, Buffer.alloc(24, journal.epoch))
    /** A writer that has acknowledged a command, and its successor, two. */
    const succeeded = () => {
      vi.useFakeTimers({ toFake: ['performance'] })
      const former = open()
      append(former)
      former.commit(1)
      rmSync(join(folder, 'lock'))
      const successor = open()
      for (const timeMs of [2, 3]) {
        append(successor)
        successor.commit(timeMs)
      }
      return { former, successor }
    }

    it('acknowledges nothing more and changes nothing of the other', () => {
      const { former, successor } = succeeded()
      vi.advanceTimersByTime(1_000)
      append(former)
      expect(() => former.commit(4)).toThrow(JournalFatalError)
      expect(() => former.upkeep()).toThrow(JournalFatalError)
      former.close()
      const { chain } = inspectJournal({ storage: openReadOnlyStorage(folder) })!
      expect(chain).toEqual(successor.chain)
      append(successor)
      successor.commit(5)
      successor.close()
    })

    it('acknowledges nothing that it wrote before', async () => {
      const { former } = succeeded()
      append(former)
      const told = new Promise((resolve) => void former.commitBeside(4, resolve))
      vi.advanceTimersByTime(1_000)
      expect(await told).toMatchObject({
        message: expect.stringContaining('another process has it') as string,
      })
    })
  })

  it('names the obstacle in one sentence', () => {
    writeFileSync(join(folder, 'file'), '')
    expect(() => openNodeStorage(join(folder, 'file'))).toThrow(StorageError)
    expect(() => openNodeStorage(join(folder, 'file', 'below'))).toThrow(
      /^Cannot use .*below: a part of the path is a file\.$/,
    )
    mkdirSync(join(folder, 'closed'))
    chmodSync(join(folder, 'closed'), 0o500)
    if (process.getuid?.() !== 0)
      expect(() => openNodeStorage(join(folder, 'closed', 'x'))).toThrow(/permission denied/)
  })
})
