import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { JournalLockedError } from './errors.ts'
import { acquireFolderLock, LOCK_FILE } from './folderLock.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'vest-lock-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const path = (): string => join(folder, LOCK_FILE)
const holder = (): Record<string, unknown> =>
  JSON.parse(readFileSync(path(), 'utf8')) as Record<string, unknown>
const forge = (change: Record<string, unknown>): void =>
  writeFileSync(path(), JSON.stringify({ ...holder(), ...change }))
/** A process that has certainly ended. */
const deadPid = (): number => spawnSync(process.execPath, ['-e', '']).pid

describe('folder lock', () => {
  it('has one holder and leaves no trace after its release', () => {
    const { release } = acquireFolderLock(folder)
    expect(() => acquireFolderLock(folder)).toThrow(JournalLockedError)
    expect(() => acquireFolderLock(folder)).toThrow(`in use by process ${process.pid}`)
    release()
    expect(readdirSync(folder)).toEqual([])
    acquireFolderLock(folder).release()
  })

  it('is taken over from a process that has died', () => {
    acquireFolderLock(folder)
    forge({ pid: deadPid() })
    const { release } = acquireFolderLock(folder)
    expect(holder().pid).toBe(process.pid)
    expect(readdirSync(folder)).toEqual([LOCK_FILE])
    release()
  })

  it.runIf(process.platform === 'linux')(
    'is taken over from a process that has ended and that its parent does not read',
    async () => {
      acquireFolderLock(folder)
      // The shell starts a child that waits for its input, prints its id and becomes a program that never reads the
      // child's exit status; only then does the child end, or the shell might read it.
      const parent = spawn('/bin/sh', ['-c', 'exec 3<&0; (read _ <&3) & echo $!; exec sleep 600'], {
        stdio: ['pipe', 'pipe', 'ignore'],
      })
      try {
        const [told] = (await once(parent.stdout, 'data')) as [Buffer]
        const pid = Number(told.toString())
        const state = (): string =>
          readFileSync(`/proc/${pid}/stat`, 'utf8')
            .replace(/^.*\) /s, '')
            .charAt(0)
        await expect.poll(() => readFileSync(`/proc/${parent.pid}/comm`, 'utf8')).toBe('sleep\n')
        parent.stdin.end()
        await expect.poll(state).toBe('Z')
        forge({ pid, startTicks: undefined })
        const { release } = acquireFolderLock(folder)
        expect(holder().pid).toBe(process.pid)
        release()
      } finally {
        parent.kill('SIGKILL')
      }
    },
  )

  it('is taken over when the process id belongs to another process by now', () => {
    acquireFolderLock(folder)
    forge({ startTicks: '1' })
    acquireFolderLock(folder)
    expect(holder().startTicks).not.toBe('1')
  })

  it('is taken over after the machine was booted, not while another machine may hold it', () => {
    acquireFolderLock(folder)
    forge({ bootId: 'an earlier boot', pid: 1 })
    acquireFolderLock(folder)
    forge({ bootId: 'another machine', host: `not-${hostname()}` })
    expect(() => acquireFolderLock(folder)).toThrow(`on not-${hostname()}`)
  })

  it('is not taken over from another container, where its process id is not comparable', () => {
    for (const host of [hostname(), `not-${hostname()}`]) {
      acquireFolderLock(folder)
      forge({ pidNamespace: 'pid:[1]', host, pid: deadPid(), token: 'of-a-container' })
      expect(() => acquireFolderLock(folder)).toThrow(JournalLockedError)
      expect(() => acquireFolderLock(folder)).toThrow(
        /in another container.*: stop it first, or remove .*lock if it is gone/,
      )
      expect(holder().token).toBe('of-a-container')
      rmSync(path())
    }
  })

  it('of another container is taken over after the machine was booted', () => {
    acquireFolderLock(folder)
    forge({ pidNamespace: 'pid:[1]', bootId: 'an earlier boot' })
    acquireFolderLock(folder)
    expect(holder().pidNamespace).not.toBe('pid:[1]')
  })

  it('without container data, as in older ones, is checked by its process', () => {
    acquireFolderLock(folder)
    forge({ pidNamespace: undefined, pid: deadPid() })
    acquireFolderLock(folder)
    expect(holder().pid).toBe(process.pid)
  })

  it('of a start command of former versions is checked by its process, too', () => {
    const former = (self: object, bootId = bootOf()): void =>
      writeFileSync(path(), JSON.stringify({ bootId, self }))
    const bootOf = (): unknown => {
      const { release } = acquireFolderLock(folder)
      const { bootId } = holder()
      release()
      return bootId
    }
    former({ pid: process.pid })
    expect(() => acquireFolderLock(folder)).toThrow(`in use by process ${process.pid}`)
    rmSync(path())
    for (const self of [{ pid: deadPid() }, { pid: process.pid, startTicks: '1' }]) {
      former(self)
      const { release } = acquireFolderLock(folder)
      expect(holder().pid).toBe(process.pid)
      release()
      expect(readdirSync(folder)).toEqual([])
    }
    former({ pid: process.pid }, 'an earlier boot')
    acquireFolderLock(folder)
  })

  /** A claim as left by a process that ended between its claim and its lock. */
  const claim = (after: string, change: Record<string, unknown>): void =>
    writeFileSync(`${path()}.after-${after}`, JSON.stringify({ ...holder(), ...change }))

  it('has only one successor: a second one finds it claimed or held', () => {
    acquireFolderLock(folder)
    forge({ pid: deadPid(), token: 'of-the-dead' })
    claim('of-the-dead', { pid: process.pid, token: 'of-one-at-work' })
    expect(() => acquireFolderLock(folder)).toThrow(`in use by process ${process.pid}`)
    expect(holder().token).toBe('of-the-dead')
  })

  it('is taken over from processes that died during a takeover', () => {
    acquireFolderLock(folder)
    forge({ pid: deadPid(), token: 'first' })
    claim('first', { pid: deadPid(), token: 'second' })
    claim('second', { pid: deadPid(), token: 'third' })
    const { release } = acquireFolderLock(folder)
    expect(holder().pid).toBe(process.pid)
    expect(readdirSync(folder)).toEqual([LOCK_FILE])
    expect(() => acquireFolderLock(folder)).toThrow(JournalLockedError)
    release()
    expect(readdirSync(folder)).toEqual([])
  })

  it('is not taken over while the last of them lives', () => {
    acquireFolderLock(folder)
    forge({ pid: deadPid(), token: 'first' })
    claim('first', { pid: deadPid(), token: 'second' })
    claim('second', { pid: process.pid, token: 'third' })
    expect(() => acquireFolderLock(folder)).toThrow(`in use by process ${process.pid}`)
    expect(holder().token).toBe('first')
  })

  it('is held until it is removed or taken over', () => {
    const { isHeld, release } = acquireFolderLock(folder)
    expect(isHeld()).toBe(true)
    rmSync(path())
    expect(isHeld()).toBe(false)
    const successor = acquireFolderLock(folder)
    expect([isHeld(), successor.isHeld()]).toEqual([false, true])
    release()
    expect(successor.isHeld()).toBe(true)
  })

  it('does not remove the lock of a successor', () => {
    const { release } = acquireFolderLock(folder)
    forge({ token: 'of-the-successor' })
    release()
    expect(holder().token).toBe('of-the-successor')
  })

  it('gives an instruction for a file that is no lock', () => {
    writeFileSync(path(), 'not ours')
    expect(() => acquireFolderLock(folder)).toThrow(`${path()} is not a lock of ours: remove it`)
  })
})
