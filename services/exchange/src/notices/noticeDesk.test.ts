/** The desk over the whole exchange in one process: traders get notices of what they do, by mail and on two devices. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Mail } from '@vest/identity'
import { REFUSAL, type NoticeRow, type NoticeSettings } from '@vest/protocol'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Edge } from '../edge.ts'
import { createLogger } from '../logger.ts'
import { startTestWorld, type TestWorld, type Trader } from '../testing/testWorld.ts'
import { createNoticeDesk, type NoticeDesk } from './createNoticeDesk.ts'

let world: TestWorld
let dir: string
let desk: NoticeDesk
let mails: Mail[]
let status: ReturnType<Edge['serviceStatus']>
const stops: (() => Promise<void>)[] = []

/** A desk beside the one of the exchange, whose looks and mails the test tells. */
async function openDesk(): Promise<NoticeDesk> {
  const markets = await world.engine.query('markets', {})
  const opened = createNoticeDesk({
    dir,
    engine: world.engine,
    market: (symbol) => markets.find(({ spec }) => spec.symbol === symbol),
    serviceStatus: () => status,
    clock: world.clock,
    logger: createLogger({}),
    mail: { send: async (mail) => void mails.push(mail), close: async () => undefined },
  })
  stops.push(() => opened.stop())
  return opened
}
beforeEach(async () => {
  world = await startTestWorld()
  dir = await mkdtemp(join(tmpdir(), 'vest-notices-'))
  mails = []
  status = { status: 'UP', message: null }
  desk = await openDesk()
})
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
  await world.stop()
  await rm(dir, { recursive: true, force: true })
})

const accountOf = ({ primary }: Trader) => primary.address
const listed = (trader: Trader): readonly NoticeRow[] => {
  const answer = desk.list(accountOf(trader), 200)
  return 'notices' in answer ? answer.notices : []
}
const kinds = (trader: Trader) => listed(trader).map(({ kind }) => kind)
const market = { orderType: 'MARKET', size: '0.0100', limitPrice: '70000.00' } as const

async function confirm(trader: Trader, email = 'ada@example.org'): Promise<void> {
  expect(typeof desk.beginMail(accountOf(trader), email, 'en')).toBe('number')
  await desk.sendMails()
  const code = /\d{6}/.exec(mails.pop()!.subject)![0]
  const wrong = code === '000000' ? '111111' : '000000'
  expect(await desk.confirmMail(accountOf(trader), wrong)).toMatchObject({ code: REFUSAL.WRONG_CODE })
  expect(await desk.confirmMail(accountOf(trader), code)).toMatchObject({ email })
}
const choose = async (trader: Trader, change: Partial<NoticeSettings>) => {
  const { email: _, ...settings } = { ...desk.settings(accountOf(trader)), ...change }
  return desk.choose(accountOf(trader), settings)
}

