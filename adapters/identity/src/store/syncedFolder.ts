/**
 * The folder of the embedded database, forced to the disk: PGlite hands its writes to the operating system and no more.
 * Whatever changed since the last time is synced after every commit, before the commit is answered.
 */
import { readdirSync, statSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'

export interface SyncedFolder {
  /** Resolves once everything that was written so far is on the disk, with the files that had changed. */
  sync(): Promise<readonly string[]>
}

export function createSyncedFolder(dir: string): SyncedFolder {
  /** When each was last changed, as of the last sync. */
  const synced = new Map<string, number>()
  return {
    async sync() {
      const changed: { readonly path: string; readonly changedMs: number }[] = []
      const look = (path: string): void => {
        const changedMs = statSync(path).mtimeMs
        if (synced.get(path) !== changedMs) changed.push({ path, changedMs })
      }
      for (const entry of readdirSync(dir, { recursive: true, withFileTypes: true }))
        if (entry.isFile() || entry.isDirectory()) look(join(entry.parentPath, entry.name))
      look(dir)
      await Promise.all(changed.map(({ path }) => syncOne(path)))
      // A write within the same tick of the file's clock as the sync leaves the time as it is: looked at once more.
      const nowMs = Date.now()
      for (const { path, changedMs } of changed)
        if (nowMs - changedMs > CLOCK_TICK_MS) synced.set(path, changedMs)
      return changed.map(({ path }) => path)
    },
  }
}

/** File systems tell times in steps of a tick of the kernel, at most. */
const CLOCK_TICK_MS = 20

async function syncOne(path: string): Promise<void> {
  const file = await open(path, 'r')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}
