/** Texts of the wire by hand: what is padded, signed, absent, and which fields an event has. */
import type { OrderRecord, TransferRecord } from '@vest/engine'
import {
  REFUSAL,
  funding12,
  lots,
  orderEvent,
  orderRow,
  ratio4,
  ticks,
  timeMs,
  transferRow,
  usd6,
} from '@vest/protocol'
import { describe, expect, it } from 'vitest'
import {
  orderEventText,
  orderRowText,
  tickerText,
  tradingHoursText,
  tradeMessage,
  tradeText,
  transferRowText,
} from './wireText.ts'

const BTC = { priceDecimals: 2, sizeDecimals: 4 }
const ID = `0x${'ab'.repeat(32)}` as const
const ADDRESS = `0x${'12'.repeat(20)}` as const

const placed: OrderRecord = {
  id: ID,
  account: ADDRESS,
  signer: ADDRESS,
  nonce: 7,
  marketId: 0,
  symbol: 'BTC-PERP',
  isBuy: true,
  orderType: 'LIMIT',
  size: lots(1_000),
  limitPrice: ticks(3_000_000),
  timeInForce: 'GTC',
  reduceOnly: false,
  initMarginRatio: ratio4(1_250),
  status: 'NEW',
  filledSize: lots(0),
  filledValue: usd6(0),
  fees: usd6(0),
  orderTimeMs: timeMs(5),
  postTimeMs: timeMs(6),
}
const filled: OrderRecord = {
  ...placed,
  status: 'PARTIALLY_FILLED',
  markPrice: ticks(2_999_950),
  filledSize: lots(400),
  filledValue: usd6(1_200_000_000),
  lastFilledSize: lots(400),
  lastFilledPrice: ticks(3_000_000),
  lastFilledTimeMs: timeMs(9),
  avgFilledPrice: ticks(3_000_000),
  fees: usd6(120_000),
  realizedPnl: usd6(-120_001),
  settledFunding: usd6(-1),
  cumFunding: funding12(-1_230_000_000_000n),
}

