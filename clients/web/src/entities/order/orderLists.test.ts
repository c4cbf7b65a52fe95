import { describe, expect, it } from 'vitest'
import { REFUSAL, lots, timeMs } from '@vest/protocol'
import { at, BTC, COIN, orderId, restingOrder, usd } from '../../testing/fixtures.ts'
import type { Order } from '../../live/index.ts'
import { filterHistory, HISTORY_FILTERS } from './historyFilter.ts'
import { csvCell } from '../../shared/csv/index.ts'
import { orderCsv } from './orderCsv.ts'
import { createOrderAttention } from './orderAttention.ts'
import { leverageOf } from './leverageSetting.ts'

const history: readonly Order[] = [
  restingOrder(1),
  restingOrder(2, { status: 'FILLED' }),
  restingOrder(3, { status: 'REJECTED', code: REFUSAL.PRICE_CHECK_FAILED, symbol: BTC.symbol }),
  restingOrder(4, { status: 'CANCELLED' }),
]
const ids = (orders: readonly Order[]): number[] => orders.map((order) => order.nonce)

describe('order history', () => {
  it('[2.27] filters all, filled, rejected, cancelled', () => {
    expect(HISTORY_FILTERS.map((filter) => ids(filterHistory(history, { filter })))).toEqual([
      [1, 2, 3, 4],
      [2],
      [3],
      [4],
    ])
    expect(ids(filterHistory(history, { filter: 'ALL', symbol: BTC.symbol }))).toEqual([3])
  })

  it('[2.27] exports plain figures as CSV', () => {
    const filled = restingOrder(7, {
      status: 'FILLED',
      filledSize: lots(100_000),
      avgFilledPrice: at(COIN, 299.5),
      fees: usd(2.995),
      realizedPnl: usd(-2.995),
      settledFunding: usd(0),
      postTimeMs: timeMs(Date.UTC(2025, 10, 22, 14, 5)),
    })
    const [head, line, end] = orderCsv([{ order: filled, market: COIN }]).split('\r\n')
    expect(head).toBe(
      'time,market,side,type,status,code,size,filledSize,limitPrice,avgFilledPrice,realizedPnl,fees,settledFunding,reduceOnly,id',
    )
    expect(line).toBe(
      `2025-11-22T14:05:00.000Z,COIN-USD-PERP,BUY,LIMIT,FILLED,,10.0000,10.0000,300.00,299.50,-2.995000,2.995000,0.000000,false,${orderId(7)}`,
    )
    expect(end).toBe('')
  })

  it('defuses what a spreadsheet would take for a formula, and quotes what needs it', () => {
    expect(['=1+1', '@x', '-1.50', 'a,b', 'say "x"', '+1'].map(csvCell)).toEqual([
      "'=1+1",
      "'@x",
      '-1.50',
      '"a,b"',
      '"say ""x"""',
      "'+1",
    ])
  })
})

describe('attention', () => {
  it('holds notices back until no submission is under way', () => {
    const attention = createOrderAttention()
    const told: string[] = []
    const first = attention.begin()
    const second = attention.begin()
    attention.whenIdle(() => told.push('event'))
    first.expect('0xAB')
    first.end()
    first.end()
    expect(told).toEqual([])
    second.end()
    expect([told, attention.isExpected('0xab'), attention.isExpected('0xcd')]).toEqual([
      ['event'],
      true,
      false,
    ])
    attention.whenIdle(() => told.push('now'))
    expect(told).toEqual(['event', 'now'])
  })
})

it('the leverage of a market is what was set, else 10, never above its maximum', () => {
  const account = {
    address: '0x1',
    collateral: usd(0),
    softCredit: usd(0),
    positions: new Map(),
    leverages: new Map([[COIN.symbol, 15]]),
    timeMs: timeMs(0),
    isCapital: false,
  }
  expect([
    leverageOf(account, COIN),
    leverageOf(account, BTC),
    leverageOf(undefined, { ...COIN, leverageMax: 4 }),
  ]).toEqual([15, 10, 4])
})
