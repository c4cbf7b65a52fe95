/**
 * Notices on two devices of one person: what is read on one is read on the other, an address is confirmed by
 * the code that went there, and a price that was waited for comes as a notice and as a mail.
 */
import { expect, test, type Locator, type Page } from '@playwright/test'
import { NOTICE_CATEGORIES } from '@vest/protocol'
import { createLocalPrimary, createLocalSigner, createPrivateKey, createVestClient } from '@vest/sdk/node'
import { injectWallet } from '../../world/injectedWallet.ts'
import { until } from '../../world/until.ts'
import { graveViolations } from '../accessibility.ts'
import { journeyStack } from '../journeyStack.ts'
import { settled } from '../routes.ts'
import { closeNotices, deposit, openMarket, signIn } from '../traderPage.ts'

const SYMBOL = 'SPY-USD-PERP'
const SLOW = { timeout: 60_000 }
const bell = (page: Page, unread: number): Locator =>
  page.getByRole('banner').getByRole('button', {
    name: unread === 0 ? 'Notices' : `Notices, unread: ${unread}`,
    exact: true,
  })

/** One of each category, with the title that it bears. */
const NOTICES = [
  {
    about: 'FILLS',
    kind: 'ORDER_FILLED',
    symbol: SYMBOL,
    title: 'Long 1.5000 SPY-USD filled',
    values: { side: 'LONG', size: '1.5000', price: '600.00', fee: '0.090000' },
  },
  {
    about: 'LIQUIDATION',
    kind: 'LIQUIDATION_NEAR',
    symbol: SYMBOL,
    title: 'SPY-USD is 4.9% from liquidation',
    values: { side: 'LONG', distance: '4.9', mark: '600.00', liquidation: '570.00' },
  },
  {
    about: 'FUNDING',
    kind: 'FUNDING_ABOVE',
    symbol: SYMBOL,
    title: 'Funding above your bound',
    values: { rate: '0.0600' },
  },
  {
    about: 'TRANSFERS',
    kind: 'WITHDRAWAL_SENT',
    symbol: null,
    title: 'Withdrawal paid out',
    values: { amount: '12.000000' },
  },
  {
    about: 'CAPITAL',
    kind: 'CAPITAL_LOSS_NEAR',
    symbol: null,
    title: '80% of the daily loss is used',
    values: { account: `0x${'22'.repeat(20)}`, loss: 'DAILY_LOSS', used: '80', room: '80', floor: '9600' },
  },
  {
    about: 'ALERTS',
    kind: 'PRICE_REACHED',
    symbol: SYMBOL,
    title: 'SPY-USD fell to 500.00',
    values: { direction: 'BELOW', price: '500.00', mark: '499.00' },
  },
  {
    about: 'LISTINGS',
    kind: 'MARKET_LISTED',
    symbol: SYMBOL,
    title: 'New market SPY-USD',
    values: { name: 'SPDR' },
  },
  {
    about: 'MAINTENANCE',
    kind: 'SERVICE_SAID',
    symbol: null,
    title: 'The service is up again',
    values: { status: 'UP' },
  },
] as const

declare global {
  /** Titles of the notifications that the page asked its browser for. */
  var told: string[]
}
/** In the page: it lies behind others, and its browser may tell. */
function pretendHidden(): void {
  globalThis.told = []
  Object.defineProperty(document, 'hidden', { get: () => true })
  globalThis.Notification = class {
    static readonly permission = 'granted'
    constructor(title: string) {
      globalThis.told.push(title)
    }
  } as unknown as typeof Notification
}

