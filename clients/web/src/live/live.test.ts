import { REFUSAL } from '@vest/protocol'
import { describe, expect, it } from 'vitest'
import type { AccountResponse, Ticker } from '@vest/protocol'
import { createManualClock } from '@vest/sdk/testing/manualClock'
import { createFakeExchange } from '../testing/fakeExchange.ts'
import { orderEvent, orderId, orderRow, usd } from '../testing/fixtures.ts'
import { phaseOf } from './connection.ts'
import { createLive } from './live.ts'

const SYMBOL = 'COIN-USD-PERP'
const ticker = (markPrice: string): Ticker => ({
  symbol: SYMBOL,
  markPrice,
  indexPrice: markPrice,
  imbalance: '0',
  oneHrFundingRate: '0',
  cumFunding: '0',
  priceChange: '0',
  priceChangePercent: '0',
  lastPrice: markPrice,
  status: 'TRADING',
  mode: 'OPEN',
  session: 'REGULAR',
  nextSession: null,
})
const accountOf = (change: Partial<AccountResponse> = {}): AccountResponse => ({
  address: '0x1',
  balances: [],
  collateral: '1000.000000',
  withdrawable: '0',
  totalAccountValue: '0',
  openOrderMargin: '0',
  totalMaintMargin: '0',
  softCredit: '0',
  positions: [],
  leverages: [],
  lp: {
    balance: '0',
    shares: '0',
    unrealizedPnl: '0',
    netDeposits: '0',
    scheduledShares: '0',
    lockedShares: '0',
    unlockTime: null,
  },
  time: 10_000,
  twitterUsername: null,
  discordUsername: null,
  capital: null,
  ...change,
})

const POSITION: AccountResponse['positions'][number] = {
  symbol: SYMBOL,
  isLong: true,
  size: '1.0000',
  entryPrice: '300.00',
  entryFunding: '0.000000000000',
  unrealizedPnl: '0.000000',
  settledFunding: '0.000000',
  markPrice: '300.00',
  indexPrice: '300.00',
  liqPrice: null,
  initMargin: '30.000000',
  maintMargin: '15.000000',
  initMarginRatio: '0.1000',
  cost: '300.000000',
  isolatedMargin: '0.000000',
}

async function world() {
  const clock = createManualClock()
  const exchange = createFakeExchange({
    account: accountOf(),
    orders: [],
    trades: [],
    tickers: [ticker('300.00')],
  })
  const frames: (() => void)[] = []
  const hidden = { is: false }
  const live = createLive({
    client: exchange.client,
    clock,
    requestFrame: (callback) => void frames.push(callback),
    isHidden: () => hidden.is,
  })
  const stop = live.start()
  const paint = (): void => {
    for (const frame of frames.splice(0)) frame()
  }
  await clock.advance(0)
  exchange.publicFeed.health('healthy')
  paint()
  return { clock, exchange, live, stop, paint, hidden }
}

