import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import fs, {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { open, type FileHandle } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import {
  adoptLayout,
  bootId,
  damagedFolder,
  folderState,
  markClosed,
  markOpen,
  prepareLayout,
  putAside,
} from './pgliteFolder.ts'

/** Hears of each file that is forced to the disk, before it is. */
async function onSync(listener: (path: string) => void): Promise<void> {
  const any = await open(parent)
  const handles = Object.getPrototypeOf(any) as FileHandle
  await any.close()
  vi.spyOn(handles, 'sync').mockImplementation(async function (this: FileHandle) {
    listener(readlinkSync(`/proc/self/fd/${this.fd}`))
    return this.datasync()
  })
}

let parent: string
let dir: string
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'vest-folder-'))
  dir = join(parent, 'database')
})
afterEach(() => rmSync(parent, { recursive: true }))

const makeDatabase = (folder = dir) => {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'PG_VERSION'), '18')
}

describe('the folder of the embedded database', () => {
  it('is absent before it was laid out, also while an empty folder stands there', () => {
    expect(folderState(dir)).toBe('absent')
    mkdirSync(dir)
    expect(folderState(dir)).toBe('absent')
  })

  it('is trusted when it was closed, and when only the process died', () => {
    makeDatabase()
    expect(folderState(dir)).toBe('trusted')
    markOpen(dir)
    expect(folderState(dir)).toBe('trusted')
  })

  it('is trusted when a full disk had no room for the mark that it is open', () => {
    makeDatabase()
    const { writeFileSync: write } = fs
    fs.writeFileSync = (path) => {
      write(path, '')
      throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
    }
    syncBuiltinESMExports()
    try {
      expect(() => markOpen(dir)).toThrow('ENOSPC')
    } finally {
      fs.writeFileSync = write
      syncBuiltinESMExports()
    }
    expect(folderState(dir)).toBe('trusted')
    markOpen(dir)
    expect(readFileSync(`${dir}.open`, 'utf8')).toBe(bootId())
  })

  it('is not trusted when it was open and the machine has started anew since', async () => {
    makeDatabase()
    markOpen(dir)
    writeFileSync(`${dir}.open`, `not ${bootId()}`)
    expect(folderState(dir)).toBe('left-open-by-another-boot')
    await markClosed(dir)
    expect(folderState(dir)).toBe('trusted')
  })

  it('counts as closed once every file and folder is on the disk, and not if one cannot be', async () => {
    makeDatabase(join(dir, 'base', '5'))
    makeDatabase()
    markOpen(dir)
    const synced: string[] = []
    await onSync((path) => {
      expect(existsSync(`${dir}.open`)).toBe(true)
      synced.push(relative(dir, path))
    })
    await markClosed(dir)
    expect(synced.sort()).toEqual(['', 'PG_VERSION', 'base', 'base/5', 'base/5/PG_VERSION'])
    expect(existsSync(`${dir}.open`)).toBe(false)
    markOpen(dir)
    await onSync((path) => {
      if (path.endsWith('base/5')) throw new Error('EIO')
    })
    await expect(markClosed(dir)).rejects.toThrow('EIO')
    expect(existsSync(`${dir}.open`)).toBe(true)
  })

  it('is not a database when its files are not whole', () => {
    mkdirSync(dir)
    writeFileSync(join(dir, 'base'), '')
    expect(folderState(dir)).toBe('not-a-database')
  })

  it('appears whole or not at all: an interrupted layout is thrown away', () => {
    const interrupted = prepareLayout(dir)
    makeDatabase(interrupted)
    expect(folderState(dir)).toBe('absent')
    const layout = prepareLayout(dir)
    expect(readdirSync(layout)).toEqual([])
    makeDatabase(layout)
    adoptLayout(dir)
    expect(folderState(dir)).toBe('trusted')
    expect(readdirSync(parent)).toEqual(['database'])
  })

  it('keeps the last damaged one beside it', () => {
    for (const name of ['first', 'second']) {
      makeDatabase()
      writeFileSync(join(dir, name), '')
      markOpen(dir)
      putAside(dir)
    }
    expect(folderState(dir)).toBe('absent')
    expect(existsSync(join(damagedFolder(dir), 'second'))).toBe(true)
    expect(existsSync(join(damagedFolder(dir), 'first'))).toBe(false)
    expect(readdirSync(parent)).toEqual(['database.damaged'])
  })
})
