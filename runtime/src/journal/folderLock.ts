/**
 * One owner per data folder. Node has no flock, so the lock is a file that names its owner: process id, start time of
 * the process, process namespace, boot and host. A process that dies leaves its lock behind; then it is *stale* (the
 * process has ended, its id was given to another, or the machine was booted since) and may be taken over. A process of
 * another container is not visible from here: until the machine is booted again, its lock is never stale.
 *
 * The takeover is safe because each lock carries a random token: to succeed a stale one, a process must first create
 * the file `lock.after-TOKEN`, which `link` allows only one process to do. Such a claim names its owner as a lock
 * does, so that a process that died during a takeover can be succeeded, too. The content of a lock is on the disk
 * before it gets its name: after a power cut it is complete or absent.
 */
import { randomBytes } from 'node:crypto'
import {
  closeSync,
  fdatasyncSync,
  linkSync,
  openSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { JournalLockedError } from './errors.ts'
import { systemErrorCode, type StorageLock } from './storage.ts'

export const LOCK_FILE = 'lock'

interface LockOwner {
  readonly pid: number
  /** Start of the process in clock ticks since boot; absent if the system does not provide it. */
  readonly startTicks?: string
  readonly bootId?: string
  /**
   * Namespace of the process id: in another one (a container) it belongs to another process, or to none. Absent
   * likewise.
   */
  readonly pidNamespace?: string
  readonly host: string
  readonly token: string
}

/** Owner data as written by the start command of former versions. */
interface FormerOwner {
  readonly bootId?: string
  readonly self: { readonly pid: number; readonly startTicks?: string }
}

/** Throws JournalLockedError while another owner lives. */
export function acquireFolderLock(folder: string): StorageLock {
  const path = join(folder, LOCK_FILE)
  const owner = currentOwner()
  const own = `${path}.${owner.token}`
  try {
    writeDurably(own, JSON.stringify(owner))
    takeLock(path, own)
  } finally {
    rmSync(own, { force: true })
  }
  const isOwn = (): boolean => readOwner(path)?.token === owner.token
  const taken = fileAt(path)
  return {
    isHeld: () => (taken !== undefined && fileAt(path) === taken) || isOwn(),
    release() {
      // A successor that took over meanwhile keeps it.
      if (isOwn()) rmSync(path, { force: true })
    },
  }
}

/**
 * Identity of the file, read in a few microseconds and without a descriptor. Not every file system keeps its numbers.
 */
function fileAt(path: string): string | undefined {
  const stat = statSync(path, { bigint: true, throwIfNoEntry: false })
  return stat && `${stat.ino} ${stat.mtimeNs}`
}

function writeDurably(path: string, text: string): void {
  const file = openSync(path, 'wx', 0o600)
  try {
    writeSync(file, text)
    fdatasyncSync(file)
  } finally {
    closeSync(file)
  }
}

function takeLock(path: string, own: string): void {
  for (;;) {
    if (tryLink(own, path)) return
    const holder = readOwner(path)
    if (holder === undefined) continue // released between the two calls
    if (!isStale(holder)) throw locked(path, holder)
    const claims = claimAfter(path, own, holder)
    const claim = claims.pop()
    if (claim === undefined) continue // its claimant is done
    // Only the holder of this claim may replace this token, and a living lock is never replaced.
    const isStillHeld = readOwner(path)?.token === holder.token
    if (isStillHeld) renameSync(claim, path)
    else rmSync(claim, { force: true })
    for (const left of claims) rmSync(left, { force: true })
    if (isStillHeld) return
  }
}

/**
 * Claims the lock of a dead process: the claims of processes that died during its takeover, the oldest first, followed
 * by our own. Empty: another process's claim has disappeared meanwhile.
 */
function claimAfter(path: string, own: string, holder: LockOwner): string[] {
  const claims: string[] = []
  for (let dead = holder; ;) {
    const claim = `${path}.after-${dead.token}`
    claims.push(claim)
    if (tryLink(own, claim)) return claims
    const claimant = readOwner(claim)
    if (claimant === undefined) return []
    if (!isStale(claimant)) throw locked(path, claimant)
    dead = claimant
  }
}

function locked(path: string, holder: LockOwner): JournalLockedError {
  const place = holder.host === hostname() ? '' : ` on ${holder.host}`
  if (isElsewhere(holder))
    return new JournalLockedError(
      `The data is in use by process ${holder.pid}${place} in another container, of which we cannot see whether it ` +
        `still runs: stop it first, or remove ${path} if it is gone (a container that was killed and made anew needs that).`,
    )
  return new JournalLockedError(
    `The data is in use by process ${holder.pid}${place}: stop it first, or remove ${path} if it is gone.`,
  )
}

function tryLink(existing: string, created: string): boolean {
  try {
    linkSync(existing, created)
    return true
  } catch (error) {
    if (systemErrorCode(error) === 'EEXIST') return false
    throw error
  }
}

function readOwner(path: string): LockOwner | undefined {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return undefined
    throw error
  }
  try {
    const owner = JSON.parse(text) as LockOwner | FormerOwner
    return 'self' in owner ? ownerOfFormer(owner) : owner
  } catch (error) {
    throw new JournalLockedError(`${path} is not a lock of ours: remove it if nothing uses this folder.`, {
      cause: error,
    })
  }
}