describe('public half', () => {
  it('[9.9] commits tickers at most every 125 ms and keeps every market’s newest', async () => {
    const { clock, exchange, live, paint } = await world()
    await clock.advance(1_000)
    const seen: number[] = []
    live.tickers.subscribe(() => seen.push(live.tickers.get().get(SYMBOL)!.markPrice))
    for (const price of ['301.00', '302.00', '303.00']) {
      exchange.publicFeed.tickers(ticker(price))
      await clock.advance(40)
      paint()
    }
    await clock.advance(125)
    paint()
    expect(seen).toEqual([30_100, 30_300])
  })

  it('[9.9] takes depth at most every 100 ms and always ends with the newest book', async () => {
    const { clock, exchange, live, paint } = await world()
    live.selectMarket(SYMBOL)
    await clock.advance(1_000)
    let changes = 0
    live.focus.subscribe(() => (changes += 1))
    for (let n = 1; n <= 10; n += 1) {
      exchange.publicFeed.depth(SYMBOL, { bids: [[`${300 + n}.00`, '1.0000']], asks: [] })
      await clock.advance(20)
      paint()
    }
    await clock.advance(100)
    paint()
    expect(changes).toBe(3)
    expect(live.focus.get().book?.bids[0]?.price).toBe(31_000)
  })

  it('does not read books while the page is hidden, and shows the newest when it is back', async () => {
    const { clock, exchange, live, paint, hidden } = await world()
    live.selectMarket(SYMBOL)
    await clock.advance(1_000)
    hidden.is = true
    exchange.publicFeed.depth(SYMBOL, { bids: [['301.00', '1.0000']], asks: [] })
    await clock.advance(200)
    paint()
    expect(live.focus.get().book).toBeUndefined()
    hidden.is = false
    exchange.publicFeed.depth(SYMBOL, { bids: [['302.00', '1.0000']], asks: [] })
    await clock.advance(200)
    paint()
    expect(live.focus.get().book?.bids[0]?.price).toBe(30_200)
  })

  it('listens to one market’s book and trades at a time and forgets the last one', async () => {
    const { clock, exchange, live, paint } = await world()
    exchange.answers.trades = [{ id: 1, price: '300.00', qty: '1', quoteQty: '1', time: 1 }]
    live.selectMarket(SYMBOL)
    await clock.advance(200)
    paint()
    expect([exchange.publicFeed.listeners(`${SYMBOL}@depth`), live.focus.get().trades?.length]).toEqual([
      1, 1,
    ])
    live.selectMarket(undefined)
    paint()
    expect([exchange.publicFeed.listeners(`${SYMBOL}@depth`), live.focus.get().trades]).toEqual([
      0,
      undefined,
    ])
  })

  it('[9.9] reads 24 h figures and open interest every 30 s', async () => {
    const { clock, exchange } = await world()
    expect(exchange.count('openInterest')).toBe(1)
    await clock.advance(61_000)
    expect([exchange.count('openInterest'), exchange.count('tickers24hr')]).toEqual([3, 3])
  })

  it('keeps asking for the markets until they are there', async () => {
    const clock = createManualClock()
    const exchange = createFakeExchange({ account: accountOf(), orders: [], trades: [], tickers: [] })
    exchange.failing.add('exchangeInfo')
    const live = createLive({ client: exchange.client, clock, requestFrame: (callback) => callback() })
    const errors: unknown[] = []
    live.onError((error) => errors.push(error))
    live.start()
    await clock.advance(5_000)
    expect([live.markets.get(), errors.length]).toEqual([undefined, 3])
    exchange.failing.clear()
    await clock.advance(2_000)
    expect(live.markets.get()?.has(SYMBOL)).toBe(true)
  })

  it('reads the markets again when a ticker names one that is not among them: a new one, or another name', async () => {
    const { clock, exchange } = await world()
    const reads = () => exchange.count('exchangeInfo')
    const tell = async (symbol: string) => {
      exchange.publicFeed.tickers({ ...ticker('300.00'), symbol })
      await clock.advance(1_000)
    }
    const before = reads()
    await tell(SYMBOL)
    expect(reads()).toBe(before)
    exchange.failing.add('exchangeInfo')
    await tell('NEW-USD-PERP')
    exchange.failing.clear()
    await tell('NEW-USD-PERP')
    expect(reads()).toBe(before + 2)
    // It has been asked for, and is none.
    await tell('NEW-USD-PERP')
    expect(reads()).toBe(before + 2)
  })

  it('prices are stale five seconds after the public feed was lost, and fresh again with it', async () => {
    const { clock, exchange, live, paint } = await world()
    exchange.publicFeed.health('unhealthy')
    await clock.advance(4_900)
    paint()
    expect([phaseOf(live.connection.get()), live.connection.get().isStale]).toEqual(['reconnecting', false])
    await clock.advance(200)
    paint()
    expect(live.connection.get().isStale).toBe(true)
    let reconnects = 0
    live.onReconnect(() => (reconnects += 1))
    exchange.publicFeed.health('healthy')
    paint()
    expect([live.connection.get().isStale, reconnects]).toEqual([false, 1])
  })

  it('[8.55] knows when the retries are used up', async () => {
    const { exchange, live, paint } = await world()
    exchange.publicFeed.health('unhealthy')
    exchange.publicFeed.error({ code: REFUSAL.MAX_RETRIES_EXCEEDED })
    paint()
    expect(phaseOf(live.connection.get())).toBe('lost')
  })
})

