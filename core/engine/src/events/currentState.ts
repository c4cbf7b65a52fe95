/**
 * The current state, for a reader that begins in the middle: the start of the journal is gone, and a fold
 * over the rest lacks the orders, transfers and positions from before. One envelope, with the sequence number
 * of the last command, contains everything that a later event refers to; what has ended is left out. Nothing
 * here changes the exchange.
 */
import { assert } from '@vest/protocol'
import { accountsValued } from '../accounts/index.ts'
import type { EngineEvent } from '../api/index.ts'
import { orderRecord, waitingOrders } from '../book/index.ts'
import { poolValued } from '../lp/index.ts'
import { statusOf, tickerRow } from '../markets/index.ts'
import { clearEventLog, type Exchange, indexedOrders, logCommand, logEvent } from '../state/index.ts'
import { type EventBatch, publish } from './publisher.ts'

/** Call it between two commands only. */
export function emitCurrentState(exchange: Exchange, batch: EventBatch): void {
  const { log } = exchange.work
  assert(log.numberCount === 0, 'what stands is told between two commands')
  logCommand(log, exchange.seq, exchange.timeMs)
  for (const event of present(exchange)) logEvent(log, event)
  publish(batch, log, exchange)
  clearEventLog(log)
}

function* present(exchange: Exchange): Generator<EngineEvent> {
  yield { kind: 'CurrentStateFollows' }
  yield* markets(exchange)
  yield* accounts(exchange)
  for (const order of indexedOrders(exchange.orders).sort((a, b) => a.postTimeMs - b.postTimeMs))
    yield { kind: 'OrderUpdated', order: orderRecord(order, exchange.market(order.marketId)) }
  for (const { record } of waitingOrders(exchange)) yield { kind: 'OrderUpdated', order: record }
  for (const { record } of exchange.transfers.values()) yield { kind: 'TransferUpdated', transfer: record }
  for (const { payout } of exchange.sim.reviews.values())
    if (payout !== undefined) yield { kind: 'TransferUpdated', transfer: payout.record }
  for (const record of exchange.dust.sums.values()) yield { kind: 'TransferUpdated', transfer: record }
  for (const { record } of exchange.lp.queue) yield { kind: 'LpOrderUpdated', order: record }
  yield* values(exchange)
}

/** A market keeps the data of its former symbols. */
function* markets(exchange: Exchange): Generator<EngineEvent> {
  for (const { id: marketId, spec, formerSymbols = [] } of exchange.markets) {
    yield { kind: 'MarketListed', marketId, spec }
    for (const [at, formerSymbol] of formerSymbols.entries()) {
      const symbol = formerSymbols[at + 1] ?? spec.symbol
      yield { kind: 'MarketRenamed', marketId, symbol, formerSymbol, spec: { ...spec, symbol } }
    }
  }
  for (const market of exchange.markets) yield statusOf(market)
  const rows = exchange.markets.map(tickerRow).filter((row) => row !== undefined)
  if (rows.length > 0) yield { kind: 'TickersChanged', rows }
}

function* accounts(exchange: Exchange): Generator<EngineEvent> {
  const { referrers, codes } = exchange.referrals
  for (const account of exchange.accounts) {
    const { id: accountId, address, networkType, isSim, ownerId, netDeposits } = account
    if (isSim)
      yield {
        kind: 'SimAccountOpened',
        accountId,
        account: address,
        ownerId,
        networkType,
        amountUsd6: netDeposits,
      }
    const referrerId = referrers.get(accountId)
    if (referrerId !== undefined)
      yield {
        kind: 'ReferralApplied',
        account: address,
        referrer: exchange.account(referrerId).address,
        code: codes.get(referrerId)!,
      }
    for (const { marketId, isLong, size, cost, initMarginRatio, settledFunding } of account.positions)
      yield {
        kind: 'PositionHeld',
        account: address,
        symbol: exchange.market(marketId).spec.symbol,
        isLong,
        size,
        cost,
        initMarginRatio,
        settledFunding,
      }
  }
}

/** For the running hour: the values reported at its start are gone. */
function* values(exchange: Exchange): Generator<EngineEvent> {
  if (exchange.lp.totalShares > 0) yield poolValued(exchange)
  yield* accountsValued(exchange, (_, { equity, netDeposits }) => equity !== 0 || netDeposits !== 0)
}
