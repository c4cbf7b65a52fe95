/**
 * The state machine: one sequenced command in, answer and events out. It reads no clock, no randomness and nothing
 * outside its arguments; the same commands always give the same state and the same events.
 */
import { type ErrorCode, type TimeMs, assert } from '@vest/protocol'
import type { Answer, EngineEvent, SequencedCommand } from './api/index.ts'
import { recycleOrders, stockOrders } from './book/index.ts'
import { MOVES_NO_MARK, execute } from './commandTable.ts'
import { end } from './endOfCommand.ts'
import { readEnvelopes, publish, type EventBatch } from './events/index.ts'
import { cancelOrder, executeOverdue, placeOrder } from './orders/index.ts'
import {
  rowOffset,
  clearEventLog,
  type CommandRows,
  type Exchange,
  isCancel,
  logCommand,
  reserveFingerprints,
  takeRows,
  widenIndex,
} from './state/index.ts'
import { runDueTimers } from './timer/index.ts'

export interface Applied {
  readonly answer: Answer
  readonly events: readonly EngineEvent[]
}

/** Applies one command in place. Sequence numbers have no gap and time never decreases. */
export function apply(exchange: Exchange, sequenced: SequencedCommand): Applied {
  const { log } = exchange.work
  clearEventLog(log)
  const answer = advance(exchange, sequenced)
  return { answer, events: readEnvelopes(takeRows(log), exchange)[0]!.events }
}

/** Applies one command and publishes its events to another reader. */
export function applyPublished(exchange: Exchange, sequenced: SequencedCommand, batch: EventBatch): Answer {
  const { log } = exchange.work
  clearEventLog(log)
  const answer = advance(exchange, sequenced)
  publish(batch, log, exchange)
  clearEventLog(log)
  return answer
}

/** Applies one command for the state alone, as in a replay: its events are dropped. */
export function applyUnpublished(exchange: Exchange, sequenced: SequencedCommand): void {
  advance(exchange, sequenced)
  clearEventLog(exchange.work.log)
}

/**
 * Like {@link apply}, but leaves the results as rows in `exchange.work.log`, after those of earlier commands: for a
 * caller that applies many commands and takes their rows together (`takeRows`).
 */
export function advance(exchange: Exchange, sequenced: SequencedCommand): Answer {
  begin(exchange, sequenced.seq, sequenced.timeMs)
  const { work } = exchange
  work.isStatusCached = MOVES_NO_MARK.includes(sequenced.command.kind)
  const answer = execute(exchange, sequenced.command)
  end(exchange)
  if (!work.isStatusCached) work.statusEpoch += 1
  work.isStatusCached = false
  return answer
}

/** {@link advance} with an order or cancellation that is a row already: 0, or the code of the refusal. */
export function advanceRow(
  exchange: Exchange,
  seq: number,
  timeMs: TimeMs,
  rows: CommandRows,
  at: number,
): ErrorCode | 0 {
  at = rowOffset(at)
  begin(exchange, seq, timeMs)
  const { work } = exchange
  work.isStatusCached = true
  if (exchange.delayed.count > 0) executeOverdue(exchange)
  const code = isCancel(rows, at) ? cancelOrder(exchange, rows, at) : placeOrder(exchange, rows, at)
  end(exchange)
  work.isStatusCached = false
  return code
}

function begin(exchange: Exchange, seq: number, timeMs: TimeMs): void {
  if (seq !== exchange.seq + 1) refuseSeq(exchange, seq)
  if (!(timeMs >= exchange.timeMs)) refuseTime(seq)
  exchange.seq = seq
  exchange.timeMs = timeMs
  const { log } = exchange.work
  if (log.areTaken) {
    log.areTaken = false
    recycleOrders(exchange)
    makeRoom(exchange)
  }
  logCommand(log, seq, timeMs)
  if (timeMs >= exchange.work.dueMs) runDueTimers(exchange)
}

/** Capacity for new orders between two readings of the log: more than a group of the sequencer has. */
const ORDERS_AHEAD = 1_024

/**
 * Adds the capacity that the next orders will need. Each of these arrays also grows by itself when necessary; but
 * while that has never happened, V8 compiles no call for it, and an order keeps what it has read of rows and fields.
 */
function makeRoom(exchange: Exchange): void {
  stockOrders(exchange, ORDERS_AHEAD)
  widenIndex(exchange.orders, ORDERS_AHEAD)
  reserveFingerprints(exchange.youngIds)
}

/*
 * Each message has its own function: for a number in two of them, V8 would create its text once, before it checks
 * either condition, at 220 instructions for every command.
 */
function refuseSeq(exchange: Exchange, seq: number): never {
  assert(false, `command ${seq} does not follow ${exchange.seq}`)
}

function refuseTime(seq: number): never {
  assert(false, `time goes back at command ${seq}`)
}