describe('private half', () => {
  async function signedIn() {
    const held = await world()
    held.exchange.answers.orders = [orderRow(1)]
    const close = held.live.openAccount()
    await held.clock.advance(0)
    held.exchange.privateFeed.health('healthy')
    held.exchange.privateFeed.subscribed('account_private')
    await held.clock.advance(0)
    held.paint()
    return { ...held, close }
  }

  it('shows the snapshot of account and open orders', async () => {
    const { live } = await signedIn()
    expect([live.account.get().account?.collateral, [...live.account.get().orders.keys()]]).toEqual([
      usd(1_000),
      [orderId(1)],
    ])
  })

  it('[4.5] [4.6] the private channel tells the balance: after a fill no screen reads the account again', async () => {
    const { clock, exchange, live, paint } = await signedIn()
    const before = exchange.count('account')
    exchange.privateFeed.order(
      orderEvent(2, {
        status: 'FILLED',
        lastFilledSize: '10.0000',
        lastFilledPrice: '300.00',
        lastFilledTime: 10_001,
        cumFunding: '0',
        fees: '3.000000',
        realizedPnl: '-3.000000',
      }),
    )
    paint()
    expect([live.account.get().account?.collateral, live.account.get().account?.positions.size]).toEqual([
      usd(997),
      1,
    ])
    expect(exchange.count('account')).toBe(before)
    await clock.advance(5_000)
    expect(exchange.count('account')).toBe(before)
    // Its own sums it checks much later, once for all that was filled until then.
    exchange.answers.account = accountOf({ collateral: '996.999999', time: 10_002 })
    await clock.advance(25_000)
    paint()
    expect(exchange.count('account')).toBe(before + 1)
    expect(live.account.get().account?.collateral).toBe(usd(996.999_999))
  })

  it('[4.5] a fill whose figures are not all told is asked for shortly after', async () => {
    const { clock, exchange, live, paint } = await signedIn()
    const before = exchange.count('account')
    exchange.privateFeed.order(
      orderEvent(2, {
        status: 'FILLED',
        lastFilledSize: '10.0000',
        lastFilledPrice: '300.00',
        lastFilledTime: 10_001,
        fees: '3.000000',
        realizedPnl: '-3.000000',
      }),
    )
    exchange.answers.account = accountOf({ collateral: '996.999999', time: 10_002 })
    await clock.advance(400)
    paint()
    expect(exchange.count('account')).toBe(before + 1)
    expect(live.account.get().account?.collateral).toBe(usd(996.999_999))
  })

  it('reads the account anew after every reconnection', async () => {
    const { clock, exchange, live, paint } = await signedIn()
    const before = exchange.count('account')
    exchange.privateFeed.health('unhealthy')
    exchange.answers.account = accountOf({ collateral: '500.000000', time: 20_000 })
    exchange.privateFeed.health('healthy')
    exchange.privateFeed.subscribed('account_private')
    await clock.advance(0)
    paint()
    expect(exchange.count('account')).toBeGreaterThan(before)
    expect(live.account.get().account?.collateral).toBe(usd(500))
  })

  it('reads the account again when the shares of a position were split, of which no event tells', async () => {
    const { clock, exchange, live, paint } = await signedIn()
    const holding = (size: string) => accountOf({ positions: [{ ...POSITION, size }] })
    const tell = async (row: Ticker) => {
      exchange.publicFeed.tickers(row)
      await clock.advance(1_000)
      paint()
    }
    exchange.answers.account = holding('1.0000')
    live.refreshAccount()
    await tell(ticker('301.00'))
    const before = exchange.count('account')
    await tell(ticker('302.00'))
    expect(exchange.count('account')).toBe(before)
    await tell({ ...ticker('302.00'), status: 'HALT' })
    exchange.answers.account = holding('10.0000')
    await tell({ ...ticker('30.20'), status: 'HALT' })
    expect(live.account.get().account?.positions.get(SYMBOL)?.size).toBe(100_000)
    await tell(ticker('30.30'))
    expect(exchange.count('account')).toBe(before + 3)
  })

  it('learns from the history how an order ended that vanished while no socket listened', async () => {
    const { clock, exchange, live, paint } = await signedIn()
    exchange.answers.orders = [orderRow(1, { status: 'CANCELLED', code: REFUSAL.DELETED_BY_LIQ })]
    live.refreshAccount()
    await clock.advance(0)
    paint()
    expect(live.account.get().orders.get(orderId(1))).toMatchObject({
      status: 'CANCELLED',
      code: REFUSAL.DELETED_BY_LIQ,
    })
  })

  it('[2.27] learns from the history of orders that were rejected before they were seen, once for many', async () => {
    const { clock, exchange, live, paint } = await signedIn()
    const before = exchange.count('history')
    exchange.answers.orders = [
      orderRow(1),
      orderRow(7, { status: 'REJECTED', code: REFUSAL.PRICE_CHECK_FAILED }),
    ]
    for (const n of [7, 8, 9])
      exchange.privateFeed.order({
        id: orderId(n),
        status: 'REJECTED',
        code: REFUSAL.PRICE_CHECK_FAILED,
        postTime: 10_001,
        nonce: n,
      })
    await clock.advance(1_000)
    paint()
    expect(live.account.get().orders.get(orderId(7))).toMatchObject({
      status: 'REJECTED',
      code: REFUSAL.PRICE_CHECK_FAILED,
    })
    expect(exchange.count('history') - before).toBe(1)
  })

  it('[4.20] polls over REST while the private feed is lost', async () => {
    const { clock, exchange } = await signedIn()
    exchange.privateFeed.health('unhealthy')
    const before = exchange.count('account')
    await clock.advance(10_500)
    expect(exchange.count('account') - before).toBe(2)
  })

  it('[4.16] forgets everything when the account is closed', async () => {
    const { clock, exchange, live, paint, close } = await signedIn()
    close()
    exchange.privateFeed.order(orderEvent(3, { orderType: 'LIMIT' }))
    await clock.advance(1_000)
    paint()
    expect([
      live.account.get().account,
      live.account.get().orders.size,
      exchange.privateFeed.state.isConnected,
    ]).toEqual([undefined, 0, false])
    expect(live.connection.get().privateHealth).toBeUndefined()
  })
})
