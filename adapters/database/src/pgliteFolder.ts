/**
 * The folder of the embedded database, and whether it may be trusted.
 *
 * PGlite hands its writes to the operating system without forcing them to the disk. A killed process loses
 * nothing by that; a machine that lost power may have kept any subset of the pages, and nothing in the files
 * would tell. So while the database is open a marker beside the folder names the machine's boot, and a folder
 * that was left open under another boot counts as damaged. The marker goes once all pages are on the disk. Read models
 * are a projection: what is damaged is put aside and built again.
 */
import {
  closeSync,
  constants,
  cpSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { open } from 'node:fs/promises'
import { uptime } from 'node:os'
import { dirname, join } from 'node:path'

const BOOT_ID_FILE = '/proc/sys/kernel/random/boot_id'

const markerOf = (dir: string): string => `${dir}.open`
/** A new database is laid out under this name and renamed when it is whole. */
export const layoutFolder = (dir: string): string => `${dir}.new`
/** The last folder that was put aside; kept, so that the reason can be found. */
export const damagedFolder = (dir: string): string => `${dir}.damaged`

/** Names this boot of the machine; without the kernel's word, the minute it came up. */
export function bootId(): string {
  if (existsSync(BOOT_ID_FILE)) return readFileSync(BOOT_ID_FILE, 'utf8').trim()
  return `up since ${Math.round((Date.now() / 1000 - uptime()) / 60)}`
}

export type FolderState = 'absent' | 'trusted' | 'left-open-by-another-boot' | 'not-a-database'

export function folderState(dir: string): FolderState {
  if (!existsSync(dir)) return 'absent'
  const entries = readdirSync(dir)
  if (entries.length === 0) return 'absent'
  if (!entries.includes('PG_VERSION')) return 'not-a-database'
  const marker = markerOf(dir)
  if (existsSync(marker) && readFileSync(marker, 'utf8') !== bootId()) return 'left-open-by-another-boot'
  return 'trusted'
}

/**
 * On the disk before the first page changes. One of this boot stays as it is, and half a one goes again: on a full disk
 * it would say of another boot that the folder was open under it.
 */
export function markOpen(dir: string): void {
  const marker = markerOf(dir)
  const boot = bootId()
  if (!existsSync(marker) || readFileSync(marker, 'utf8') !== boot)
    try {
      writeFileSync(marker, boot)
    } catch (error) {
      rmSync(marker, { force: true })
      throw error
    }
  syncNow(marker)
  syncNow(dirname(marker))
}

/** When nothing writes into it any more: its pages are on the disk before it is trusted over another boot. */
export async function markClosed(dir: string): Promise<void> {
  await syncAll(dir)
  rmSync(markerOf(dir), { force: true })
  syncNow(dirname(dir))
}

/** A thousand files; a disk answers many syncs in little more time than one: 40 ms instead of 1,500. */
async function syncAll(dir: string): Promise<void> {
  const left = [dir]
  for (const entry of readdirSync(dir, { recursive: true, withFileTypes: true }))
    if (entry.isFile() || entry.isDirectory()) left.push(join(entry.parentPath, entry.name))
  const syncLeft = async (): Promise<void> => {
    for (let path = left.pop(); path !== undefined; path = left.pop()) await sync(path)
  }
  await Promise.all(Array.from({ length: SYNCS_AT_ONCE }, syncLeft))
}

const SYNCS_AT_ONCE = 64

async function sync(path: string): Promise<void> {
  const file = await open(path, 'r')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}

function syncNow(path: string): void {
  const file = openSync(path, 'r')
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

/** Makes room for a new layout: whatever an interrupted one left is removed. */
export function prepareLayout(dir: string): string {
  const folder = layoutFolder(dir)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder)
  return folder
}

/** The finished layout takes its place. */
export function adoptLayout(dir: string): void {
  rmSync(dir, { recursive: true, force: true })
  renameSync(layoutFolder(dir), dir)
}

/** Copies share their blocks where the file system can. */
const copyFolder = (from: string, to: string): void =>
  cpSync(from, to, { recursive: true, mode: constants.COPYFILE_FICLONE })

/**
 * A database that was laid out before takes the place of a new one; false where there is none that may be read.
 * Its pages are not forced to the disk either: one of another boot is removed.
 */
export function adoptTemplate(template: string, dir: string): boolean {
  if (!existsSync(template)) return false
  const madeUnder = markerOf(template)
  if (!existsSync(madeUnder) || readFileSync(madeUnder, 'utf8') !== bootId()) {
    dropTemplate(template)
    return false
  }
  const folder = layoutFolder(dir)
  rmSync(folder, { recursive: true, force: true })
  try {
    copyFolder(template, folder)
  } catch {
    // Another user's, or a full disk: what is then laid out instead says so.
    rmSync(folder, { recursive: true, force: true })
    return false
  }
  adoptLayout(dir)
  return true
}

/** Keeps a copy of a database that was never opened. The first one stays; where none can be kept, nothing is lost. */
export function keepTemplate(dir: string, template: string): void {
  const copy = `${template}.${process.pid}`
  try {
    copyFolder(dir, copy)
    markOpen(template)
    renameSync(copy, template)
  } catch {
    removeIfPossible(copy)
  }
}

export function dropTemplate(template: string): void {
  removeIfPossible(template)
  removeIfPossible(markerOf(template))
}

/** What belongs to another user, or lies where no folder is, stays as it is. */
function removeIfPossible(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true })
  } catch {
    // A template is never needed, and neither is its absence.
  }
}

export function putAside(dir: string): void {
  rmSync(damagedFolder(dir), { recursive: true, force: true })
  renameSync(dir, damagedFolder(dir))
  rmSync(markerOf(dir), { force: true })
}
