/**
 * LP orders and the pool over HTTP and the private socket: what each answers, what is refused before the engine hears
 * of it, and a past of the pool that every restart tells alike.
 */
import {
  REFUSAL,
  accountResponse,
  idResponse,
  lpOrdersResponse,
  poolHistoryResponse,
  poolResponse,
  privateMessage,
  timeMs,
  usd6,
  type LpOrderRow,
  type SignedAction,
} from '@vest/protocol'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { testKey, type TestKey } from '../testing/testKeys.ts'
import { openSocket } from '../testing/testSocket.ts'
import { startTestWorld, type TestWorld, type Trader } from '../testing/testWorld.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

describe('[3.16] LP orders', () => {
  let world: TestWorld
  let trader: Trader
  let other: Trader
  beforeAll(async () => {
    world = await startTestWorld()
    trader = await world.trader(0x31, 100_000)
    other = await world.trader(0x33, 1_000)
  })
  afterAll(() => world.stop())
  beforeEach(() => world.setPrice('BTC-PERP', 50_000))

  let counter = 9_000_000
  const nextNonce = () => (counter += 1)
  const bodyOf = (
    fields: object = {},
    by = trader,
    { signedAs = {}, signer = by.signing }: { signedAs?: object; signer?: TestKey } = {},
  ) => {
    const order = {
      time: world.clock.nowMs(),
      nonce: nextNonce(),
      orderType: 'DEPOSIT',
      size: '100',
      ...fields,
    }
    // What cannot be signed is signed as what should stand there.
    const said: Record<string, unknown> = { ...order, ...signedAs }
    for (const field of ['orderType', 'size']) if (typeof said[field] !== 'string') said[field] = ''
    for (const field of ['time', 'nonce'])
      if (!Number.isInteger(said[field]) || Number(said[field]) < 0) said[field] = 1
    const action = { ...said, kind: 'lp' }
    return { order, signature: signer.signAction(action as unknown as SignedAction) }
  }
  const post = async (body: unknown, by = trader) => world.call('POST', '/lp', { key: by.apiKey, body })
  const send = async (fields: object = {}, by = trader) => {
    const { status, body } = await post(bodyOf(fields, by), by)
    return body.code === undefined ? idResponse.parse(body).id : [status, body.code]
  }
  const rows = async (query = '', by = trader) =>
    lpOrdersResponse.parse((await world.call('GET', `/lp?${query}`, { key: by.apiKey })).body)
  const row = async (id: unknown, by = trader): Promise<LpOrderRow> => (await rows(`id=${id}`, by))[0]!
  const lpOf = async (by: Trader) =>
    accountResponse.parse((await world.call('GET', '/account', { key: by.apiKey })).body).lp
  const pool = async () => poolResponse.parse((await world.call('GET', '/lp/pool')).body)

  it('a deposit is FILLED with its shares and seen at once, its size as it was sent; GET /account tells what they are worth', async () => {
    const before = await pool()
    const answer = await post(bodyOf({ size: '1234.5', nonce: 77 }))
    expect(Object.keys(answer.body)).toEqual(['id'])
    const { id } = answer.body
    expect(await row(id)).toEqual({
      id,
      nonce: 77,
      size: '1234.5',
      orderType: 'DEPOSIT',
      status: 'FILLED',
      code: null,
      fees: '0.000000',
      postTime: world.clock.nowMs(),
      shares: '1234.500000',
      executeTime: null,
    })
    expect(before.sharePrice).toBe('1.000000')
    expect(await lpOf(trader)).toEqual({
      balance: '1234.500000',
      shares: '1234.500000',
      unrealizedPnl: '0.000000',
      netDeposits: '1234.500000',
      scheduledShares: '0.000000',
      lockedShares: '1234.500000',
      unlockTime: world.clock.nowMs() + DAY_MS,
    })
    expect(Number((await pool()).nav)).toBe(Number(before.nav) + 1234.5)
  })

  it('what the engine refuses is a record with its code, also of an account that never deposited', async () => {
    const stranger = await world.trader(0x41, 0)
    const cases: readonly [object, Trader, number][] = [
      [{ size: '200000' }, trader, 4001],
      [{ size: '10', orderType: 'IMMEDIATE_WITHDRAW' }, other, 4007],
      [{ size: '10', orderType: 'SCHEDULE_WITHDRAW' }, other, 4007],
      // Shares of the first day cannot be withdrawn at once.
      [{ size: '10', orderType: 'IMMEDIATE_WITHDRAW' }, trader, 4009],
      [{ size: '9000000', orderType: 'SCHEDULE_WITHDRAW' }, trader, 4012],
      [{ size: '10' }, stranger, 4011],
    ]
    for (const [fields, by, code] of cases) {
      const id = await send(fields, by)
      expect([code, await row(id, by)]).toMatchObject([code, { status: 'REJECTED', code, shares: null }])
    }
  })

  it('a scheduled withdrawal is taken back by its owner, once, and is CANCELLED', async () => {
    const by = await world.trader(0x43, 10_000)
    await send({ size: '1000' }, by)
    const id = (await send({ size: '400', orderType: 'SCHEDULE_WITHDRAW' }, by)) as string
    expect(await lpOf(by)).toMatchObject({ scheduledShares: (await row(id, by)).shares })
    const cancel = async (text: string, who = by) => {
      const order = { time: world.clock.nowMs(), nonce: nextNonce(), id: text }
      const signature = who.signing.signAction({ kind: 'cancel', ...order })
      return world.call('POST', '/lp/cancel', { key: who.apiKey, body: { order, signature } })
    }
    expect(await cancel(id, other)).toMatchObject({ status: 400, body: { code: REFUSAL.ORDER_NOT_FOUND } })
    expect(await cancel('0x12')).toMatchObject({ status: 400, body: { code: REFUSAL.ORDER_NOT_FOUND } })
    // The signature covers the text; whose letters they are does not matter.
    expect(await cancel(id.toUpperCase().replace('0X', '0x'))).toMatchObject({ status: 200, body: { id } })
    expect(await row(id, by)).toMatchObject({ status: 'CANCELLED', code: null })
    expect(await lpOf(by)).toMatchObject({ scheduledShares: '0.000000' })
    expect(await cancel(id)).toMatchObject({ status: 400, body: { code: REFUSAL.ORDER_NOT_FOUND } })
  })

  it('a withdrawal at once leaves its fee in the pool; a scheduled one waits for its time', async () => {
    await send({ size: '1000' }, other)
    world.clock.advance(DAY_MS - 1)
    await world.submit({ kind: 'TickTimer' })
    other = await world.trader(0x33, 0)
    trader = await world.trader(0x31, 0)
    world.clock.advance(1)
    const id = await send({ size: '400', orderType: 'IMMEDIATE_WITHDRAW' }, other)
    expect(await row(id, other)).toMatchObject({
      status: 'FILLED',
      shares: '400.000000',
      fees: '1.200000',
      executeTime: null,
    })
    const queued = await send({ size: '100', orderType: 'SCHEDULE_WITHDRAW' }, other)
    const { executeTime, ...rest } = await row(queued, other)
    // The fee has raised the price of a share.
    expect(rest).toMatchObject({ status: 'NEW', shares: '99.999989', fees: '0.000000' })
    expect(executeTime).toBe(world.clock.nowMs() + 2 * DAY_MS)
    world.clock.advance(2 * DAY_MS)
    await world.submit({ kind: 'TickTimer' })
    other = await world.trader(0x33, 0)
    trader = await world.trader(0x31, 0)
    expect((await row(queued, other)).status).toBe('FILLED')
    // What was left behind as a fee is the loss, but for the part that came back to the shares that stayed.
    expect(await lpOf(other)).toMatchObject({ shares: '500.000011', unrealizedPnl: '-1.199930' })
  })

  it('[7.21] wire 52: GET /lp filters by id, nonce, type, status and time, newest first, own rows alone', async () => {
    const all = await rows()
    expect(all.length).toBeGreaterThan(3)
    expect(all.map(({ postTime }) => postTime)).toEqual(
      all.map(({ postTime }) => postTime).toSorted((a, b) => b - a),
    )
    const [first] = all
    expect(await rows(`id=${first!.id.toUpperCase().replace('0X', '0x')}`)).toEqual([first])
    expect((await rows(`id=${first!.id},${all[1]!.id}`)).length).toBe(2)
    expect(await rows(`id=${first!.id}`, other)).toEqual([])
    expect((await rows('nonce=77')).map(({ nonce }) => nonce)).toEqual([77])
    expect(await rows('orderType=SCHEDULE_WITHDRAW')).toEqual(
      all.filter(({ orderType }) => orderType === 'SCHEDULE_WITHDRAW'),
    )
    expect(await rows('status=REJECTED')).toEqual(all.filter(({ status }) => status === 'REJECTED'))
    expect(await rows('limit=1')).toEqual([first])
    expect(await rows(`endTime=${all.at(-1)!.postTime - 1}`)).toEqual([])
    const codeOf = async (query: string) =>
      (await world.call('GET', `/lp?${query}`, { key: trader.apiKey })).body.code
    expect([await codeOf('orderType=LIMIT'), await codeOf('status=NEW,FILLED')]).toEqual([1116, 1130])
  })

  it('[7.30] each change is one LP event on the private socket, equal to the row', async () => {
    const { listenKey } = (await world.call('POST', '/account/listenKey', { key: trader.apiKey })).body
    const socket = await openSocket(
      `ws://127.0.0.1:${world.exchange.port}/ws-api?version=1.0&listenKey=${listenKey}`,
    )
    socket.send({ method: 'SUBSCRIBE', params: ['account_private'], id: 7 })
    expect(await socket.next()).toEqual({ result: null, id: 7 })
    for (const fields of [
      { size: '10' },
      { size: '5', orderType: 'SCHEDULE_WITHDRAW' },
      { size: '900000' },
    ]) {
      const id = await send(fields)
      const { data } = await socket.nextOn('account_private')
      const { fees: _, shares: __, executeTime: ___, ...told } = await row(id)
      expect(privateMessage.parse(data)).toEqual({ event: 'LP', args: told })
      expect(Object.keys(data.args).toSorted()).toEqual(Object.keys(told).toSorted())
    }
    await socket.close()
  })

  it.each([
    ['a type of another kind', { orderType: 'LIMIT' }, [400, 1130]],
    ['a type in lower case', { orderType: 'deposit' }, [400, 1130]],
    ['seven decimals', { size: '1.0000001' }, [400, 1130]],
    ['nothing', { size: '0.000000' }, [400, 1130]],
    ['a deposit of less than a dollar', { size: '0.999999' }, [400, 1130]],
    ['more than can be counted', { size: '9007199255' }, [400, 1130]],
    ['an exponent', { size: '1e3' }, [422, 1130]],
    ['a sign', { size: '-1' }, [422, 1130]],
    ['a number where the signature covers text', { size: 100 }, [422, 1130]],
    ['no size', { size: undefined }, [422, 1130]],
    ['no type', { orderType: undefined }, [422, 1130]],
    ['a time of its own kind', { time: 1.5 }, [422, 1130]],
    ['a nonce below nothing', { nonce: -1 }, [400, 1023]],
  ])('%s is refused without a word to the engine', async (_, fields, expected) => {
    const seq = world.engine.seq()
    expect(await send(fields)).toEqual(expected)
    expect(world.engine.seq()).toBe(seq)
  })

  it('wire 28: the same order again is 4010, whatever became of the first, and at the same moment', async () => {
    const body = bodyOf({ size: '500000' })
    expect((await post(body)).status).toBe(200)
    expect((await post(body)).body.code).toBe(REFUSAL.LP_DUPLICATE)
    const order = world.signedOrder(trader, { nonce: body.order.nonce })
    expect((await world.call('POST', '/orders', { key: trader.apiKey, body: order })).body.code).toBe(
      REFUSAL.DUPLICATE,
    )
    const fresh = bodyOf({ size: '2' })
    const answers = await Promise.all(Array.from({ length: 20 }, () => post(fresh)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ body: answer }) => answer.code === REFUSAL.LP_DUPLICATE)).toHaveLength(19)
    expect(await rows(`nonce=${fresh.order.nonce}`)).toHaveLength(1)
  })

  it('the signature covers the exact text; signing and primary key may sign, no other key', async () => {
    const codeOf = async (body: unknown) => (await post(body)).body.code
    for (const signer of [trader.signing, trader.primary])
      expect((await post(bodyOf({ size: '1.50' }, trader, { signer }))).status).toBe(200)
    expect(await codeOf(bodyOf({ size: '1.5' }, trader, { signedAs: { size: '1.50' } }))).toBe(1022)
    for (const [field, value] of [
      ['orderType', 'SCHEDULE_WITHDRAW'],
      ['nonce', nextNonce()],
      ['time', world.clock.nowMs() - 1],
    ] as const) {
      const body = bodyOf()
      expect([field, await codeOf({ ...body, order: { ...body.order, [field]: value } })]).toEqual([
        field,
        1022,
      ])
    }
    expect(await codeOf(bodyOf({}, trader, { signer: testKey(0x77) }))).toBe(1022)
  })

  it('the first failure wins: 422, 1131, 1023, 1149, 1130, 4010, 1132, 1022', async () => {
    const sim = await simAccount(world, trader, 0x51)
    const codeOf = async (body: unknown, by = trader) => (await post(body, by)).body.code
    const time = world.clock.nowMs() - 70_000
    const used = nextNonce()
    await send({ nonce: used, size: '1' })
    const bad = { time, nonce: -1, orderType: 'LIMIT' }
    const forged = (fields: object, by = trader) =>
      bodyOf(fields, by, { signer: testKey(0x77), signedAs: { nonce: 1 } })
    expect(await codeOf({ ...forged({ ...bad, size: 'x' }, sim), recvWindow: 0 }, sim)).toBe(1130)
    expect(await codeOf({ ...forged(bad, sim), recvWindow: 60_001 }, sim)).toBe(1131)
    expect(await codeOf(forged(bad, sim), sim)).toBe(1023)
    expect(await codeOf(forged({ ...bad, nonce: used }, sim), sim)).toBe(1149)
    expect(await codeOf(forged({ ...bad, nonce: used }))).toBe(1130)
    expect(await codeOf(forged({ time, nonce: used }))).toBe(4010)
    expect(await codeOf(forged({ time, nonce: nextNonce() }))).toBe(1132)
    expect(await codeOf(forged({ nonce: nextNonce() }))).toBe(1022)
    expect((await world.call('POST', '/lp', { body: forged(bad) })).body.code).toBe(REFUSAL.UNAUTHORIZED)
  })

  it('[6.5] wire 56: an account of the capital programme hears 1149, and has no LP orders', async () => {
    const sim = await simAccount(world, trader, 0x53)
    const answer = await post(bodyOf({}, sim), sim)
    expect([answer.status, answer.body]).toMatchObject([
      400,
      { code: REFUSAL.ACTION_NOT_AVAILABLE, msg: 'Not available for this account' },
    ])
    expect(await rows('', sim)).toEqual([])
  })

  it('a full inbox is 1003, and the same order succeeds afterwards', async () => {
    const body = bodyOf({ size: '1' })
    world.engine.isFull = true
    expect((await post(body)).body.code).toBe(REFUSAL.TOO_MANY_REQUESTS)
    world.engine.isFull = false
    expect((await post(body)).status).toBe(200)
  })
})

