/**
 * The deterministic core as the runtime needs it: pure functions over a state that nobody else touches.
 * The exchange is one; tests bring a smaller one.
 */
import type { Answer, Queries, QueryName, SequencedCommand, Telling } from '@vest/engine'

export interface Core<State> {
  create(): State
  /** What came of it is added to the telling. */
  apply(state: State, command: SequencedCommand, telling: Telling): Answer
  /** The same for whoever wants the state alone. */
  applyUntold(state: State, command: SequencedCommand): void
  /** Between two commands: what stands is added, as one envelope under the number of the last. */
  tellPresent(state: State, telling: Telling): void
  query<Q extends QueryName>(state: State, name: Q, input: Queries[Q]['in']): Queries[Q]['out']
  /** A step towards what commands to come will need, while nobody waits: nothing that anybody can read changes. */
  prepare(state: State): void
  /** The canonical text, as UTF-8: equal states, equal text. */
  encode(state: State): Buffer
  /** Did this version write the text? A snapshot of another is passed over, and the journal replayed. */
  reads(text: Buffer): boolean
  decode(text: Buffer): State
}
