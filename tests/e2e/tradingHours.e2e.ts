/**
 * Trading hours in the browser, on a stack that keeps the calendar: whatever day it is, the screen says what the
 * exchange answers. Prices of closed markets come from a first life in which every market was open.
 */
import { expect, test, type Page } from '@playwright/test'
import { createVestClient } from '@vest/sdk/node'
import type { Session } from '@vest/protocol'
import { removeDataDir, startStack, type Stack } from '../world/stack.ts'
import { until } from '../world/until.ts'
import { graveViolations } from './accessibility.ts'
import { listenForNoise } from './pageNoise.ts'
import { openMarket, ticket } from './traderPage.ts'

const STOCK = 'SPY-USD-PERP'
const SAYS: Readonly<Record<Session, string>> = {
  REGULAR: 'Regular',
  EXTENDED: 'Extended',
  OVERNIGHT: 'Overnight',
  CLOSED: 'Closed',
}
/** What the ticket says beside its button; the last half hour before a close has words of its own. */
const NOTICE: Readonly<Record<Session, RegExp | undefined>> = {
  REGULAR: undefined,
  EXTENDED: /^(Outside the regular session|Closes in)/,
  OVERNIGHT: /^(Outside the regular session|Closes in)/,
  CLOSED: /^Closed\. Opens in/,
}

test.describe('trading hours', () => {
  let stack: Stack
  test.beforeAll(async () => {
    const always = await startStack({ flow: false })
    const open = createVestClient({ baseUrl: always.baseUrl, validate: true })
    await until('the stock has a price', async () => (await open.tickers({ symbols: [STOCK] })).length === 1)
    expect(await always.stop()).toBe(0)
    stack = await startStack({ dataDir: always.dataDir, flow: false, calendar: true })
  })
  test.afterAll(async () => {
    expect(await stack.stop()).toBe(0)
    removeDataDir(stack.dataDir)
  })

  const clientOf = () => createVestClient({ baseUrl: stack.baseUrl, validate: true })
  const tickerOf = async (symbol: string) => (await clientOf().tickers({ symbols: [symbol] }))[0]!
  const figure = (page: Page) =>
    page.getByRole('button', { name: /^(Regular|Extended|Overnight|Closed|24\/7)/ })

  test('the session of a stock, how long it goes on, and the hours of the coming days', async ({ page }) => {
    const noise = listenForNoise(page)
    const hours = await until('the engine has heard of the calendar', async () => {
      const rows = await clientOf().tradingHours({ symbol: STOCK })
      const { session } = await tickerOf(STOCK)
      return rows[0]!.session === session ? rows : undefined
    })
    await openMarket(page, stack.baseUrl, STOCK)
    const [present, next] = hours as [(typeof hours)[number], (typeof hours)[number]]
    await expect(figure(page)).toContainText(SAYS[present.session])
    await expect(figure(page)).toContainText(
      present.session === 'CLOSED' ? 'opens in' : next.session === 'CLOSED' ? 'closes in' : 'left',
    )
    await figure(page).click()
    const sheet = page.getByRole('dialog', { name: 'Trading hours of SPY-USD' })
    await expect(sheet.getByRole('listitem')).toHaveCount(hours.length)
    await expect(sheet.locator('[aria-current="time"]')).toContainText(SAYS[present.session])
    expect(await graveViolations(page)).toEqual([])
    await page.keyboard.press('Escape')
    await expect(sheet).toBeHidden()
    await expect(figure(page)).toBeFocused()

    const notice = NOTICE[present.session]
    if (notice !== undefined) await expect(ticket(page).getByRole('note')).toHaveText(notice)
    const closed = ticket(page).getByRole('button', { name: 'market closed' })
    await expect(closed).toHaveCount(present.session === 'CLOSED' ? 1 : 0)
    expect(noise).toEqual([])
  })

  test('a market that never closes says so', async ({ page }) => {
    await openMarket(page, stack.baseUrl, 'BTC-PERP')
    await expect(figure(page)).toHaveText('24/7')
    // Funding is paid by the hour: at most 59 minutes and 60 seconds are left.
    await expect(page.getByText(/^Next funding in (\d{1,2}:\d{2}|1h 0m)$/)).toBeVisible()
    await figure(page).click()
    await expect(page.getByText('This market trades around the clock.')).toBeVisible()
    await expect(ticket(page).getByRole('note')).toHaveCount(0)
  })
})
