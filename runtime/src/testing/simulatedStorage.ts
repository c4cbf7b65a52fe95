/**
 * A disk in memory that loses unsynced data. It keeps, per file, the durable content and the writes since; a crash
 * yields a new disk on which each sector of each unsynced write is there, gone, partly there or repeated over a later
 * one, in any order, and of the changes of names since the last sync of the folder any prefix has happened. Calls are
 * recorded, the next call of a kind can be made to fail, a sync can report false success, syncs can run on another
 * thread and end when a test lets them, and the machine can be switched off: from then on nothing changes any more.
 * Data of a failed sync is given up, as Linux does it: reads still see it, and no later sync saves it unless it is
 * written again.
 */
import { assert } from '@vest/protocol'
import { JournalLockedError } from '../journal/errors.ts'
import type { Storage, StorageFile } from '../journal/storage.ts'

const SECTOR_BYTES = 512

export type StorageCall = 'write' | 'sync' | 'create' | 'rename' | 'remove' | 'syncDirectory'

interface Write {
  readonly offset: number
  readonly bytes: Buffer
  /** A sync of it has failed: no later one includes it, and a power cut may take it after any number of syncs. */
  isGivenUp: boolean
}

interface Inode {
  /** What reads see. */
  content: Buffer
  /** What survives any crash. */
  durable: Buffer
  writes: Write[]
}

/** Fate of unsynced sectors in a power cut. */
export type SectorFate = 'kept' | 'lost' | 'torn' | 'duplicated' | 'reordered'

export interface SimulatedStorage extends Storage {
  /** Every call so far, as `sync segment-00000001.journal`. */
  readonly calls: readonly string[]
  /** Called for every call as it is made. */
  onCall(listener: (call: string) => void): void
  /** Makes the next call of this kind (after `skip` further ones) fail with a system error, `times` times. */
  failNext(
    call: StorageCall,
    code: string,
    options?: { readonly skip?: number; readonly times?: number },
  ): void
  /** Bytes that may still be allocated; ENOSPC beyond. */
  limitSpace(bytes: number | undefined): void
  /** The next syncs return without making anything durable. */
  lieAtSyncs(times: number): void
  /** From now on files sync on another thread too: earlier writes are durable when `later` calls its argument. */
  syncBeside(later: (end: () => void) => void): void
  /** Every call that would change something throws from now on. */
  switchOff(): void
  /** The disk as it may be after a power cut; `random` yields numbers in [0, 1). */
  afterPowerCut(random: () => number, onFate?: (fate: SectorFate) => void): SimulatedStorage
  /**
   * The disk after a kill of the process: everything written is there, and unsynced data may still be lost in the next
   * power cut.
   */
  afterKill(): SimulatedStorage
  contentOf(name: string): Buffer
  replace(name: string, content: Buffer): void
}

export function createSimulatedStorage(initial: ReadonlyMap<string, Buffer> = new Map()): SimulatedStorage {
  const names = new Map(
    [...initial].map(([name, content]): [string, Inode] => [
      name,
      { content: Buffer.from(content), durable: Buffer.from(content), writes: [] },
    ]),
  )
  return storageOf(names, [new Map(names)])
}

/**
 * `names` are those that the process sees; `nameStates` are the names at the last sync of the folder and after each
 * change since.
 */
