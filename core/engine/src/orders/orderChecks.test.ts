import { describe, expect, it } from 'vitest'
import { REFUSAL, type Id, ratio4, usd6 } from '@vest/protocol'
import { createHash } from 'node:crypto'
import { advanceRow } from '../apply.ts'
import { type PlaceOrder } from '../api/commands.ts'
import { createCommandRows, writeOrder } from '../state/tables/orderRequests.ts'
import { readEnvelopes } from '../events/readEvents.ts'
import { takeRows } from '../state/tables/eventRows.ts'
import { query } from '../queries/query.ts'
import { encodeState } from '../snapshot/snapshot.ts'
import { AAPL, createNamedWorld, type NamedWorld, type OrderTerms } from '../testing/namedWorld.ts'

function world(): NamedWorld {
  const made = createNamedWorld()
  made.account('a', 10_000)
  made.account('b', 10_000)
  made.account('empty', 0)
  made.price(AAPL.symbol, 23_150)
  return made
}
const hash = (made: NamedWorld): string =>
  createHash('sha256').update(encodeState(made.exchange)).digest('hex')
const limit: OrderTerms = { isBuy: true, size: 10_000, price: 23_000 }
const leg: OrderTerms = { isBuy: false, size: 1_000, price: 22_500, reduceOnly: true }

