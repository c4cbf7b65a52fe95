/**
 * The deterministic core as the runtime needs it: pure functions over a state that nothing else touches. The exchange
 * is one; tests use a smaller one.
 */
import type { Answer, Queries, QueryName, SequencedCommand, EventBatch } from '@vest/engine'

export interface Core<State> {
  create(): State
  /** Its events are added to the publisher's batch. */
  apply(state: State, command: SequencedCommand, batch: EventBatch): Answer
  /** The same for the state only, without events. */
  applyUnpublished(state: State, command: SequencedCommand): void
  /** Between two commands: adds the current state, as one envelope with the sequence number of the last command. */
  emitCurrentState(state: State, batch: EventBatch): void
  query<Q extends QueryName>(state: State, name: Q, input: Queries[Q]['in']): Queries[Q]['out']
  /** A step of preparation for later commands, while the engine is idle: no readable value changes. */
  prepare(state: State): void
  /** The canonical text, as UTF-8: equal states, equal text. */
  encode(state: State): Buffer
  /**
   * Returns whether this version wrote the text. A snapshot of another version is skipped, and the journal replayed.
   */
  reads(text: Buffer): boolean
  decode(text: Buffer): State
}
