/**
 * Names, types and text forms of every answer, field by field: an answer has exactly the fields of the protocol,
 * each in its form, not only something that a tolerant client can read.
 */
import { describe, expect, it } from 'vitest'
import { idResponse } from '@vest/protocol'
import { until } from '../world/until.ts'
import { as, call, deepBid, lpBody, orderBody, type GetWorld } from './world.ts'

type Shape =
  | RegExp
  | 'integer'
  | 'boolean'
  | null
  | OneOf
  | Tuple
  | Nullable
  | readonly [Shape]
  | { readonly [field: string]: Shape }

class OneOf {
  readonly values: readonly unknown[]
  constructor(values: readonly unknown[]) {
    this.values = values
  }
}
class Tuple {
  readonly shapes: readonly Shape[]
  constructor(shapes: readonly Shape[]) {
    this.shapes = shapes
  }
}
class Nullable {
  readonly shape: Shape
  constructor(shape: Shape) {
    this.shape = shape
  }
}
const oneOf = (...values: readonly unknown[]): OneOf => new OneOf(values)
const tuple = (...shapes: readonly Shape[]): Tuple => new Tuple(shapes)

const MONEY = /^-?\d+\.\d{6}$/
/** A size as its order wrote it (11.7). */
const AS_SENT = /^\d+(\.\d{1,6})?$/
const FUNDING = /^-?\d+\.\d{12}$/
const RATIO = /^\d+\.\d{4}$/
const RATE = /^-?\d+\.\d{8}$/
const PERCENT = /^-?\d+\.\d{4}$/
const SHORT = /^(0|[1-9]\d*)(\.\d*[1-9])?$/
const ADDRESS = /^0x[0-9a-fA-F]{40}$/
const ID = /^0x[0-9a-f]{64}$/
const HEX = /^0x[0-9a-fA-F]*$/
const TEXT = /./
const PERCENT2 = /^-?\d+\.\d{2}$/
/** Of SPY-USD-PERP and BTC-PERP, whose prices have 2 and sizes 4 decimals. */
const PRICE = /^-?\d+\.\d{2}$/
const SIZE = /^-?\d+\.\d{4}$/

function expectShape(value: unknown, shape: Shape, where: string): void {
  if (shape === null) return expect(value, where).toBeNull()
  if (shape === 'integer') return expect(Number.isSafeInteger(value), `${where}: ${String(value)}`).toBe(true)
  if (shape === 'boolean') return expect(typeof value, where).toBe('boolean')
  if (shape instanceof OneOf) return expect(shape.values, where).toContain(value)
  if (shape instanceof RegExp) {
    expect(typeof value, where).toBe('string')
    return expect(value, where).toMatch(shape)
  }
  if (shape instanceof Nullable) return value === null ? undefined : expectShape(value, shape.shape, where)
  if (shape instanceof Tuple) {
    expect(value, where).toHaveLength(shape.shapes.length)
    return shape.shapes.forEach((one, at) => expectShape((value as unknown[])[at], one, `${where}[${at}]`))
  }
  if (Array.isArray(shape)) {
    const rows = value as unknown[]
    expect(rows.length, `${where} has rows`).toBeGreaterThan(0)
    return rows.forEach((row, at) => expectShape(row, shape[0] as Shape, `${where}[${at}]`))
  }
  expect(Object.keys(value as object).toSorted(), where).toEqual(Object.keys(shape).toSorted())
  for (const [field, one] of Object.entries(shape as { readonly [field: string]: Shape }))
    expectShape((value as Record<string, unknown>)[field], one, `${where}.${field}`)
}

const LEVELS: Shape = [tuple(PRICE, SIZE)]
const TICKER: Shape = {
  symbol: TEXT, markPrice: PRICE, indexPrice: PRICE, imbalance: SIZE, oneHrFundingRate: RATE, cumFunding: FUNDING,
  priceChange: PRICE, priceChangePercent: PERCENT, lastPrice: PRICE, status: oneOf('TRADING', 'HALT'),
  mode: oneOf('OPEN', 'POST_ONLY', 'REDUCE_ONLY', 'CANCEL_ONLY', 'HALT'), session: oneOf('REGULAR'), nextSession: null,
} // prettier-ignore