describe('[3.7] every check in its order, the first failure wins', () => {
  it.each<[code: number, what: string, input: OrderTerms, name?: string]>([
    [REFUSAL.ORDER_ACCOUNT_NOT_FOUND, 'an account that the engine does not know', limit, 'stranger'],
    [REFUSAL.ORDER_ACCOUNT_NOT_FOUND, 'an account without any credit yet', limit, 'empty'],
    [
      REFUSAL.ORDER_ACCOUNT_NOT_FOUND,
      'an account without credit, whatever the market',
      { ...limit, symbol: 'NOPE-PERP' },
      'empty',
    ],
    [REFUSAL.SYMBOL_REJECTED, 'an unknown market', { ...limit, symbol: 'NOPE-PERP' }],
    [
      REFUSAL.INVALID_PARAMETER,
      'a stop that is not reduce-only, also when late',
      { ...limit, type: 'STOP_LOSS', ageMs: 60_000 },
    ],
    [
      REFUSAL.INVALID_TIME_IN_FORCE,
      'a time in force that a limit order does not know',
      { ...limit, timeInForce: 'DAY' as never },
    ],
    [REFUSAL.ORDER_STALE, 'a signed time outside its window', { ...limit, ageMs: 60_000 }],
    [REFUSAL.REDUCE_ONLY_INCREASES, 'reduce-only without a position', { ...limit, reduceOnly: true }],
    [
      REFUSAL.ORDER_CHANGES_LEVERAGE,
      'a margin ratio that is not the setting',
      { ...limit, initMarginRatio: 500 },
    ],
    [REFUSAL.INVALID_LIMIT_PRICE, 'a limit price ten times the mark', { ...limit, price: 231_500 }],
    [REFUSAL.INVALID_LIMIT_PRICE, 'a limit price a tenth of the mark', { ...limit, price: 2_315 }],
    [REFUSAL.INVALID_LIMIT_PRICE, 'a sale at half the mark', { ...limit, isBuy: false, price: 11_575 }],
    [REFUSAL.MARGIN_CHECK_FAILED, 'more than the margin carries', { ...limit, size: 5_000_000 }],
    [
      REFUSAL.MARGIN_CHECK_FAILED,
      'a market order larger than the account can carry',
      { isBuy: true, size: 5_000_000 },
    ],
  ])('%i: %s', (code, _, input, name = 'a') => {
    const made = world()
    expect(made.order(name, input)).toMatchObject({ status: 'REJECTED', code, filledSize: 0 })
  })

  it('an order that comes as a row is refused under the names of its account, its key and its market', () => {
    const made = world()
    const { exchange } = made
    const refused = (name: string, input: OrderTerms, marketId: number) => {
      made.place(name, input)
      const { command } = made.commands.at(-1)! as { readonly command: PlaceOrder }
      const rows = createCommandRows(2)
      const accountId = exchange.accounts.find(({ address }) => address === command.account)!.id
      const anew = {
        ...command,
        id: `0x${String(marketId + 5).repeat(64)}` as Id,
        nonce: command.nonce + 1_000,
      }
      // Not the first row: what stands before it is of no account.
      const at = rows.numbers.length / 2
      writeOrder(rows, at, anew, accountId, exchange.nonces.get(command.signer)!.index, marketId)
      expect(advanceRow(exchange, exchange.seq + 1, exchange.timeMs, rows, at)).toBe(0)
      const { events } = readEnvelopes(takeRows(exchange.work.log), exchange)[0]!
      return events.flatMap((event) => (event.kind === 'OrderUpdated' ? [event.order] : []))
    }
    const [account, empty] = [made.addressOf('a'), made.addressOf('empty')]
    expect(refused('a', { ...limit, symbol: 'NOPE-PERP' }, -1)).toMatchObject([
      { status: 'REJECTED', code: REFUSAL.SYMBOL_REJECTED, account, signer: account, symbol: '' },
    ])
    expect(refused('empty', limit, 0)).toMatchObject([
      {
        status: 'REJECTED',
        code: REFUSAL.ORDER_ACCOUNT_NOT_FOUND,
        account: empty,
        signer: empty,
        symbol: AAPL.symbol,
      },
    ])
  })

  it.each<[what: string, name: string, input: OrderTerms, record: object]>([
    [
      'of a market that there is not',
      'a',
      { ...limit, symbol: 'NOPE-PERP', initMarginRatio: 500, clientId: 'mine', takeProfit: 24_000 },
      {
        code: REFUSAL.SYMBOL_REJECTED,
        marketId: -1,
        symbol: 'NOPE-PERP',
        limitPrice: 23_000,
        initMarginRatio: 500,
        clientId: 'mine',
        tpPrice: 24_000,
        markPrice: undefined,
        slPrice: undefined,
      },
    ],
    [
      'of an account that there is not',
      'stranger',
      { isBuy: true, size: 10_000, stopLoss: 22_000 },
      {
        code: REFUSAL.ORDER_ACCOUNT_NOT_FOUND,
        marketId: 0,
        symbol: AAPL.symbol,
        limitPrice: 0,
        initMarginRatio: 0,
        slPrice: 22_000,
        markPrice: 23_150,
        clientId: undefined,
        tpPrice: undefined,
      },
    ],
  ])('an order %s is told as it was sent', (_, name, input, record) => {
    const made = world()
    const told: object = made.order(name, input)
    for (const [key, value] of Object.entries({ ...record, status: 'REJECTED', size: 10_000, filledSize: 0 }))
      expect([key, told[key as never]]).toEqual([key, value])
    // What it does not have, it does not have as a field either.
    expect(Object.values(told)).not.toContain(undefined)
  })

  it('only a LIMIT order is asked for its time in force', () => {
    const made = world()
    const odd = { isBuy: true, size: 10_000, timeInForce: 'DAY' as never }
    expect(made.order('a', odd)).toMatchObject({ status: 'FILLED', timeInForce: 'GTC' })
    for (const timeInForce of ['IOC', 'POST_ONLY'] as const)
      expect(made.order('a', { isBuy: true, size: 10_000, timeInForce }).status).toBe('FILLED')
  })

  it('[8.23] [3.7] the margin of an order is judged at its own price and includes what rests already', () => {
    const made = world()
    expect(made.order('a', { isBuy: true, size: 4_000_000, price: 23_000 }).status).toBe('NEW')
    expect(made.view('a').openOrderMargin).toBe(9_200_000_000)
    expect(made.order('a', { isBuy: true, size: 400_000, price: 23_000 })).toMatchObject({
      status: 'REJECTED',
      code: REFUSAL.MARGIN_CHECK_FAILED,
    })
    expect(made.order('a', { isBuy: true, size: 300_000, price: 23_000 }).status).toBe('NEW')
  })

  it('W22: a reservation keeps the ratio it was made with', () => {
    const made = world()
    made.order('a', { isBuy: true, size: 100_000, price: 23_000 })
    expect(made.view('a').openOrderMargin).toBe(230_000_000)
    made.run({ kind: 'SetLeverage', account: made.addressOf('a'), symbol: AAPL.symbol, leverage: 20 })
    expect(made.view('a').openOrderMargin).toBe(230_000_000)
  })

  it('S11: [8.32] a duplicate, by id or by nonce, is 3015 and changes nothing at all but the sequence number', () => {
    const made = world()
    const id = `0x${'ab'.repeat(32)}` as Id
    expect(made.place('a', { ...limit, id, nonce: 77 })).toEqual({ ok: true, id })
    const settled = made.exchange.seq
    const before = hash(made)
    expect(made.place('a', { ...limit, id, nonce: 78 })).toEqual({ ok: false, code: REFUSAL.DUPLICATE })
    expect(made.events()).toEqual([])
    expect(made.place('a', { ...limit, nonce: 77 })).toEqual({ ok: false, code: REFUSAL.DUPLICATE })
    made.exchange.seq = settled
    expect(hash(made)).toBe(before)
    made.exchange.seq = settled + 2
  })

  it.each<[code: number, what: string, input: OrderTerms]>([
    [
      REFUSAL.PRICE_CHECK_FAILED,
      'MARKET beyond its price',
      { isBuy: true, size: 2_000_000, type: 'MARKET', price: 23_159 },
    ],
    [REFUSAL.MARGIN_CHECK_FAILED, 'MARKET beyond the margin', { isBuy: true, size: 10_000_000 }],
    [
      REFUSAL.MARGIN_CHECK_FAILED,
      'FOK beyond the margin',
      { isBuy: true, size: 3_500_000, price: 23_300, timeInForce: 'FOK' },
    ],
    [
      REFUSAL.MARGIN_CHECK_FAILED,
      'GTC that would take and rest',
      { isBuy: true, size: 4_000_000, price: 23_159 },
    ],
    [REFUSAL.MARGIN_CHECK_FAILED, 'GTC that would rest', { ...limit, size: 4_000_000 }],
    [
      REFUSAL.REDUCE_ONLY_INCREASES,
      'reduce-only on the same side',
      { isBuy: true, size: 10, reduceOnly: true },
    ],
    [
      REFUSAL.REDUCE_ONLY_EXCEEDS_SIZE,
      'a stop beyond the position',
      { ...leg, size: 9_001, type: 'STOP_LOSS' },
    ],
  ])('I15 a refused order leaves its id and its nonce, and nothing else (%i, %s)', (code, _, input) => {
    const made = world()
    made.run({ kind: 'SetLeverage', account: made.addressOf('a'), symbol: AAPL.symbol, leverage: 7 })
    made.order('a', { isBuy: true, size: 10_000 })
    made.order('a', { ...leg, size: 1_000, type: 'STOP_LOSS' })
    made.order('a', limit)
    // Meets what it would take: its owner’s own as well.
    made.order('a', { isBuy: false, size: 100, price: 23_159 })
    made.order('b', { isBuy: false, size: 100, price: 23_159 })
    made.run({ kind: 'SetCancelTimer', ...made.signed('a'), timeoutMs: 60_000 })
    const rest = () => {
      const { seq: _seq, nonces: _nonces, youngIds: _ids, ...others } = JSON.parse(encodeState(made.exchange))
      return others
    }
    const before = rest()
    expect(made.order('a', input)).toMatchObject({ status: 'REJECTED', code, filledSize: 0 })
    expect(rest()).toEqual(before)
    expect(made.events().map(({ kind }) => kind)).toEqual(['OrderUpdated'])
  })

  it('an order whose words are none is refused with its own words in the record', () => {
    const made = world()
    const odd = { ...limit, id: `0x${'cd'.repeat(32)}` as Id, type: 'ICEBERG' }
    expect(made.place('a', odd as never)).toEqual({ ok: true, id: odd.id })
    expect(made.record(odd.id)).toMatchObject({
      status: 'REJECTED',
      code: REFUSAL.INVALID_ORDER_TYPE,
      orderType: 'ICEBERG',
    })
    // Another check fails first, and the words are kept all the same.
    const empty = { ...limit, id: `0x${'ce'.repeat(32)}` as Id, size: 0, timeInForce: 'DAY' }
    made.place('a', empty as never)
    expect(made.record(empty.id)).toMatchObject({
      code: REFUSAL.INVALID_PARAMETER,
      orderType: 'LIMIT',
      timeInForce: 'DAY',
      size: 0,
    })
  })

  it('[8.34] a cancel finds its own live order only', () => {
    const made = world()
    const order = made.order('a', limit)
    expect(made.cancel('b', order.id)).toEqual({ ok: false, code: REFUSAL.ORDER_NOT_FOUND })
    expect(made.cancel('a', order.id)).toEqual({ ok: true, id: order.id })
    expect(made.record(order.id)).toMatchObject({ status: 'CANCELLED' })
    expect(made.record(order.id).code).toBeUndefined()
    expect(made.cancel('a', order.id)).toEqual({ ok: false, code: REFUSAL.ORDER_NOT_FOUND })
    expect(made.view('a').openOrderMargin).toBe(0)
  })

  it('S1: [8.24] an index without news for 30 s: immediate orders are 3003, resting ones rest', () => {
    const made = world()
    made.wait(31_000)
    made.run({ kind: 'TickTimer' })
    expect(made.order('a', { isBuy: true, size: 10_000, price: 24_000, timeInForce: 'IOC' })).toMatchObject({
      status: 'REJECTED',
      code: REFUSAL.PRICE_STALE,
    })
    expect(made.order('a', { isBuy: true, size: 10_000 })).toMatchObject({
      status: 'REJECTED',
      code: REFUSAL.PRICE_STALE,
    })
    expect(made.order('a', { isBuy: true, size: 10_000, price: 22_000 }).status).toBe('NEW')
    // What would meet a user's order needs the price; what never takes does not.
    made.order('b', { isBuy: false, size: 10_000, price: 23_500 })
    const crossing = { isBuy: true, size: 10_000, price: 23_500 } as const
    expect(made.order('a', crossing)).toMatchObject({ status: 'REJECTED', code: REFUSAL.PRICE_STALE })
    expect(made.order('a', { ...crossing, timeInForce: 'POST_ONLY' })).toMatchObject({
      status: 'CANCELLED',
      code: REFUSAL.POST_ONLY_WOULD_TAKE,
    })
  })

  it('S3: [4.3] in HALT nothing trades, cancels are taken; REDUCE_ONLY takes reduce-only alone ([8.31])', () => {
    const made = world()
    made.order('b', { isBuy: true, size: 10_000 })
    const resting = made.order('a', limit)
    made.run({ kind: 'SetMarketMode', marketId: 0, mode: 'REDUCE_ONLY' })
    expect(made.order('a', limit)).toMatchObject({ status: 'REJECTED', code: REFUSAL.HALTED_REDUCE_ONLY })
    expect(made.order('b', { isBuy: false, size: 4_000, reduceOnly: true }).status).toBe('FILLED')
    made.run({ kind: 'SetMarketMode', marketId: 0, mode: 'HALT' })
    expect(made.order('b', { isBuy: false, size: 4_000, reduceOnly: true })).toMatchObject({
      status: 'REJECTED',
      code: REFUSAL.MARKET_CLOSED_REJECTED,
    })
    expect(made.cancel('a', resting.id)).toEqual({ ok: true, id: resting.id })
  })

  it('too many open orders in one market: 3031', () => {
    const made = world()
    for (let i = 0; i < 100; i += 1)
      expect(made.order('a', { isBuy: true, size: 10, price: 20_000 + i }).status).toBe('NEW')
    expect(made.order('a', { isBuy: true, size: 10, price: 19_000 })).toMatchObject({
      status: 'REJECTED',
      code: REFUSAL.TOO_MANY_OPEN_ORDERS,
    })
  })

  describe('own orders that an order meets before it rests', () => {
    /** Two orders are all the room there is; one of them offers what is bid for. Only users are in the book at 23,150. */
    function full(limits: { readonly openOrdersMax: number; readonly openOrdersPerMarketMax: number }) {
      const made = createNamedWorld({ markets: [AAPL, { ...AAPL, symbol: 'OTHER-PERP' }] })
      for (const name of ['a', 'b']) made.account(name, 10_000)
      for (const symbol of [AAPL.symbol, 'OTHER-PERP']) made.price(symbol, 23_150)
      made.run({ kind: 'ChangeParameters', exchange: limits })
      const own = made.order('a', { isBuy: false, size: 1_000, price: 23_150 })
      return { made, own }
    }
    const narrow = { openOrdersMax: 2, openOrdersPerMarketMax: 2 }
    const bid: OrderTerms = { isBuy: true, size: 2_000, price: 23_150 }
    const far: OrderTerms = { isBuy: true, size: 1_000, price: 22_000 }

    it.each([
      ['in the market', narrow, AAPL.symbol],
      ['in the account', { openOrdersMax: 2, openOrdersPerMarketMax: 1 }, 'OTHER-PERP'],
    ])('leave it their room %s', (_, limits, symbol) => {
      const { made, own } = full(limits)
      expect(made.order('a', { ...far, symbol }).status).toBe('NEW')
      expect(made.order('a', bid)).toMatchObject({ status: 'NEW', filledSize: 0 })
      expect(made.record(own.id)).toMatchObject({ status: 'CANCELLED' })
      expect(query(made.exchange, 'openOrders', { account: made.addressOf('a') })).toHaveLength(2)
    })

    it('leave it their room also when it takes from others', () => {
      const { made, own } = full(narrow)
      made.order('a', far)
      made.order('b', { isBuy: false, size: 500, price: 23_150 })
      expect(made.order('a', bid)).toMatchObject({ status: 'PARTIALLY_FILLED', filledSize: 500 })
      expect(made.record(own.id)).toMatchObject({ status: 'CANCELLED' })
    })

    it('and orders of others that fall out on the way: these leave it none', () => {
      const { made, own } = full(narrow)
      made.cancel('a', own.id)
      // What b offers it could no longer afford, once its position elsewhere has lost.
      const offered = made.order('b', { isBuy: false, size: 1_000, price: 23_150 })
      expect(made.order('b', { isBuy: true, size: 4_200_000, symbol: 'OTHER-PERP' }).status).toBe('FILLED')
      made.price('OTHER-PERP', 22_900)
      for (const price of [22_000, 22_001]) made.order('a', { ...far, price })
      expect(made.order('a', bid)).toMatchObject({ status: 'REJECTED', code: REFUSAL.TOO_MANY_OPEN_ORDERS })
      made.run({ kind: 'ChangeParameters', exchange: { openOrdersMax: 3, openOrdersPerMarketMax: 3 } })
      expect(made.order('a', bid)).toMatchObject({ status: 'NEW', filledSize: 0 })
      expect(made.record(offered.id)).toMatchObject({
        status: 'CANCELLED',
        code: REFUSAL.MARGIN_CHECK_FAILED,
      })
    })
  })
})

