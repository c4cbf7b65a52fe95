/**
 * Read models in a PostgreSQL that lives inside this process: PGlite in a thread of its own, on a folder.
 *
 * The folder holds a projection, so opening it never fails for what lies in it: a database that does not
 * open is put aside and an empty one takes its place, and `rebuilt` tells the caller that all events have to
 * come again. What does fail is the world around it, such as a folder that may not be written, or a disk without room:
 * there a good database does not open either, and PGlite gives no reason.
 */
import { accessSync, constants, existsSync, statfsSync } from 'node:fs'
import { dirname } from 'node:path'
import { ReadModelUnavailableError } from './databaseFailure.ts'
import {
  adoptLayout,
  adoptTemplate,
  dropTemplate,
  folderState,
  keepTemplate,
  markClosed,
  markOpen,
  prepareLayout,
  putAside,
} from './pgliteFolder.ts'
import type { StoreMethod } from './pgliteProtocol.ts'
import { startPgliteThread, type PgliteThread } from './pgliteThread.ts'
import type { DigestedStore, OpenedStore, SqlReadModelStore } from './sqlReadModelStore.ts'

export interface PgliteStoreOptions {
  /** Created if absent; its parent must exist. `<dir>.open`, `.new` and `.damaged` beside it are ours too. */
  readonly dir: string
  /** The bundled `pgliteWorker.ts`. */
  readonly workerUrl: URL
  /** Names the journal these are the read models of; those of another one are emptied. */
  readonly journalId?: string
  /**
   * Where a database that has been laid out and never opened is kept, and made if absent: a new one is copied from it
   * instead of being laid out, which takes longest of all that opening does. It must be of this version of PGlite: the caller that names the folder ensures it.
   */
  readonly templateDir?: string
  /** Why the old database was put aside; told before the new one is laid out. */
  readonly onPutAside?: (reason: string) => void
  /** Bytes that may still be written where the folder lies. */
  readonly freeBytes?: (path: string) => number
}

/** An empty one lays out 40 MB: without room for it nothing is put aside. */
const LAYOUT_BYTES = 64 * 1_048_576

export async function openPgliteStore(options: PgliteStoreOptions): Promise<OpenedStore> {
  const { dir, workerUrl, journalId, freeBytes = freeBytesAt } = options
  accessSync(dirname(dir), constants.R_OK | constants.W_OK | constants.X_OK)
  if (existsSync(dir)) accessSync(dir, constants.R_OK | constants.W_OK | constants.X_OK)

  const state = folderState(dir)
  let damage: string | undefined
  if (state === 'trusted') {
    const opened = await openFolder(dir, workerUrl, journalId).catch((cause: Error) => cause)
    if (!(opened instanceof Error)) return opened
    damage = opened.message
  } else if (state !== 'absent') {
    damage = state === 'not-a-database' ? 'its files are not whole' : 'the machine stopped while it was open'
  }
  if (damage !== undefined) {
    const free = freeBytes(dirname(dir))
    if (free < LAYOUT_BYTES)
      throw new ReadModelUnavailableError(
        `the database in ${dir} does not open (${damage}) and the disk has ${Math.floor(free / 1_048_576)} MB left, too few for another: make room and start again`,
      )
    options.onPutAside?.(damage)
    putAside(dir)
  }
  return { ...(await openNew(options)), rebuilt: damage !== undefined }
}

function freeBytesAt(path: string): number {
  const { bavail, bsize } = statfsSync(path)
  return bavail * bsize
}

async function openNew({ dir, workerUrl, journalId, templateDir }: PgliteStoreOptions): Promise<OpenedStore> {
  if (templateDir !== undefined && adoptTemplate(templateDir, dir)) {
    const opened = await openFolder(dir, workerUrl, journalId).catch((cause: Error) => cause)
    if (!(opened instanceof Error)) return opened
    dropTemplate(templateDir)
  }
  await layOut(dir, workerUrl)
  if (templateDir !== undefined) keepTemplate(dir, templateDir)
  return openFolder(dir, workerUrl, journalId)
}

/** A new database, laid out in a thread that ends with it: laying out takes 400 MB that would never be given back. */
async function layOut(dir: string, workerUrl: URL): Promise<void> {
  const folder = prepareLayout(dir)
  const thread = await startPgliteThread(workerUrl, { dir: folder, createOnly: true })
  await thread.end()
  adoptLayout(dir)
}

async function openFolder(dir: string, workerUrl: URL, journalId: string | undefined): Promise<OpenedStore> {
  markOpen(dir)
  const thread = await startPgliteThread(workerUrl, { dir, createOnly: false })
  try {
    const opened = (await thread.call('openFor', [journalId])) as Omit<OpenedStore, 'store'>
    return { store: storeOver(thread, dir), ...opened }
  } catch (cause) {
    await thread.end()
    throw cause
  }
}

function storeOver(thread: PgliteThread, dir: string): DigestedStore {
  const over =
    <M extends StoreMethod>(method: M) =>
    (...args: Parameters<SqlReadModelStore[M]>) =>
      thread.call(method, args) as ReturnType<SqlReadModelStore[M]>
  return {
    open: over('open'),
    reset: over('reset'),
    apply: over('apply'),
    orders: over('orders'),
    transfers: over('transfers'),
    trades: over('trades'),
    fills: over('fills'),
    fillDays: over('fillDays'),
    fundingSettled: over('fundingSettled'),
    fundingApplied: over('fundingApplied'),
    candles: over('candles'),
    marketStates: over('marketStates'),
    marketSplits: over('marketSplits'),
    lpOrders: over('lpOrders'),
    poolValues: over('poolValues'),
    points: over('points'),
    feeHours: over('feeHours'),
    accountTallies: over('accountTallies'),
    accountValues: over('accountValues'),
    closedPositions: over('closedPositions'),
    capitalPast: over('capitalPast'),
    heldPositions: over('heldPositions'),
    digests: over('digests'),
    async close() {
      await thread.call('close', [])
      await thread.end()
      await markClosed(dir)
    },
  }
}
