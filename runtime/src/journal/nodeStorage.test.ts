import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { StorageError } from './errors.ts'
import { openJournal } from './journal.ts'
import { openNodeStorage } from './nodeStorage.ts'
import { segmentName } from './segment.ts'
import { readFile, writeFileAtomically } from './storage.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'vest-storage-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

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