describe('the open interest of a market', () => {
  it.each([
    ['REGULAR', 100],
    ['EXTENDED', 75],
    ['OVERNIGHT', 50],
  ] as const)(
    'in a session that is %s grows to %d in a hundred of the cap, and by no lot more: 3010',
    (session, percent) => {
      const sizes = { full: 200_000, here: 2_000 * percent }
      const made = createNamedWorld({
        markets: [{ ...AAPL, risk: { ...AAPL.risk, openInterestCapUsd6: usd6(sizes.full * 23_150) } }],
      })
      for (const name of ['a', 'b']) made.account(name, 10_000)
      made.run({ kind: 'ChangeSession', marketId: 0, session })
      made.price(AAPL.symbol, 23_150)
      const taken = { isBuy: true, price: 24_000, timeInForce: 'IOC' } as const
      expect(made.order('a', { ...taken, size: sizes.here + 1 })).toMatchObject({
        status: 'REJECTED',
        code: REFUSAL.OI_CAP_EXCEEDED,
      })
      expect(made.order('a', { ...taken, size: sizes.here }).status).toBe('FILLED')
      expect(made.order('b', { ...taken, size: 1 })).toMatchObject({
        status: 'REJECTED',
        code: REFUSAL.OI_CAP_EXCEEDED,
      })
    },
  )
})

