/**
 * The loop around the core: restores the state, then repeats: form a group, make it durable, apply it, publish its
 * events and answers. One function at a time runs here, so "after the last applied command" is well defined for every
 * query. The first fatal fault (a failed sync, a broken invariant) ends the loop: nothing more is acknowledged, the
 * reason is reported once, and the process is expected to end.
 */
import { timeMs, type TimeMs } from '@vest/protocol'
import { takeTold, Telling } from '@vest/engine'
import {
  REPLAY_BATCH_ENVELOPES,
  REPLAY_BATCHES_IN_FLIGHT_MAX,
  REPLAY_PROGRESS_EVERY,
  SNAPSHOT_EVERY_COMMANDS,
  SNAPSHOT_EVERY_MS,
  TICK_TIMER_MS,
} from '../bounds.ts'
import { buggify } from '../buggify.ts'
import { decodeCommand } from '../codec/commandCodec.ts'
import type { Clock } from '../ports/clock.ts'
import type { CaughtUp } from '../ports/engineClient.ts'
import { createSequencer, type SequencedGroup, type Sequencer } from '../sequencer/sequencer.ts'
import { createSequencerClock } from '../sequencer/sequencerClock.ts'
import { saveVerified } from '../snapshot/makeSnapshot.ts'
import type { SnapshotMaker } from '../snapshot/snapshotMaker.ts'
import { stateHash } from '../snapshot/stateHash.ts'
import { createHashDesk, type StateHasher } from '../snapshot/stateHasher.ts'
import { createDepthWatch } from './depthWatch.ts'
import { createAnswerWriter } from './answerRows.ts'
import { errorText, type FromHost, type RefusalItem, type ToHost } from './messages.ts'
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

