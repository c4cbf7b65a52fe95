import { describe, expect, it } from 'vitest'
import type { ClosedPositionRow, FillRow, FundingPaymentRow } from '@vest/protocol'
import { at, BTC, COIN, MARKETS, orderId, sized, usd } from '../../testing/fixtures.ts'
import { closedPositionsCsv, fillsCsv, fundingCsv } from './pastCsv.ts'
import { readClosedPositions, readFills, readFundingPayments } from './pastRows.ts'

const OPENED = Date.UTC(2025, 10, 22, 14, 5)
const CLOSED = Date.UTC(2025, 10, 23, 1, 0)

const closed: ClosedPositionRow = {
  id: orderId(1),
  symbol: COIN.symbol,
  isLong: false,
  size: '10.0000',
  entryPrice: '300.00',
  exitPrice: '290.00',
  openTime: OPENED,
  closeTime: CLOSED,
  realizedPnl: '94.500000',
  fees: '5.900000',
  settledFunding: '0.400000',
  initMarginRatio: '0.1000',
  closeType: 'TAKE_PROFIT',
}
const fill: FillRow = {
  id: 7,
  orderId: orderId(2),
  symbol: BTC.symbol,
  isBuy: true,
  orderType: 'LIMIT',
  price: '100000.5',
  size: '0.00100',
  quoteQty: '100.000500',
  fee: '0.010001',
  isMaker: true,
  realizedPnl: '-0.010001',
  settledFunding: '0.000000',
  time: OPENED,
}
const payment: FundingPaymentRow = {
  id: orderId(3),
  symbol: COIN.symbol,
  time: CLOSED,
  payment: '-0.123456',
  rate: '0.00001250',
  size: '10.0000',
  isLong: true,
}

describe('the past of an account', () => {
  it('a closed position is told in units, its profit broken down into prices, fees and funding', () => {
    const [row] = readClosedPositions([closed], MARKETS)
    expect(row).toMatchObject({
      market: COIN,
      size: sized(COIN, 10),
      entryPrice: at(COIN, 300),
      exitPrice: at(COIN, 290),
      // 10 × (300 − 290), to the micro-dollar.
      pricePnl: usd(100),
      fees: usd(5.9),
      funding: usd(0.4),
      realizedPnl: usd(94.5),
    })
  })

  it('fills of two orders of one trade are two rows', () => {
    const rows = readFills([fill, { ...fill, orderId: orderId(9), isBuy: false }], MARKETS)
    expect(new Set(rows.map(({ id }) => id)).size).toBe(2)
    expect(rows[0]).toMatchObject({ price: at(BTC, 100_000.5), size: sized(BTC, 0.001), fee: usd(0.010_001) })
  })

  it('what is in a market that is not listed any more is left out', () => {
    const gone = { symbol: 'GONE-PERP' }
    expect(readClosedPositions([{ ...closed, ...gone }], MARKETS)).toEqual([])
    expect(readFills([{ ...fill, ...gone }, fill], MARKETS)).toHaveLength(1)
    expect(readFundingPayments([{ ...payment, ...gone }], MARKETS)).toEqual([])
  })

  it('leaves as plain figures in a file', () => {
    const lines = (text: string): string[] => text.split('\r\n')
    expect(lines(closedPositionsCsv(readClosedPositions([closed], MARKETS)))).toEqual([
      'opened,closed,market,side,size,entryPrice,exitPrice,closedBy,pricePnl,fees,funding,realizedPnl,id',
      `2025-11-22T14:05:00.000Z,2025-11-23T01:00:00.000Z,COIN-USD-PERP,SHORT,10.0000,300.00,290.00,TAKE_PROFIT,100.000000,5.900000,0.400000,94.500000,${orderId(1)}`,
      '',
    ])
    expect(lines(fillsCsv(readFills([fill], MARKETS)))).toEqual([
      'time,market,side,type,role,price,size,value,fee,realizedPnl,orderId',
      `2025-11-22T14:05:00.000Z,BTC-PERP,BUY,LIMIT,MAKER,100000.5,0.00100,100.000500,0.010001,-0.010001,${orderId(2)}`,
      '',
    ])
    expect(lines(fundingCsv(readFundingPayments([payment], MARKETS)))).toEqual([
      'time,market,side,size,hourlyRate,payment,id',
      `2025-11-23T01:00:00.000Z,COIN-USD-PERP,LONG,10.0000,0.00001250,-0.123456,${orderId(3)}`,
      '',
    ])
  })
})
