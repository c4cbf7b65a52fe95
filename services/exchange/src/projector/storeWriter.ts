/**
 * Brings rows into the store: at once when a reader waits, else within a second, one batch at a time. A reader waits
 * for what was already told of it, so no reader sees the delay; meanwhile an order that came and went is one row instead of
 * two, and a burst of commands is acknowledged before the database takes its part of the processor.
 *
 * Rows are written often, candles seldom. A running candle changes with every mark, and a market has three of
 * them, so candles are written at a *checkpoint* every ten seconds (at once where a replay passes through days in less,
 * and a candle has left memory), together with the sequence number they stand for. Between two checkpoints `lastSeq` stays where it is while rows run ahead of it; a restart hears
 * the events since the checkpoint again, and writing a row again changes nothing.
 *
 * A store that is unavailable is tried again and again while trading goes on. Who waits for it is told at
 * once. What is gathered meanwhile is bounded: beyond the bound the rows are given up, to be rebuilt from the
 * journal at the next start, which finds the store's last checkpoint.
 */
import { ReadModelUnavailableError } from '@vest/database'
import type { EventEnvelope } from '@vest/engine'
import type { ReadModelBatch, ReadModelStore } from '@vest/runtime'
import type { LiveCandles } from './liveCandles.ts'
import { createPendingRows, NO_ROWS } from './pendingRows.ts'
import type { PositionBooks } from './positionBooks.ts'
import type { Tallies } from './tallies.ts'

export interface StoreWriterOptions {
  readonly store: Pick<ReadModelStore, 'apply'>
  readonly live: LiveCandles
  readonly tallies: Tallies
  readonly positions: PositionBooks
  /** What the store is complete to. */
  readonly lastSeq: number
  /** The store has failed for good; called once. */
  readonly onFailure: (reason: Error) => void
  /** The store has become complete to so far. */
  readonly onCheckpoint: (seq: number) => void
  readonly rowsMax?: number
}

export interface StoreWriter {
  /** The envelope was folded into the candles, sums and positions before. */
  add(envelope: EventEnvelope): void
  flushedThrough(seq: number): Promise<void>
  /** Resolves when few enough rows are pending to take more. */
  readonly hasRoom: () => Promise<void>
  /** Writes a checkpoint and stops. */
  stop(): Promise<void>
}

/** How long rows wait for their like. */
const HELD_MS = 1_000
const CHECKPOINT_MS = 10_000
const RETRY_FIRST_MS = 250
const RETRY_MAX_MS = 5_000
/** Rows that wait at most; at as many more a replay waits for the store. A reader waits a second for them. */
const HELD_ROWS_MAX = 20_000
/** Rows of one transaction: between two of them the database answers who asks. */
const BATCH_ROWS_MAX = 5_000
/** Rows that are kept for a store that is away: some 200 MB. */
const ROWS_MAX = 200_000

/** Spans are measured on a clock that never jumps. */
const elapsedMs = (): number => performance.now()

interface Waiter {
  readonly seq: number
  readonly resolve: () => void
  readonly reject: (reason: Error) => void
}