describe('[4.17] [8.35] [8.36] reduce-only', () => {
  function holding(): NamedWorld {
    const made = world()
    expect(made.order('a', { isBuy: true, size: 100_000 }).status).toBe('FILLED')
    return made
  }
  it('the same side is 3018, and a sum beyond the position is 3019', () => {
    const made = holding()
    expect(made.order('a', { isBuy: true, size: 10_000, price: 22_000, reduceOnly: true })).toMatchObject({
      code: REFUSAL.REDUCE_ONLY_INCREASES,
    })
    expect(made.order('a', { isBuy: false, size: 100_001, reduceOnly: true })).toMatchObject({
      code: REFUSAL.REDUCE_ONLY_EXCEEDS_SIZE,
    })
    expect(made.order('a', { isBuy: false, size: 60_000, price: 24_000, reduceOnly: true }).status).toBe(
      'NEW',
    )
    expect(made.order('a', { isBuy: false, size: 50_000, price: 24_000, reduceOnly: true })).toMatchObject({
      code: REFUSAL.REDUCE_ONLY_EXCEEDS_SIZE,
    })
    expect(made.view('a').openOrderMargin).toBe(0)
  })
  it('take profits together, and stops together, fit into the position when they are placed: 3019', () => {
    const made = holding()
    for (const [type, price] of [
      ['TAKE_PROFIT', 24_000],
      ['STOP_LOSS', 22_500],
    ] as const) {
      const place = (size: number) => {
        const { status, code } = made.order('a', { isBuy: false, size, price, type, reduceOnly: true })
        return [status, code]
      }
      expect([place(60_000), place(40_001), place(40_000)]).toEqual([
        ['NEW', undefined],
        ['REJECTED', REFUSAL.REDUCE_ONLY_EXCEEDS_SIZE],
        ['NEW', undefined],
      ])
    }
  })
  it('S7: position 10, a reduce-only order of 6, a new one of 5: 3019; at position 5 the order of 6 is cancelled', () => {
    const made = world()
    made.order('a', { isBuy: true, size: 10 })
    const resting = made.order('a', { isBuy: false, size: 6, price: 24_000, reduceOnly: true })
    const second = { isBuy: false, size: 5, price: 24_000, reduceOnly: true } as const
    expect(made.order('a', second)).toMatchObject({
      status: 'REJECTED',
      code: REFUSAL.REDUCE_ONLY_EXCEEDS_SIZE,
    })
    made.order('a', { isBuy: false, size: 5, reduceOnly: true })
    expect(made.record(resting.id)).toMatchObject({
      status: 'CANCELLED',
      code: REFUSAL.REDUCE_ONLY_EXCEEDS_SIZE,
    })
  })
  it('S7: a smaller position cancels the resting orders that no longer fit; a closed one cancels all of them', () => {
    const made = holding()
    const older = made.order('a', { isBuy: false, size: 40_000, price: 24_000, reduceOnly: true })
    const younger = made.order('a', { isBuy: false, size: 60_000, price: 24_100, reduceOnly: true })
    made.order('a', { isBuy: false, size: 50_000, reduceOnly: true })
    expect(made.record(older.id).status).toBe('NEW')
    expect(made.record(younger.id)).toMatchObject({
      status: 'CANCELLED',
      code: REFUSAL.REDUCE_ONLY_EXCEEDS_SIZE,
    })
    made.order('a', { isBuy: false, size: 50_000, reduceOnly: true })
    expect(made.record(older.id).status).toBe('CANCELLED')
    expect(made.view('a').positions).toEqual([])
  })
  it('[8.26] take-profit and stop-loss on the increasing side are 3006; on the other they wait for the mark', () => {
    const made = holding()
    expect(
      made.order('a', { isBuy: true, size: 1_000, price: 24_000, type: 'TAKE_PROFIT', reduceOnly: true }),
    ).toMatchObject({ code: REFUSAL.INCREASE_WITH_SL_TP })
    const stop = made.order('a', {
      isBuy: false,
      size: 100_000,
      price: 22_800,
      type: 'STOP_LOSS',
      reduceOnly: true,
    })
    expect(stop.status).toBe('NEW')
    made.wait(1_000)
    made.price(AAPL.symbol, 22_900)
    expect(made.record(stop.id).status).toBe('NEW')
    made.wait(1_000)
    made.price(AAPL.symbol, 22_790)
    expect(made.record(stop.id).status).toBe('FILLED')
    expect(made.view('a').positions).toEqual([])
  })
})