test.describe('notices', () => {
  const stack = journeyStack()

  test('are read once for two devices, and reach an address that was confirmed', async ({
    page,
    browser,
  }) => {
    const { baseUrl } = stack
    const primaryKey = createPrivateKey()
    await injectWallet(page, primaryKey)
    await openMarket(page, baseUrl, SYMBOL)
    await signIn(page)
    await expect(bell(page, 0)).toBeVisible(SLOW)
    await deposit(page, '2,000.00')
    await closeNotices(page)
    await expect(bell(page, 1)).toBeVisible(SLOW)

    const other = await (await browser.newContext()).newPage()
    await injectWallet(other, primaryKey)
    await openMarket(other, baseUrl, SYMBOL)
    await signIn(other)
    await bell(other, 1).click(SLOW)
    await expect(other.getByRole('button', { name: 'Unread Deposit arrived' })).toBeVisible()
    await other.getByRole('button', { name: 'Mark all read' }).click()
    await expect(bell(other, 0)).toBeVisible()
    await expect(bell(page, 0)).toBeVisible(SLOW)
    await other.context().close()

    await page.goto(`${baseUrl}/notices`)
    await settled(page)
    const settings = page.getByRole('region', { name: 'What reaches you' })
    const email = `n${Math.random().toString(36).slice(2, 10)}@mail.example`
    const mails = async (): Promise<readonly { code: string | null; subject: string }[]> => {
      const answer = await fetch(`${baseUrl}/devnet/mail.json?to=${encodeURIComponent(email)}`)
      return ((await answer.json()) as { mails: { code: string | null; subject: string }[] }).mails
    }
    const isAlert = (subject: string): boolean => /\d notices|^SPY-USD-PERP (rose|fell) to /.test(subject)
    await settings.getByRole('textbox', { name: 'E-mail' }).fill(email)
    await settings.getByRole('button', { name: 'Send code' }).click()
    const code = await until('the code has come', async () => (await mails())[0]?.code ?? undefined)
    await settings.getByRole('textbox', { name: 'Code' }).fill(code)
    await settings.getByRole('button', { name: 'Confirm' }).click()
    await expect(settings.getByText(email)).toBeVisible()
    await settings.getByRole('checkbox', { name: 'Fills: E-mail' }).click()
    expect(await graveViolations(page)).toEqual([])

    const own = createVestClient({ baseUrl })
    own.authorize(
      await own.registerSession({
        primary: createLocalPrimary(primaryKey),
        signer: createLocalSigner(createPrivateKey()),
      }),
    )
    // Reached already: each calls with the next mark, whatever others do to the price.
    const reached = async (share: number): Promise<void> => {
      const [ticker] = await own.tickers({ symbols: [SYMBOL] })
      const price = (Number(ticker!.markPrice) * share).toFixed(2)
      await own.setAlert({ symbol: SYMBOL, price, isAbove: share < 1, repeat: 'ONCE' })
    }
    await test.step('a price that is reached is told on the screen', async () => {
      await reached(0.5)
      await expect(page.getByText(/^SPY-USD rose to /).first()).toBeVisible(SLOW)
      expect((await own.noticeSettings()).channels.FILLS.mail).toBe(true)
    })

    await test.step('every category has its words on the screen, and the browser tells those that were chosen', async () => {
      const { email: _, channels, ...settings } = await own.noticeSettings()
      const chosen = Object.fromEntries(
        NOTICE_CATEGORIES.map((about) => [about, { ...channels[about], browser: about !== 'LISTINGS' }]),
      ) as typeof channels
      await own.setNoticeSettings({ ...settings, channels: chosen })
      await page.context().addInitScript(pretendHidden)
      await page.reload()
      await settled(page)
      await expect(page.getByRole('checkbox', { name: 'New listings: Browser' })).not.toBeChecked()
      const rows = NOTICES.map((row, at) => ({ ...row, noticeId: `n${at}`, time: Date.now(), read: false }))
      await page.route(/\/v2\/notices(\?|$)/, (route) =>
        route.fulfill({ json: { unread: rows.length, notices: rows } }),
      )
      // The channel tells that something is new, and the page asks.
      await reached(2)
      const list = page.getByRole('main')
      for (const { title } of NOTICES) await expect(list.getByText(title).first()).toBeVisible(SLOW)
      const told = (): Promise<readonly string[]> => page.evaluate(() => globalThis.told)
      const expected = NOTICES.filter(({ about }) => about !== 'LISTINGS').map(({ title }) => title)
      await expect.poll(async () => (await told()).toSorted()).toEqual(expected.toSorted())
    })

    await test.step('with every tab closed a price that is reached comes by mail', async () => {
      await page.context().close()
      const before = (await mails()).filter(({ subject }) => isAlert(subject)).length
      await reached(0.6)
      await until('the alert has come by mail', async () =>
        (await mails()).filter(({ subject }) => isAlert(subject)).length > before ? true : undefined,
      )
    })
  })
})
