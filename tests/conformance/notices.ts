/** Notices and alerts over the running stack: told from the first request on, on every device, and mailed to a confirmed address. */
import { beforeAll, describe, expect, it } from 'vitest'
import {
  ALERT_REPEATS,
  alertRow,
  alertsResponse,
  listenKeyResponse,
  noticeMailResponse,
  noticeSettingsResponse,
  noticesReadResponse,
  noticesResponse,
  privateMessage,
} from '@vest/protocol'
import { createBot, type Bot } from '../world/bot.ts'
import { until } from '../world/until.ts'
import { openLine } from './socket.ts'
import { as, call, expectError, type GetWorld } from './world.ts'

const SYMBOL = 'SPY-USD-PERP'

export const notices = (world: GetWorld) =>
  describe('notices', () => {
    let bot: Bot
    beforeAll(async () => {
      bot = await createBot({ baseUrl: world().baseUrl })
    }, 120_000)
    const get = async (path: string) => (await call(world(), `/v2${path}`, as(bot))).body
    const post = async (path: string, body: unknown) => call(world(), `/v2${path}`, as(bot, { body }))
    const list = async () => noticesResponse.parse(await get('/notices'))

    it('a fill is told once, and read on every device, which the private channel tells', async () => {
      expect(await list()).toEqual({ unread: 0, notices: [] })
      const { listenKey } = listenKeyResponse.parse(
        (await call(world(), '/v2/account/listenKey', as(bot, { method: 'POST' }))).body,
      )
      const open = await openLine(world(), `/ws-api?version=1.0&listenKey=${listenKey}`)
      open.send({ method: 'SUBSCRIBE', params: ['account_private'], id: 1 })
      const heard = (): readonly number[] =>
        open.frames.flatMap(({ json }) => {
          const message = privateMessage.safeParse(json['data'])
          return message.success && message.data.event === 'NOTICES' ? [message.data.args.unread] : []
        })
      await until('the channel is open', () => open.frames.length > 0)
      const { id } = await bot.client.placeOrder({
        symbol: SYMBOL,
        isBuy: true,
        size: '0.1000',
        orderType: 'MARKET',
      })
      // The deposit may become final meanwhile, which is told as well.
      const told = async () => (await list()).notices.find(({ kind }) => kind === 'ORDER_FILLED')
      const fill = await until('the fill is told', told)
      expect(fill).toMatchObject({ about: 'FILLS', symbol: SYMBOL, read: false })
      expect(fill.values['orderId']).toBe(id)
      await until('the fill is heard', () => heard().some((unread) => unread > 0))
      const before = heard().length
      const read = await post('/notices/read', { noticeIds: [fill.noticeId] })
      expect(noticesReadResponse.parse(read.body).unread).toBeLessThanOrEqual(1)
      await until('the reading is heard', () => heard().length > before)
      open.close()
      const { unread, notices: all } = await list()
      expect(all.find(({ noticeId }) => noticeId === fill.noticeId)).toMatchObject({ read: true })
      expect(unread).toBe(all.filter((notice) => !notice.read).length)
    })

    it('alerts are kept by the server, once or every time', async () => {
      for (const repeat of [...ALERT_REPEATS, ...ALERT_REPEATS]) {
        const set = await post('/alerts', { symbol: SYMBOL, price: '1.00', isAbove: false, repeat })
        expect(alertRow.parse(set.body)).toMatchObject({ symbol: SYMBOL, price: '1.00', repeat })
      }
      const { alerts } = alertsResponse.parse(await get('/alerts'))
      for (const [at, { alertId }] of alerts.entries()) {
        const gone = await call(world(), `/v2/alerts/${alertId}`, as(bot, { method: 'DELETE' }))
        expect(alertsResponse.parse(gone.body).alerts).toHaveLength(alerts.length - 1 - at)
      }
      expectError(
        await post('/alerts', { symbol: 'NONE', price: '1', isAbove: true, repeat: 'ONCE' }),
        400,
        1121,
      )
    })

    it('settings hold, and an address is confirmed by the code that goes there', async () => {
      for (const language of ['zh', 'en'] as const) {
        const { email: _, ...settings } = noticeSettingsResponse.parse(await get('/notices/settings'))
        const quiet = { from: '22:00', to: '07:00', zone: 'Asia/Shanghai' }
        const chosen = await post('/notices/settings', { ...settings, language, quiet })
        expect(noticeSettingsResponse.parse(chosen.body)).toMatchObject({ language, quiet, email: null })
        expect(noticeSettingsResponse.parse(await get('/notices/settings'))).toMatchObject({
          language,
          quiet,
        })
        const email = `n${Math.random().toString(36).slice(2, 10)}@mail.example`
        noticeMailResponse.parse((await post('/notices/mail', { email, language })).body)
        const code = await until('the code has come', async () => {
          const { body } = await call(world(), `/devnet/mail.json?to=${email}`)
          return (body as { mails: { code: string | null }[] }).mails[0]?.code ?? undefined
        })
        expectError(
          await post('/notices/mail/confirm', { code: code === '000000' ? '111111' : '000000' }),
          400,
          1150,
        )
        const confirmed = await post('/notices/mail/confirm', { code })
        expect(noticeSettingsResponse.parse(confirmed.body)).toMatchObject({ language, email })
        const gone = await call(world(), '/v2/notices/mail', as(bot, { method: 'DELETE' }))
        expect(noticeSettingsResponse.parse(gone.body)).toMatchObject({ language, email: null })
        await post('/notices/settings', { ...settings, language, quiet: null })
      }
    })
  })
