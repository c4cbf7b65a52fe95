import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
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
    expect(() => openDataFolder(path)).toThrow(/already runs on the data folder .* \(process \d+\)/)
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
    // The killed process: same files, an identity that is no longer alive.
    for (const name of ['lock', 'run.json']) {
      const file = JSON.parse(readFileSync(join(path, name), 'utf8'))
      writeFileSync(
        join(path, name),
        JSON.stringify({ ...file, self: { pid: file.self.pid, startTicks: '1' } }),
      )
    }
    const next = openDataFolder(path)
    const [, signal] = await exited
    expect(signal).toBe('SIGKILL')
    next.release()
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
})