describe('the pool', () => {
  let world: TestWorld
  let trader: Trader
  beforeAll(async () => {
    world = await startTestWorld()
    await world.setPrice('BTC-PERP', 50_000)
    trader = await world.trader(0x31, 100_000)
  })
  afterAll(() => world.stop())
  const history = async (query = '') =>
    poolHistoryResponse.parse((await world.call('GET', `/lp/pool/history?${query}`)).body)

  it('tells value, caps and fees, and what a trade has brought', async () => {
    const before = (await world.call('GET', '/lp/pool')).body
    expect(before).toEqual({
      nav: '10000000.000000',
      navHigh: '10000000.000000',
      totalShares: '10000000.000000',
      sharePrice: '1.000000',
      apr30d: '0.00',
      aprBase: { price: '1.000000', days: 0 },
      navCap: '20000000.000000',
      utilization: '0.00',
      state: 'NORMAL',
      fees24h: '0.000000',
      volume24h: '0.000000',
      immediateFee: '0.0030',
      immediateRemaining24h: '1000000.000000',
      lockMs: DAY_MS,
      scheduleDelayMs: 2 * DAY_MS,
      insurance: '1000000.000000',
      initMargin: '0.000000',
      maintMargin: '0.000000',
      queuedShares: '0.000000',
      positions: [],
      time: world.clock.nowMs(),
    })
    await world.place(trader, { orderType: 'MARKET', limitPrice: '51000', size: '4' })
    const after = poolResponse.parse((await world.call('GET', '/lp/pool')).body)
    const { fees } = (await world.call('GET', '/orders', { key: trader.apiKey })).body[0]
    expect(after.fees24h).toBe(fees)
    expect(Number(fees)).toBeGreaterThan(20)
    // 2,000 dollars of a little more than ten million.
    expect(after.utilization).toBe('0.01')
    expect(Number(after.nav)).toBeGreaterThan(10_000_000)
    const [held, ...others] = after.positions
    expect(others).toEqual([])
    expect(held).toMatchObject({ symbol: 'BTC-PERP', isLong: false, size: '4.0000' })
    // What it holds, the margin of which is the utilization, and what of the value is not cash yet.
    expect(Number(after.initMargin)).toBeLessThan(Number(held!.value))
    expect(Number(after.maintMargin)).toBeLessThan(Number(after.initMargin))
    expect(Number(after.navHigh)).toBeGreaterThanOrEqual(Number(after.nav))
  })

  it('its past has a row per interval, oldest first: the last hour in it, and what the shares gained', async () => {
    const firstHour = Math.floor(world.clock.nowMs() / HOUR_MS) * HOUR_MS
    expect((await history('interval=1h')).map(({ time }) => time)).toEqual([firstHour])
    const values = async () =>
      (await world.store.poolValues({ limit: 9_999 })).map(({ hourMs, nav, totalShares }) => ({
        hourMs,
        nav,
        totalShares,
      }))
    const nextHour = async () => {
      world.clock.advance(HOUR_MS)
      await world.submit({ kind: 'TickTimer' })
    }
    await nextHour()
    // Money that comes in is no gain.
    await world.submit({ kind: 'SeedSystemAccount', account: 'POOL', amountUsd6: usd6(1_000_000_000_000) })
    await nextHour()
    for (let hour = 0; hour < 60; hour += 1) await nextHour()
    const hours = await history('interval=1h')
    expect(hours).toHaveLength(63)
    expect((await values()).map(({ hourMs }) => hourMs)).toEqual(hours.map(({ time }) => time))
    expect(hours[0]!.pnl).toBe('0.000000')
    expect(Number(hours[1]!.pnl)).toBeGreaterThan(0)
    expect(Math.abs(Number(hours[2]!.pnl))).toBeLessThan(0.001)
    expect(Number(hours[2]!.nav) - Number(hours[1]!.nav)).toBeCloseTo(1_000_000, 2)
    const days = await history()
    expect(days.map(({ time }) => time % DAY_MS)).toEqual(days.map(() => 0))
    for (const day of days) {
      const last = hours.findLast(({ time }) => Math.floor(time / DAY_MS) * DAY_MS === day.time)!
      expect({ ...day, time: 0, pnl: '' }).toEqual({ ...last, time: 0, pnl: '' })
    }
    expect(await history('interval=1d')).toEqual(days)
    expect(await history('limit=1')).toEqual(days.slice(-1))
    expect(await history(`startTime=${days[1]!.time}&endTime=${days[1]!.time + DAY_MS - 1}`)).toEqual([
      days[1],
    ])
    expect(await history(`endTime=${firstHour - 1}`)).toEqual([])
    // Paging back visits every row once, each with the gain it has in the whole list.
    const paged = []
    for (let end = timeMs(world.clock.nowMs()); ;) {
      const page = await history(`interval=1h&limit=25&endTime=${end}`)
      if (page.length === 0) break
      paged.unshift(...page)
      end = timeMs(page[0]!.time - 1)
    }
    expect(paged).toEqual(hours)
  })

  it('an interval below an hour, or none that there is, is 1130', async () => {
    for (const interval of ['1m', '30m', '7h', ''.padEnd(9, 'x')]) {
      const answer = await world.call('GET', `/lp/pool/history?interval=${interval}`)
      expect([interval, answer.status, answer.body.code]).toEqual([interval, 400, 1130])
    }
  })
})

/** An account of virtual money with a key of its own. */
async function simAccount(world: TestWorld, owner: Trader, n: number): Promise<Trader> {
  await world.submit({
    kind: 'OpenSimAccount',
    account: testKey(n).address,
    ownerId: owner.primary.address,
    amountUsd6: usd6(10_000_000_000),
  })
  return world.trader(n, 0)
}
