/**
 * One owner per data folder. Node has no flock, so the lock is a file that names its owner: process, the
 * moment it started, where its number counts, boot and host. It is left by whoever dies; then it is *stale* (the process
 * is gone, its number was given to another, or the machine was booted since) and may be taken over. A process of another
 * container cannot be seen from here, alive or dead: until the machine is booted again its lock is never stale.
 *
 * The idea that makes the take-over safe: each lock carries a random token, and to succeed a stale one a
 * process must first create the file `lock.after-TOKEN`, which `link` lets exactly one process do. Such a claim names its
 * owner as a lock does, so that who died over it can be succeeded, too. What a lock says is on the disk before it has
 * that name: after the power went it is whole or not there.
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
  /** Start of the process in clock ticks since boot; absent where the system does not tell. */
  readonly startTicks?: string
  readonly bootId?: string
  /** Where its number counts: in another one (a container) it is somebody else's, or nobody's. Absent likewise. */
  readonly pidNamespace?: string
  readonly host: string
  readonly token: string
}

/** How the start command of former versions names itself. */
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
      // Whoever took over in the meantime keeps it.
      if (isOwn()) rmSync(path, { force: true })
    },
  }
}

/** Which file it is, told in a few microseconds and without a descriptor. Not every file system keeps its numbers. */
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
    if (claim === undefined) continue // whoever had claimed it is done
    // Only the holder of this claim may replace this token, and nobody replaces a living lock.
    const isStillHeld = readOwner(path)?.token === holder.token
    if (isStillHeld) renameSync(claim, path)
    else rmSync(claim, { force: true })
    for (const left of claims) rmSync(left, { force: true })
    if (isStillHeld) return
  }
}

/**
 * Claims what a dead process holds: the claims of those who died over that, the oldest first, and behind them our own.
 * Empty: somebody else's claim has gone meanwhile.
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

/** Its host and its container are taken for ours: it says nothing of either. */
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

/** On this machine, as it was booted, but where process numbers mean something else. */
const isElsewhere = ({ bootId: boot, pidNamespace: namespace }: LockOwner): boolean =>
  boot === bootId() && namespace !== undefined && namespace !== pidNamespace()

/** A process that has ended and that its parent has not yet read (state Z) holds nothing any more. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return statFields(pid)?.[0] !== 'Z'
  } catch (error) {
    return systemErrorCode(error) !== 'ESRCH' // EPERM: it lives and belongs to somebody else
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

/** Of /proc/PID/stat from field 3, the state, on; the command name before it may hold blanks and brackets. */
function statFields(pid: number): readonly string[] | undefined {
  const stat = readSystemFile(`/proc/${pid}/stat`)
  return stat?.slice(stat.lastIndexOf(')') + 2).split(' ')
}

const bootId = (): string | undefined => readSystemFile('/proc/sys/kernel/random/boot_id')?.trim()

const pidNamespace = (): string | undefined => ifTold(() => readlinkSync('/proc/self/ns/pid'))

const readSystemFile = (path: string): string | undefined => ifTold(() => readFileSync(path, 'utf8'))

/** Not every system tells everything, nor everybody. */
function ifTold(ask: () => string): string | undefined {
  try {
    return ask()
  } catch (error) {
    const code = systemErrorCode(error)
    if (code === 'ENOENT' || code === 'ESRCH' || code === 'EACCES') return undefined
    throw error
  }
}
