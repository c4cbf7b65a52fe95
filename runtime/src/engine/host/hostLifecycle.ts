/**
 * The life of the host: it starts, replays, runs and ends, and no step leads back. A phase holds the parts that exist in
 * it, so a part cannot be asked before it is there. An exception in a guarded action is the end: after one no state can
 * be trusted, so the journal is closed, and the reason is reported.
 */
import type { Journal } from '../../journal/journal.ts'
import { errorText, type FromHost } from '../messages.ts'
import type { HostService } from './hostService.ts'
import type { JournalReplay } from './replayJournal.ts'

export type HostPhase =
  /** Nothing is open yet. */
  | { readonly kind: 'starting' }
  | { readonly kind: 'replaying'; readonly journal: Journal; readonly replay: JournalReplay }
  | { readonly kind: 'running'; readonly journal: Journal; readonly service: HostService }
  /** Nothing that is still under way changes or reports anything. */
  | { readonly kind: 'ended' }

export interface HostLifecycle {
  readonly phase: HostPhase
  isEnded(): boolean
  /** The next phase; not to be called after the end. */
  enter(next: HostPhase): void
  /** Does nothing after the end. */
  guarded(action: () => void): void
  /** Closes the parts of the phase, then the journal. */
  end(): void
}

export function createHostLifecycle(send: (message: FromHost) => void): HostLifecycle {
  let phase: HostPhase = { kind: 'starting' }

  const isEnded = (): boolean => phase.kind === 'ended'

  const end = (): void => {
    const left = phase
    phase = { kind: 'ended' }
    if (left.kind === 'replaying') left.replay.stop()
    if (left.kind === 'running') left.service.close()
    if ('journal' in left) left.journal.close()
  }

  return {
    get phase() {
      return phase
    },
    isEnded,
    enter: (next) => void (phase = next),
    guarded(action) {
      if (isEnded()) return
      try {
        action()
      } catch (error) {
        end()
        send({ kind: 'failed', reason: errorText(error) })
      }
    },
    end,
  }
}
