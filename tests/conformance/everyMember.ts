/**
 * What no other statement brings about: every reading by every word of its query, orders of every type and status,
 * keys with everything they may be limited to. At the end nothing of the schemas may be left unseen, but for
 * what is named here with its reason.
 */
import { beforeAll, describe, expect, it } from 'vitest'
import {
  REFUSAL,
  ADDRESS_BOOK_CHANGES,
  CALL_LIST,
  CAPITAL_STATUSES,
  capitalReason,
  NOTICE_CATEGORIES,
  NOTICE_KINDS,
  TRANSFER_WAITS,
  type OrderRow,
  type QueryField,
} from '@vest/protocol'
import { createLocalSigner, createPrivateKey } from '@vest/sdk/node'
import { createBot, type Bot } from '../world/bot.ts'
import { until } from '../world/until.ts'
import { openLine, type Line } from './socket.ts'
import { as, call, cancelBody, orderBody, type GetWorld } from './world.ts'

const SYMBOL = 'ETH-PERP'
/** Where stops, limits and liquidations happen: no other trader of the run trades it. */
const MOVED = 'SOL-PERP'

/** Of tickers on a stack whose markets trade at every hour, and whose operator says nothing but HALT. */
const OF_OTHER_HOURS = [
  'mode = CANCEL_ONLY',
  'mode = POST_ONLY',
  'mode = REDUCE_ONLY',
  'nextSession',
  'nextSession.session = CLOSED',
  'nextSession.session = EXTENDED',
  'nextSession.session = OVERNIGHT',
  'nextSession.session = REGULAR',
  'session = CLOSED',
  'session = EXTENDED',
  'session = OVERNIGHT',
]

/** Where an unfinished transfer stands, as it is asked for and as it is told. */
const PROGRESS = ['GET /transfer >[].progress', 'account_private TRANSFER_PROGRESS.args.progress']
/** Of these, what no chain of this stack brings about. */
const WAITS_ELSEWHERE = ['BREAKER', 'CAP', 'SOLANA'] as const
const WAITS_HERE = TRANSFER_WAITS.filter((wait) => !WAITS_ELSEWHERE.some((one) => one === wait))

