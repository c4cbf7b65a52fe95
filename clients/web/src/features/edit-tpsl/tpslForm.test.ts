import fc from 'fast-check'
import { lots } from '@vest/protocol'
import { describe, expect, it } from 'vitest'
import { computePortfolio } from '../../entities/account/portfolio.ts'
import { gainText } from '../../entities/order/exitDraft.ts'
import { heldExits, type HeldExit } from '../../entities/order/heldExits.ts'
import {
  accountOf,
  at,
  COIN,
  MARKETS,
  positionOf,
  restingOrder,
  sized,
  tickerOf,
} from '../../testing/fixtures.ts'
import { tpslChanges, type TpslChange } from './tpslChanges.ts'
import {
  openDraft,
  reduceTpsl,
  rowBasis,
  rowPercent,
  rowSize,
  type TpslAction,
  type TpslContext,
  type TpslDraft,
} from './tpslForm.ts'
import { tpslGroup, tpslState } from './tpslState.ts'

/** 42 COIN bought, or sold, at 304.15; the mark is 312.48. */
function contextOf(
  side: 'long' | 'short' = 'long',
  size = 42,
  change: Partial<TpslContext> = {},
): TpslContext {
  const portfolio = computePortfolio(
    {
      account: accountOf({
        positions: new Map([[COIN.symbol, positionOf(COIN, side, size, 304.15)]]),
      }),
      orders: new Map(),
      transfers: new Map(),
    },
    MARKETS,
    new Map([[COIN.symbol, tickerOf(COIN, 312.48)]]),
  )
  const position = portfolio.factOf.get(COIN.symbol)!
  return { market: COIN, position, mark: at(COIN, 312.48), isHalted: false, ...change }
}
const context = contextOf()

const tp = (id: string, price: number, size: number): HeldExit => ({
  id,
  kind: 'takeProfit',
  price: at(COIN, price),
  size: sized(COIN, size),
})
const sl = (id: string, price: number, size: number): HeldExit => ({
  ...tp(id, price, size),
  kind: 'stopLoss',
})
const MOCK = [tp('a', 322, 21), tp('b', 330, 21), sl('c', 297.5, 33.6)]
const draftOf = (held: readonly HeldExit[], ...actions: readonly TpslAction[]): TpslDraft =>
  actions.reduce(reduceTpsl, openDraft(held, COIN))
const priced = (key: string, priceText: string): TpslAction => ({ kind: 'exit', key, exit: { priceText } })
const share = (key: string, text: string): TpslAction => ({ kind: 'percent', key, text })
const add = (of: 'takeProfit' | 'stopLoss'): TpslAction => ({ kind: 'add', of })
const remove = (key: string): TpslAction => ({ kind: 'remove', key })