const PUBLIC: Readonly<Record<string, Shape>> = {
  '/exchangeInfo?symbols=BTC-PERP,SPY-USD-PERP': {
    symbols: [{
      symbol: TEXT, displayName: TEXT, base: TEXT, quote: /^USDC$/, sizeDecimals: 'integer', priceDecimals: 'integer', tickSizes: [SHORT], minTickSize: SHORT, defaultTickSize: SHORT, initMarginRatio: SHORT,
      maintMarginRatio: SHORT, takerFee: SHORT, isolated: 'boolean', asset: oneOf('stock', 'crypto', 'forex'), status: oneOf('TRADING', 'HALT'),
      tradingStatus: oneOf('TRADING', 'HALT'), category: oneOf('stock', 'etf', 'index', 'ipo', 'dat', 'forex', 'crypto'), evalAllowed: 'boolean',
      fundedInitMarginRatio: SHORT, listTime: 'integer', offHoursProfit: SHORT, fillBandBps: 'integer',
    }],
    exchange: { lp: MONEY, insurance: MONEY, collateralDecimals: 'integer', fundingInterval: 'integer' },
  },
  '/ticker/latest?symbols=BTC-PERP,SPY-USD-PERP': { tickers: [TICKER] },
  '/ticker/24hr?symbols=BTC-PERP,SPY-USD-PERP': {
    tickers: [{
      symbol: TEXT, openPrice: PRICE, closePrice: PRICE, lastPrice: PRICE, highPrice: PRICE, lowPrice: PRICE, quoteVolume: MONEY, volume: SIZE,
      priceChange: PRICE, priceChangePercent: PERCENT, openTime: 'integer', closeTime: 'integer',
    }],
  },
  '/funding/history?symbol=BTC-PERP': [{ symbol: /^BTC-PERP$/, time: 'integer', oneHrFundingRate: RATE }],
  '/klines?symbol=BTC-PERP&limit=3': [tuple('integer', PRICE, PRICE, PRICE, PRICE, SIZE, 'integer', MONEY, 'integer')],
  '/trades?symbol=SPY-USD-PERP&limit=2': [{ id: 'integer', price: PRICE, qty: SIZE, quoteQty: MONEY, time: 'integer' }],
  '/depth?symbol=BTC-PERP': { bids: LEVELS, asks: LEVELS },
  '/tradingHours?symbol=BTC-PERP': [{ session: oneOf('REGULAR'), startTime: null, endTime: null }],
  '/oi?symbols=BTC-PERP': { ois: [{ symbol: TEXT, longOi: SIZE, shortOi: SIZE }] },
  '/time': { serverTime: 'integer' },
  '/status': { status: oneOf('UP'), message: null, time: 'integer' },
  '/identity': { walletOrigin: TEXT, google: 'boolean', statusUrl: TEXT, mailboxUrl: TEXT },
  '/transfer/chains': [{
    chainId: 'integer', name: TEXT, networkType: 'integer', isDefault: 'boolean', vault: ADDRESS, router: ADDRESS, cctpDomain: new Nullable('integer'),
    withdrawFee: MONEY, minDeposit: MONEY, withdrawSeconds: 'integer', explorerTx: TEXT, rpcUrl: TEXT,
    tokens: [{ symbol: /^USDC$/, address: ADDRESS, decimals: 'integer', authorization: new Nullable({ name: TEXT, version: TEXT }) }],
  }],
  '/lp/pool': {
    nav: MONEY, navHigh: MONEY, totalShares: MONEY, sharePrice: MONEY, apr30d: PERCENT2, aprBase: { price: MONEY, days: 'integer' }, navCap: MONEY, utilization: PERCENT2,
    state: oneOf('NORMAL', 'STRESSED', 'INSOLVENT'), fees24h: MONEY, volume24h: MONEY, immediateFee: RATIO, immediateRemaining24h: MONEY,
    lockMs: 'integer', scheduleDelayMs: 'integer', insurance: MONEY, initMargin: MONEY, maintMargin: MONEY, queuedShares: MONEY,
    positions: [{ symbol: TEXT, isLong: 'boolean', size: SIZE, value: MONEY, unrealizedPnl: MONEY }], time: 'integer',
  },
  '/lp/pool/history': [{ time: 'integer', nav: MONEY, sharePrice: MONEY, totalShares: MONEY, pnl: MONEY }],
} // prettier-ignore

