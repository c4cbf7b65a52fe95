/**
 * The real engine behind the engine port, without journal or thread: commands are applied at once at the time
 * that the test's clock says. What it adds for tests: a full inbox, a disk that stands still, a stopped engine, and the
 * hash of the state.
 */
import { createHash } from 'node:crypto'
import {
  apply,
  createExchange,
  encodeState,
  query,
  type Command,
  type DepthView,
  type EventEnvelope,
} from '@vest/engine'
import { DEPTH_LEVELS_PUSHED, timeMs } from '@vest/protocol'
import { EngineStoppedError, InboxFullError, type Clock, type EngineClient } from '@vest/runtime'

export interface InProcessEngine extends EngineClient {
  /** While true every submit is refused like by a full inbox. */
  isFull: boolean
  /** How many commands were applied. */
  readonly seq: () => number
  /** From now on what is submitted is sequenced, but neither durable nor applied, until the disk moves again. */
  holdDisk(): HeldDisk
  /** Dies of itself, like a thread with a broken invariant. */
  fail(reason: Error): void
}

export interface HeldDisk {
  /** Commands that wait for the disk, and those who asked how far it had come. */
  readonly commands: number
  readonly questions: number
  release(): void
}

export function createInProcessEngine(clock: Clock): InProcessEngine {
  const state = createExchange()
  const listeners = new Set<(envelopes: readonly EventEnvelope[]) => void>()
  const depthListeners = new Set<(depths: readonly DepthView[]) => void>()
  const failureListeners = new Set<(reason: Error) => void>()
  let watched: ReadonlySet<string> = new Set()
  let seq = 0
  let lastMs = 0
  let stopped = false
  /** Envelopes from before the first listener, which hears them like a replay. */
  let backlog: EventEnvelope[] | undefined = []

  let disk: (HeldDisk & { commands: number; questions: number; readonly moves: Promise<void> }) | undefined

  /** Applies what was sequenced at that time. */
  const applyOne = (command: Command, atMs: number) => {
    seq += 1
    lastMs = Math.max(lastMs, atMs)
    const { answer, events } = apply(state, { seq, timeMs: timeMs(lastMs), command })
    const envelope: EventEnvelope = { seq, timeMs: timeMs(lastMs), events }
    if (backlog) backlog.push(envelope)
    for (const listener of listeners) listener([envelope])
    pushDepths(envelope)
    return { seq, timeMs: timeMs(lastMs), answer }
  }
  const pushDepths = ({ events }: EventEnvelope): void => {
    const symbols = query(state, 'markets', {}).map((market) => market.spec.symbol)
    const changed = new Set(
      events.flatMap((event) =>
        event.kind === 'BooksChanged' ? event.marketIds.map((id) => symbols[id]!) : [],
      ),
    )
    const depths = [...changed]
      .filter((symbol) => watched.has(symbol))
      .flatMap((symbol) => query(state, 'depth', { symbol, limit: DEPTH_LEVELS_PUSHED }) ?? [])
    if (depths.length > 0) for (const listener of depthListeners) listener(depths)
  }
  const engine: InProcessEngine = {
    isFull: false,
    seq: () => seq,
    submit: async (command) => {
      // Two requests of one turn of the event loop are both in flight before either is applied.
      await new Promise((resolve) => setImmediate(resolve))
      if (stopped) throw new EngineStoppedError('stopped')
      if (engine.isFull) throw new InboxFullError('full')
      const atMs = clock.nowMs()
      if (disk) {
        disk.commands += 1
        await disk.moves
      }
      return applyOne(command, atMs)
    },
    query: async (name, input) => query(state, name, input),
    caughtUp: async () => {
      const atMs = timeMs(Math.max(lastMs, clock.nowMs()))
      if (disk) {
        disk.questions += 1
        await disk.moves
      }
      return { seq, timeMs: atMs }
    },
    holdDisk: () => {
      let resolve = (): void => undefined
      const moves = new Promise<void>((done) => (resolve = done))
      const held = {
        commands: 0,
        questions: 0,
        moves,
        release: () => {
          disk = undefined
          resolve()
        },
      }
      disk = held
      return held
    },
    stateHash: async () => ({ seq, hash: createHash('sha256').update(encodeState(state)).digest('hex') }),
    onEvents: (listener) => {
      const replayed = backlog
      backlog = undefined
      if (replayed && replayed.length > 0) listener(replayed)
      return subscribe(listeners, listener)
    },
    // No journal, no groups.
    onGroup: () => () => undefined,
    onDepth: (listener) => subscribe(depthListeners, listener),
    watchDepth: (symbols) => (watched = new Set(symbols)),
    noteReader: () => undefined,
    onFailure: (listener) => subscribe(failureListeners, listener),
    stop: async () => void (stopped = true),
    fail: (reason) => {
      stopped = true
      for (const listener of failureListeners) listener(reason)
    },
  }
  return engine
}

function subscribe<Listener>(listeners: Set<Listener>, listener: Listener): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
