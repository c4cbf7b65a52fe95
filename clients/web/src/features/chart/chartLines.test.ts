import type { TFunction } from 'i18next'
import { describe, expect, it } from 'vitest'
import { ticks } from '@vest/protocol'
import { computePortfolio } from '../../entities/account/portfolio.ts'
import { accountOf, at, COIN, MARKETS, orderId, positionOf, restingOrder, sized, tickerOf, usd } from '../../testing/fixtures.ts' // prettier-ignore
import {
  chartLines, exitPnl, isAtOnce, LINE_KINDS, toTicks, type ChartLine, type ChartLinesInput,
} from './chartLines.ts' // prettier-ignore
import { NO_MOVES } from './lineMoves.ts'
import { waitingExits } from './waitingExits.ts'

const t = ((key: string, words: Record<string, unknown> = {}) =>
  [key, ...Object.values(words)].join(' ')) as unknown as TFunction

const positionAt = (side: 'long' | 'short') =>
  computePortfolio(
    {
      account: accountOf({
        collateral: usd(1_200),
        positions: new Map([[COIN.symbol, positionOf(COIN, side, 42, 304.15)]]),
      }),
      orders: new Map(),
      transfers: new Map(),
    },
    MARKETS,
    new Map([[COIN.symbol, tickerOf(COIN, 312.48)]]),
  ).positions[0]!

const long = positionAt('long')
const stop = restingOrder(3, {
  isBuy: false,
  orderType: 'STOP_LOSS',
  limitPrice: at(COIN, 297.5),
  size: sized(COIN, 42),
  isReduceOnly: true,
})
const profit = restingOrder(4, {
  ...stop,
  id: orderId(4),
  orderType: 'TAKE_PROFIT',
  limitPrice: at(COIN, 328),
})
const limit = restingOrder(1)

const drawn = (change: Partial<ChartLinesInput> = {}): readonly ChartLine[] =>
  chartLines({
    market: COIN,
    mark: at(COIN, 312.48),
    position: long,
    orders: [limit, restingOrder(2, { isBuy: false, limitPrice: at(COIN, 330) })],
    moves: NO_MOVES,
    hidden: [],
    t,
    ...change,
  })
const texts = (line: ChartLine | undefined) => line?.tag.map((part) => part.text)

describe('price lines', () => {
  it('draws orders, entry, liquidation and, on top, the mark', () => {
    const lines = drawn()
    expect(lines.map((line) => line.kind)).toEqual(['limit', 'limit', 'entry', 'liquidation', 'mark'])
    expect(lines.map((line) => line.axisText)).toEqual([
      '300.00',
      '330.00',
      '304.15',
      lines[3]!.axisText,
      '312.48',
    ])
  })

  it('tags say what a line is and how far away it stands', () => {
    const lines = drawn()
    expect(texts(lines[0])).toEqual(['chart.limitBuy 10.0000'])
    expect(lines[1]).toMatchObject({ tag: [{ text: 'chart.limitSell 10.0000' }], distance: '↑ 5.6%' })
    expect(lines[2]?.tag.map((part) => [part.text, part.colour])).toEqual([
      ['chart.entry side.long 42.0000', '--chalk'],
      ['+$349.86', '--up'],
    ])
    expect(lines[3]?.distance.startsWith('↓')).toBe(true)
  })

  it('a partly filled order says what it has left', () => {
    expect(texts(drawn({ orders: [{ ...limit, filledSize: sized(COIN, 4) }] })[0])).toEqual([
      'chart.limitBuy 6.0000',
    ])
  })

  it('stop loss and take profit are dashed in their colours and say size and profit at their price', () => {
    const lines = drawn({ orders: [stop, profit] })
    expect(lines.slice(0, 2).map(({ kind, dash, colour }) => [kind, dash, colour])).toEqual([
      ['trigger', [4, 4], '--down'],
      ['trigger', [4, 4], '--up'],
    ])
    expect(texts(lines[0])).toEqual(['chart.stopLoss 42.0000', '−$279.30'])
    expect(texts(lines[1])).toEqual(['chart.takeProfit 42.0000', '+$1,001.70'])
  })

  it('each kind is switched off by itself', () => {
    for (const kind of LINE_KINDS) {
      const kinds = drawn({ orders: [limit, stop], hidden: [kind] }).map((line) => line.kind)
      expect(kinds).not.toContain(kind)
      expect(new Set(kinds).size).toBe(LINE_KINDS.length - 1)
    }
  })

  it('draws nothing that is not known', () => {
    expect(drawn({ mark: undefined, position: undefined, orders: [] })).toEqual([])
  })
})