export function createEngineHost<State>(options: EngineHostOptions<State>): EngineHost {
  const { core, clock, timers, send } = options
  const notice = (text: string): void => send({ kind: 'notice', text })
  const elapsedMs = (): number => clock.monotonicMs?.() ?? clock.nowMs()

  let phase: 'starting' | 'running' | 'ended' = 'starting'
  let memory: Memory<State> | undefined
  let sequencer: Sequencer | undefined
  let appliedSeq = 0
  let isScheduled = false
  let isStopping = false
  let stopTicks = (): void => undefined
  let snapshot = { seq: 0, atMs: 0 }
  /** The newest snapshot that is known to be complete. */
  let savedSeq = 0
  let readerSeq = options.emitFromSeq

  // Replay: number of batches that the reader has not taken yet, and the callback that waits for it.
  let batchesInFlight = 0
  let wakeReplay = (): void => undefined

  const telling = new Telling()
  const answers = createAnswerWriter()

  const state = (): State => memory!.state

  const depth = createDepthWatch({
    timers: { ...timers, after: (delayMs, action) => timers.after(delayMs, () => guarded(action)) },
    nowMs: elapsedMs,
    depthOf: (symbol, limit) => core.query(state(), 'depth', { symbol, limit }),
    send: (depths) => send({ kind: 'depth', depths }),
  })

  /** After an exception in here no state can be trusted. */
  const guarded = (action: () => void): void => {
    if (phase === 'ended') return
    try {
      action()
    } catch (error) {
      end()
      send({ kind: 'failed', reason: errorText(error) })
    }
  }

  const end = (): void => {
    phase = 'ended'
    stopTicks()
    depth.stop()
    memory?.journal.close()
    wakeReplay()
  }

  // ------------------------------------------------------------------ replay

  const replay = async (): Promise<void> => {
    const { journal, seq: snapshotSeq } = memory!
    const total = journal.chain.seq
    const { tellsPresent } = memory!
    const emitFromSeq = tellsPresent ? snapshotSeq : (options.emitFromSeq ?? total)
    appliedSeq = snapshotSeq
    let reportedSeq = snapshotSeq
    send({ kind: 'progress', seq: appliedSeq, total })
    if (tellsPresent) {
      readerSeq = snapshotSeq
      core.emitCurrentState(state(), telling)
      await tellReplayed(REPLAY_BATCHES_IN_FLIGHT_MAX)
    }
    for (const group of journal.read(snapshotSeq + 1)) {
      BUGGIFY: buggify('engine.amidReplay')
      for (const [place, record] of group.commands.entries()) {
        const seq = group.firstSeq + place
        if (seq <= snapshotSeq) continue
        const command = decodeCommand(record.kind, record.payload)
        const sequenced = { seq, timeMs: timeMs(group.timeMs), command }
        if (seq > emitFromSeq) core.apply(state(), sequenced, telling)
        else core.applyUntold(state(), sequenced)
        appliedSeq = seq
      }
      if (telling.commands >= REPLAY_BATCH_ENVELOPES) await tellReplayed(REPLAY_BATCHES_IN_FLIGHT_MAX)
      if (appliedSeq - reportedSeq >= REPLAY_PROGRESS_EVERY) {
        reportedSeq = appliedSeq
        send({ kind: 'progress', seq: appliedSeq, total })
        await new Promise<void>((resolve) => timers.soon(resolve)) // lets a stop message arrive
      }
      if (isStopping) return
    }
    await tellReplayed(1)
    send({ kind: 'progress', seq: appliedSeq, total })
  }

  const isReaderBehind = (batches: number): boolean => batchesInFlight >= batches && !isStopping

  /** Sends the collected batch and waits until fewer than `waitFor` batches are under way. */
  const tellReplayed = async (waitFor: number): Promise<void> => {
    if (telling.commands > 0) {
      batchesInFlight += 1
      send({ kind: 'replayed', told: takeTold(telling) })
    }
    while (isReaderBehind(waitFor)) await new Promise<void>((resolve) => (wakeReplay = resolve))
  }

  // ------------------------------------------------------------------ the loop

  const schedule = (): void => {
    if (isScheduled) return
    isScheduled = true
    timers.soon(() => {
      isScheduled = false
      guarded(runGroup)
    })
  }

  const runGroup = (): void => {
    const formed = sequencer!.form()
    if (formed === undefined) return
    const isToldEarly = options.plantedBug === 'ackBeforeWrite'
    if (isToldEarly) tell(formed, 0)
    sequencer!.commit(formed, (outcome) =>
      guarded(() => {
        if (outcome instanceof Error) throw outcome
        if (!isToldEarly) tell(outcome.group, outcome.syncMs)
        afterGroup()
      }),
    )
    // On another thread it takes a while: the next group may be written meanwhile.
    if (sequencer!.inbox.size > 0) schedule()
  }

  const afterGroup = (): void => {
    depth.flush()
    replyTold()
    if (appliedSeq - snapshot.seq >= (options.snapshotEveryCommands ?? SNAPSHOT_EVERY_COMMANDS))
      orderSnapshot()
    if (sequencer!.inbox.size > 0) schedule()
    drained()
  }

  /** Applies a group and sends its results. Only for durable groups. */
  const tell = (group: SequencedGroup, syncMs: number): void => {
    const beganMs = elapsedMs()
    BUGGIFY: buggify('engine.afterCommitBeforeApply')
    for (const { seq, command, ticket } of group.items) {
      const answer = core.apply(state(), { seq, timeMs: group.timeMs, command }, telling)
      appliedSeq = seq
      if (ticket !== undefined) answers.write(ticket, seq, answer, command)
    }
    const told = takeTold(telling)
    for (const { marketId, spec } of told.markets) depth.nameMarket(marketId, spec.symbol)
    depth.markChanged(telling.changedBooks)
    telling.changedBooks.clear()
    const refusals: RefusalItem[] = []
    for (const { ticket, reason } of group.refused)
      if (ticket !== undefined) refusals.push({ ticket, reason: errorText(reason) })
    BUGGIFY: buggify('engine.afterApplyBeforeTell')
    const figures = {
      commands: group.items.length,
      syncMs,
      applyMs: elapsedMs() - beganMs,
      waiting: sequencer!.inbox.size,
      isJournalLow: memory!.journal.isLow,
    }
    send({ kind: 'group', timeMs: group.timeMs, told, answers: answers.take(), refusals, figures })
  }

  const tick = (): void => {
    if (sequencer!.inbox.size === 0) core.prepare(state())
    if (!sequencer!.inbox.hasTick) sequencer!.inbox.put({ command: { kind: 'TickTimer' } })
    memory!.journal.upkeep()
    if (elapsedMs() - snapshot.atMs >= SNAPSHOT_EVERY_MS) orderSnapshot()
    schedule()
  }

  /** A failed snapshot makes the next restart longer, and is no danger. */
  const noteSnapshotFailure = (error: unknown): void =>
    notice(`Could not write a snapshot: ${errorText(error).message}`)

  /** The snapshot is made on another thread, from the journal: orders continue meanwhile. */
  const orderSnapshot = (): void => {
    if (options.snapshotMaker.isBusy) return
    const isNew = appliedSeq !== snapshot.seq
    snapshot = { seq: appliedSeq, atMs: elapsedMs() }
    if (!isNew) return
    BUGGIFY: if (buggify('snapshot.skipped')) return
    const order = { journalId: memory!.journal.journalId, toSeq: appliedSeq, readerSeq }
    options.snapshotMaker.make(order, (outcome) => {
      if (phase === 'ended') return
      if ('failure' in outcome) noteSnapshotFailure(outcome.failure)
      else savedSeq = outcome.seq
    })
  }

  /** At the end no command waits: the live state itself is written. */
  const writeLastSnapshot = (): void => {
    const { journal, snapshots } = memory!
    if (savedSeq === appliedSeq) return
    const { timeMs: chainTimeMs, epoch, crc } = journal.chain
    const place = { journalId: journal.journalId, seq: appliedSeq, timeMs: chainTimeMs, epoch, chainCrc: crc }
    try {
      saveVerified({ core, snapshots, place, state: state(), readerSeq })
    } catch (error) {
      noteSnapshotFailure(error)
    }
  }

  /** Callers that wait until a command is published, in the order of the commands. */
  let waiting: { readonly ticket: number; readonly value: CaughtUp }[] = []

  const replyTold = (): void => {
    const told = waiting.filter(({ value }) => value.seq <= appliedSeq)
    if (told.length === 0) return
    waiting = waiting.slice(told.length)
    for (const { ticket, value } of told) send({ kind: 'reply', ticket, value })
  }

  /** Called when everything that had arrived is complete. */
  let drained = (): void => undefined

  const stop = (): void => {
    stopTicks()
    drained = () => {
      if (sequencer!.inbox.size > 0 || memory!.journal.groupsUnderWay > 0) return
      drained = () => undefined
      stopWhenDrained()
    }
    while (phase === 'running' && sequencer!.inbox.size > 0 && memory!.journal.groupsUnderWay === 0)
      runGroup()
    drained()
  }

  const stopWhenDrained = (): void => {
    void Promise.all([options.snapshotMaker.stop(), options.stateHasher?.stop()]).then(() =>
      guarded(() => {
        writeLastSnapshot()
        end()
        send({ kind: 'stopped' })
      }),
    )
  }

  const answerQuery = (message: Extract<ToHost, { kind: 'query' }>): void => {
    let value: unknown
    try {
      value = core.query(state(), message.name, message.input)
    } catch (error) {
      // A query changes nothing: only it fails, unless it uncovered a broken invariant.
      if (error instanceof Error && error.name === 'InvariantError') throw error
      send({ kind: 'queryFailed', ticket: message.ticket, reason: errorText(error) })
      return
    }
    send({ kind: 'reply', ticket: message.ticket, value })
  }

  const hashDesk = createHashDesk(options.stateHasher ?? hashHere(), () => ({
    journalId: memory!.journal.journalId,
    toSeq: appliedSeq,
  }))
  const answerHash = (ticket: number): void =>
    hashDesk.ask((outcome) => {
      if ('failure' in outcome) send({ kind: 'queryFailed', ticket, reason: errorText(outcome.failure) })
      else send({ kind: 'reply', ticket, value: outcome })
    })
  function hashHere(): StateHasher {
    return {
      hash: ({ toSeq }, done) => done({ seq: toSeq, hash: stateHash(core.encode(state())) }),
      stop: () => Promise.resolve(),
    }
  }

  const receive = (message: ToHost): void => {
    switch (message.kind) {
      case 'submit':
        for (const { ticket, command } of message.items) sequencer!.inbox.put({ ticket, command })
        return schedule()
      case 'query':
        return answerQuery(message)
      case 'caughtUp':
        waiting.push({
          ticket: message.ticket,
          value: { seq: memory!.journal.written.seq, timeMs: sequencer!.now() },
        })
        return replyTold()
      case 'stateHash':
        return answerHash(message.ticket)
      case 'watchDepth':
        return depth.watch(message.symbols)
      case 'reader':
        readerSeq = message.seq
        return
      case 'replayTaken':
        batchesInFlight -= 1
        return wakeReplay()
      case 'stop':
        isStopping = true
        if (phase === 'running') return stop()
        return wakeReplay()
    }
  }

  return {
    receive: (message) => guarded(() => receive(message)),
    async start() {
      try {
        memory = openMemory({ ...options, onNotice: notice })
        await replay()
      } catch (error) {
        end()
        throw error
      }
      if (isStopping) {
        end()
        send({ kind: 'stopped' })
        return
      }
      const { journal } = memory
      for (const { marketId, spec } of core.query(state(), 'markets', {}))
        depth.nameMarket(marketId, spec.symbol)
      sequencer = createSequencer({
        journal,
        elapsedMs,
        clock: createSequencerClock({
          clock,
          lastTimeMs: journal.chain.timeMs,
          onNotice: notice,
          plantedBug: options.plantedBug,
        }),
        plantedBug: options.plantedBug,
      })
      snapshot = { seq: memory.seq, atMs: elapsedMs() }
      savedSeq = memory.seq
      phase = 'running'
      stopTicks = timers.every(TICK_TIMER_MS, () => guarded(tick))
      send({ kind: 'ready', seq: appliedSeq, timeMs: journal.chain.timeMs as TimeMs })
    },
  }
}