const ORDER = {
  id: ID, nonce: 'integer', symbol: TEXT, isBuy: 'boolean', orderType: oneOf('LIMIT', 'MARKET'), limitPrice: PRICE, markPrice: PRICE, size: SIZE,
  reduceOnly: 'boolean', initMarginRatio: RATIO, fees: MONEY, postTime: 'integer', tpPrice: null, slPrice: null, time: 'integer',
  filledSize: SIZE, parentId: null, clientId: null, triggered: 'boolean',
} as const // prettier-ignore
const FILLED = {
  ...ORDER, status: oneOf('FILLED'), code: null, lastFilledSize: SIZE, lastFilledPrice: PRICE, lastFilledTime: 'integer', avgFilledPrice: PRICE,
  settledFunding: MONEY, realizedPnl: MONEY, cumFunding: FUNDING,
} as const // prettier-ignore
const UNFILLED = {
  ...ORDER, code: null, lastFilledSize: null, lastFilledPrice: null, lastFilledTime: null, avgFilledPrice: null, settledFunding: null,
  realizedPnl: null,
} as const // prettier-ignore

export const shapes = (world: GetWorld) =>
  describe('field by field', () => {
    const get = async (path: string) => (await call(world(), `/v2${path}`, as(world().trader))).body
    const place = async (fields: Parameters<typeof orderBody>[1]) => {
      const { trader } = world()
      const answer = await call(world(), '/v2/orders', as(trader, { body: await orderBody(trader, fields) }))
      expectShape(answer.body, { id: ID }, 'POST /orders')
      return idResponse.parse(answer.body).id
    }

    it('[3.4] [3.5] [3.6] [7.12] [7.18] wire 9: every public answer', async () => {
      await place({ size: '0.0200' })
      for (const [path, shape] of Object.entries(PUBLIC)) expectShape(await get(path), shape, path)
      const chains = (await get('/transfer/chains')) as {
        isDefault: boolean
        vault: string
        router: string
      }[]
      expect(chains[0]!.isDefault).toBe(true)
      expect(chains[0]!.router).toBe(chains[0]!.vault)
    })

    it('[7.18] figures of one moment agree: 24 h change is close − open, and the ticker tells the same', async () => {
      const agree = async (): Promise<boolean> => {
        const day = (
          (await get('/ticker/24hr?symbols=GLD-USD-PERP')) as { tickers: Record<string, string>[] }
        ).tickers[0]!
        const now = (
          (await get('/ticker/latest?symbols=GLD-USD-PERP')) as { tickers: Record<string, string>[] }
        ).tickers[0]!
        const cents = (text: string | undefined): number => Math.round(Number(text) * 100)
        expect(cents(day['closePrice']) - cents(day['openPrice'])).toBe(cents(day['priceChange']))
        expect(day['lastPrice']).toBe(day['closePrice'])
        expect(cents(day['highPrice'])).toBeGreaterThanOrEqual(cents(day['closePrice']))
        return now['markPrice'] === day['closePrice'] && now['priceChange'] === day['priceChange']
      }
      await until('both were asked at the same mark', agree)
    })

    it('[3.1] [3.2] [3.3] [7.8] wire 40: the account', async () => {
      await place({ size: '0.1000' })
      expectShape(
        await get('/account'),
        {
          address: ADDRESS, balances: [{ asset: /^USDC$/, total: MONEY, locked: MONEY }], collateral: MONEY, withdrawable: MONEY,
          softCredit: MONEY, totalAccountValue: MONEY, openOrderMargin: MONEY, totalMaintMargin: MONEY,
          lp: { balance: MONEY, shares: MONEY, unrealizedPnl: MONEY, netDeposits: MONEY, scheduledShares: MONEY, lockedShares: MONEY, unlockTime: new Nullable('integer') }, time: 'integer', twitterUsername: null, discordUsername: null, capital: null,
          leverages: [{ symbol: TEXT, value: 'integer' }],
          positions: [{
            symbol: TEXT, isLong: 'boolean', size: SIZE, entryPrice: PRICE, entryFunding: FUNDING, unrealizedPnl: MONEY, settledFunding: MONEY,
            markPrice: PRICE, indexPrice: PRICE, liqPrice: new Nullable(PRICE), initMargin: MONEY, maintMargin: MONEY, initMarginRatio: RATIO, cost: MONEY,
            isolatedMargin: MONEY,
          }],
        },
        'GET /account',
      ) // prettier-ignore
      expectShape(await get('/account/nonce'), { lastNonce: 'integer' }, 'GET /account/nonce')
      expectShape(await get('/transfer/withdraw/allowance'), {
        withdrawable: MONEY, quickThreshold: /^50000\.000000$/, used24h: MONEY, quickRemaining: MONEY, windowMs: 'integer', delayMs: 'integer',
      }, 'GET /transfer/withdraw/allowance') // prettier-ignore
    })

    it('[3.7] [3.8] [7.13] an order in each of its states', async () => {
      const limitPrice = await deepBid(world())
      const row = async (id: string) => ((await get(`/orders?id=${id}`)) as unknown[])[0]
      const filled = await place({ size: '0.0200' })
      expectShape(await row(filled), { ...FILLED, timeInForce: oneOf('GTC') }, 'a filled order')
      const resting = await place({ orderType: 'LIMIT', limitPrice })
      expectShape(
        await row(resting),
        { ...UNFILLED, status: oneOf('NEW'), timeInForce: oneOf('GTC'), cumFunding: null },
        'a resting order',
      )
      const refused = await place({ orderType: 'LIMIT', limitPrice, timeInForce: 'FOK' })
      expectShape(
        await row(refused),
        {
          ...UNFILLED,
          status: oneOf('REJECTED'),
          code: 'integer',
          timeInForce: oneOf('FOK'),
          cumFunding: null,
        },
        'a refused order',
      )
      // Upper case in the query finds what is told in lower case.
      expect(await row(filled.toUpperCase().replace('0X', '0x'))).toEqual(await row(filled))
    })

    it('[3.8] wire 6: fills, and a position that has ended', async () => {
      const symbol = 'SPY-USD-PERP'
      const held = async () =>
        (
          (await get('/account')) as { positions: { symbol: string; size: string; isLong: boolean }[] }
        ).positions.find((position) => position.symbol === symbol)
      const opened = await place({ symbol, size: '0.1000' })
      const position = (await held())!
      const side = { isBuy: !position.isLong, limitPrice: position.isLong ? '1' : '99999' }
      const closing = await place({ symbol, size: position.size, reduceOnly: true, ...side })
      expect(await held()).toBeUndefined()
      const fill = {
        id: 'integer', orderId: ID, symbol: TEXT, isBuy: 'boolean', orderType: oneOf('LIMIT', 'MARKET'), price: PRICE, size: SIZE, quoteQty: MONEY,
        fee: MONEY, isMaker: 'boolean', realizedPnl: MONEY, settledFunding: MONEY, time: 'integer',
      } as const // prettier-ignore
      for (const id of [opened, closing]) expectShape(await get(`/fills?orderId=${id}`), [fill], 'GET /fills')
      const past = await get(`/positions/history?symbol=${symbol}&limit=1`)
      expectShape(past, [{
        id: ID, symbol: /^SPY-USD-PERP$/, isLong: 'boolean', size: SIZE, entryPrice: PRICE, exitPrice: PRICE, openTime: 'integer', closeTime: 'integer',
        realizedPnl: MONEY, fees: MONEY, settledFunding: MONEY, initMarginRatio: RATIO, closeType: oneOf('MARKET'),
      }], 'GET /positions/history') // prettier-ignore
      const [last] = (await get(`/fills?orderId=${closing}`)) as { time: number }[]
      expect((past as { closeTime: number }[])[0]!.closeTime).toBe(last!.time)
    })

    it('[3.9] [7.21] a deposit', async () => {
      expectShape(await get('/transfer?orderType=DEPOSIT'), [{
        id: ID, nonce: 'integer', size: MONEY, orderType: oneOf('DEPOSIT'), status: oneOf('FILLED'), code: null, chainId: 'integer', postTime: 'integer',
        requestArgs: null, signer: null, signature: null, signatureProof: null, validatorSignature: null, recipient: null, token: /^USDC$/,
        txHash: HEX, eligibleTime: null,
      }], 'GET /transfer') // prettier-ignore
    })

    it('[3.16] [3.17] [7.19] an LP order, points and referrals', async () => {
      const { trader } = world()
      for (const fields of [{ size: '2' }, { size: '1', orderType: 'SCHEDULE_WITHDRAW' }]) {
        const answer = await call(world(), '/v2/lp', as(trader, { body: await lpBody(trader, fields) }))
        expectShape(answer.body, { id: ID }, 'POST /lp')
      }
      expectShape(await get('/lp'), [{
        id: ID, nonce: 'integer', size: AS_SENT, orderType: oneOf('DEPOSIT', 'SCHEDULE_WITHDRAW'), status: oneOf('FILLED', 'NEW'), code: null, fees: MONEY,
        postTime: 'integer', shares: MONEY, executeTime: new Nullable('integer'),
      }], 'GET /lp') // prettier-ignore
      expectShape(await get('/points'), {
        total: MONEY, rank: null, epoch: { id: 'integer', startTime: 'integer', endTime: 'integer', pool: MONEY, estimated: MONEY, trading: MONEY, lp: MONEY, referral: MONEY, rank: new Nullable('integer'), count: 'integer' }, count: 'integer',
        multipliers: [{ asset: oneOf('stock', 'crypto', 'forex'), value: /^\d+\.\d$/ }], shown: 'boolean',
      }, 'GET /points') // prettier-ignore
      expectShape(await get('/referrals'), {
        ref_code: /^[A-Z0-9]{6}$/, has_twitter_access: 'boolean', referred_by: null, referee_count: 'integer', referee_volume: MONEY,
        rewards_paid: MONEY, rewards_pending: MONEY, reward_percent: PERCENT2, discount_percent: PERCENT2, can_join: 'boolean', join_until: 'integer',
      }, 'GET /referrals') // prettier-ignore
    })

    it('[7.1] headers: rate limits are exposed, answers are not cached, any origin may read', async () => {
      const { headers } = await call(world(), '/v2/time', { headers: { origin: 'http://localhost:3000' } })
      expect(headers.get('content-type')).toMatch(/^application\/json/)
      expect(headers.get('cache-control')).toBe('no-store')
      expect(headers.get('access-control-allow-origin')).toBe('http://localhost:3000')
      expect(headers.get('access-control-expose-headers')).toContain('x-ratelimit-remaining')
      expect(headers.get('x-ratelimit-limit')).toBe('200')
      expect(headers.get('x-ratelimit-remaining')).toMatch(/^\d+$/)
    })

    it('[3.19] wire 9: list limits and bounds are inclusive and count back from the end', async () => {
      const all = (await get('/orders?limit=1000')) as { id: string; time: number; postTime: number }[]
      expect(all.length).toBeGreaterThan(3)
      expect(((await get('/orders?limit=2')) as typeof all).map(({ id }) => id)).toEqual(
        all.slice(0, 2).map(({ id }) => id),
      )
      const seen: string[] = []
      for (let endTime = Date.now(); ;) {
        const page = (await get(`/orders?limit=1000&endTime=${endTime}`)) as typeof all
        if (page.length === 0) break
        const last = page.at(-1)!.postTime
        seen.push(...page.map(({ id }) => id))
        endTime = last - 1
      }
      expect(seen).toEqual(all.map(({ id }) => id))
      const { postTime, id } = all[1]!
      const exact = (await get(`/orders?startTime=${postTime}&endTime=${postTime}`)) as typeof all
      expect(exact.map((row) => row.id)).toContain(id)
      expect((await call(world(), '/v2/orders?limit=5000', as(world().trader))).status).toBe(200)
    })
  })
