import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatDecimal, lots, ticks } from '@vest/protocol'
import { at, BTC, COIN, MARKETS, sized } from '../../testing/fixtures.ts'
import { NUMERIC_TEXTS } from '../../testing/numericTexts.ts'
import type { Market } from '../../live/index.ts'
import { parseOrderLine } from './parseOrderLine.ts'

const context = {
  markets: [...MARKETS.values()],
  markOf: (symbol: string) => (symbol === COIN.symbol ? at(COIN, 312.48) : undefined),
}
const parse = (text: string) => parseOrderLine(text, context)

describe('an order as it is typed', () => {
  it('side, size, market, price, take profit and stop loss', () => {
    expect(parse('b 2 coin 181.2 tp 190 sl 176')).toEqual({
      kind: 'order',
      market: COIN,
      order: {
        isBuy: true,
        size: sized(COIN, 2),
        price: at(COIN, 181.2),
        takeProfit: at(COIN, 190),
        stopLoss: at(COIN, 176),
      },
    })
  })

  it('size and market in either order, sides by many names, markets by base, name, symbol or a beginning', () => {
    for (const text of ['sell btc 0.5', 's 0.5 BTC', 'short .5 btc-perp', 'sell 0.5 bt'])
      expect(parse(text), text).toEqual({
        kind: 'order',
        market: BTC,
        order: { isBuy: false, size: sized(BTC, 0.5) },
      })
    expect(parse('long coin @300')).toMatchObject({ order: { isBuy: true, price: at(COIN, 300) } })
  })

  it('a size in dollars is as much as they buy, at the price that is said or at the mark', () => {
    expect(parse('b $500 coin')).toMatchObject({ order: { size: lots(16_001) } })
    expect(parse('b coin 500$ 250')).toMatchObject({ order: { size: sized(COIN, 2) } })
    expect(parse('b $500 btc')).toMatchObject({ kind: 'problem', problem: 'size', word: '$500' })
  })

  it('says which word it does not understand', () => {
    const problems = [
      ['b 2.00001 coin', 'size', '2.00001'],
      ['b 0 coin', 'size', '0'],
      ['b 2 coin 181.123', 'price', '181.123'],
      ['b 2 coin tp', 'takeProfit', ''],
      ['b 2 coin sl abc', 'stopLoss', 'abc'],
      ['b 2 coin 181 190', 'word', '190'],
      ['b 2 coin tp 190 tp 191', 'word', 'tp'],
      ['b 2 coin now', 'word', 'now'],
      ['b 0,5 coin', 'size', '0,5'],
      ['b ,5 coin', 'size', ',5'],
      ['b 2 coin 1.234,50', 'price', '1.234,50'],
      ['b 99999999999999999999 coin', 'size', '99999999999999999999'],
      ['b 1e5 coin', 'word', '1e5'],
      ['b ５ coin', 'word', '５'],
      ['b -5 coin', 'word', '-5'],
    ] as const
    for (const [text, problem, word] of problems)
      expect(parse(text), text).toEqual({ kind: 'problem', market: COIN, problem, word })
  })

  it('[5.1] reads by the rules of fields: grouped in threes, with a point to be, and in every text of the dictionary what is meant or nothing', () => {
    expect(parse('b 1,234.5 coin 1,180.')).toMatchObject({
      order: { size: sized(COIN, 1_234.5), price: at(COIN, 1_180) },
    })
    for (const text of NUMERIC_TEXTS) {
      const line = parse(`b ${text} coin`)
      if (line?.kind !== 'order' || line.order.size === undefined || /\s/.test(text)) continue
      const { size } = line.order
      const plain = Number(text.replace(/,(?=\d{3})|\u202f/g, '').replaceAll('$', ''))
      expect(size, text).toBe(text.includes('$') ? lots(16_001) : sized(COIN, plain))
    }
  })

  it('never reads a word of the order as a symbol or as the beginning of one', () => {
    const called = (base: string): Market => ({
      ...COIN,
      base,
      label: `${base}-USD`,
      symbol: `${base}-USD-PERP`,
    })
    const [slv, tpl, marketly, longer] = ['SLV', 'TPL', 'MARKETLY', 'LONGER'].map(called) as [
      Market,
      Market,
      Market,
      Market,
    ]
    const sl = called('SL')
    const listed = { ...context, markets: [slv, tpl, marketly, longer, sl, COIN] }
    const read = (text: string) => parseOrderLine(text, listed)
    for (const text of [
      'b 2 sl 100',
      'b sl 100 2',
      'b tp',
      'b 2 market',
      'b market 2',
      'b 2 long',
      'b 2 mkt',
    ])
      expect(read(text), text).toBeUndefined()
    expect(read('b 2 sl 100 coin tp 400')).toEqual({
      kind: 'order',
      market: COIN,
      order: { isBuy: true, size: sized(COIN, 2), takeProfit: at(COIN, 400), stopLoss: at(COIN, 100) },
    })
    expect(read('b market 2 coin')).toEqual({
      kind: 'order',
      market: COIN,
      order: { isBuy: true, size: sized(COIN, 2) },
    })
    for (const text of ['b 2 coin market 300', 'b 2 coin 300 market', 'b 2 coin market mkt'])
      expect(read(text), text).toMatchObject({ kind: 'problem', problem: 'word' })
    expect(read('b 2 slv sl 100')).toMatchObject({ market: slv, order: { stopLoss: at(slv, 100) } })
    expect(read('b 2 sl-usd')).toMatchObject({ market: sl })
    expect(read('b 2 tpl')).toMatchObject({ market: tpl })
  })

  it('is nothing without a side and a market', () => {
    for (const text of ['', 'b', 'btc', 'settings', 'b 2', 'b 2 nothing', 'constructor 2 btc'])
      expect(parse(text), text).toBeUndefined()
  })

  it('reads back whatever it is written as, and never throws', () => {
    fc.assert(
      fc.property(
        fc.boolean(),
        fc.integer({ min: 1, max: 1e10 }),
        fc.integer({ min: 1, max: 1e10 }),
        fc.constantFrom(COIN, BTC),
        (isBuy, size, price, market) => {
          const text = `${isBuy ? 'b' : 's'} ${formatDecimal(size, market.sizeDecimals)} ${market.base} ${formatDecimal(price, market.priceDecimals)}`
          expect(parse(text)).toEqual({
            kind: 'order',
            market,
            order: { isBuy, size: lots(size), price: ticks(price) },
          })
        },
      ),
    )
    fc.assert(fc.property(fc.string(), (text) => void parse(`b coin ${text}`)))
  })
})
