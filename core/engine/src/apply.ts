/**
 * The state machine: one sequenced command in, the verdict and the events out. It reads no clock, no randomness and
 * nothing outside its arguments; the same commands always give the same state and the same events.
 */
import { assert, type ErrorCode, type Id, type TimeMs } from '@vest/protocol'
import { accountAt } from './account.ts'
import { amendOrder } from './amendOrder.ts'
import { createApiKey, revokeApiKey } from './apiKeys.ts'
import { cancelOrder } from './cancel.ts'
import { cancelAllOrders } from './cancelAllOrders.ts'
import { cancelClientOrder } from './cancelClientOrder.ts'
import { setCancelTimer } from './cancelTimer.ts'
import { executeOverdue } from './executeDelayed.ts'
import { closeAllPositions } from './closeAllPositions.ts'
import type { CancelOrder, Command, CommandKind, PlaceOrder, SequencedCommand } from './command.ts'
import { type CommandRows, isCancel, writeCancel, writeOrder } from './commandRows.ts'
import { changeParameters } from './changeParameters.ts'
import { announceDelisting, delistMarket } from './delisting.ts'
import { announceDividend } from './dividend.ts'
import { activate } from './features.ts'
import { renameMarket } from './renameMarket.ts'
import { applySplit } from './split.ts'
import { crossMovedBooks } from './cross.ts'
import { announceDeposit, creditDeposit, finalizeDeposit, orphanDeposit, rejectDeposit } from './deposits.ts'
import { meetDueTimes } from './dueTimes.ts'
import type { Answer, EngineEvent } from './event.ts'
import {
  clearEventLog,
  logBook,
  logBooks,
  logCommand,
  logEvent,
  readEnvelopes,
  takeRows,
} from './eventLog.ts'
import { tickFunding } from './funding.ts'
import { updateIndexPrices } from './indexPrices.ts'
import { setLeverage } from './leverage.ts'
import { placeLpOrder } from './lpOrders.ts'
import { changeSession, setMarketMode } from './marketMode.ts'
import { NONE } from './order.ts'
import { widenIndex } from './orderIndex.ts'
import { recycleOrders, stockOrders } from './orderLife.ts'
import { placeOrder } from './placeOrder.ts'
import { roomForPrints } from './printSet.ts'
import { tickerRow } from './query.ts'
import { applyReferral, setAccountCluster, setReferralCode } from './referrals.ts'
import { listMarket, register, seedSystemAccount } from './register.ts'
import { replaceOrder } from './replaceOrder.ts'
import { noncesOf } from './replayGuard.ts'
import { closeSimPositions, openSimAccount, setSimAccountStatus } from './simAccounts.ts'
import { followReal } from './simFollow.ts'
import { asPlace } from './rowMemory.ts'
import { type Exchange } from './state.ts'
import { tell, type Telling } from './telling.ts'
import { tickTimer } from './timer.ts'
import type { Work } from './work.ts'
import { withdrawProfit } from './withdrawProfit.ts'
import { completeWithdrawal, refundWithdrawal, requestWithdrawal, verifyWithdrawal } from './withdrawals.ts'

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

/** The same, told to somebody elsewhere. */
export function applyTold(exchange: Exchange, sequenced: SequencedCommand, telling: Telling): Answer {
  const { log } = exchange.work
  clearEventLog(log)
  const answer = advance(exchange, sequenced)
  tell(telling, log, exchange)
  clearEventLog(log)
  return answer
}

/** The same for whoever wants the state alone, as a replay does: what came of the command is dropped unread. */
export function applyUntold(exchange: Exchange, sequenced: SequencedCommand): void {
  advance(exchange, sequenced)
  clearEventLog(exchange.work.log)
}

/**
 * {@link apply} with what came of it left as rows in `exchange.work.log`, behind those of earlier commands: for whoever
 * applies many commands and takes their rows together (`takeRows`).
 */
