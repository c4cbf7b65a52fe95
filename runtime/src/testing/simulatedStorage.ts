/**
 * A disk in memory that forgets what was not synced. It keeps, per file, what is durable and the writes since;
 * a crash yields a new disk on which each sector of each unsynced write is there, gone or partly there, in no
 * order, and names that were not synced are the old or the new ones. Calls are recorded, and the next call of
 * a kind can be made to fail.
 */
import { JournalLockedError } from '../journal/errors.ts'
import type { Storage, StorageFile } from '../journal/storage.ts'

const SECTOR_BYTES = 512

export type StorageCall = 'write' | 'sync' | 'create' | 'rename' | 'remove' | 'syncDirectory'

interface Write {
  readonly offset: number
  readonly bytes: Buffer
}

interface Inode {
  /** What reads see. */
  content: Buffer
  /** What survives any crash. */
  durable: Buffer
  writes: Write[]
}

export interface SimulatedStorage extends Storage {
  /** Every call so far, as `sync segment-00000001.journal`. */
  readonly calls: readonly string[]
  /** Hears every call as it is made. */
  onCall(listener: (call: string) => void): void
  /** Makes the next call of this kind (after `skip` further ones) fail with a system error, `times` times. */
  failNext(
    call: StorageCall,
    code: string,
    options?: { readonly skip?: number; readonly times?: number },
  ): void
  /** Bytes that may still be allocated; ENOSPC beyond. */
  limitSpace(bytes: number | undefined): void
  /** The disk as it may look after the power went; `random` yields numbers in [0, 1). */
  afterPowerCut(random: () => number): SimulatedStorage
  /** The disk after the process alone was killed: everything that was written is there. */
  afterKill(): SimulatedStorage
  contentOf(name: string): Buffer
  replace(name: string, content: Buffer): void
}

export function createSimulatedStorage(initial: ReadonlyMap<string, Buffer> = new Map()): SimulatedStorage {
  const names = new Map<string, Inode>()
  const calls: string[] = []
  const listeners: ((call: string) => void)[] = []
  const failures: { call: StorageCall; code: string; skip: number; times: number }[] = []
  let spaceBytes: number | undefined
  let isLocked = false

  for (const [name, content] of initial)
    names.set(name, { content: Buffer.from(content), durable: Buffer.from(content), writes: [] })
  let durableNames = new Map(names)

  const called = (call: StorageCall, name: string): void => {
    const text = `${call} ${name}`.trim()
    calls.push(text)
    for (const listener of listeners) listener(text)
    const failure = failures.find((candidate) => candidate.call === call)
    if (failure === undefined) return
    if (failure.skip > 0) {
      failure.skip -= 1
      return
    }
    failure.times -= 1
    if (failure.times <= 0) failures.splice(failures.indexOf(failure), 1)
    throw systemError(failure.code)
  }

  const inodeOf = (name: string): Inode => {
    const inode = names.get(name)
    if (inode === undefined) throw systemError('ENOENT')
    return inode
  }

  /** A file keeps its handle through a rename; calls are noted under its name of now. */
  const nameOf = (inode: Inode): string =>
    [...names].find(([, candidate]) => candidate === inode)?.[0] ?? '(removed)'

  const fileOf = (inode: Inode): StorageFile => ({
    sizeBytes: () => inode.content.length,
    read: (offset, length) => Buffer.from(inode.content.subarray(offset, offset + length)),
    write(bytes, offset) {
      called('write', nameOf(inode))
      const growth = Math.max(0, offset + bytes.length - inode.content.length)
      if (spaceBytes !== undefined && growth > spaceBytes) throw systemError('ENOSPC')
      if (spaceBytes !== undefined) spaceBytes -= growth
      inode.content = patched(inode.content, offset, bytes)
      inode.writes.push({ offset, bytes: Buffer.from(bytes) })
    },
    sync() {
      called('sync', nameOf(inode))
      inode.durable = Buffer.from(inode.content)
      inode.writes = []
    },
    close: () => undefined,
  })

  return {
    calls,
    onCall: (listener) => void listeners.push(listener),
    pathOf: (name) => `/simulated/${name}`,
    list: () => [...names.keys()].sort(),
    open: (name) => fileOf(inodeOf(name)),
    create(name) {
      called('create', name)
      const inode: Inode = { content: Buffer.alloc(0), durable: Buffer.alloc(0), writes: [] }
      names.set(name, inode)
      return fileOf(inode)
    },
    rename(from, to) {
      called('rename', `${from} ${to}`)
      names.set(to, inodeOf(from))
      names.delete(from)
    },
    remove(name) {
      called('remove', name)
      names.delete(name)
    },
    syncDirectory() {
      called('syncDirectory', '')
      durableNames = new Map(names)
    },
    lock() {
      if (isLocked) throw new JournalLockedError('The data is in use by another engine.')
      isLocked = true
      return () => (isLocked = false)
    },
    failNext: (call, code, options = {}) =>
      void failures.push({ call, code, skip: options.skip ?? 0, times: options.times ?? 1 }),
    limitSpace: (bytes) => (spaceBytes = bytes),
    afterPowerCut(random) {
      const kept = random() < 0.5 ? names : durableNames
      return createSimulatedStorage(new Map([...kept].map(([name, inode]) => [name, torn(inode, random)])))
    },
    afterKill: () =>
      createSimulatedStorage(new Map([...names].map(([name, inode]) => [name, inode.content]))),
    contentOf: (name) => Buffer.from(inodeOf(name).content),
    replace(name, content) {
      names.set(name, { content: Buffer.from(content), durable: Buffer.from(content), writes: [] })
    },
  }
}

function systemError(code: string): Error {
  return Object.assign(new Error(`${code}: simulated`), { code })
}

function patched(content: Buffer, offset: number, bytes: Uint8Array): Buffer {
  const size = Math.max(content.length, offset + bytes.length)
  const result = size === content.length ? content : Buffer.concat([content], size)
  result.set(bytes, offset)
  return result
}

/** Each sector of an unsynced write by itself: kept, lost, or cut somewhere inside. */
function torn(inode: Inode, random: () => number): Buffer {
  let content: Buffer = Buffer.from(inode.durable)
  for (const { offset, bytes } of inode.writes) {
    for (let start = 0; start < bytes.length;) {
      const end = Math.min(bytes.length, start + SECTOR_BYTES - ((offset + start) % SECTOR_BYTES))
      const fate = random()
      if (fate < 0.5) content = patched(content, offset + start, bytes.subarray(start, end))
      else if (fate < 0.65)
        content = patched(
          content,
          offset + start,
          bytes.subarray(start, start + Math.floor(random() * (end - start))),
        )
      start = end
    }
  }
  return content
}
