import { describe, expect, it } from 'vitest'
import { at, COIN, sized } from '../testing/fixtures.ts'
import {
  marketLabel,
  mergeTrades,
  readBook,
  readMarket,
  readTicker,
  readTrade,
  TAPE_ROWS,
  type Trade,
} from './market.ts'

describe('reading the wire', () => {
  it('[3.4] reads a market with ratios of 4 and fees of 5 decimals in short form', () => {
    const market = readMarket(
      {
        symbol: 'BTC-PERP',
        displayName: 'Bitcoin',
        base: 'BTC',
        quote: 'USDC',
        sizeDecimals: 4,
        priceDecimals: 2,
        tickSizes: ['0.01', '0.5', '10'],
        minTickSize: '0.01',
        defaultTickSize: '0.5',
        initMarginRatio: '0.1',
        maintMarginRatio: '0.05',
        takerFee: '0.0001',
        isolated: false,
        asset: 'crypto',
        status: 'TRADING',
        tradingStatus: 'TRADING',
        category: 'crypto',
        evalAllowed: true,
        fundedInitMarginRatio: '0.2',
        listTime: 1_700_000_000_000,
        offHoursProfit: '0.5',
        fillBandBps: 1_000,
      },
      { fundingInterval: 3_600_000 },
    )
    expect(market).toMatchObject({
      initMarginRatio: 1_000,
      maintMarginRatio: 500,
      takerFeeRate: 10,
      priceSteps: [1, 50, 1_000],
      defaultPriceStep: 50,
      scale: 1,
      leverageMax: 10,
      offHoursProfitPercent: 50,
      fillBandBps: 1_000,
      fundingIntervalMs: 3_600_000,
    })
  })

  it('[3.5] reads a ticker with 8 decimals of funding, 4 of percent and 12 of the accumulator', () => {
    expect(
      readTicker(
        {
          symbol: COIN.symbol,
          markPrice: '312.48',
          indexPrice: '312.41',
          imbalance: '0',
          oneHrFundingRate: '-0.00125000',
          cumFunding: '-1.230000000000',
          priceChange: '-8.34',
          priceChangePercent: '-2.7412',
          lastPrice: '312.40',
          status: 'TRADING',
          mode: 'REDUCE_ONLY',
          session: 'EXTENDED',
          nextSession: { session: 'CLOSED', time: 7 },
        },
        COIN,
      ),
    ).toEqual({
      symbol: COIN.symbol,
      markPrice: 31_248,
      indexPrice: 31_241,
      oneHrFundingRate: -125_000,
      cumFunding: -1_230_000_000_000n,
      priceChange: -834,
      priceChangePercent4: -27_412,
      status: 'TRADING',
      mode: 'REDUCE_ONLY',
      session: 'EXTENDED',
      nextSession: { session: 'CLOSED', timeMs: 7 },
    })
  })

  it('cuts display figures that carry more decimals than ours, and takes an unknown status for halted', () => {
    const ticker = readTicker(
      {
        symbol: COIN.symbol,
        markPrice: '312.48',
        indexPrice: '312.41',
        imbalance: '0',
        oneHrFundingRate: '0.0012500012345',
        cumFunding: '0',
        priceChange: '-8.3456',
        priceChangePercent: '-2.74',
        lastPrice: '312.40',
        status: 'PAUSED' as never,
        mode: 'PAUSED' as never,
        session: 'LUNCH' as never,
        nextSession: null,
      },
      COIN,
    )
    expect([ticker.priceChange, ticker.priceChangePercent4, ticker.oneHrFundingRate, ticker.status]).toEqual([
      -834,
      -27_400,
      125_000,
      'HALT',
    ])
  })

  it('reads books and trades; a negative size is a sale', () => {
    expect(readBook({ bids: [['312.40', '1.5000']], asks: [] }, COIN)).toEqual({
      bids: [{ price: at(COIN, 312.4), size: sized(COIN, 1.5) }],
      asks: [],
    })
    const trade = readTrade({ id: 28_457, price: '312.40', qty: '-12.0000', quoteQty: '1.0', time: 5 }, COIN)
    expect(trade).toEqual({ id: '0x6f29', price: 31_240, size: 120_000, isBuy: false, timeMs: 5 })
    expect(readTrade({ id: '0x6F29', price: '312.40', qty: '1', quoteQty: '1', time: 5 }, COIN).id).toBe(
      '0x6f29',
    )
  })

  it('shortens the label of USD perpetuals only', () => {
    expect(['COIN-USD-PERP', 'BTC-PERP'].map(marketLabel)).toEqual(['COIN-USD', 'BTC-PERP'])
  })
})

it('keeps each trade once, newest first, at most a hundred', () => {
  const trade = (id: number): Trade => ({
    id: `0x${id}`,
    price: at(COIN, 300),
    size: sized(COIN, 1),
    isBuy: true,
    timeMs: id as Trade['timeMs'],
  })
  const held = [trade(2), trade(1)]
  expect(mergeTrades(held, [trade(2)])).toBe(held)
  expect(mergeTrades(held, [trade(3), trade(2)]).map((row) => row.id)).toEqual(['0x3', '0x2', '0x1'])
  expect(
    mergeTrades(
      [],
      Array.from({ length: 150 }, (_, index) => trade(index)),
    ),
  ).toHaveLength(TAPE_ROWS)
})
