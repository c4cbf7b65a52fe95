/**
 * Answers requests for the state hash: its text is as long as the state is large, so the writer does not write it. One
 * hash is made at a time, of the durable state at its start; requests meanwhile share the next, and a sequence number
 * is not hashed twice.
 */
import type { SnapshotOrder, StateHash } from './makeSnapshot.ts'

export type HashOutcome = StateHash | { readonly failure: Error }

export interface StateHasher {
  /** Begins one; `done` is called once, now or later. Not to be called again before that. */
  hash(order: SnapshotOrder, done: (outcome: HashOutcome) => void): void
  /** Cancels the running one. */
  stop(): Promise<void>
}

export interface HashDesk {
  /** `reply` is called once, now or later. */
  ask(reply: (outcome: HashOutcome) => void): void
}

export function createHashDesk(hasher: StateHasher, order: () => SnapshotOrder): HashDesk {
  let last: StateHash | undefined
  let isBusy = false
  let waiting: ((outcome: HashOutcome) => void)[] = []

  const next = (): void => {
    if (isBusy || waiting.length === 0) return
    const wanted = order()
    const asked = waiting
    waiting = []
    if (last?.seq === wanted.toSeq) return tell(asked, last)
    isBusy = true
    hasher.hash(wanted, (outcome) => {
      isBusy = false
      if (!('failure' in outcome)) last = outcome
      tell(asked, outcome)
      next()
    })
  }
  const tell = (asked: typeof waiting, outcome: HashOutcome): void => {
    for (const reply of asked) reply(outcome)
  }
  return {
    ask(reply) {
      waiting.push(reply)
      next()
    },
  }
}
