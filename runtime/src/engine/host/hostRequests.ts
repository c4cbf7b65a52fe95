/**
 * Questions to the engine, each answered under its ticket: queries from the state after the last applied command, the
 * hash of that state, and "caught up", which waits until everything that was written before it is published.
 */
import type { CaughtUp } from '../../ports/engineClient.ts'
import type { Sequencer } from '../../sequencer/sequencer.ts'
import { stateHash } from '../../snapshot/stateHash.ts'
import { createHashDesk, type StateHasher } from '../../snapshot/stateHasher.ts'
import type { Core } from '../core.ts'
import { errorText, type FromHost, type ToHost } from '../messages.ts'
import type { Memory } from '../openMemory.ts'
import type { GroupPublisher } from './groupPublisher.ts'

export interface HostRequests {
  query(message: Extract<ToHost, { kind: 'query' }>): void
  stateHash(ticket: number): void
  caughtUp(ticket: number): void
  /** Answers the callers of `caughtUp` whose commands are published by now. */
  replyPublished(): void
  /** Cancels the hash that is being made. */
  stop(): Promise<void>
}

export interface HostRequestsOptions<State> {
  readonly core: Core<State>
  readonly memory: Pick<Memory<State>, 'journal' | 'state'>
  readonly sequencer: Pick<Sequencer, 'now'>
  readonly publisher: Pick<GroupPublisher, 'appliedSeq'>
  /** Absent: the live state is written out and hashed here, for tests. */
  readonly stateHasher?: StateHasher | undefined
  readonly send: (message: FromHost) => void
}

export function createHostRequests<State>(options: HostRequestsOptions<State>): HostRequests {
  const { core, sequencer, publisher, send } = options
  const { journal, state } = options.memory
  const hasher = options.stateHasher ?? hashHere(core, state)
  const hashDesk = createHashDesk(hasher, () => ({
    journalId: journal.journalId,
    toSeq: publisher.appliedSeq,
  }))
  /** Callers that wait until a command is published, in the order of the commands. */
  let waiting: { readonly ticket: number; readonly value: CaughtUp }[] = []

  const replyPublished = (): void => {
    const { appliedSeq } = publisher
    const published = waiting.filter(({ value }) => value.seq <= appliedSeq)
    if (published.length === 0) return
    waiting = waiting.slice(published.length)
    for (const { ticket, value } of published) send({ kind: 'reply', ticket, value })
  }

  return {
    query({ ticket, name, input }) {
      let value: unknown
      try {
        value = core.query(state, name, input)
      } catch (error) {
        // A query changes nothing: only it fails, unless it uncovered a broken invariant.
        if (error instanceof Error && error.name === 'InvariantError') throw error
        send({ kind: 'queryFailed', ticket, reason: errorText(error) })
        return
      }
      send({ kind: 'reply', ticket, value })
    },
    stateHash: (ticket) =>
      hashDesk.ask((outcome) => {
        if ('failure' in outcome) send({ kind: 'queryFailed', ticket, reason: errorText(outcome.failure) })
        else send({ kind: 'reply', ticket, value: outcome })
      }),
    caughtUp(ticket) {
      waiting.push({ ticket, value: { seq: journal.written.seq, timeMs: sequencer.now() } })
      replyPublished()
    },
    replyPublished,
    stop: () => hasher.stop(),
  }
}

function hashHere<State>(core: Core<State>, state: State): StateHasher {
  return {
    hash: ({ toSeq }, done) => done({ seq: toSeq, hash: stateHash(core.encode(state)) }),
    stop: () => Promise.resolve(),
  }
}