describe('notices', () => {
  it('tell of fills and deposits from the first look on, and stay after a restart with what was read', async () => {
    await world.setPrice('BTC-PERP', 60_000)
    const trader = await world.trader(1)
    await world.place(trader, market)
    expect(listed(trader)).toEqual([])
    await world.place(trader, market)
    expect(listed(trader)).toMatchObject([
      {
        kind: 'ORDER_FILLED',
        about: 'FILLS',
        symbol: 'BTC-PERP',
        read: false,
        values: { side: 'LONG', size: '0.0100' },
      },
    ])
    const [fill] = listed(trader)
    expect(await desk.markRead(accountOf(trader), [fill!.noticeId])).toBe(0)
    await desk.stop()
    desk = await openDesk()
    expect(listed(trader)).toEqual([{ ...fill!, read: true }])
  })

  it('warn before a liquidation, and tell of it', async () => {
    await world.setPrice('BTC-PERP', 60_000)
    const trader = await world.trader(1, 100)
    desk.list(accountOf(trader), 1)
    await world.call('POST', '/account/leverage', {
      key: trader.apiKey,
      body: { symbol: 'BTC-PERP', value: 10, time: world.clock.nowMs() },
    })
    await world.place(trader, { ...market, size: '0.0120' })
    await desk.look()
    const view = await world.engine.query('account', { account: accountOf(trader) })
    const liquidation = view!.positions[0]!.liquidationPrice! / 100
    await world.setPrice('BTC-PERP', Math.ceil(liquidation * 1.03))
    await desk.look()
    await desk.look()
    expect(kinds(trader).filter((kind) => kind === 'LIQUIDATION_NEAR')).toHaveLength(1)
    await world.setPrice('BTC-PERP', Math.floor(liquidation * 0.99))
    expect(kinds(trader)).toContain('LIQUIDATED')
  })

  it('tell of a price that is reached, once or every time that it comes back', async () => {
    await world.setPrice('ETH-PERP', 3_000)
    const trader = await world.trader(1)
    const account = accountOf(trader)
    const alert = { symbol: 'ETH-PERP', price: '3100.00', isAbove: true } as const
    await desk.setAlert(account, { ...alert, repeat: 'ONCE' })
    await desk.setAlert(account, { ...alert, repeat: 'EVERY_TIME' })
    expect(await desk.setAlert(account, { ...alert, symbol: 'NONE', repeat: 'ONCE' })).toMatchObject({
      code: REFUSAL.BAD_SYMBOL,
    })
    const rung = () => kinds(trader).filter((kind) => kind === 'PRICE_REACHED').length
    await world.setPrice('ETH-PERP', 3_110)
    expect([rung(), desk.alerts(account).map(({ repeat }) => repeat)]).toEqual([2, ['EVERY_TIME']])
    await world.setPrice('ETH-PERP', 3_120)
    expect(rung()).toBe(2)
    await world.setPrice('ETH-PERP', 3_050)
    await world.setPrice('ETH-PERP', 3_110)
    expect(rung()).toBe(3)
    expect(await desk.removeAlert(account, desk.alerts(account)[0]!.alertId)).toEqual([])
  })

  it('go to a confirmed address, several in one mail, and wait for the end of quiet hours unless they are urgent', async () => {
    await world.setPrice('BTC-PERP', 60_000)
    const trader = await world.trader(1)
    await confirm(trader)
    const { channels } = desk.settings(accountOf(trader))
    const FILLS = { screen: true, browser: false, mail: true }
    await choose(trader, {
      channels: { ...channels, FILLS },
      quiet: { from: '00:00', to: '00:00', zone: 'UTC' },
    })
    await world.place(trader, market)
    await world.place(trader, market)
    world.clock.advance(60_000)
    await desk.sendMails()
    expect(mails).toEqual([])
    status = { status: 'UNDERMAINTENANCE', message: 'Back at noon' }
    await desk.look()
    await desk.sendMails()
    expect(mails.map(({ subject }) => subject)).toEqual(['Service: Back at noon'])
    await choose(trader, { quiet: null })
    world.clock.advance(60_000)
    await desk.sendMails()
    expect(mails[1]).toMatchObject({ to: 'ada@example.org', subject: '2 notices from Vest' })
    expect(mails[1]!.text.match(/Long 0\.0100 BTC-PERP filled/g)).toHaveLength(2)
    expect(await desk.removeMail(accountOf(trader))).toMatchObject({ email: null })
  })

  it('keep what cannot be switched off, and refuse what is no bound and no zone', async () => {
    const trader = await world.trader(1)
    const off = { screen: false, browser: false, mail: false }
    const { channels } = desk.settings(accountOf(trader))
    await choose(trader, { channels: { ...channels, LIQUIDATION: off, FILLS: off } })
    const chosen = desk.settings(accountOf(trader)).channels
    expect([chosen.LIQUIDATION.screen, chosen.FILLS.screen]).toEqual([true, false])
    expect(await choose(trader, { fundingAbove: '-1' })).toMatchObject({ code: REFUSAL.INVALID_PARAMETER })
    const quiet = { from: '22:00', to: '07:00', zone: 'Nowhere/Else' }
    expect(await choose(trader, { quiet })).toMatchObject({ code: REFUSAL.INVALID_PARAMETER })
  })

  it('an address gets five codes in an hour, and a code ends after five tries', async () => {
    const account = accountOf(await world.trader(1))
    for (let n = 0; n < 5; n += 1)
      expect(typeof desk.beginMail(account, 'bob@example.org', 'zh')).toBe('number')
    expect(desk.beginMail(account, 'bob@example.org', 'zh')).toMatchObject({
      code: REFUSAL.TOO_MANY_REQUESTS,
    })
    for (let n = 0; n < 5; n += 1) await desk.confirmMail(account, '000000')
    expect(await desk.confirmMail(account, '000000')).toMatchObject({ code: REFUSAL.CODE_ENDED })
    expect(desk.beginMail(account, 'no address', 'en')).toMatchObject({ code: REFUSAL.INVALID_PARAMETER })
  })

  it('are one state for every device of an account, over the calls', async () => {
    const trader = await world.trader(1)
    const get = (path: string) => world.call('GET', path, { key: trader.apiKey })
    const post = (path: string, body: object) => world.call('POST', path, { key: trader.apiKey, body })
    await world.setPrice('BTC-PERP', 60_000)
    expect((await get('/notices')).body).toEqual({ unread: 0, notices: [] })
    await world.place(trader, market)
    expect((await get('/notices')).body.unread).toBe(1)
    expect((await post('/notices/read', { noticeIds: null })).body).toEqual({ unread: 0 })
    const other = await world.call('GET', '/notices?limit=1', { key: trader.apiKey })
    expect(other.body).toMatchObject({ unread: 0, notices: [{ read: true }] })
    const set = await post('/alerts', { symbol: 'BTC-PERP', price: '61000.5', isAbove: true, repeat: 'ONCE' })
    expect(set.body).toMatchObject({ symbol: 'BTC-PERP', price: expect.stringMatching(/^61000\.50?$/) })
    expect((await get('/alerts')).body.alerts).toEqual([set.body])
    const gone = await world.call('DELETE', `/alerts/${set.body.alertId}`, { key: trader.apiKey })
    expect(gone.body).toEqual({ alerts: [] })
  })
})
