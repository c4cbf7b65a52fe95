/**
 * Which snapshot may be used. It must read back complete, belong to this journal, be on its chain and be written by
 * this version of the engine; otherwise the one before it is tried.
 */
import type { Core } from '../engine/core.ts'
import { snapshotName, type Snapshot, type SnapshotStore } from './snapshotStore.ts'

export interface TrustInput<State> {
  readonly core: Core<State>
  readonly snapshots: SnapshotStore
  readonly journalId: string
  /** Later ones are not considered. */
  readonly toSeq: number
  /** Whether a frame of the journal ends with this command and this checksum. */
  readonly standsOnChain: (seq: number, chainCrc: number) => boolean
  /** Called for each skipped one, with the reason. */
  readonly onPassedOver: (name: string, fault: string) => void
}

export const newestTrusted = <State>(input: TrustInput<State>): Snapshot | undefined =>
  firstTrusted(input, input.snapshots.list())

/** The start for a reader for which nothing earlier is available. */
export const oldestTrusted = <State>(input: TrustInput<State>): Snapshot | undefined =>
  firstTrusted(input, input.snapshots.list().toReversed())

function firstTrusted<State>(input: TrustInput<State>, seqs: readonly number[]): Snapshot | undefined {
  for (const seq of seqs) {
    if (seq > input.toSeq) continue
    const snapshot = input.snapshots.load(seq)
    const fault = 'fault' in snapshot ? snapshot.fault : placeFault(snapshot, input)
    if (fault === undefined) return snapshot as Snapshot
    input.onPassedOver(snapshotName(seq), fault)
  }
  return undefined
}

/** Why a complete snapshot does not belong here. */
function placeFault<State>(snapshot: Snapshot, input: TrustInput<State>): string | undefined {
  if (snapshot.journalId !== input.journalId) return 'it belongs to another journal'
  if (!input.standsOnChain(snapshot.seq, snapshot.chainCrc)) return 'the journal continues differently'
  if (!input.core.reads(snapshot.text)) return 'another version of the engine wrote it'
  return undefined
}
