/**
 * The state of the exchange restored from a copy of its journal: a verifier of the exchange's statements queries
 * the replica, not the exchange. It keeps its own snapshots, so that a restart replays little; it never writes to the
 * source.
 */
import type { Command, Queries, QueryName } from '@vest/engine'
import { timeMs } from '@vest/protocol'
import { SNAPSHOT_EVERY_COMMANDS } from '../bounds.ts'
import { decodeCommand } from '../codec/commandCodec.ts'
import type { Core } from '../engine/core.ts'
import { inspectJournal, type JournalInspection } from '../journal/inspectJournal.ts'
import { readJournal, type JournalGroup } from '../journal/readJournal.ts'
import type { Storage } from '../journal/storage.ts'
import { openSnapshotStore } from '../snapshot/snapshotStore.ts'
import { newestTrusted } from '../snapshot/trustedSnapshot.ts'
import { saveVerified } from '../snapshot/makeSnapshot.ts'
import { copyJournal, NOTHING_COPIED, type CopyPlace } from './copyJournal.ts'

export interface ReplicaOptions<State> {
  readonly core: Core<State>
  readonly source: Storage
  readonly own: Storage
  readonly snapshots: Storage
  /** Every command once it was applied; those in front of the newest snapshot are not told again after a restart. */
  readonly onCommand: (command: Command, seq: number) => void
  readonly snapshotEvery?: number
}

export interface Replica {
  /** The last command that was copied and applied. */
  readonly seq: number
  /** Copies and applies up to this command. Throws JournalDamagedError where the source does not continue the copy. */
  follow(toSeq: number): void
  query<Q extends QueryName>(name: Q, input: Queries[Q]['in']): Queries[Q]['out']
  close(): void
}

export function openReplica<State>(options: ReplicaOptions<State>): Replica {
  const { core, source, own } = options
  const lock = own.lock()
  try {
    const inspection = inspectOwn(options)
    let place = placeOf(inspection)
    const begun = stateOf(options, inspection)
    const { state } = begun
    let snapshotSeq = begun.seq
    const apply = ({ firstSeq, timeMs: time, commands }: JournalGroup, above = 0): void => {
      for (const [at, record] of commands.entries()) {
        const seq = firstSeq + at
        if (seq <= above) continue
        const command = decodeCommand(record.kind, record.payload)
        core.applyUnpublished(state, { seq, timeMs: timeMs(time), command })
        options.onCommand(command, seq)
      }
    }
    for (const group of readJournal({ storage: own, fromSeq: begun.seq + 1, toSeq: place.chain.seq }))
      apply(group, begun.seq)

    const saveIfDue = (): void => {
      const { chain, journalId } = place
      if (chain.seq - snapshotSeq < (options.snapshotEvery ?? SNAPSHOT_EVERY_COMMANDS)) return
      const { crc: chainCrc, ...at } = chain
      const snapshots = openSnapshotStore(options.snapshots)
      saveVerified({ core, snapshots, place: { ...at, journalId: journalId!, chainCrc }, state })
      snapshotSeq = chain.seq
    }
    return {
      get seq() {
        return place.chain.seq
      },
      follow(toSeq) {
        for (const copied of copyJournal({ source, own, place, toSeq })) {
          place = copied.place
          for (const group of copied.groups) apply(group)
          saveIfDue()
        }
      },
      query: (name, input) => core.query(state, name, input),
      close: () => lock.release(),
    }
  } catch (error) {
    lock.release()
    throw error
  }
}

/** A tail that a crash tore becomes zeros: the next bytes of the source take its place. */
function inspectOwn<State>({ own, snapshots }: ReplicaOptions<State>): JournalInspection | undefined {
  const inspection = inspectJournal({ storage: own, marks: new Set(openSnapshotStore(snapshots).list()) })
  const last = inspection?.segments.at(-1)
  if (inspection === undefined || last === undefined || inspection.tornBytes === 0) return inspection
  const file = own.open(last.name)
  try {
    file.write(Buffer.alloc(last.fileBytes - last.endOffset), last.endOffset)
    file.sync()
  } finally {
    file.close()
  }
  return inspection
}

function placeOf(inspection: JournalInspection | undefined): CopyPlace {
  const last = inspection?.segments.at(-1)
  if (inspection === undefined || last === undefined) return NOTHING_COPIED
  const { journalId, chain } = inspection
  return { journalId, index: last.index, offset: last.endOffset, chain }
}

function stateOf<State>(
  { core, snapshots }: ReplicaOptions<State>,
  inspection: JournalInspection | undefined,
): { readonly state: State; readonly seq: number } {
  const snapshot =
    inspection &&
    newestTrusted({
      core,
      snapshots: openSnapshotStore(snapshots),
      journalId: inspection.journalId,
      toSeq: inspection.chain.seq,
      standsOnChain: (seq, crc) => inspection.marks.get(seq)?.includes(crc) ?? false,
      onPassedOver: () => undefined, // the copy itself is what counts; it is replayed further back
    })
  return snapshot === undefined
    ? { state: core.create(), seq: 0 }
    : { state: core.decode(snapshot.text), seq: snapshot.seq }
}
