/**
 * The data folder: created without recursion, owned by this user, held by one process. `run.json` names the
 * processes of the run by pid and start time, so that a later start knows "already running" from "left
 * behind by a kill -9" and can end what was left behind.
 */
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
  accessSync,
  constants,
} from 'node:fs'
import { dirname, join } from 'node:path'
import {
  acquireFolderLock,
  JournalLockedError,
  journalFolder,
  LOCK_FILE,
  type StorageLock,
} from '@vest/runtime'
import { StartError } from './options.ts'

interface ProcessIdentity {
  readonly pid: number
  /** Field 22 of /proc/PID/stat: a pid that was reused has another one. Absent where there is no /proc. */
  readonly startTicks?: string
}
interface RunFile {
  readonly bootId?: string
  readonly self: ProcessIdentity
  readonly children: readonly ProcessIdentity[]
}

export interface DataFolder {
  readonly path: string
  /** Remembers children that must not outlive us, also when we are killed. */
  recordChildren(pids: readonly number[]): void
  release(): void
}

/** What a first start writes before it is ready (measured: 95 MB), with room to live. */
const FIRST_START_FREE_MIN_MB = 200
/** The journal holds its next segment in reserve; a later start needs little more, and must let people at their money. */
const LATER_START_FREE_MIN_MB = 20
const MB = 1_048_576

export interface DataFolderOptions {
  /** Bytes that this user may still write where the folder lies. */
  readonly freeBytes?: (path: string) => number
}

/** Opens the folder for this process alone. Throws {@link StartError} with one sentence. */
export function openDataFolder(path: string, options: DataFolderOptions = {}): DataFolder {
  ensureFolder(path)
  ensureSpace(path, (options.freeBytes ?? freeBytesAt)(path))
  const lock = takeLock(path)
  stopLeftBehind(join(path, 'run.json'))
  writeRunFile(path, [])
  let children: readonly number[] = []
  // Also when the process ends without stopping its parts: children must not stay behind.
  const endChildren = (): void => children.forEach(endNow)
  process.on('exit', endChildren)
  return {
    path,
    recordChildren: (pids) => {
      children = pids
      writeRunFile(path, pids)
    },
    release: () => {
      process.off('exit', endChildren)
      rmSync(join(path, 'run.json'), { force: true })
      lock.release()
    },
  }
}

function ensureFolder(path: string): void {
  if (!existsSync(path)) {
    // Without `recursive`: a mistyped path should fail, not grow a tree.
    try {
      mkdirSync(path, { mode: 0o700 })
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code
      if (code === 'ENOENT')
        throw new StartError(
          `The folder ${dirname(path)} for the data does not exist. Create it or set VEST_DATA.`,
        )
      throw new StartError(
        `The data folder ${path} cannot be created (${code}). Set VEST_DATA to a folder that you may write.`,
      )
    }
  }
  const info = statSync(path)
  if (!info.isDirectory()) throw new StartError(`${path} is not a folder. Set VEST_DATA to another path.`)
  const uid = process.getuid?.()
  if (uid !== undefined && info.uid !== uid)
    throw new StartError(
      `The data folder ${path} belongs to user ${userName(info.uid)}. Start Vest as that user or set VEST_DATA to a folder of your own.`,
    )
  // It was made by hand, or by a program that keeps nothing to itself.
  if ((info.mode & 0o077) !== 0) chmodSync(path, 0o700)
  try {
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch {
    throw new StartError(
      `The data folder ${path} is not writable for this user. Set VEST_DATA to a folder that you may write.`,
    )
  }
}

function ensureSpace(path: string, freeBytes: number): void {
  const isFirst = !existsSync(join(path, 'journal'))
  const wantedMb = isFirst ? FIRST_START_FREE_MIN_MB : LATER_START_FREE_MIN_MB
  if (freeBytes < wantedMb * MB)
    throw new StartError(
      `The disk of the data folder ${path} has ${Math.floor(freeBytes / MB)} MB free, and a ${isFirst ? 'first' : 'later'} start needs ${wantedMb} MB. Free some or set VEST_DATA to another disk.`,
    )
}

function freeBytesAt(path: string): number {
  const { bavail, bsize } = statfsSync(path)
  return bavail * bsize
}

function userName(uid: number): string {
  try {
    const row = readFileSync('/etc/passwd', 'utf8')
      .split('\n')
      .find((line) => line.split(':')[2] === String(uid))
    return row?.split(':')[0] ?? String(uid)
  } catch {
    return String(uid)
  }
}

function takeLock(folder: string): StorageLock {
  try {
    return acquireFolderLock(folder)
  } catch (error) {
    if (!(error instanceof JournalLockedError)) throw error
    throw new StartError(`${error.message} Or set VEST_DATA to another folder.`)
  }
}

/** A process that is told to end closes its files and ports within milliseconds, unless a disk hangs. */
const END_WAIT_MS_MAX = 10_000
const END_LOOK_MS = 10

/** Children of a run that was killed would hold ports and files: they are gone before this returns. */
function stopLeftBehind(path: string): void {
  const run = readRun(path)
  const left = (run?.children ?? []).filter((child) => isAlive(child, run?.bootId))
  for (const child of left) endNow(child.pid)
  for (const child of left)
    for (let waitedMs = 0; isAlive(child, run?.bootId); waitedMs += END_LOOK_MS) {
      if (waitedMs >= END_WAIT_MS_MAX)
        throw new StartError(`Process ${child.pid} of an earlier run does not end: end it and start again.`)
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, END_LOOK_MS)
    }
}

function endNow(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It ended between the look and the signal.
  }
}

function writeRunFile(folder: string, pids: readonly number[]): void {
  const boot = bootId()
  const run: RunFile = {
    ...(boot === undefined ? {} : { bootId: boot }),
    self: identity(process.pid),
    children: pids.map(identity),
  }
  writeFileSync(join(folder, 'run.json'), JSON.stringify(run), { mode: 0o600 })
}

function readRun(path: string): RunFile | undefined {
  try {
    const run = JSON.parse(readFileSync(path, 'utf8')) as RunFile
    return typeof run?.self?.pid === 'number' ? { ...run, children: run.children ?? [] } : undefined
  } catch {
    return undefined
  }
}

function identity(pid: number): ProcessIdentity {
  const ticks = startTicks(pid)
  return ticks === undefined ? { pid } : { pid, startTicks: ticks }
}

function bootId(): string | undefined {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
  } catch {
    return undefined
  }
}

/** Start time of a process that is not a zombie, from the text after its (bracketed, free-form) name. */
function startTicks(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return fields[0] === 'Z' ? undefined : fields[19]
  } catch {
    return undefined
  }
}

function isAlive(who: ProcessIdentity, boot: string | undefined): boolean {
  if (existsSync('/proc/self/stat')) {
    if (boot !== undefined && boot !== bootId()) return false
    return who.startTicks !== undefined && startTicks(who.pid) === who.startTicks
  }
  try {
    process.kill(who.pid, 0)
    return true
  } catch {
    return false
  }
}

/**
 * Everything in the folder but the locks on it; used by --reset. The journal has a lock of its own, which an engine
 * without a start command holds: it is taken first, since what goes here was acknowledged.
 */
export function emptyDataFolder(folder: DataFolder): void {
  const journal = journalFolder(folder.path)
  const journalLock = existsSync(journal) ? takeLock(journal) : undefined
  for (const name of readdirSync(folder.path))
    if (!name.startsWith(LOCK_FILE) && name !== 'run.json')
      rmSync(join(folder.path, name), { recursive: true, force: true })
  journalLock?.release()
}
