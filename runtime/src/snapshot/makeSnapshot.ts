/**
 * A snapshot without the writer: reads the newest trusted snapshot, applies the rest of the journal, and writes the
 * resulting state. This rehearses a restart: it runs in another thread, costs the writer only a message, and each one
 * proves that snapshot and tail restore the state.
 */
import { timeMs } from '@vest/protocol'
import { SNAPSHOTS_KEPT } from '../bounds.ts'
import { decodeCommand } from '../codec/commandCodec.ts'
import type { Core } from '../engine/core.ts'
import type { PlantedBug } from '../journal/plantedBug.ts'
import { archiveSegments } from '../journal/archiveSegments.ts'
import { readJournal, type JournalGroup } from '../journal/readJournal.ts'
import type { Storage } from '../journal/storage.ts'
import { openSnapshotStore, type SnapshotStore } from './snapshotStore.ts'
import { stateHash } from './stateHash.ts'
import { newestTrusted } from './trustedSnapshot.ts'

export interface SnapshotOrder {
  readonly journalId: string
  /** The last durable command: a snapshot must not contain a later one. */
  readonly toSeq: number
  /** The events stored by the reader: the data for the rest is kept. Absent: there is no reader. */
  readonly readerSeq?: number | undefined
}

export interface MadeSnapshot {
  readonly seq: number
  readonly stateHash: string
  /** The snapshot on which it was built; 0 = the beginning of the journal. */
  readonly fromSeq: number
}

export interface StateHash {
  readonly seq: number
  readonly hash: string
}

export interface MakeSnapshotInput<State> {
  readonly core: Core<State>
  readonly journalStorage: Storage
  readonly snapshotStorage: Storage
  readonly order: SnapshotOrder
  /** Archived segments older than this are removed; absent: never. */
  readonly archiveKeptMs?: number | undefined
  readonly plantedBug?: PlantedBug | undefined
}

export function makeSnapshot<State>(input: MakeSnapshotInput<State>): MadeSnapshot {
  const { core, order } = input
  const snapshots = openSnapshotStore(input.snapshotStorage)
  const { base, fromSeq, state, end } = rehearse(input, snapshots)
  if (end === undefined) return { seq: fromSeq, stateHash: base?.stateHash ?? '', fromSeq }
  const { journalId } = order
  const place = { journalId, seq: end.lastSeq, timeMs: end.timeMs, epoch: end.epoch, chainCrc: end.crc }
  const hash = saveVerified({ core, snapshots, place, state, readerSeq: order.readerSeq })
  archiveSegments({
    storage: input.journalStorage,
    coveredSeq: oldestKept(snapshots, journalId),
    toSeq: order.toSeq,
    keptMs: input.archiveKeptMs,
    nowMs: end.timeMs,
    plantedBug: input.plantedBug,
  })
  return { seq: end.lastSeq, stateHash: hash, fromSeq }
}

/** The hash of the state after the last command of the order, restored as in a restart. */
export function hashState<State>(input: MakeSnapshotInput<State>): StateHash {
  const { state, fromSeq, end } = rehearse(input, openSnapshotStore(input.snapshotStorage))
  return { seq: end?.lastSeq ?? fromSeq, hash: stateHash(input.core.encode(state)) }
}

/** The newest trusted snapshot, and the rest of the journal. */
function rehearse<State>(input: MakeSnapshotInput<State>, snapshots: SnapshotStore) {
  const { core, order } = input
  const base = newestTrusted({
    core,
    snapshots,
    journalId: order.journalId,
    toSeq: order.toSeq,
    standsOnChain: (seq, crc) => standsOnChain(input, seq, crc),
    onPassedOver: () => undefined, // the next start reports it
  })
  const fromSeq = base?.seq ?? 0
  const state = base === undefined ? core.create() : core.decode(base.text)
  return { base, fromSeq, state, end: applyTail(input, state, fromSeq) }
}

/** The command of the oldest readable snapshot, if there are as many as are kept; otherwise nothing is covered. */
function oldestKept(snapshots: SnapshotStore, journalId: string): number {
  const whole = snapshots.list().filter((seq) => {
    const snapshot = snapshots.load(seq)
    return !('fault' in snapshot) && snapshot.journalId === journalId
  })
  return whole.length < SNAPSHOTS_KEPT ? 0 : whole.at(-1)!
}

/** Applies the commands after `fromSeq`; returns the last frame with a command, if there was one. */
function applyTail<State>(
  input: MakeSnapshotInput<State>,
  state: State,
  fromSeq: number,
): JournalGroup | undefined {
  const { core, journalStorage: storage } = input
  const { toSeq } = input.order
  let end: JournalGroup | undefined
  for (const group of readJournal({ storage, fromSeq: fromSeq + 1, toSeq })) {
    if (group.commands.length === 0 || group.lastSeq <= fromSeq) continue
    end = group
    for (const [place, record] of group.commands.entries()) {
      const seq = group.firstSeq + place
      if (seq === toSeq && input.plantedBug === 'snapshotSkipsLast') break
      const command = decodeCommand(record.kind, record.payload)
      core.applyUnpublished(state, { seq, timeMs: timeMs(group.timeMs), command })
    }
  }
  return end
}

/** Writes the state and reads it back as a start would; only then removes older ones. */
export function saveVerified<State>(input: {
  readonly core: Core<State>
  readonly snapshots: SnapshotStore
  readonly place: Parameters<SnapshotStore['save']>[0]
  readonly state: State
  readonly readerSeq?: number | undefined
}): string {
  const { core, snapshots, place, state, readerSeq } = input
  const reload = (text: Buffer): Buffer => core.encode(core.decode(text))
  return snapshots.save(place, core.encode(state), reload, readerSeq).stateHash
}

function standsOnChain<State>(input: MakeSnapshotInput<State>, seq: number, chainCrc: number): boolean {
  for (const group of readJournal({ storage: input.journalStorage, fromSeq: seq, toSeq: seq }))
    if (group.lastSeq === seq && group.crc === chainCrc) return true
  return false
}