describe('wire text', () => {
  it('[3.7] [3.19] an order before and after its first fill', () => {
    expect(orderRow.parse(orderRowText(placed, BTC))).toMatchObject({
      limitPrice: '30000.00',
      size: '0.1000',
      initMarginRatio: '0.1250',
      markPrice: null,
      lastFilledPrice: null,
      avgFilledPrice: null,
      settledFunding: null,
      realizedPnl: null,
      cumFunding: null,
      code: null,
      fees: '0.000000',
      filledSize: '0.0000',
      time: 5,
      postTime: 6,
    })
    expect(orderRowText({ ...placed, isTriggered: true }, BTC).triggered).toBe(true)
    expect(orderRow.parse(orderRowText(filled, BTC))).toMatchObject({
      triggered: false,
      markPrice: '29999.50',
      lastFilledSize: '0.0400',
      lastFilledPrice: '30000.00',
      lastFilledTime: 9,
      avgFilledPrice: '30000.00',
      settledFunding: '-0.000001',
      realizedPnl: '-0.120001',
      fees: '0.120000',
      cumFunding: '-1.230000000000',
      filledSize: '0.0400',
    })
  })

  it('[4.1] an event has the fields of its status, each as the row has it', () => {
    const fields = (order: OrderRecord) => Object.keys(orderEvent.parse(orderEventText(order, BTC))).sort()
    const whenNew = [
      'clientId',
      'id',
      'initMarginRatio',
      'isBuy',
      'limitPrice',
      'nonce',
      'orderType',
      'parentId',
      'postTime',
      'reduceOnly',
      'size',
      'slPrice',
      'status',
      'symbol',
      'timeInForce',
      'tpPrice',
      'triggered',
    ]
    const ofFill = [
      'avgFilledPrice',
      'cumFunding',
      'fees',
      'filledSize',
      'lastFilledPrice',
      'lastFilledSize',
      'lastFilledTime',
      'realizedPnl',
      'settledFunding',
    ]
    expect(fields(placed)).toEqual(whenNew)
    expect(fields(filled)).toEqual([...whenNew, ...ofFill].sort())
    expect(fields({ ...filled, status: 'FILLED' })).toEqual([...whenNew, ...ofFill].sort())
    expect(fields({ ...placed, status: 'CANCELLED' })).toEqual(['id', 'nonce', 'postTime', 'status'])
    expect(fields({ ...placed, status: 'CANCELLED', code: REFUSAL.DELETED_BY_LIQ })).toEqual([
      'code',
      'id',
      'nonce',
      'postTime',
      'status',
    ])
    expect(fields({ ...placed, status: 'REJECTED', code: REFUSAL.OI_CAP_EXCEEDED })).toEqual([
      'code',
      'id',
      'nonce',
      'postTime',
      'status',
    ])
    expect(fields({ ...placed, status: 'CANCELLED', clientId: 'a' })).toContain('clientId')
    expect(orderEventText({ ...placed, clientId: 'a' }, BTC)).toMatchObject({ clientId: 'a' })
    for (const order of [placed, filled, { ...filled, status: 'FILLED' as const }])
      expect(orderRowText(order, BTC)).toMatchObject(orderEventText(order, BTC))
  })

  it('[3.5] a ticker shows long minus short and signed changes', () => {
    const row = {
      marketId: 0,
      symbol: 'BTC-PERP',
      index: ticks(3_400_000),
      mark: ticks(3_400_010),
      rate: -10_000 as never,
      cumFunding: funding12(1_230_000_000_000n),
      longOi: lots(1),
      shortOi: lots(1_231_201),
      status: 'TRADING' as const,
      mode: 'REDUCE_ONLY' as const,
      session: 'EXTENDED' as const,
    }
    const stats = { priceChange: ticks(-9_499), priceChangePercent4: -2_786 } as never
    const next = { session: 'CLOSED' as const, timeMs: timeMs(7) }
    expect(tickerText(row, BTC, { stats, next, lastPrice: ticks(3_399_999) })).toEqual({
      symbol: 'BTC-PERP',
      markPrice: '34000.10',
      indexPrice: '34000.00',
      imbalance: '-123.1200',
      oneHrFundingRate: '-0.00010000',
      cumFunding: '1.230000000000',
      priceChange: '-94.99',
      priceChangePercent: '-0.2786',
      lastPrice: '33999.99',
      status: 'TRADING',
      mode: 'REDUCE_ONLY',
      session: 'EXTENDED',
      nextSession: { session: 'CLOSED', time: 7 },
    })
    const bare = tickerText(row, BTC, { stats, next: undefined, lastPrice: undefined })
    // Before the first trade: the mark.
    expect([bare.nextSession, bare.lastPrice]).toEqual([null, '34000.10'])
  })

  it('a session lasts until the next one begins; one of which nothing is scheduled has no ends', () => {
    const starts = [
      { session: 'EXTENDED' as const, timeMs: timeMs(5) },
      { session: 'CLOSED' as const, timeMs: timeMs(7) },
    ]
    expect(tradingHoursText(starts)).toEqual([
      { session: 'EXTENDED', startTime: 5, endTime: 7 },
      { session: 'CLOSED', startTime: 7, endTime: null },
    ])
    expect(tradingHoursText([])).toEqual([{ session: 'REGULAR', startTime: null, endTime: null }])
  })

  it('a trade is negative where the taker sold, also on the socket, where its id is hexadecimal', () => {
    const trade = {
      tradeId: 28_457,
      price: ticks(400),
      size: lots(120_000),
      value: usd6(48_000_000),
      takerIsBuy: false,
      timeMs: timeMs(1),
    }
    expect(tradeText(trade, BTC)).toEqual({
      id: 28_457,
      price: '4.00',
      qty: '-12.0000',
      quoteQty: '48.000000',
      time: 1,
    })
    expect(tradeMessage(trade, BTC)).toEqual({
      id: '0x6f29',
      price: '4.00',
      qty: '-12.0000',
      quoteQty: '48.000000',
      time: 1,
    })
  })

  it('[3.9] a transfer is null where it has nothing', () => {
    const deposit: TransferRecord = {
      id: ID,
      account: ADDRESS,
      type: 'DEPOSIT',
      status: 'FILLED',
      nonce: 0,
      size: usd6(100_000_000),
      chainId: 42161,
      token: ADDRESS,
      postTimeMs: timeMs(6),
      execute: false,
    }
    expect(transferRow.parse(transferRowText(deposit, 'USDC'))).toEqual({
      id: ID,
      nonce: 0,
      size: '100.000000',
      orderType: 'DEPOSIT',
      status: 'FILLED',
      code: null,
      chainId: 42161,
      postTime: 6,
      requestArgs: null,
      signer: null,
      signature: null,
      signatureProof: null,
      validatorSignature: null,
      recipient: null,
      token: 'USDC',
      txHash: null,
      eligibleTime: null,
    })
  })
})