describe('exits that ride on an unfilled limit order', () => {
  const entry = { ...limit, takeProfitPrice: at(COIN, 330), stopLossPrice: at(COIN, 290) }
  const waiting = (change: Partial<ChartLinesInput> = {}) =>
    drawn({ orders: [entry], ...change }).filter((line) => line.kind === 'trigger')

  it('have faint lines in their colours that cannot be dragged, and say that they wait, and for what gain', () => {
    const lines = waiting()
    expect(lines.map(({ axisText, colour, look, order }) => [axisText, colour, look, order])).toEqual([
      ['330.00', '--up', 'faint', undefined],
      ['290.00', '--down', 'faint', undefined],
    ])
    expect(lines.map(texts)).toEqual([
      ['chart.takeProfit 10.0000', '+$300.00', 'chart.waitsForEntry'],
      ['chart.stopLoss 10.0000', '−$100.00', 'chart.waitsForEntry'],
    ])
  })

  it('of a sale gain below its price', () => {
    const sale = { ...entry, isBuy: false }
    expect(waiting({ orders: [sale] }).map((line) => texts(line)?.[1])).toEqual(['−$300.00', '+$100.00'])
  })

  it('stay while the entry is moved, and say what they would bring from there', () => {
    const moves = { held: { orderId: limit.id, price: at(COIN, 310) }, sent: new Map() }
    const lines = waiting({ moves })
    expect(lines.map((line) => [line.axisText, texts(line)?.[1]])).toEqual([
      ['330.00', '+$200.00'],
      ['290.00', '−$200.00'],
    ])
  })

  it('are switched off with their kind, and gone with their order', () => {
    expect(waiting({ hidden: ['trigger'] })).toEqual([])
    expect(waiting({ orders: [] })).toEqual([])
  })

  it('are those of limit orders that nothing has filled; after the first fill they are orders of their own', () => {
    const { stopLossPrice: _stop, ...one } = entry
    expect(waiting({ orders: [one] }).map((line) => line.axisText)).toEqual(['330.00'])
    for (const change of [{ status: 'PARTIALLY_FILLED' }, { orderType: 'STOP_LOSS' }] as const)
      expect(waitingExits({ ...entry, ...change })).toEqual([])
  })
})

describe('a line that is moved', () => {
  const held = (order: typeof limit, price: number) =>
    drawn({
      orders: [order],
      moves: { held: { orderId: order.id, price: at(COIN, price) }, sent: new Map() },
    })

  it('stands at the new price and says it, with the distance; a faint line stays where the order is', () => {
    const [before, line] = held(limit, 310)
    expect([before?.axisText, before?.look, before?.order]).toEqual(['300.00', 'faint', undefined])
    expect(line).toMatchObject({ axisText: '310.00', look: 'held', order: { id: limit.id } })
    expect(texts(line)).toEqual(['chart.limitBuy 10.0000', '310.00', '↓ 0.7%'])
  })

  it('of a stop loss says the profit at the new price', () => {
    expect(texts(held(stop, 300)[1])).toEqual(['chart.stopLoss 42.0000', '−$174.30', '300.00', '↓ 3.9%'])
  })

  it('warns where the order would not wait', () => {
    expect(texts(held(limit, 313)[1])?.at(-1)).toBe('chart.atOnce')
    expect(texts(held(stop, 313)[1])?.at(-1)).toBe('chart.atOnce')
    expect(texts(held(stop, 312)[1])?.at(-1)).not.toBe('chart.atOnce')
  })

  it('that was sent is faint and cannot be taken until the exchange has answered', () => {
    const moves = { held: undefined, sent: new Map([[limit.id, at(COIN, 310)]]) }
    const line = drawn({ orders: [limit], moves })[1]
    expect([line?.axisText, line?.look, line?.order]).toEqual(['310.00', 'faint', undefined])
    expect(texts(line)?.at(-1)).toBe('chart.sending')
  })
})

describe('orders at a price', () => {
  it.each([
    ['LIMIT', true, 99, false],
    ['LIMIT', true, 100, true],
    ['LIMIT', false, 101, false],
    ['LIMIT', false, 100, true],
    ['TAKE_PROFIT', false, 101, false],
    ['TAKE_PROFIT', true, 101, true],
    ['STOP_LOSS', false, 99, false],
    ['STOP_LOSS', false, 100, true],
    ['STOP_LOSS', true, 101, false],
    ['STOP_LOSS', true, 99, true],
  ] as const)(
    '%s (buy: %s) at %d against a mark of 100 is at once: %s',
    (orderType, isBuy, price, expected) =>
      expect(isAtOnce({ orderType, isBuy }, ticks(price), ticks(100))).toBe(expected),
  )

  it('the profit of an exit is that of the part which closes, on both sides', () => {
    const half = { ...stop, size: sized(COIN, 21) }
    expect(exitPnl(half, long, COIN)).toBe(usd(-139.65))
    expect(exitPnl({ ...stop, size: sized(COIN, 100) }, long, COIN)).toBe(usd(-279.3))
    expect(exitPnl({ ...stop, isBuy: true }, positionAt('short'), COIN)).toBe(usd(279.3))
    expect(exitPnl(stop, positionAt('short'), COIN)).toBeUndefined()
    expect(exitPnl(stop, undefined, COIN)).toBeUndefined()
  })

  it('a point of the picture becomes the nearest price of the market', () => {
    expect([toTicks(312.4849, COIN), toTicks(312.485, COIN), toTicks(-5, COIN)]).toEqual([31_248, 31_249, 1])
  })
})