/** Host and container are assumed to be ours: the former format has neither. */
function ownerOfFormer({ bootId: boot, self }: FormerOwner): LockOwner {
  const token = `of-${self.pid}-${self.startTicks ?? ''}`
  return { ...self, ...(boot === undefined ? {} : { bootId: boot }), host: hostname(), token }
}

function isStale(holder: LockOwner): boolean {
  if (holder.bootId !== undefined && holder.bootId !== bootId()) return holder.host === hostname()
  if (holder.host !== hostname() && holder.bootId === undefined) return false
  if (isElsewhere(holder)) return false
  if (!isAlive(holder.pid)) return true
  return holder.startTicks !== undefined && holder.startTicks !== startTicks(holder.pid)
}

/** On this machine, in the same boot, but in another process namespace. */
const isElsewhere = ({ bootId: boot, pidNamespace: namespace }: LockOwner): boolean =>
  boot === bootId() && namespace !== undefined && namespace !== pidNamespace()

/** A process that has ended without its parent reading the status (state Z) holds nothing any more. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return statFields(pid)?.[0] !== 'Z'
  } catch (error) {
    return systemErrorCode(error) !== 'ESRCH' // EPERM: it lives and belongs to another user
  }
}

function currentOwner(): LockOwner {
  const start = startTicks(process.pid)
  const boot = bootId()
  const namespace = pidNamespace()
  return {
    pid: process.pid,
    ...(start === undefined ? {} : { startTicks: start }),
    ...(boot === undefined ? {} : { bootId: boot }),
    ...(namespace === undefined ? {} : { pidNamespace: namespace }),
    host: hostname(),
    token: randomBytes(8).toString('hex'),
  }
}

/** Field 22 of /proc/PID/stat. */
const startTicks = (pid: number): string | undefined => statFields(pid)?.[19]

/** Fields of /proc/PID/stat from field 3, the state; the command name before it may contain blanks and brackets. */
function statFields(pid: number): readonly string[] | undefined {
  const stat = readSystemFile(`/proc/${pid}/stat`)
  return stat?.slice(stat.lastIndexOf(')') + 2).split(' ')
}

const bootId = (): string | undefined => readSystemFile('/proc/sys/kernel/random/boot_id')?.trim()

const pidNamespace = (): string | undefined => ifTold(() => readlinkSync('/proc/self/ns/pid'))

const readSystemFile = (path: string): string | undefined => ifTold(() => readFileSync(path, 'utf8'))

/** Not every system provides everything, or to every user. */
function ifTold(ask: () => string): string | undefined {
  try {
    return ask()
  } catch (error) {
    const code = systemErrorCode(error)
    if (code === 'ENOENT' || code === 'ESRCH' || code === 'EACCES') return undefined
    throw error
  }
}