describe('rows', () => {
  it('[2.40] lists the take profits and stop losses of the position, the nearest to the mark first', () => {
    const order = (
      n: number,
      orderType: 'TAKE_PROFIT' | 'STOP_LOSS' | 'LIMIT',
      price: number,
      symbol = COIN.symbol,
    ) => restingOrder(n, { orderType, symbol, limitPrice: at(COIN, price), filledSize: sized(COIN, 4) })
    const open = [
      order(1, 'TAKE_PROFIT', 330),
      order(2, 'TAKE_PROFIT', 322),
      order(3, 'LIMIT', 313),
      order(4, 'STOP_LOSS', 300),
      order(5, 'STOP_LOSS', 310, 'BTC-PERP'),
    ]
    const held = heldExits(open, COIN.symbol, context.mark)
    expect(held.map(({ kind, price, size }) => [kind, price, size])).toEqual([
      ['takeProfit', at(COIN, 322), sized(COIN, 6)],
      ['stopLoss', at(COIN, 300), sized(COIN, 6)],
      ['takeProfit', at(COIN, 330), sized(COIN, 6)],
    ])
  })

  it('say price, gain and share of what they would close', () => {
    const draft = draftOf(MOCK)
    const gains = draft.rows.map((row) => gainText(row.exit, 'usd', rowBasis(row, draft, context)))
    expect(gains).toEqual(['374.85', '542.85', '-223.44'])
    expect(draft.rows.map((row) => rowPercent(row, draft, context.position))).toEqual(['50', '50', '80'])
  })

  it('a row that is added takes what the others of its kind leave', () => {
    const draft = draftOf(MOCK, add('stopLoss'), add('takeProfit'))
    expect(draft.rows.slice(3).map((row) => [row.kind, rowPercent(row, draft, context.position)])).toEqual([
      ['stopLoss', '20'],
      ['takeProfit', '0'],
    ])
  })

  it('the size of an order stands to the lot until a share is typed', () => {
    const odd = { ...tp('a', 322, 0), size: sized(COIN, 13.3333) }
    const draft = draftOf([odd])
    expect([
      rowPercent(draft.rows[0]!, draft, context.position),
      rowSize(draft.rows[0]!, draft, context.position),
    ]).toEqual(['31.74', 133_333])
    const typed = reduceTpsl(draft, share('a', '31.74'))
    expect(rowSize(typed.rows[0]!, typed, context.position)).toBe(133_308)
  })

  it('a row that is added offers exactly what is left, to the lot, also while the position changes', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1_000_000 }),
        fc.array(fc.integer({ min: 0, max: 3_333 }), { maxLength: 3 }),
        fc.integer({ min: 1, max: 1_000_000 }),
        (size, shares, later) => {
          const rows = shares.flatMap((share2, at) => [
            add('takeProfit'),
            share(`added-${at}`, String(share2 / 100)),
          ])
          const draft = draftOf([], ...rows, add('takeProfit'), add('takeProfit'))
          for (const held of [size, later]) {
            const position = { ...context.position, size: lots(held) }
            const [rest, second] = draft.rows.slice(-2).map((row) => rowSize(row, draft, position))
            const others = draft.rows
              .slice(0, -2)
              .reduce((sum, row) => sum + rowSize(row, draft, position), 0)
            expect([others + rest!, second]).toEqual([held, 0])
          }
        },
      ),
    )
  })

  it('shares of 100 percent together are the whole position, to the lot', () => {
    const size = sized(COIN, 0.01)
    const position = { ...context.position, size }
    const draft = draftOf(
      [],
      ...['33.33', '33.33', '33.34'].flatMap((text, at) => [add('takeProfit'), share(`added-${at}`, text)]),
    )
    expect(draft.rows.map((row) => rowSize(row, draft, position))).toEqual([33, 33, 34])
    const half = draftOf([], add('stopLoss'), share('added-0', '50'))
    const twoHundredths = { ...position, size: sized(COIN, 0.02) }
    expect(rowSize(half.rows[0]!, half, twoHundredths)).toBe(sized(COIN, 0.01))
  })

  it('what the exchange tells meanwhile is taken in, and what was typed stays', () => {
    const typed = draftOf(MOCK, priced('a', '325'), remove('c'), add('stopLoss'))
    const held = [{ ...MOCK[0]!, size: sized(COIN, 10) }, tp('d', 340, 5)]
    const draft = reduceTpsl(typed, { kind: 'orders', held, market: COIN })
    expect(draft.rows.map(({ key, exit }) => [key, exit.priceText])).toEqual([
      ['a', '325'],
      ['added-0', ''],
      ['d', '340.00'],
    ])
    expect(rowSize(draft.rows[0]!, draft, context.position)).toBe(sized(COIN, 10))
    // The stop loss that was taken away is gone already: there is nothing left to cancel.
    expect(draft.removed).toEqual([])
  })
})

