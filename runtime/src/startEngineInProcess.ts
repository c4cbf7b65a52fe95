/**
 * The engine on the caller's own thread, over any storage, core, clock and timers: for tests and simulations. Messages
 * are cloned and delivered in a later turn, as between threads, so nothing works here that would not work there.
 */
import { createEngineClient, type EngineClientOptions } from './engine/engineClient.ts'
import type { Core } from './engine/core.ts'
import { deferred } from './engine/deferred.ts'
import { createEngineHost } from './engine/engineHost.ts'
import { type FromHost, handedOver } from './engine/messages.ts'
import { journalFolder, snapshotFolder, systemClock } from './engine/runEngineWorker.ts'
import { nodeTimers, type Timers } from './engine/timers.ts'
import { openNodeStorage } from './journal/nodeStorage.ts'
import type { PlantedBug } from './journal/plantedBug.ts'
import { sha256Here } from './journal/segmentSealer.ts'
import type { Storage } from './journal/storage.ts'
import type { Clock } from './ports/clock.ts'
import { createSnapshotMaker, type SnapshotMaker } from './snapshot/snapshotMaker.ts'
import type { EngineClient } from './ports/engineClient.ts'

export interface StartEngineInProcessOptions<State> extends EngineClientOptions {
  readonly core: Core<State>
  /** A folder, or two storages. */
  readonly data: string | { readonly journal: Storage; readonly snapshots: Storage }
  readonly emitFromSeq?: number
  readonly segmentBytes?: number
  /** Set by a caller that needs identical bytes of the journal in each run. */
  readonly newJournalId?: string
  readonly snapshotEveryCommands?: number
  readonly archiveKeptMs?: number
  readonly clock?: Clock
  readonly timers?: Timers
  readonly plantedBug?: PlantedBug
  /** Absent: made at once, on this thread. */
  readonly snapshotMaker?: SnapshotMaker
}

export function startEngineInProcess<State>(
  options: StartEngineInProcessOptions<State>,
): Promise<EngineClient> {
  const { data } = options
  const ended = deferred<void>()
  const queue: FromHost[] = []
  const deliver = (): void => {
    for (const message of queue.splice(0)) {
      side.receive(message)
      if (message.kind === 'stopped' || message.kind === 'failed') ended.resolve()
    }
  }
  const { core, plantedBug } = options
  const journalStorage = typeof data === 'string' ? openNodeStorage(journalFolder(data)) : data.journal
  const snapshotStorage = typeof data === 'string' ? openNodeStorage(snapshotFolder(data)) : data.snapshots
  const host = createEngineHost({
    core,
    journalStorage,
    snapshotStorage,
    snapshotMaker:
      options.snapshotMaker ??
      createSnapshotMaker({
        core,
        journalStorage,
        snapshotStorage,
        archiveKeptMs: options.archiveKeptMs,
        plantedBug,
      }),
    emitFromSeq: options.emitFromSeq,
    segmentBytes: options.segmentBytes,
    newJournalId: options.newJournalId,
    sha256: sha256Here,
    snapshotEveryCommands: options.snapshotEveryCommands,
    clock: options.clock ?? systemClock(),
    timers: options.timers ?? nodeTimers,
    plantedBug,
    send(message) {
      queue.push(structuredClone(message, { transfer: handedOver(message) }))
      if (queue.length === 1) setImmediate(deliver)
    },
  })
  const side = createEngineClient(
    {
      post: (message) => void setImmediate(() => host.receive(structuredClone(message))),
      ended: ended.promise,
    },
    options,
  )
  host.start().catch((error: unknown) => {
    side.fail(error instanceof Error ? error : new Error(String(error)))
    ended.resolve()
  })
  return side.ready
}
