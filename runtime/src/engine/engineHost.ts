/**
 * The loop around the core: restores the state, then repeats: form a group, make it durable, apply it, publish its
 * events and answers. One function at a time runs here, so "after the last applied command" is well defined for every
 * query. The first fatal fault (a failed sync, a broken invariant) ends the loop: nothing more is acknowledged, the
 * reason is reported once, and the process is expected to end. Its parts are in `host/`.
 */
import { assert } from '@vest/protocol'
import { EventBatch } from '@vest/engine'
import type { Clock } from '../ports/clock.ts'
import type { SnapshotMaker } from '../snapshot/snapshotMaker.ts'
import type { StateHasher } from '../snapshot/stateHasher.ts'
import { createHostLifecycle } from './host/hostLifecycle.ts'
import { createHostService } from './host/hostService.ts'
import { createJournalReplay } from './host/replayJournal.ts'
import type { FromHost, ToHost } from './messages.ts'
import { openMemory, type Memory, type MemoryOptions } from './openMemory.ts'
import type { Timers } from './timers.ts'

export interface EngineHostOptions<State> extends Omit<MemoryOptions<State>, 'onNotice'> {
  readonly snapshotMaker: SnapshotMaker
  /** Absent: the live state is written out and hashed here, for tests. */
  readonly stateHasher?: StateHasher
  readonly clock: Clock
  readonly timers: Timers
  readonly send: (message: FromHost) => void
  readonly snapshotEveryCommands?: number | undefined
}

export interface EngineHost {
  /** Replays and begins to serve; `ready` is sent at its end. Rejects if the memory cannot be opened. */
  start(): Promise<void>
  receive(message: ToHost): void
}

interface Restored<State> {
  readonly memory: Memory<State>
  /** The last command that its state contains. */
  readonly appliedSeq: number
  /** A stop ended the replay: the state is not complete. */
  readonly isStopped: boolean
}

export function createEngineHost<State>(options: EngineHostOptions<State>): EngineHost {
  const { core, clock, timers, send, emitFromSeq } = options
  const notice = (text: string): void => send({ kind: 'notice', text })
  const elapsedMs = (): number => clock.monotonicMs?.() ?? clock.nowMs()
  const batch = new EventBatch()
  const lifecycle = createHostLifecycle(send)
  const { guarded, isEnded, end } = lifecycle

  const receive = (message: ToHost): void => {
    const { phase } = lifecycle
    if (phase.kind === 'running') return phase.service.receive(message)
    assert(phase.kind === 'replaying', 'messages come once the memory is open')
    if (message.kind === 'replayTaken') return phase.replay.noteTaken()
    assert(message.kind === 'stop', 'a client asks once the engine is ready')
    phase.replay.stop()
  }

  const restore = async (): Promise<Restored<State>> => {
    const memory = openMemory({ ...options, onNotice: notice })
    const replay = createJournalReplay({ core, memory, emitFromSeq, batch, timers, send })
    lifecycle.enter({ kind: 'replaying', journal: memory.journal, replay })
    const appliedSeq = await replay.run()
    return { memory, appliedSeq, isStopped: replay.isStopped }
  }

  const serve = ({ memory, appliedSeq }: Restored<State>): void => {
    const { journal } = memory
    const service = createHostService({
      core,
      memory,
      appliedSeq,
      batch,
      emitFromSeq,
      snapshotMaker: options.snapshotMaker,
      snapshotEveryCommands: options.snapshotEveryCommands,
      stateHasher: options.stateHasher,
      clock,
      elapsedMs,
      timers,
      send,
      notice,
      guarded,
      isEnded,
      end,
      plantedBug: options.plantedBug,
    })
    lifecycle.enter({ kind: 'running', journal, service })
    send({ kind: 'ready', seq: appliedSeq, timeMs: journal.chain.timeMs })
  }

  return {
    receive: (message) => guarded(() => receive(message)),
    async start() {
      let restored: Restored<State>
      try {
        restored = await restore()
      } catch (error) {
        end()
        throw error
      }
      if (isEnded()) return
      if (!restored.isStopped) return serve(restored)
      end()
      send({ kind: 'stopped' })
    },
  }
}
