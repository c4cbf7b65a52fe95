/**
 * Finds the state again: the newest snapshot that can be trusted, and the place in the journal from which to
 * replay. A snapshot is used only if it reads back whole, belongs to this journal and stands on its chain;
 * otherwise the one before is tried, and at last the beginning. A snapshot of commands that the journal no
 * longer holds is not passed over: it is proof that acknowledged commands were lost.
 */
import { openJournal, type Journal, type JournalWitness } from '../journal/journal.ts'
import type { PlantedBug } from '../journal/plantedBug.ts'
import type { Storage } from '../journal/storage.ts'
import {
  openSnapshotStore,
  snapshotName,
  type Snapshot,
  type SnapshotStore,
} from '../snapshot/snapshotStore.ts'
import { ReaderAheadError } from '../ports/engineClient.ts'
import type { Core } from './core.ts'

export interface MemoryOptions<State> {
  readonly core: Core<State>
  readonly journalStorage: Storage
  readonly snapshotStorage: Storage
  /** Events after this command are wanted again; absent: none of the past. */
  readonly emitFromSeq?: number | undefined
  readonly segmentBytes?: number | undefined
  readonly plantedBug?: PlantedBug | undefined
  readonly onNotice: (text: string) => void
}

export interface Memory<State> {
  readonly journal: Journal
  readonly snapshots: SnapshotStore
  /** State after command `seq`; the journal holds the rest. */
  readonly state: State
  readonly seq: number
}

export function openMemory<State>(options: MemoryOptions<State>): Memory<State> {
  const snapshots = openSnapshotStore(options.snapshotStorage)
  const journal = openJournal({
    storage: options.journalStorage,
    marks: new Set(snapshots.list()),
    witness: newestWhole(snapshots, options.snapshotStorage),
    plantedBug: options.plantedBug,
    ...(options.segmentBytes === undefined ? {} : { segmentBytes: options.segmentBytes }),
  })
  try {
    if (journal.recovered.tornBytes > 0)
      options.onNotice(
        `Removed a torn write of ${journal.recovered.tornBytes} bytes behind command ${journal.recovered.lastSeq}: ` +
          'it was never acknowledged.',
      )
    checkReader(journal, options.emitFromSeq)
    const snapshot = newestUsable({ options, snapshots, journal })
    if (snapshot === undefined) return { journal, snapshots, state: options.core.create(), seq: 0 }
    return { journal, snapshots, state: options.core.decode(snapshot.text), seq: snapshot.seq }
  } catch (error) {
    journal.close()
    throw error
  }
}

function checkReader(journal: Journal, emitFromSeq: number | undefined): void {
  if (emitFromSeq !== undefined && emitFromSeq > journal.chain.seq)
    throw new ReaderAheadError(
      `A reader has seen command ${emitFromSeq} but the journal ends at ${journal.chain.seq}: ` +
        'it belongs to another journal, or acknowledged commands were lost.',
    )
}

/** The newest snapshot that reads back whole, as a witness of what the journal must hold. */
function newestWhole(snapshots: SnapshotStore, storage: Storage): JournalWitness | undefined {
  for (const seq of snapshots.list()) {
    const snapshot = snapshots.load(seq)
    if (!('fault' in snapshot))
      return { journalId: snapshot.journalId, seq, path: storage.pathOf(snapshotName(seq)) }
  }
  return undefined
}

function newestUsable<State>(input: {
  readonly options: MemoryOptions<State>
  readonly snapshots: SnapshotStore
  readonly journal: Journal
}): Snapshot | undefined {
  const { options, snapshots, journal } = input
  for (const seq of snapshots.list()) {
    if (seq > (options.emitFromSeq ?? Infinity)) continue
    const snapshot = snapshots.load(seq)
    const fault = 'fault' in snapshot ? snapshot.fault : placeFault(snapshot, journal, options.core)
    if (fault === undefined) return snapshot as Snapshot
    options.onNotice(
      `Passed over the snapshot ${options.snapshotStorage.pathOf(snapshotName(seq))}: ${fault}.`,
    )
  }
  return undefined
}

/** Why a whole snapshot does not belong here. */
function placeFault<State>(snapshot: Snapshot, journal: Journal, core: Core<State>): string | undefined {
  if (snapshot.journalId !== journal.journalId) return 'it belongs to another journal'
  if (!journal.marks.get(snapshot.seq)?.includes(snapshot.chainCrc))
    return 'the journal continues differently'
  if (!core.reads(snapshot.text)) return 'another version of the engine wrote it'
  return undefined
}