describe('what may be set', () => {
  const stateOf = (held: readonly HeldExit[], ...actions: readonly TpslAction[]) =>
    tpslState(draftOf(held, ...actions), context)

  it('[5.6] must be changed and complete', () => {
    expect(stateOf(MOCK)).toBe('idle')
    expect(stateOf(MOCK, priced('a', '325'))).toBe('ready')
    expect(stateOf(MOCK, priced('a', '325'), priced('a', '322'))).toBe('idle')
    expect(stateOf(MOCK, remove('c'))).toBe('ready')
    expect(stateOf([], add('takeProfit'))).toBe('idle')
    expect(stateOf([], add('takeProfit'), priced('added-0', '330'))).toBe('ready')
    expect(stateOf([], add('takeProfit'), priced('added-0', '330'), share('added-0', '0'))).toBe('idle')
    expect(stateOf(MOCK, priced('a', '0'))).toBe('idle')
  })

  it('[5.6] take profits in all must not exceed the position, likewise stop losses', () => {
    const over = [add('stopLoss'), priced('added-0', '292'), share('added-0', '30')]
    const draft = draftOf(MOCK, ...over)
    expect(tpslState(draft, context)).toBe('idle')
    expect(tpslGroup(draft, 'stopLoss', context)).toEqual({
      kind: 'stopLoss',
      totalPercent2: 11_000,
      fault: { kind: 'over', key: 'added-0', byPercent2: 1_000 },
    })
    expect(tpslGroup(draft, 'takeProfit', context).fault).toBeUndefined()
    expect(stateOf(MOCK, ...over, share('added-0', '20'))).toBe('ready')
    expect(stateOf(MOCK, share('b', '50.01'))).toBe('idle')
  })

  it('a kind that is too large already does not keep the other from being set', () => {
    const shrunk = [tp('a', 330, 60), sl('c', 300, 42)]
    expect(stateOf(shrunk, priced('c', '301'))).toBe('ready')
    expect(stateOf(shrunk, priced('a', '331'))).toBe('idle')
    expect(stateOf(shrunk, share('a', '100'))).toBe('ready')
  })

  it('what would be sent must stand on its side of the mark; a stop loss may lock a profit in', () => {
    expect(stateOf(MOCK, priced('c', '310'))).toBe('ready')
    expect(stateOf(MOCK, priced('c', '312.48'))).toBe('idle')
    expect(stateOf(MOCK, priced('a', '312.48'))).toBe('idle')
    expect(tpslGroup(draftOf(MOCK, priced('a', '300')), 'takeProfit', context).fault).toEqual({
      kind: 'side',
      key: 'a',
    })
    const short = contextOf('short')
    expect(tpslState(draftOf([], add('takeProfit'), priced('added-0', '300')), short)).toBe('ready')
    expect(tpslState(draftOf([], add('stopLoss'), priced('added-0', '300')), short)).toBe('idle')
    // A level that stands and is about to fire does not keep the trader from changing another.
    expect(stateOf([tp('a', 312, 21), ...MOCK.slice(1)], priced('b', '335'))).toBe('ready')
  })

  it('[5.6] a gain that means no price is named and blocks; so does a field that refused what was typed', () => {
    const gain: TpslAction = { kind: 'exit', key: 'c', exit: { priceText: '', gainText: '-999999' } }
    const draft = draftOf(MOCK, gain)
    expect(tpslGroup(draft, 'stopLoss', context).fault).toEqual({ kind: 'noPrice', key: 'c' })
    expect(tpslState(draft, context)).toBe('idle')
    const sound = draftOf(MOCK, priced('a', '325'))
    expect(tpslState(sound, context, ['a-price'])).toBe('refused')
    expect(tpslState(sound, context, [])).toBe('ready')
  })

  it('nothing can be set in a halted market', () => {
    const halted = contextOf('long', 42, { isHalted: true })
    expect(tpslState(draftOf(MOCK, remove('c')), halted)).toBe('closed')
  })
})

describe('from what stands to what shall be', () => {
  const told = (changes: readonly TpslChange[]) =>
    changes.map((change) =>
      change.kind === 'cancel'
        ? `cancel ${change.held.id}`
        : `${change.kind}${change.kind === 'replace' ? ` ${change.held.id}` : ''} ${change.wanted.kind} ${change.wanted.price / 100} x${change.wanted.size / 10_000}`,
    )
  const changesOf = (held: readonly HeldExit[], ...actions: readonly TpslAction[]) =>
    told(tpslChanges(draftOf(held, ...actions), context))

  it('[4.8] an order is moved by another in its place, one that is new added, one that goes cancelled', () => {
    expect(changesOf(MOCK, priced('a', '325'))).toEqual(['replace a takeProfit 325 x21'])
    expect(changesOf(MOCK, add('stopLoss'), priced('added-0', '290'))).toEqual(['place stopLoss 290 x8.4'])
    expect(changesOf(MOCK, remove('b'))).toEqual(['cancel b'])
  })

  it('a row taken away and one added are one command; stop losses come first', () => {
    expect(
      changesOf(
        MOCK,
        remove('c'),
        add('stopLoss'),
        priced('added-0', '301'),
        remove('a'),
        remove('b'),
        add('takeProfit'),
        priced('added-1', '340'),
      ),
    ).toEqual(['replace c stopLoss 301 x42', 'cancel b', 'replace a takeProfit 340 x42'])
  })

  it('what shrinks makes room before another grows', () => {
    expect(changesOf(MOCK, share('a', '90'), share('b', '10'))).toEqual([
      'replace b takeProfit 330 x4.2',
      'replace a takeProfit 322 x37.8',
    ])
  })

  it('[4.8] cancel then new where replacing would exceed the position on the way', () => {
    const large = [tp('a', 322, 40), tp('b', 330, 40)]
    expect(changesOf(large, share('a', '50'), share('b', '50'))).toEqual([
      'cancel a',
      'replace b takeProfit 330 x21',
      'place takeProfit 322 x21',
    ])
  })

  it('keeps the sum of a kind within the position after every command that adds', () => {
    const large = [sl('a', 300, 42), sl('b', 290, 21)]
    let standing = 63
    for (const change of tpslChanges(draftOf(large, share('a', '25'), share('b', '75')), context)) {
      if (change.kind !== 'place') standing -= change.held.size / 10_000
      if (change.kind !== 'cancel') standing += change.wanted.size / 10_000
      if (change.kind !== 'cancel') expect(standing).toBeLessThanOrEqual(42)
    }
    expect(standing).toBe(42)
  })
})
