/**
 * Makes snapshots while the engine runs: in a separate thread (snapshotThread.ts) for the product, at once and in this
 * thread for tests. One at a time; a failure makes the next restart longer and is no danger.
 */
import {
  makeSnapshot,
  type MadeSnapshot,
  type MakeSnapshotInput,
  type SnapshotOrder,
} from './makeSnapshot.ts'

export type SnapshotOutcome = MadeSnapshot | { readonly failure: Error }

export interface SnapshotMaker {
  readonly isBusy: boolean
  /** Begins one; `done` is called once, now or later. Not to be called while busy. */
  make(order: SnapshotOrder, done: (outcome: SnapshotOutcome) => void): void
  /** Cancels the running one: afterwards it no longer touches the disk. */
  stop(): Promise<void>
}

export function createSnapshotMaker<State>(input: Omit<MakeSnapshotInput<State>, 'order'>): SnapshotMaker {
  return {
    isBusy: false,
    make: (order, done) => done(attempt(() => makeSnapshot({ ...input, order }))),
    stop: () => Promise.resolve(),
  }
}

export function attempt(action: () => MadeSnapshot): SnapshotOutcome {
  try {
    return action()
  } catch (error) {
    return { failure: error instanceof Error ? error : new Error(String(error)) }
  }
}
