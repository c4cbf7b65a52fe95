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
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { StorageError } from './errors.ts'
import { openJournal } from './journal.ts'
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
  it('makes the whole path, for its owner alone', () => {
    const storage = openNodeStorage(join(folder, 'a', 'b'))
    writeFileAtomically(storage, 'file', Buffer.from('text'))
    expect(statSync(join(folder, 'a', 'b')).mode & 0o777).toBe(0o700)
    expect(statSync(storage.pathOf('file')).mode & 0o777).toBe(0o600)
  })

  it('reads fewer bytes only at the end of a file and writes behind it with zeros between', () => {
    const storage = openNodeStorage(folder)
    const file = storage.create('file')
    file.write(Buffer.from('xyz'), 5)
    expect(file.sizeBytes()).toBe(8)
    expect([...file.read(3, 100)]).toEqual([0, 0, 120, 121, 122])
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

  it('fills a file with zeros on another thread, and tells when they are durable', async () => {
    const file = openNodeStorage(folder).create('file')
    const told = new Promise((resolve) => file.zeroBeside!(5_000_000, (...what) => resolve(what)))
    expect(await told).toEqual([undefined, 5_000_000])
    expect(file.sizeBytes()).toBe(5_000_000)
    expect(file.read(0, 5_000_000).every((byte) => byte === 0)).toBe(true)
    file.close()
  })

  it('a file that is closed meanwhile hears nothing more, and its descriptor is given back only then', async () => {
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

  it('what cannot be written is told with how far it came', async () => {
    const storage = openReadOnlyStorage(folder)
    writeFileSync(storage.pathOf('file'), 'abc')
    const file = storage.open('file')
    const [error, bytes] = await new Promise<[unknown, number]>((resolve) =>
      file.zeroBeside!(10, (...what) => resolve(what)),
    )
    expect([(error as NodeJS.ErrnoException).code, bytes]).toEqual(['EBADF', 0])
    file.close()
  })

  it('a journal whose turns come and go begins every segment in time or without waiting, and reads back whole', async () => {
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

  it('says in one sentence what is in the way', () => {
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