/** Marks that no run of this stack can see, each with the reason, and where it is proven instead. */
const ELSEWHERE: Readonly<Record<string, readonly string[]>> = {
  "an exchange whose engine has died says so for a second (server.test.ts); maintenance is an operator's word":
    ['GET /status >.status = HASISSUES', 'GET /status >.status = UNDERMAINTENANCE'],
  'of the capital programme, whose way takes a payment (tests/payments)': [
    'GET /account >.capital',
    ...CAPITAL_STATUSES.flatMap((status) => [
      `GET /account >.capital.capital_status = ${status}`,
      `account_private ACCOUNT.args.capital_status = ${status}`,
    ]),
    ...['', ...capitalReason.options.map((reason) => ` = ${reason}`)].flatMap((reason) => [
      `GET /account >.capital.reason${reason}`,
      `account_private ACCOUNT.args.reason${reason}`,
    ]),
    ...[
      'target_equity',
      'failed_time',
      'claimable_time',
      'available_profit',
      'profit_time',
      'network_type',
    ].map((field) => `GET /account >.capital.${field}`),
    'GET /account >.capital.active_capital_plan',
    'account_private ACCOUNT.args.target_equity',
    'POST /transfer/withdraw/profits <.recvWindow',
    'GET /transfer >[].orderType = INTERNAL_DEPOSIT',
    'GET /transfer >[].orderType = WITHDRAW_PROFIT',
    'account_private TRANSFER.args.orderType = INTERNAL_DEPOSIT',
    'account_private TRANSFER.args.orderType = WITHDRAW_PROFIT',
  ],
  'a pool under stress, and a queue that is paid by the day (lpOrders.test.ts, lpPool.property.test.ts)': [
    'GET /lp >[].status = PARTIALLY_FILLED',
    'account_private LP.args.status = PARTIALLY_FILLED',
    'GET /lp/pool >.state = STRESSED',
    'GET /lp/pool >.state = INSOLVENT',
  ],
  'the statuses of LP orders are those of orders, and no LP order is ever cancelled': [
    'account_private LP.args.status = CANCELLED',
  ],
  'markets trade at every hour here, and in one mode (marketData.test.ts, marketMode.test.ts)': [
    ...['GET /ticker/latest >.tickers[]', 'tickers[]', '{symbol}@ticker'].flatMap((ticker) =>
      OF_OTHER_HOURS.map((mark) => `${ticker}.${mark}`),
    ),
    ...['CLOSED', 'EXTENDED', 'OVERNIGHT'].map((session) => `GET /tradingHours >[].session = ${session}`),
    'GET /tradingHours >[].endTime',
    'GET /tradingHours >[].startTime',
  ],
  'news come as life brings them, each told of in noticeDesk.test.ts': [
    ...NOTICE_KINDS.filter((kind) => kind !== 'ORDER_FILLED').map(
      (kind) => `GET /notices >.notices[].kind = ${kind}`,
    ),
    ...NOTICE_CATEGORIES.filter((about) => about !== 'FILLS').map(
      (about) => `GET /notices >.notices[].about = ${about}`,
    ),
  ],
  'nothing is amiss in a short life (statusRecord.test.ts)': [
    'GET /status/history >.incidents[].endTime',
    'GET /status/history >.incidents[].message',
    ...['HASISSUES', 'UNDERMAINTENANCE', 'DOWN'].map(
      (status) => `GET /status/history >.incidents[].status = ${status}`,
    ),
  ],
  'a withdrawal to Solana alone has a payout (tests/world/solanaWithdrawals.test.ts)': [
    'GET /transfer >[].payout',
    'account_private TRANSFER_PROGRESS.args.payout',
  ],
  'much has left lately, a vault has paid its most, or the way ends on Solana (transferProgress.test.ts)':
    PROGRESS.flatMap((progress) => WAITS_ELSEWHERE.map((wait) => `${progress}.waitsFor = ${wait}`)),
  'no account has points before a week is over (rewards.test.ts)': ['GET /points >.rank'],
  'terms are accepted where a person registers, and who joined before it was noted has no time (rewards.test.ts)':
    ['POST /register <.termsVersion', 'GET /referrals/referees >[].joinTime'],
  'an ORDER message may tell any field of the order, and tells none of these': [
    'account_private ORDER.args.markPrice',
    'account_private ORDER.args.time',
  ],
}

/** Marks that a stack shows for a moment where the machine is so busy that prices come late: seen or not, they count nothing. */
const PASSING = new Set([
  // The first statement of reserves comes at a round ten minutes (rest/reserves.test.ts).
  'GET /reserves >.statement',
  'GET /reserves/proof >.statement',
  'GET /reserves/proof >.proof',
  // A deposit that becomes final while its owner looks (notices.ts).
  'GET /notices >.notices[].about = TRANSFERS',
  'GET /notices >.notices[].kind = DEPOSIT_ARRIVED',
  // Steps of a transfer that are over in a moment: who asks then, or listens, sees them.
  ...PROGRESS.flatMap((progress) => [
    ...WAITS_HERE.map((wait) => `${progress}.waitsFor = ${wait}`),
    ...['until', 'block', 'block.needed'].map((field) => `${progress}.${field}`),
  ]),
  // Changes of an address book, each proven in rest/addressBook.test.ts.
  ...['GET', 'POST'].flatMap((method) =>
    ['addresses[].chainId', 'listEndTime', 'lockedUntil'].map(
      (field) => `${method} /account/addressBook >.${field}`,
    ),
  ),
  ...['order.recipient', 'order.chainId', 'order.label', 'order.days', 'recvWindow'].map(
    (field) => `POST /account/addressBook <.${field}`,
  ),
  ...ADDRESS_BOOK_CHANGES.map((change) => `POST /account/addressBook <.order.change = ${change}`),
  // What the operator said of an incident (marketData.test.ts halts a market).
  'GET /status/history >.incidents[].message',
  ...['GET /ticker/latest >.tickers[]', 'tickers[]', '{symbol}@ticker'].flatMap((ticker) =>
    ['CANCEL_ONLY', 'POST_ONLY', 'REDUCE_ONLY'].map((mode) => `${ticker}.mode = ${mode}`),
  ),
])