function storageOf(names: Map<string, Inode>, nameStates: Map<string, Inode>[]): SimulatedStorage {
  const calls: string[] = []
  const listeners: ((call: string) => void)[] = []
  const failures: { call: StorageCall; code: string; skip: number; times: number }[] = []
  let spaceBytes: number | undefined
  let isLocked = false

  let lies = 0
  let isOff = false
  let later: ((end: () => void) => void) | undefined

  const note = (call: StorageCall, name: string): void => {
    if (isOff) throw off()
    const text = `${call} ${name}`.trim()
    calls.push(text)
    for (const listener of listeners) listener(text)
  }

  const failureOf = (call: StorageCall): Error | undefined => {
    const failure = failures.find((candidate) => candidate.call === call)
    if (failure === undefined) return undefined
    if (failure.skip > 0) {
      failure.skip -= 1
      return undefined
    }
    failure.times -= 1
    if (failure.times <= 0) failures.splice(failures.indexOf(failure), 1)
    return systemError(failure.code)
  }

  const called = (call: StorageCall, name: string): void => {
    note(call, name)
    const failure = failureOf(call)
    if (failure !== undefined) throw failure
  }

  /** These writes survive from now on, unless the disk reports false syncs. */
  const makeDurable = (inode: Inode, writes: ReadonlySet<Write>): void => {
    if (lies > 0) {
      lies -= 1
      return
    }
    for (const [place, write] of inode.writes.entries()) {
      if (!writes.has(write)) continue
      inode.durable = patched(inode.durable, write.offset, write.bytes)
      for (const older of inode.writes.slice(0, place)) if (older.isGivenUp) overlay(older, write)
    }
    inode.writes = inode.writes.filter((write) => !writes.has(write))
  }

  /** The writes that a sync started now makes durable. */
  const writesToSync = (inode: Inode): Set<Write> =>
    new Set(inode.writes.filter(({ isGivenUp }) => !isGivenUp))

  const giveUp = (writes: ReadonlySet<Write>): void => {
    for (const write of writes) write.isGivenUp = true
  }

  const inodeOf = (name: string): Inode => {
    const inode = names.get(name)
    if (inode === undefined) throw systemError('ENOENT')
    return inode
  }

  /** A file keeps its handle through a rename; calls are recorded under its present name. */
  const nameOf = (inode: Inode): string =>
    [...names].find(([, candidate]) => candidate === inode)?.[0] ?? '(removed)'

  const besideOf = (inode: Inode, endLater: (end: () => void) => void) => {
    let isBusy = false
    return (done: (error: unknown) => void): void => {
      assert(!isBusy, 'an opening of a file has one sync under way')
      isBusy = true
      note('sync', nameOf(inode))
      const failure = failureOf('sync')
      const writes = writesToSync(inode)
      endLater(() => {
        isBusy = false
        if (isOff) return done(off())
        if (failure === undefined) makeDurable(inode, writes)
        else giveUp(writes)
        done(failure)
      })
    }
  }

  const fileOf = (inode: Inode): StorageFile => ({
    ...(later && { syncBeside: besideOf(inode, later) }),
    sizeBytes: () => inode.content.length,
    read: (offset, length) => Buffer.from(inode.content.subarray(offset, offset + length)),
    write(bytes, offset) {
      called('write', nameOf(inode))
      const growth = Math.max(0, offset + bytes.length - inode.content.length)
      if (spaceBytes !== undefined && growth > spaceBytes) throw systemError('ENOSPC')
      if (spaceBytes !== undefined) spaceBytes -= growth
      inode.content = patched(inode.content, offset, bytes)
      inode.writes.push({ offset, bytes: Buffer.from(bytes), isGivenUp: false })
    },
    sync() {
      note('sync', nameOf(inode))
      const failure = failureOf('sync')
      if (failure === undefined) return makeDurable(inode, writesToSync(inode))
      giveUp(writesToSync(inode))
      throw failure
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
      nameStates.push(new Map(names))
      return fileOf(inode)
    },
    rename(from, to) {
      called('rename', `${from} ${to}`)
      names.set(to, inodeOf(from))
      names.delete(from)
      nameStates.push(new Map(names))
    },
    remove(name) {
      called('remove', name)
      names.delete(name)
      nameStates.push(new Map(names))
    },
    syncDirectory() {
      called('syncDirectory', '')
      nameStates.splice(0, nameStates.length, new Map(names))
    },
    lock() {
      if (isLocked) throw new JournalLockedError('The data is in use by another engine.')
      isLocked = true
      return { isHeld: () => isLocked, release: () => void (isLocked = false) }
    },
    failNext: (call, code, options = {}) =>
      void failures.push({ call, code, skip: options.skip ?? 0, times: options.times ?? 1 }),
    limitSpace: (bytes) => (spaceBytes = bytes),
    lieAtSyncs: (times) => void (lies = times),
    syncBeside: (endLater) => void (later = endLater),
    switchOff: () => void (isOff = true),
    afterPowerCut(random, onFate = () => undefined) {
      const kept = nameStates[Math.floor(random() * nameStates.length)]!
      return createSimulatedStorage(
        new Map([...kept].map(([name, inode]) => [name, torn(inode, random, onFate)])),
      )
    },
    afterKill() {
      const copies = new Map<Inode, Inode>()
      const copyOf = (inode: Inode): Inode => {
        const copy = copies.get(inode) ?? {
          content: Buffer.from(inode.content),
          durable: Buffer.from(inode.durable),
          writes: inode.writes.map((write) => ({ ...write, bytes: Buffer.from(write.bytes) })),
        }
        copies.set(inode, copy)
        return copy
      }
      const copied = (state: Map<string, Inode>): Map<string, Inode> =>
        new Map([...state].map(([name, inode]) => [name, copyOf(inode)]))
      return storageOf(copied(names), nameStates.map(copied))
    },
    contentOf: (name) => Buffer.from(inodeOf(name).content),
    replace(name, content) {
      names.set(name, { content: Buffer.from(content), durable: Buffer.from(content), writes: [] })
    },
  }
}

const off = (): Error => new Error('The machine is off.')

function systemError(code: string): Error {
  return Object.assign(new Error(`${code}: simulated`), { code })
}

function patched(content: Buffer, offset: number, bytes: Uint8Array): Buffer {
  const size = Math.max(content.length, offset + bytes.length)
  const result = size === content.length ? content : Buffer.concat([content], size)
  result.set(bytes, offset)
  return result
}

/** If the older write arrives after all, then before the newer one, which is durable. */
function overlay(older: Write, newer: Write): void {
  const start = Math.max(older.offset, newer.offset)
  const end = Math.min(older.offset + older.bytes.length, newer.offset + newer.bytes.length)
  if (start < end)
    newer.bytes.copy(older.bytes, start - older.offset, start - newer.offset, end - newer.offset)
}

interface Sector {
  readonly offset: number
  readonly bytes: Uint8Array
  /** Its index among the sectors as written. */
  readonly place: number
}

/** Each sector of the unsynced writes separately: kept, lost, cut somewhere inside, or written again later. */
function torn(inode: Inode, random: () => number, onFate: (fate: SectorFate) => void): Buffer {
  const arrived: Sector[] = []
  let place = 0
  for (const { offset, bytes } of inode.writes)
    for (let start = 0; start < bytes.length; place += 1) {
      const end = Math.min(bytes.length, start + SECTOR_BYTES - ((offset + start) % SECTOR_BYTES))
      const sector = { offset: offset + start, bytes: bytes.subarray(start, end), place }
      const fate = fateOf(random())
      onFate(fate)
      if (fate === 'torn') sector.bytes = bytes.subarray(start, start + Math.floor(random() * (end - start)))
      if (fate !== 'lost') arrived.push(sector)
      if (fate === 'duplicated') arrived.push(sector)
      start = end
    }
  let content: Buffer = Buffer.from(inode.durable)
  for (const sector of shuffled(arrived, random, onFate))
    content = patched(content, sector.offset, sector.bytes)
  return content
}

function fateOf(dice: number): SectorFate {
  if (dice < 0.4) return 'kept'
  if (dice < 0.6) return 'torn'
  return dice < 0.8 ? 'duplicated' : 'lost'
}

/** Sometimes in the order of writing, otherwise in any. */
function shuffled(sectors: Sector[], random: () => number, onFate: (fate: SectorFate) => void): Sector[] {
  if (random() < 0.2) return sectors
  const drawn = sectors.map((sector) => ({ sector, rank: random() })).sort((a, b) => a.rank - b.rank)
  let last = -1
  for (const { sector } of drawn) {
    if (sector.place < last) onFate('reordered')
    last = sector.place
  }
  return drawn.map(({ sector }) => sector)
}