export function advance(exchange: Exchange, sequenced: SequencedCommand): Answer {
  begin(exchange, sequenced.seq, sequenced.timeMs)
  const { work } = exchange
  work.isStandingKept = MOVES_NO_MARK.includes(sequenced.command.kind)
  const answer = execute(exchange, sequenced.command)
  end(exchange)
  if (!work.isStandingKept) work.standingEpoch += 1
  work.isStandingKept = false
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
  at = asPlace(at)
  begin(exchange, seq, timeMs)
  const { work } = exchange
  work.isStandingKept = true
  if (exchange.delayed.count > 0) executeOverdue(exchange)
  const code = isCancel(rows, at) ? cancelOrder(exchange, rows, at) : placeOrder(exchange, rows, at)
  end(exchange)
  work.isStandingKept = false
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
  if (timeMs >= exchange.work.dueMs) meetDueTimes(exchange)
}

/** New orders between two takings of the log that find their room made: more than a group of the sequencer has. */
const ORDERS_AHEAD = 1_024

/**
 * Makes the room that the next orders will need. Each of these arrays grows by itself when it must; but where that
 * has never happened V8 makes no call for it, and an order goes on knowing what it has read of rows and fields.
 */
function makeRoom(exchange: Exchange): void {
  stockOrders(exchange, ORDERS_AHEAD)
  widenIndex(exchange.orders, ORDERS_AHEAD)
  roomForPrints(exchange.youngIds)
}

/*
 * Each message in a function of its own: of a number that two of them would name V8 makes the text once, before it
 * asks either question, at 220 instructions for every command.
 */
function refuseSeq(exchange: Exchange, seq: number): never {
  assert(false, `command ${seq} does not follow ${exchange.seq}`)
}

function refuseTime(seq: number): never {
  assert(false, `time goes back at command ${seq}`)
}

/** Commands after which every mark, session, funding and parameter is what it was. */
const MOVES_NO_MARK: readonly CommandKind[] = [
  ...(['PlaceOrder', 'CancelOrder', 'ReplaceOrder', 'AmendOrder', 'CancelClientOrder'] as const),
  ...(['CancelAllOrders', 'CloseAllPositions'] as const),
]

function execute(exchange: Exchange, command: Command): Answer {
  // An index price comes first to those who wait for it.
  if (exchange.delayed.count > 0 && command.kind !== 'UpdateIndexPrices') executeOverdue(exchange)
  switch (command.kind) {
    case 'PlaceOrder':
      return placeOne(exchange, command)
    case 'CancelOrder':
      return cancelOne(exchange, command)
    case 'CancelClientOrder':
      return cancelClientOrder(exchange, command)
    case 'ReplaceOrder':
      return replaceOrder(exchange, command)
    case 'AmendOrder':
      return amendOrder(exchange, command)
    case 'CancelAllOrders':
      return cancelAllOrders(exchange, command)
    case 'CloseAllPositions':
      return closeAllPositions(exchange, command)
    case 'SetCancelTimer':
      return setCancelTimer(exchange, command)
    case 'UpdateIndexPrices':
      return updateIndexPrices(exchange, command)
    case 'TickTimer':
      return tickTimer(exchange)
    case 'TickFunding':
      return tickFunding(exchange, command)
    case 'SetLeverage':
      return setLeverage(exchange, command)
    case 'ChangeSession':
      return changeSession(exchange, command)
    case 'SetMarketMode':
      return setMarketMode(exchange, command)
    case 'Register':
      return register(exchange, command)
    case 'ListMarket':
      return listMarket(exchange, command)
    case 'SeedSystemAccount':
      return seedSystemAccount(exchange, command)
    case 'Activate':
      return activate(exchange, command)
    case 'ChangeParameters':
      return changeParameters(exchange, command)
    case 'ApplySplit':
      return applySplit(exchange, command)
    case 'PayDividend':
      return announceDividend(exchange, command)
    case 'AnnounceDelisting':
      return announceDelisting(exchange, command)
    case 'DelistMarket':
      return delistMarket(exchange, command)
    case 'RenameMarket':
      return renameMarket(exchange, command)
    case 'CreditDeposit':
      return creditDeposit(exchange, command)
    case 'FinalizeDeposit':
      return finalizeDeposit(exchange, command)
    case 'OrphanDeposit':
      return orphanDeposit(exchange, command)
    case 'AnnounceDeposit':
      return announceDeposit(exchange, command)
    case 'RejectDeposit':
      return rejectDeposit(exchange, command)
    case 'RequestWithdrawal':
      return requestWithdrawal(exchange, command)
    case 'VerifyWithdrawal':
      return verifyWithdrawal(exchange, command)
    case 'CompleteWithdrawal':
      return completeWithdrawal(exchange, command)
    case 'RefundWithdrawal':
      return refundWithdrawal(exchange, command)
    case 'PlaceLpOrder':
      return placeLpOrder(exchange, command)
    case 'SetReferralCode':
      return setReferralCode(exchange, command)
    case 'ApplyReferral':
      return applyReferral(exchange, command)
    case 'SetAccountCluster':
      return setAccountCluster(exchange, command)
    case 'CreateApiKey':
      return createApiKey(exchange, command)
    case 'RevokeApiKey':
      return revokeApiKey(exchange, command)
    case 'OpenSimAccount':
      return openSimAccount(exchange, command)
    case 'SetSimAccountStatus':
      return setSimAccountStatus(exchange, command)
    case 'CloseSimPositions':
      return closeSimPositions(exchange, command)
    case 'WithdrawProfit':
      return withdrawProfit(exchange, command)
  }
}