const HOUR_MS = 3_600_000
/** Prices walk on from where they were put: by a hundredth of a percent in a second. */
const NEAR = 0.003
const ID = `0x${'7'.repeat(64)}`
/** A value of a field of a query that a call will take. */
const VALUES: Readonly<Record<string, () => string>> = {
  symbol: () => 'BTC-PERP',
  symbols: () => 'BTC-PERP,ETH-PERP',
  startTime: () => String(Date.now() - HOUR_MS),
  endTime: () => String(Date.now()),
  limit: () => '5',
  id: () => ID,
  orderId: () => ID,
  nonce: () => '1',
  signer: () => `0x${'1'.repeat(40)}`,
  clientId: () => 'mine',
  chainId: () => '42161',
  size: () => '10',
  sender: () => `0x${'1'.repeat(40)}`,
  recipient: () => `0x${'1'.repeat(40)}`,
  code: () => 'FREE2026',
}

/** Clients take cursors as they are given them; these stand before everything that any list has. */
const BEGINNING: Readonly<Record<string, readonly unknown[]>> = {
  '/fills': [1, 1, ID],
  '/positions/history': [1, ID],
  '/trades': [1, 1],
}
const cursorOf = (path: string): string =>
  Buffer.from(JSON.stringify(BEGINNING[path] ?? [1, 1, 1])).toString('base64url')

/** Every word that a field of a query may hold, or one that it takes. */
function wordsOf(path: string, name: string, { schema }: QueryField): readonly string[] {
  const words = (schema as { options?: readonly unknown[] }).options
  return words?.map(String) ?? [name === 'cursor' ? cursorOf(path) : VALUES[name]!()]
}

