/**
 * `bench -- memory`: what an account, a position and a resting order take, measured as what the process keeps when so
 * many more of them stand. The peer is nodejs-order-book, which keeps the order alone.
 */
import { apply } from '@vest/engine'
import { OrderBook } from 'nodejs-order-book'
import type { BenchResult } from './benchResult.ts'
import { freshExchange, hex, limitOrder, NOW, specOf, START_TICKS } from './freshExchange.ts'
import { collectGarbage } from './interleave.ts'

const SYMBOL = 'BTC-PERP'
const ACCOUNTS = 100_000
const ORDERS = 100_000
const LEVELS = 5_000
const DEPOSIT_USD6 = 10_000_000_000

export function benchMemory(print: (line: string) => void): Promise<BenchResult> {
  const empty = keptBytes()
  const { state, seq: lastSeq } = freshExchange([specOf(SYMBOL)], ACCOUNTS, DEPOSIT_USD6)
  let seq = lastSeq()
  let number = 0
  const place = (account: number, isBuy: boolean, price: number): void => {
    number += 1
    seq += 1
    apply(state, {
      seq,
      timeMs: NOW,
      command: limitOrder({ number, account, symbol: SYMBOL, isBuy, price, size: 1 }),
    })
  }
  const withAccounts = keptBytes()
  for (let account = 1; account <= ACCOUNTS; account += 1) place(account, account % 2 === 0, START_TICKS)
  const withPositions = keptBytes()
  for (let i = 0; i < ORDERS; i += 1) place(1 + (i % ACCOUNTS), true, restingPrice(i))
  const withOrders = keptBytes()
  if (state.orders.count !== ORDERS) throw new Error(`${state.orders.count} of ${ORDERS} orders rest`)

  const book = new OrderBook()
  for (let i = 0; i < ORDERS; i += 1)
    book.limit({ side: 'buy', id: hex(64, i + 1), size: 1, price: restingPrice(i) })
  const withPeer = keptBytes()
  if (book.order(hex(64, ORDERS)) === undefined) throw new Error('the orders of the peer rest')

  const account = (withAccounts - empty) / ACCOUNTS
  const position = (withPositions - withAccounts) / ACCOUNTS
  const order = (withOrders - withPositions) / ORDERS
  const peer = (withPeer - withOrders) / ORDERS
  print(`an account with a key and money: ${account.toFixed(0)} bytes (of ${ACCOUNTS})`)
  print(`its position, and what its first order leaves to be remembered: ${position.toFixed(0)} bytes`)
  print(
    `a resting order, its id and nonce remembered: ${order.toFixed(0)} bytes (of ${ORDERS} on ${LEVELS} prices)`,
  )
  print(`the peer's resting order: ${peer.toFixed(0)} bytes`)
  return Promise.resolve({ peer: 'nodejs-order-book 10.1.1, bytes per resting order', ratio: peer / order })
}

const restingPrice = (i: number): number => START_TICKS - 100 - (i % LEVELS)

/** What lives after a collection: on the heap of V8 and in buffers beside it. */
function keptBytes(): number {
  collectGarbage()
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return heapUsed + arrayBuffers
}
