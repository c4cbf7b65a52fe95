/**
 * Who makes snapshots while the engine runs: in its own thread (snapshotThread.ts) for the product, at once and
 * in this one for tests. One at a time; a failure is a longer restart and not a danger.
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
  /** Breaks off what is under way: afterwards nothing of it touches the disk any more. */
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