function placeOne(exchange: Exchange, command: PlaceOrder): Answer {
  const { row } = exchange.work
  const account = accountAt(exchange, command.account)
  const signer = noncesOf(exchange, command.signer).index
  const marketId = exchange.marketIds.get(command.symbol) ?? NONE
  writeOrder(row, 0, command, account?.id ?? NONE, signer, marketId)
  return answerOf(command.id, placeOrder(exchange, row, 0, command))
}

function cancelOne(exchange: Exchange, command: CancelOrder): Answer {
  const { row } = exchange.work
  const account = accountAt(exchange, command.account)
  const signer = noncesOf(exchange, command.signer).index
  writeCancel(row, 0, command, account?.id ?? NONE, signer)
  return answerOf(command.id, cancelOrder(exchange, row, 0))
}

const answerOf = (id: Id, code: ErrorCode | 0): Answer =>
  code === 0 ? { ok: true, id } : { ok: false, code }

/**
 * Closes the command: tickers and books are told once, at its end. What is rare stands apart: each call would make V8
 * look again at all that it knew, and a closure among it would have cost every command an object.
 */
function end(exchange: Exchange): void {
  const { work } = exchange
  if (work.isStirred) settleStirred(exchange)
  if (work.bookChanged !== NONE) tellBooks(work)
  work.systemOrders = 0
  work.crossFills = 0
}

function settleStirred(exchange: Exchange): void {
  const { work } = exchange
  crossMovedBooks(exchange)
  if (work.isSimStirred) followReal(exchange)
  if (work.tickersChanged.length > 0) tellTickers(exchange)
  work.isStirred = work.areCapsMoved || work.isSimStirred || work.booksToCross.length > 0
}

function tellTickers({ work, markets }: Exchange): void {
  const ids = [...new Set(work.tickersChanged)].sort((a, b) => a - b)
  const rows = ids.map((id) => tickerRow(markets[id]!)).filter((row) => row !== undefined)
  if (rows.length > 0) logEvent(work.log, { kind: 'TickersChanged', rows })
  work.tickersChanged = []
}

function tellBooks(work: Work): void {
  const { bookChanged, moreBooksChanged } = work
  if (moreBooksChanged.length === 0) logBook(work.log, bookChanged)
  else {
    logBooks(work.log, [bookChanged, ...moreBooksChanged])
    moreBooksChanged.length = 0
  }
  work.bookChanged = NONE
}
