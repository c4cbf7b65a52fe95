/**
 * The running engine, composed of its parts over a memory that is replayed: groups, snapshots, questions, depth and the
 * timer's ticks. A stop completes everything that had arrived, writes the last snapshot, and ends the host.
 */
import type { EventBatch } from '@vest/engine'
import { TICK_TIMER_MS } from '../../bounds.ts'
import type { PlantedBug } from '../../journal/plantedBug.ts'
import type { Clock } from '../../ports/clock.ts'
import { createSequencer } from '../../sequencer/sequencer.ts'
import { createSequencerClock } from '../../sequencer/sequencerClock.ts'
import type { SnapshotMaker } from '../../snapshot/snapshotMaker.ts'
import type { StateHasher } from '../../snapshot/stateHasher.ts'
import type { Core } from '../core.ts'
import { createDepthWatch, type DepthWatch } from '../depthWatch.ts'
import type { FromHost, ToHost } from '../messages.ts'
import type { Memory } from '../openMemory.ts'
import type { Timers } from '../timers.ts'
import { createGroupLoop } from './groupLoop.ts'
import { createGroupPublisher } from './groupPublisher.ts'
import { createHostRequests } from './hostRequests.ts'
import { createSnapshotSchedule } from './snapshotSchedule.ts'

export interface HostService {
  receive(message: ToHost): void
  /** Ends its timers. */
  close(): void
}

export interface HostServiceOptions<State> {
  readonly core: Core<State>
  readonly memory: Memory<State>
  /** The last command that the state contains. */
  readonly appliedSeq: number
  readonly batch: EventBatch
  readonly emitFromSeq: number | undefined
  readonly snapshotMaker: SnapshotMaker
  readonly snapshotEveryCommands: number | undefined
  readonly stateHasher: StateHasher | undefined
  readonly clock: Clock
  /** Milliseconds of a monotonic clock, with fractions. */
  readonly elapsedMs: () => number
  readonly timers: Timers
  readonly send: (message: FromHost) => void
  readonly notice: (text: string) => void
  readonly guarded: (action: () => void) => void
  readonly isEnded: () => boolean
  /** Ends the host. */
  readonly end: () => void
  readonly plantedBug: PlantedBug | undefined
}

export function createHostService<State>(options: HostServiceOptions<State>): HostService {
  const { core, memory, clock, elapsedMs, timers, send, notice, guarded, isEnded, plantedBug } = options
  const { journal, state } = memory

  const depth = watchDepth(options)
  const sequencer = createSequencer({
    journal,
    elapsedMs,
    clock: createSequencerClock({ clock, lastTimeMs: journal.chain.timeMs, onNotice: notice, plantedBug }),
    plantedBug,
  })
  const { inbox } = sequencer
  const publisher = createGroupPublisher({
    core,
    state,
    appliedSeq: options.appliedSeq,
    batch: options.batch,
    depth,
    inbox,
    journal,
    elapsedMs,
    send,
  })
  const { stateHasher } = options
  const requests = createHostRequests({ core, memory, sequencer, publisher, stateHasher, send })
  const snapshots = createSnapshotSchedule({
    core,
    memory,
    snapshotMaker: options.snapshotMaker,
    // A reader that was told the present begins there.
    readerSeq: memory.publishesPresent ? memory.seq : options.emitFromSeq,
    everyCommands: options.snapshotEveryCommands,
    elapsedMs,
    isEnded,
    notice,
  })
  const onPublished = (): void => {
    depth.flush()
    requests.replyPublished()
    snapshots.afterGroup(publisher.appliedSeq)
  }
  const loop = createGroupLoop({
    sequencer,
    journal,
    publisher,
    onPublished,
    timers,
    guarded,
    isEnded,
    plantedBug,
  })

  const tick = (): void => {
    if (inbox.size === 0) core.prepare(state)
    if (!inbox.hasTick) inbox.put({ command: { kind: 'TickTimer' } })
    journal.upkeep()
    snapshots.afterTick(publisher.appliedSeq)
    loop.schedule()
  }
  const stopTicks = timers.every(TICK_TIMER_MS, () => guarded(tick))

  const stopDrained = (): void => {
    void Promise.all([snapshots.stop(), requests.stop()]).then(() =>
      guarded(() => {
        snapshots.writeLast(publisher.appliedSeq)
        options.end()
        send({ kind: 'stopped' })
      }),
    )
  }

  return {
    receive(message) {
      switch (message.kind) {
        case 'submit':
          for (const { ticket, command } of message.items) inbox.put({ ticket, command })
          return loop.schedule()
        case 'query':
          return requests.query(message)
        case 'caughtUp':
          return requests.caughtUp(message.ticket)
        case 'stateHash':
          return requests.stateHash(message.ticket)
        case 'watchDepth':
          return depth.watch(message.symbols)
        case 'reader':
          return snapshots.noteReader(message.seq)
        case 'replayTaken':
          // The replay has ended, and waits for no batch.
          return
        case 'stop':
          stopTicks()
          return loop.drain(stopDrained)
      }
    },
    close() {
      stopTicks()
      depth.stop()
    },
  }
}

function watchDepth<State>(options: HostServiceOptions<State>): DepthWatch {
  const { core, timers, elapsedMs, send, guarded } = options
  const { state } = options.memory
  const depth = createDepthWatch({
    timers: { ...timers, after: (delayMs, action) => timers.after(delayMs, () => guarded(action)) },
    nowMs: elapsedMs,
    depthOf: (symbol, limit) => core.query(state, 'depth', { symbol, limit }),
    send: (depths) => send({ kind: 'depth', depths }),
  })
  for (const { marketId, spec } of core.query(state, 'markets', {})) depth.nameMarket(marketId, spec.symbol)
  return depth
}
