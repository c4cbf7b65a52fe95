import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
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

  it('is not trusted when it was open and the machine has started anew since', () => {
    makeDatabase()
    markOpen(dir)
    writeFileSync(`${dir}.open`, `not ${bootId()}`)
    expect(folderState(dir)).toBe('left-open-by-another-boot')
    markClosed(dir)
    expect(folderState(dir)).toBe('trusted')
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