describe('[5.8] [4.18] leverage', () => {
  const set = (made: NamedWorld, leverage: number) =>
    made.run({ kind: 'SetLeverage', account: made.addressOf('a'), symbol: AAPL.symbol, leverage })
  it('S12: cannot be lowered with a position open, raising int32s the initial margin and leaves maintenance', () => {
    const made = world()
    made.order('a', { isBuy: true, size: 100_000 })
    const before = made.view('a')
    expect(set(made, 5)).toEqual({ ok: false, code: REFUSAL.DECREASE_LEVERAGE_WITH_POSITION })
    expect(set(made, 20)).toMatchObject({ ok: true })
    const after = made.view('a')
    expect(after.initMargin).toBe(Math.ceil(before.initMargin / 2))
    expect([after.maintMargin, after.positions[0]!.liquidationPrice]).toEqual([
      before.maintMargin,
      before.positions[0]!.liquidationPrice,
    ])
  })
  it.each([
    [0, REFUSAL.INVALID_PARAMETER],
    [21, REFUSAL.INVALID_PARAMETER],
    [1001, REFUSAL.INVALID_PARAMETER],
    [2.5, REFUSAL.INVALID_PARAMETER],
  ])('%f is refused with %i', (leverage, code) => {
    expect(set(world(), leverage)).toEqual({ ok: false, code })
  })
  it('W2 of a market that allows 200 takes 99 and 100, but not 101, which would be shown as 100: 1130', () => {
    const made = createNamedWorld({
      markets: [{ ...AAPL, initMarginRatio: ratio4(50), maintMarginRatio: ratio4(25) }],
    })
    made.account('a', 10_000)
    expect([101, 99, 100].map((leverage) => set(made, leverage))).toEqual([
      { ok: false, code: REFUSAL.INVALID_PARAMETER },
      { ok: true },
      { ok: true },
    ])
  })
  it('[8.61] before the first deposit: 1099', () => {
    const made = world()
    expect(
      made.run({ kind: 'SetLeverage', account: made.addressOf('empty'), symbol: AAPL.symbol, leverage: 5 }),
    ).toEqual({ ok: false, code: REFUSAL.ACCOUNT_NOT_FOUND })
  })
})
