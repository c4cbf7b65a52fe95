/**
 * Notices on two devices of one person: what is read on one is read on the other, an address is confirmed by
 * the code that went there, and a price that was waited for comes as a notice and as a mail.
 */
import { expect, test, type Locator, type Page } from '@playwright/test'
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
    const [ticker] = await own.tickers({ symbols: [SYMBOL] })
    // Reached already: it calls with the next mark, whatever others do to the price.
    const price = (Number(ticker!.markPrice) * 0.5).toFixed(2)
    await own.setAlert({ symbol: SYMBOL, price, isAbove: true, repeat: 'ONCE' })
    await expect(page.getByText(/^SPY-USD rose to /).first()).toBeVisible(SLOW)
    await until('the alert has come by mail', async () =>
      (await mails()).some(({ subject }) => subject.startsWith(`${SYMBOL} rose to `)) ? true : undefined,
    )
    expect((await own.noticeSettings()).channels.FILLS.mail).toBe(true)
  })
})