export const everyMember = (world: GetWorld) =>
  describe('every member and every field that may be left out', () => {
    let trader: Bot
    let rival: Bot
    beforeAll(async () => {
      const { baseUrl } = world()
      trader = await createBot({ baseUrl })
      rival = await createBot({ baseUrl })
    }, 120_000)

    const READINGS = CALL_LIST.filter(({ method, outside, query }) => method === 'GET' && !outside && query)
    it.each(READINGS)('$path reads by every word of its query', async ({ path, auth, query = {} }) => {
      const needed = Object.entries(query)
        .filter(([, { isRequired }]) => isRequired)
        .map(([name]) => [name, VALUES[name]!()])
      for (const [name, field] of Object.entries(query))
        for (const word of wordsOf(path, name, field)) {
          const asked = new URLSearchParams(Object.fromEntries([...needed, [name, word]]))
          const options = auth === 'none' ? {} : as(trader)
          const { status, body } = await call(world(), `/v2${path}?${asked}`, options)
          expect({ asked: String(asked), status, body }).toMatchObject({ status: 200 })
        }
    })

    const privateLine = async ({ client }: Bot): Promise<Line> => {
      const { listenKey } = await client.createListenKey()
      const open = await openLine(world(), `/ws-api?version=1.0&listenKey=${listenKey}`)
      open.send({ method: 'SUBSCRIBE', params: ['account_private'], id: 1 })
      await until('the channel is open', () => open.frames.length > 0)
      return open
    }
    /** A message that holds all these words. */
    const hears = (open: Line, ...words: readonly string[]) =>
      until(`the channel tells ${words.join(' ')}`, () =>
        open.frames.some(({ text }) => words.every((word) => text.includes(`"${word}"`))),
      )

    const post = async (path: string, body: unknown) =>
      expect(await call(world(), path, { body })).toMatchObject({ status: 200 })
    const priceAt = async (symbol: string, price: number): Promise<void> => {
      await post('/devnet/price', { symbol, price: price.toFixed(2) })
      await until(`${symbol} is at ${price}`, async () => {
        const [ticker] = await trader.client.tickers({ symbols: [symbol] })
        return Math.abs(Number(ticker!.indexPrice) / price - 1) < NEAR
      })
    }
    const markOf = async (symbol: string): Promise<number> =>
      Number((await trader.client.tickers({ symbols: [symbol] }))[0]!.markPrice)
    const rowOf = async (bot: Bot, id: string): Promise<OrderRow> => (await bot.client.orders({ id }))[0]!
    const becomes = (bot: Bot, id: string, status: OrderRow['status']): Promise<OrderRow> =>
      until(`the order is ${status}`, async () => {
        const row = await rowOf(bot, id)
        return row.status === status && row
      })

    it('orders of every type tell themselves to the private channel, to lists, fills and closed positions', async () => {
      const { client } = trader
      const open = await privateLine(trader)
      const start = await markOf(MOVED)
      const buy = async () =>
        becomes(
          trader,
          (await client.placeOrder({ symbol: MOVED, isBuy: true, size: '2.00', orderType: 'MARKET' })).id,
          'FILLED',
        )
      const stop = async (orderType: 'STOP_LOSS' | 'TAKE_PROFIT', ratio: number) =>
        (
          await client.placeOrder({
            symbol: MOVED,
            isBuy: false,
            size: '2.00',
            orderType,
            limitPrice: (start * ratio).toFixed(2),
            reduceOnly: true,
          })
        ).id

      await buy()
      const profit = await stop('TAKE_PROFIT', 1.01)
      await priceAt(MOVED, start * 1.02)
      await becomes(trader, profit, 'FILLED')
      await buy()
      const loss = await stop('STOP_LOSS', 1.01)
      await priceAt(MOVED, start)
      await becomes(trader, loss, 'FILLED')

      const closed = await client.closedPositions({ symbol: MOVED })
      expect(closed.map(({ closeType }) => closeType).toSorted()).toEqual(['STOP_LOSS', 'TAKE_PROFIT'])
      for (const [orderType, id] of [
        ['TAKE_PROFIT', profit],
        ['STOP_LOSS', loss],
      ] as const) {
        expect((await client.orders({ orderType, status: 'FILLED' })).map((row) => row.id)).toEqual([id])
        expect((await client.fills({ orderId: id })).every((fill) => fill.orderType === orderType)).toBe(true)
      }
      open.close()
    })

    it('a resting order that is filled in part says so, and what it closes was closed by a LIMIT', async () => {
      const { bids, asks } = await trader.client.depth({ symbol: MOVED })
      const between = ((Number(bids[0]![0]) + Number(asks[0]![0])) / 2).toFixed(2)
      const rest = async (isBuy: boolean) =>
        (
          await trader.client.placeOrder({
            symbol: MOVED,
            isBuy,
            size: '2.00',
            orderType: 'LIMIT',
            limitPrice: between,
            timeInForce: 'POST_ONLY',
          })
        ).id
      const take = async (isBuy: boolean, size: string) =>
        becomes(
          rival,
          (await rival.client.placeOrder({ symbol: MOVED, isBuy, size, orderType: 'MARKET' })).id,
          'FILLED',
        )
      const open = await privateLine(trader)
      const bid = await rest(true)
      await take(false, '0.50')
      expect(await becomes(trader, bid, 'PARTIALLY_FILLED')).toMatchObject({ size: '2.00' })
      expect((await trader.client.orders({ status: 'PARTIALLY_FILLED' })).map(({ id }) => id)).toEqual([bid])
      await take(false, '1.50')
      await becomes(trader, bid, 'FILLED')
      const ask = await rest(false)
      await take(true, '2.00')
      await becomes(trader, ask, 'FILLED')
      expect((await trader.client.closedPositions({ symbol: MOVED }))[0]).toMatchObject({
        closeType: 'LIMIT',
      })
      const fills = await trader.client.fills({ orderId: ask })
      expect(fills.map(({ orderType }) => orderType)).toEqual(fills.map(() => 'LIMIT'))
      expect(fills.length).toBeGreaterThan(0)
      await hears(open, 'ORDER', 'PARTIALLY_FILLED')
      open.close()
    })

    it('an order may name its legs, its margin and itself, and be replaced by another that does', async () => {
      const { client } = trader
      const mark = await markOf(MOVED)
      const bid = (ratio: number) => ({
        symbol: MOVED,
        isBuy: true,
        size: '1.00',
        orderType: 'LIMIT' as const,
        timeInForce: 'GTC' as const,
        limitPrice: (mark * ratio).toFixed(2),
        initMarginRatio: '0.1',
        tpPrice: (mark * 1.2).toFixed(2),
        slPrice: (mark * 0.5).toFixed(2),
      })
      const open = await privateLine(trader)
      const first = (await client.placeOrder({ ...bid(0.8), clientId: 'first' })).id
      const second = (await client.replaceOrder(first, { ...bid(0.7), clientId: 'second' })).id
      expect(await becomes(trader, first, 'CANCELLED')).toMatchObject({ clientId: 'first' })
      expect(await becomes(trader, second, 'NEW')).toMatchObject({ clientId: 'second' })
      const cancelled = await call(
        world(),
        '/v2/orders/cancel',
        as(trader, { body: { ...(await cancelBody(trader, second)), recvWindow: 5_000 } }),
      )
      expect(cancelled).toMatchObject({ status: 200, body: { id: second } })
      // Attached legs live with the position that their order opens.
      const opened = (await client.placeOrder({ ...bid(1.01), timeInForce: 'IOC' })).id
      await becomes(trader, opened, 'FILLED')
      await hears(open, 'parentId', 'STOP_LOSS')
      await client.closeAllPositions({ symbol: MOVED })
      await until('nothing is held', async () => (await client.account()).positions.length === 0)
      open.close()
    })

    it('an account that the market ruins is liquidated: its orders, fills and closed positions say so', async () => {
      const ruined = await createBot({ baseUrl: world().baseUrl, depositUsd6: 1_000_000_000n })
      const { client } = ruined
      const open = await privateLine(ruined)
      const mark = await markOf(MOVED)
      await client.setLeverage({ symbol: MOVED, value: 50 })
      const size = (35_000 / mark).toFixed(2)
      const { id } = await client.placeOrder({ symbol: MOVED, isBuy: true, size, orderType: 'MARKET' })
      await becomes(ruined, id, 'FILLED')
      const [position] = (await client.account()).positions
      expect(Number(position!.liqPrice)).toBeGreaterThan(mark * 0.96)
      for (let price = mark; (await client.account()).positions.length > 0; price *= 0.985)
        await priceAt(MOVED, price)
      const [liquidation] = await client.orders({ orderType: 'LIQUIDATION' })
      expect(liquidation).toMatchObject({ symbol: MOVED, isBuy: false, status: 'FILLED' })
      expect((await client.fills({ orderId: liquidation!.id }))[0]).toMatchObject({
        orderType: 'LIQUIDATION',
      })
      expect((await client.closedPositions())[0]).toMatchObject({ closeType: 'LIQUIDATION' })
      await hears(open, 'LIQUIDATION')
      open.close()
    })

    it('a market that is halted says HALT in tickers and both channels', async () => {
      const open = await openLine(world(), '/ws-api?version=1.0')
      open.send({ method: 'SUBSCRIBE', params: ['tickers', `${SYMBOL}@ticker`], id: 1 })
      const heard = (channel: string, status: string): boolean =>
        open.frames.some(
          ({ json, text }) =>
            json['channel'] === channel && new RegExp(`"${SYMBOL}"[^}]*"status":"${status}"`).test(text),
        )
      await until('it trades', () => heard('tickers', 'TRADING') && heard(`${SYMBOL}@ticker`, 'TRADING'))
      await post('/devnet/halt', { symbol: SYMBOL })
      await until('both channels say it', () => heard('tickers', 'HALT') && heard(`${SYMBOL}@ticker`, 'HALT'))
      expect((await trader.client.tickers({ symbols: [SYMBOL] }))[0]).toMatchObject({ status: 'HALT' })
      await post('/devnet/resume', { symbol: SYMBOL })
      open.close()
    })

    it('a key of a program may be limited in everything, and the list tells it', async () => {
      const { client } = trader
      const made = await client.createApiKey({
        label: 'limited',
        scopes: ['read', 'trade'],
        expiryTime: Date.now() + HOUR_MS,
        ipAllowList: ['127.0.0.1', '::1'],
        signingAddr: createLocalSigner(createPrivateKey()).address,
        maxDailyLoss: '100',
      })
      const read = await call(world(), '/v2/account/nonce', { headers: { 'x-api-key': made.apiKey } })
      expect(read.status).toBe(200)
      const keys = await until('its use is noted', async () => {
        const rows = await client.apiKeys()
        return rows.some(({ id, lastUsedTime }) => id === made.id && lastUsedTime !== null) && rows
      })
      expect(keys.map(({ kind }) => kind).toSorted()).toEqual(['program', 'session'])
      await client.revokeApiKey(made.id)
    })

    it('an order with a window of its own and a margin of its own is taken', async () => {
      const body = await orderBody(trader, { initMarginRatio: '0.1' }, { recvWindow: 10_000 })
      expect(await call(world(), '/v2/orders', as(trader, { body }))).toMatchObject({ status: 200 })
    })

    it('withdrawals and LP orders of every type tell themselves to the private channel', async () => {
      const { client, chain } = trader
      const open = await privateLine(trader)
      const withdraw = (recipient: string, size: number) =>
        client.withdraw({
          recipient,
          token: chain.tokens[0]!.address,
          size,
          chainId: chain.chainId,
          execute: false,
        })
      await withdraw(trader.address, 10_000_000)
      await hears(open, 'TRANSFER', 'WITHDRAW', 'VERIFIED')
      const { id: refused } = await withdraw(trader.address, 90_000_000_000)
      const { id: waiting } = await withdraw(`0x${'5'.repeat(40)}`, 10_000_000)
      const rowOfTransfer = async (id: string) => (await client.transfers({ id }))[0]!
      expect(await rowOfTransfer(refused)).toMatchObject({
        status: 'REJECTED',
        code: REFUSAL.TRANSFER_MARGIN_CHECK_FAILED,
      })
      const { eligibleTime } = await rowOfTransfer(waiting)
      expect(eligibleTime).toBeGreaterThan(Date.now())

      await client.placeLpOrder({ orderType: 'DEPOSIT', size: '200' })
      for (const orderType of ['IMMEDIATE_WITHDRAW', 'SCHEDULE_WITHDRAW'] as const) {
        await client.placeLpOrder({ orderType, size: '1' })
        await hears(open, 'LP', orderType)
      }
      open.close()
    })

    it('nothing of the schemas is left unseen, but for what is proven elsewhere', () => {
      const counted = (marks: readonly string[]) => marks.filter((mark) => !PASSING.has(mark)).toSorted()
      expect(counted(world().witness.unseen())).toEqual(counted(Object.values(ELSEWHERE).flat()))
    })
  })
