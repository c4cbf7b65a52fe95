/**
 * Which snapshot may be built on. One is used only if it reads back whole, belongs to this journal, stands on its
 * chain and was written by this version of the engine; whatever fails is passed over for the one before.
 */
import type { Core } from '../engine/core.ts'
import { snapshotName, type Snapshot, type SnapshotStore } from './snapshotStore.ts'

export interface TrustInput<State> {
  readonly core: Core<State>
  readonly snapshots: SnapshotStore
  readonly journalId: string
  /** Later ones are not considered. */
  readonly toSeq: number
  /** Does a frame of the journal end with this command and this checksum? */
  readonly standsOnChain: (seq: number, chainCrc: number) => boolean
  /** Hears of each that was passed over, and why. */
  readonly onPassedOver: (name: string, fault: string) => void
}

export const newestTrusted = <State>(input: TrustInput<State>): Snapshot | undefined =>
  firstTrusted(input, input.snapshots.list())

/** Where a reader begins that can be told nothing earlier. */
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

/** Why a whole snapshot does not belong here. */
function placeFault<State>(snapshot: Snapshot, input: TrustInput<State>): string | undefined {
  if (snapshot.journalId !== input.journalId) return 'it belongs to another journal'
  if (!input.standsOnChain(snapshot.seq, snapshot.chainCrc)) return 'the journal continues differently'
  if (!input.core.reads(snapshot.text)) return 'another version of the engine wrote it'
  return undefined
}
