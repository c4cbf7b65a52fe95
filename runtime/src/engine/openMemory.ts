/**
 * Restores the state: the newest snapshot that can be trusted (trustedSnapshot.ts), and the position in the journal
 * from which to replay; without a snapshot, the beginning. A snapshot of commands that the journal no longer holds is
 * not skipped: it proves that acknowledged commands were lost.
 *
 * A reader that has seen nothing is sent everything, from the first command on. If the beginning of the journal was
 * removed (archives are removed after their retention), it begins at the oldest snapshot instead, with the current
 * state there.
 */
import { buggify } from '../buggify.ts'
import { openJournal, type Journal, type JournalWitness } from '../journal/journal.ts'
import type { Sha256 } from '../journal/segmentSealer.ts'
import type { PlantedBug } from '../journal/plantedBug.ts'
import type { Storage } from '../journal/storage.ts'
import { openSnapshotStore, snapshotName, type SnapshotStore } from '../snapshot/snapshotStore.ts'
import { newestTrusted, oldestTrusted, type TrustInput } from '../snapshot/trustedSnapshot.ts'
import { ReaderAheadError, ReaderBehindError } from '../ports/engineClient.ts'
import type { Core } from './core.ts'

export interface MemoryOptions<State> {
  readonly core: Core<State>
  readonly journalStorage: Storage
  readonly snapshotStorage: Storage
  /** Events after this command are sent again; absent: no past events. */
  readonly emitFromSeq?: number | undefined
  readonly segmentBytes?: number | undefined
  readonly newJournalId?: string | undefined
  readonly sha256?: Sha256 | undefined
  readonly plantedBug?: PlantedBug | undefined
  readonly onNotice: (text: string) => void
}

export interface Memory<State> {
  readonly journal: Journal
  readonly snapshots: SnapshotStore
  /** State after command `seq`; the journal holds the rest. */
  readonly state: State
  readonly seq: number
  /** The reader has no earlier events: it is sent the current state. */
  readonly publishesPresent: boolean
}

export function openMemory<State>(options: MemoryOptions<State>): Memory<State> {
  const snapshots = openSnapshotStore(options.snapshotStorage, options.plantedBug)
  const journal = openJournal({
    storage: options.journalStorage,
    marks: new Set(snapshots.list()),
    witnesses: wholeOnes(snapshots, options.snapshotStorage),
    newJournalId: options.newJournalId,
    sha256: options.sha256,
    plantedBug: options.plantedBug,
    ...(options.segmentBytes === undefined ? {} : { segmentBytes: options.segmentBytes }),
  })
  try {
    BUGGIFY: buggify('memory.afterOpen')
    if (journal.recovered.tornBytes > 0)
      options.onNotice(
        `Removed a torn write of ${journal.recovered.tornBytes} bytes behind command ${journal.recovered.lastSeq}: ` +
          'it was never acknowledged.',
      )
    checkReader(journal, options.emitFromSeq)
    const trust: TrustInput<State> = {
      core: options.core,
      snapshots,
      journalId: journal.journalId,
      toSeq: options.emitFromSeq ?? Infinity,
      standsOnChain: (seq, crc) => journal.marks.get(seq)?.includes(crc) ?? false,
      onPassedOver: (name, fault) =>
        options.onNotice(`Passed over the snapshot ${options.snapshotStorage.pathOf(name)}: ${fault}.`),
    }
    const newest = newestTrusted(trust)
    const { firstSeq } = journal.recovered
    const isUntold = newest === undefined && options.emitFromSeq !== undefined && firstSeq > 1
    if (isUntold) checkReaderIsNew(journal, options.emitFromSeq!)
    const oldest = isUntold ? oldestTrusted({ ...trust, toSeq: Infinity }) : undefined
    if (oldest !== undefined)
      options.onNotice(
        `The journal begins with command ${firstSeq}: older archives were removed after their time. ` +
          `What is read from it begins with what stood after command ${oldest.seq}.`,
      )
    const snapshot = newest ?? oldest
    const publishesPresent = oldest !== undefined
    if (snapshot === undefined)
      return { journal, snapshots, state: options.core.create(), seq: 0, publishesPresent }
    return {
      journal,
      snapshots,
      state: options.core.decode(snapshot.text),
      seq: snapshot.seq,
      publishesPresent,
    }
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

/** A reader that has seen some events would get them again, and not those that it missed. */
function checkReaderIsNew(journal: Journal, emitFromSeq: number): void {
  if (emitFromSeq === 0) return
  throw new ReaderBehindError(
    `A reader has seen command ${emitFromSeq}, and what it missed cannot be told any more: ` +
      `the journal begins with command ${journal.recovered.firstSeq}, and no snapshot lies between.`,
  )
}

/**
 * The snapshots that read back complete, newest first, as witnesses of what the journal must hold; each is read on
 * demand.
 */
function* wholeOnes(snapshots: SnapshotStore, storage: Storage): Generator<JournalWitness> {
  for (const seq of snapshots.list()) {
    const snapshot = snapshots.load(seq)
    if (!('fault' in snapshot))
      yield { journalId: snapshot.journalId, seq, path: storage.pathOf(snapshotName(seq)) }
  }
}
