import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { acquireFolderLock } from '@vest/runtime'
import { emptyDataFolder, openDataFolder } from './dataFolder.ts'

const made: string[] = []
const fresh = (): string => {
  const path = mkdtempSync(join(tmpdir(), 'vest-data-'))
  made.push(path)
  return path
}
afterAll(() => {
  for (const path of made) rmSync(path, { recursive: true })
})

/** The lock in this folder, as another process would have written it. */
function forgeLock(folder: string, change: object): void {
  const path = join(folder, 'lock')
  const owner = JSON.parse(readFileSync(path, 'utf8')) as object
  writeFileSync(path, JSON.stringify({ ...owner, ...change }))
}
const OF_A_CONTAINER = { pidNamespace: 'pid:[1]', pid: 1, token: 'of-a-container' }

describe('the data folder', () => {
  it('is created, but never a whole tree', () => {
    const path = join(fresh(), 'data')
    openDataFolder(path).release()
    expect(existsSync(path)).toBe(true)
    expect(() => openDataFolder(join(fresh(), 'no', 'such', 'tree'))).toThrow(/does not exist/)
  })
  it('is held by one process at a time and freed by release', () => {
    const path = fresh()
    const first = openDataFolder(path)
    expect(() => openDataFolder(path)).toThrow(
      `in use by process ${process.pid}: stop it first, or remove ${join(path, 'lock')} if it is gone. Or set VEST_DATA`,
    )
    first.release()
    openDataFolder(path).release()
    expect(readdirSync(path)).toEqual([])
  })
  it('takes over the lock of a process that was killed and ends the children it left', async () => {
    const path = fresh()
    const folder = openDataFolder(path)
    const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], {
      detached: true,
      stdio: 'ignore',
    })
    const exited = once(child, 'exit')
    folder.recordChildren([child.pid!])
    forgeLock(path, { startTicks: '1' }) // the killed process: its number is ours by now
    const next = openDataFolder(path)
    // It has ended before the start goes on: only this process has yet to read how.
    if (process.platform === 'linux') expect(readFileSync(`/proc/${child.pid}/stat`, 'utf8')).toMatch(/\) Z /)
    const [, signal] = await exited
    expect(signal).toBe('SIGKILL')
    next.release()
  })
  it('of two starts after a kill -9 one wins', () => {
    const path = fresh()
    openDataFolder(path)
    // The one has claimed what was left, and is about to take it.
    copyFileSync(join(path, 'lock'), join(path, 'lock.after-of-the-killed'))
    forgeLock(path, { startTicks: '1', token: 'of-the-killed' })
    expect(() => openDataFolder(path)).toThrow(/in use by process/)
  })
  it('of another container is not taken over, and not freed by who held it before', () => {
    const path = fresh()
    const folder = openDataFolder(path)
    forgeLock(path, OF_A_CONTAINER)
    folder.release()
    expect(() => openDataFolder(path)).toThrow(/in another container/)
  })
  it('a file in its place, and a path below a file, end in a sentence', () => {
    const file = join(fresh(), 'file')
    writeFileSync(file, '')
    expect(() => openDataFolder(file)).toThrow(/is not a folder/)
    expect(() => openDataFolder(join(file, 'data'))).toThrow(/cannot be created|does not exist/)
  })
  it.runIf(process.getuid?.() === 0)('another user’s folder names the owner', async () => {
    const { chownSync } = await import('node:fs')
    const path = join(fresh(), 'theirs')
    mkdirSync(path)
    chownSync(path, 65534, 65534)
    expect(() => openDataFolder(path)).toThrow(/belongs to user nobody/)
  })
  it.each([
    ['a first', 199, 200, []],
    ['a later', 19, 20, ['journal']],
  ] as const)(
    '%s start on a disk with %i MB free is refused, with %i MB it is not',
    (_, less, enough, holds) => {
      const path = fresh()
      for (const name of holds) mkdirSync(join(path, name))
      const withFree = (megabytes: number) => openDataFolder(path, { freeBytes: () => megabytes * 1_048_576 })
      expect(() => withFree(less)).toThrow(
        new RegExp(`has ${less} MB free, and .* start needs ${enough} MB\\. Free some`),
      )
      expect(readdirSync(path)).toEqual(holds)
      withFree(enough).release()
    },
  )
  it('reset empties it and keeps the lock', () => {
    const path = fresh()
    const folder = openDataFolder(path)
    mkdirSync(join(path, 'journal'))
    writeFileSync(join(path, 'journal', '0'), 'x')
    emptyDataFolder(folder)
    expect(readdirSync(path).sort()).toEqual(['lock', 'run.json'])
    folder.release()
  })
  it('reset deletes nothing while an engine of another container holds the journal', () => {
    const path = fresh()
    const journal = join(path, 'journal')
    mkdirSync(journal)
    acquireFolderLock(journal)
    forgeLock(journal, OF_A_CONTAINER)
    writeFileSync(join(journal, '0'), 'acknowledged')
    const folder = openDataFolder(path)
    expect(() => emptyDataFolder(folder)).toThrow(/in another container/)
    expect(readFileSync(join(journal, '0'), 'utf8')).toBe('acknowledged')
    folder.release()
  })
})
