/**
 * The engine as used by the rest of the process: submit commands, send queries, receive events. The engine itself runs
 * in a worker thread behind the journal; a resolved `submit` means that the command is on disk, synced and applied.
 */
import type { Answer, Command, DepthView, EventEnvelope, Queries, QueryName } from '@vest/engine'
import type { TimeMs } from '@vest/protocol'

export interface Submitted {
  readonly seq: number
  readonly timeMs: TimeMs
  readonly answer: Answer
}

/** The inbox is full: nothing was sequenced; the caller answers 1003. */
export class InboxFullError extends Error {
  override readonly name = 'InboxFullError'
}
/** The engine has stopped (shutdown or broken invariant): the outcome of unanswered commands is unknown. */
export class EngineStoppedError extends Error {
  override readonly name = 'EngineStoppedError'
}
/** A reader claims to have seen more than the journal holds: another journal, or acknowledged commands were lost. */
export class ReaderAheadError extends Error {
  override readonly name = 'ReaderAheadError'
}

/** A reader has seen some events, but the next ones are no longer available: it has to begin again, from 0. */
export class ReaderBehindError extends Error {
  override readonly name = 'ReaderBehindError'
}

/** The cost of one group, and the work left after it. */
export interface GroupFigures {
  readonly commands: number
  /** Milliseconds until it was written and synced, and until it was applied. */
  readonly syncMs: number
  readonly applyMs: number
  /** Commands that wait for the next group. */
  readonly waiting: number
  /** The journal has no space for another segment: only commands that lower risk are accepted. */
  readonly isJournalLow: boolean
}

export interface CaughtUp {
  readonly seq: number
  /** Exchange time at the call: commands sequenced after it have no earlier time. */
  readonly timeMs: TimeMs
}

export interface EngineClient {
  /**
   * Resolves after the record is synced and applied. Rejects with InboxFullError, with JournalFullError (no
   * space on the disk: 503) or CommandTooLargeError, all three never sequenced, or with EngineStoppedError.
   */
  submit(command: Command): Promise<Submitted>
  /** Answered from the state after the last applied command. */
  query<Q extends QueryName>(name: Q, input: Queries[Q]['in']): Promise<Queries[Q]['out']>
  /**
   * Resolves with the number of the last command that was sequenced before the call, once it is durable, applied and
   * published: a command that is unknown by then was not sequenced before the call. It waits as long as the disk lets
   * a group wait.
   */
  caughtUp(): Promise<CaughtUp>
  /** SHA-256 over the canonical state, with the sequence number it belongs to. */
  stateHash(): Promise<{ readonly seq: number; readonly hash: string }>
  /**
   * Envelopes in sequence order, without gap, from `emitFromSeq` of the start on; if that is 0 and the beginning of
   * the journal was removed, from one with the current state (`CurrentStateFollows`). Returns the unsubscriber.
   */
  onEvents(listener: (envelopes: readonly EventEnvelope[]) => void): () => void
  /** Figures of each non-empty group, after its events. Returns the unsubscriber. */
  onGroup(listener: (figures: GroupFigures) => void): () => void
  /** Depth of the watched markets after a change, at most every 100 ms per market. */
  onDepth(listener: (depths: readonly DepthView[]) => void): () => void
  /** Which markets `onDepth` reports. */
  watchDepth(symbols: readonly string[]): void
  /**
   * The reader of the events has stored everything up to `seq`, and the next start sends it the rest: the data for
   * that is kept, also while the reader is stopped.
   */
  noteReader(seq: number): void
  /** Called once with the reason when the engine fails by itself. */
  onFailure(listener: (reason: Error) => void): () => void
  /** Stops accepting, syncs, snapshots, ends the thread. */
  stop(): Promise<void>
}