export function createStoreWriter(options: StoreWriterOptions): StoreWriter {
  const { store, live, tallies, positions, onFailure, onCheckpoint, rowsMax = ROWS_MAX } = options
  const rows = createPendingRows()
  let waiters: Waiter[] = []
  let seenSeq = options.lastSeq
  let writtenSeq = options.lastSeq
  let checkpointSeq = options.lastSeq
  let checkpointMs = elapsedMs()
  let timer: NodeJS.Timeout | undefined
  let dueMs = Infinity
  let writing: Promise<void> | undefined
  let isStopping = false
  /** Why nothing can be written now. */
  let outage: Error | undefined
  /** Why nothing will be written any more. */
  let end: Error | undefined

  function flushIn(delayMs: number): void {
    const atMs = elapsedMs() + delayMs
    if (writing || end || atMs >= dueMs) return
    clearTimeout(timer)
    dueMs = atMs
    if (delayMs === 0) queueMicrotask(flush)
    else timer = setTimeout(flush, delayMs)
  }
  function flush(): void {
    clearTimeout(timer)
    dueMs = Infinity
    if (writing || end) return
    writing = writeAll().finally(() => {
      writing = undefined
      if (seenSeq > writtenSeq || seenSeq > checkpointSeq) scheduleNext()
    })
  }
  function scheduleNext(): void {
    if (waiters.some((waiter) => waiter.seq <= seenSeq)) flushIn(0)
    else if (rows.count >= HELD_ROWS_MAX || live.isBeyondMemory) flushIn(0)
    else if (rows.count > 0) flushIn(HELD_MS)
    else flushIn(Math.max(0, checkpointMs + CHECKPOINT_MS - elapsedMs()))
  }

  async function writeAll(): Promise<void> {
    const through = seenSeq
    const isCheckpoint = isStopping || live.isBeyondMemory || elapsedMs() - checkpointMs >= CHECKPOINT_MS
    const isDue = isCheckpoint && through > checkpointSeq
    // What a checkpoint stands for is taken with the rows, before anything else comes in, and written with the last of them.
    const checkpoint = isDue
      ? { ...live.takeChanged(), ...tallies.takeChanged(), heldPositions: positions.takeHeld() }
      : undefined
    const pieces = rows.take(BATCH_ROWS_MAX)
    const last = checkpoint ? (pieces.pop() ?? NO_ROWS) : undefined
    for (const piece of pieces) if (!(await write({ ...piece, candles: [], lastSeq: checkpointSeq }))) return
    if (checkpoint && last) {
      if (!(await write({ ...last, ...checkpoint, lastSeq: through }))) return
      checkpointSeq = through
      onCheckpoint(through)
    }
    if (isCheckpoint) checkpointMs = elapsedMs()
    writtenSeq = through
    settleWaiters()
  }

  /** True when the batch is in the store; false when it was given up. */
  async function write(batch: ReadModelBatch): Promise<boolean> {
    for (let delayMs = RETRY_FIRST_MS; ; delayMs = Math.min(2 * delayMs, RETRY_MAX_MS)) {
      try {
        await store.apply(batch)
        outage = undefined
        return true
      } catch (cause) {
        const reason = cause instanceof Error ? cause : new Error(String(cause))
        if (!(reason instanceof ReadModelUnavailableError)) return giveUp(reason, true)
        outage = reason
        rejectWaiters(reason)
        if (isStopping) return giveUp(reason, false)
        await new Promise<void>((resolve) => (timer = setTimeout(resolve, delayMs)))
        if (end) return false
      }
    }
  }
  function giveUp(reason: Error, isFatal: boolean): false {
    end = reason
    rejectWaiters(reason)
    if (isFatal) onFailure(reason)
    return false
  }

  function settleWaiters(): void {
    const served = waiters.filter((waiter) => waiter.seq <= writtenSeq)
    if (served.length === 0) return
    waiters = waiters.filter((waiter) => waiter.seq > writtenSeq)
    for (const waiter of served) waiter.resolve()
  }
  function rejectWaiters(reason: Error): void {
    const refused = waiters
    waiters = []
    for (const waiter of refused) waiter.reject(reason)
  }

  return {
    add(envelope) {
      seenSeq = envelope.seq
      const closed = positions.takeClosed()
      if (end) return
      rows.fold(envelope, closed)
      if (outage && rows.count > rowsMax) {
        rows.take(rowsMax)
        giveUp(
          new ReadModelUnavailableError('the database was away too long: rebuilt at the next start'),
          false,
        )
      } else if (!writing) scheduleNext()
    },
    flushedThrough(seq) {
      if (end ?? outage) return Promise.reject((end ?? outage)!)
      if (seq <= writtenSeq) return Promise.resolve()
      return new Promise((resolve, reject) => {
        waiters.push({ seq, resolve, reject })
        if (seq <= seenSeq) flushIn(0)
      })
    },
    async hasRoom() {
      while (writing && rows.count >= HELD_ROWS_MAX && !end && !outage) await writing
    },
    async stop() {
      isStopping = true
      await writing
      flush()
      await writing
      clearTimeout(timer)
      end ??= new ReadModelUnavailableError('the projector has stopped')
      rejectWaiters(end)
    },
  }
}
