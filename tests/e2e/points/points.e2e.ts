/**
 * Points in the browser: the ticket says where fees earn half as much again, a trade becomes an estimate of the running
 * week that is the exchange's own, and the page without an account tells rules and ranks.
 */
import { expect, test, type Locator, type Page } from '@playwright/test'
import { readDecimal } from '@vest/protocol'
import { createLocalPrimary, createLocalSigner, createPrivateKey, createVestClient } from '@vest/sdk/node'
import { injectWallet } from '../../world/injectedWallet.ts'
import { graveViolations } from '../accessibility.ts'
import { journeyStack } from '../journeyStack.ts'
import { openPage, settled, SIZES } from '../routes.ts'
import { shown } from '../screenText.ts'
import { closeNotices, deposit, openMarket, sendOrder, signIn, ticket } from '../traderPage.ts'

const EQUITY = 'SPY-USD-PERP'
const region = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true })
const points = (text: string): string => shown(readDecimal(text, 6), 6, 2)

test.describe('points', () => {
  const stack = journeyStack()

  test('[1.4] [2.6] equities earn 1.5X, said in the ticket; what was traded is an estimate by source, day and rank', async ({
    page,
  }) => {
    const { baseUrl } = stack
    const primaryKey = createPrivateKey()
    await injectWallet(page, primaryKey)
    await openMarket(page, baseUrl, 'BTC-PERP')
    await expect(ticket(page).getByText('Fee', { exact: true })).toBeVisible()
    await expect(ticket(page).getByText('1.5X points')).toHaveCount(0)
    await openMarket(page, baseUrl, EQUITY)
    await expect(ticket(page).getByText('1.5X points')).toBeVisible()
    await signIn(page)
    await deposit(page, '2,000.00')
    await closeNotices(page)
    await sendOrder(page, { side: 'Long', size: '2.0000' })
    const own = createVestClient({ baseUrl, validate: true })
    own.authorize(
      await own.registerSession({
        primary: createLocalPrimary(primaryKey),
        signer: createLocalSigner(createPrivateKey()),
      }),
    )

    await page.goto(`${baseUrl}/points`)
    await settled(page)
    const summary = region(page, 'Your points in figures')
    await expect(summary.getByText('Estimate')).toHaveCount(2)
    await expect(summary.getByRole('timer')).toContainText(/\d+d\d\dh\d\dm\d\ds/)
    // Others trade on: what the page shows was the exchange's answer at one moment of the last minute.
    const before = (await own.points()).epoch
    await page.reload()
    await settled(page)
    const sources = page.getByRole('table', { name: 'By source and day' })
    await expect(sources).toContainText('Equities1.5X')
    const total = await sources.locator('tbody tr').last().locator('td').last().innerText()
    const after = (await own.points()).epoch
    const [shownTotal, low, high] = [total, points(before.estimated), points(after.estimated)].map((text) =>
      Number(text.replaceAll(',', '')),
    )
    expect(shownTotal).toBeGreaterThanOrEqual(Math.min(low!, high!))
    expect(shownTotal).toBeLessThanOrEqual(Math.max(low!, high!))
    expect(readDecimal(after.trading, 6)).toBeGreaterThan(0)
    await expect(region(page, 'Leaderboard').locator('li').filter({ hasText: 'You' })).toHaveCount(1)
    await expect(region(page, 'Past epochs')).toContainText('No past epochs yet')
    await expect(region(page, 'How points work')).toContainText('Equities 1.5X')
    expect(await graveViolations(page)).toEqual([])
  })

  test('[1.4] without an account: rules and ranks, small, light, in Chinese', async ({ browser }) => {
    const page = await openPage(browser, { viewport: SIZES['390x844'], theme: 'light', language: 'zh' })
    await page.goto(`${stack.baseUrl}/points`)
    await settled(page)
    await expect(page.getByRole('heading', { level: 1, name: '积分' })).toBeVisible()
    await expect(region(page, '积分规则')).toContainText('股票 1.5X')
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
    ).toBeLessThanOrEqual(0)
    expect(await graveViolations(page)).toEqual([])
    await page.context().close()
  })

  test('[2.7] terms and privacy are dated, versioned documents that lead to each other', async ({ page }) => {
    await page.goto(`${stack.baseUrl}/terms`)
    await expect(page.getByRole('heading', { level: 1, name: 'Terms of Service' })).toBeVisible()
    await expect(page.getByRole('main')).toContainText(
      /Version \d{4}-\d\d-\d\d · In force from \w+ \d+, \d{4}/,
    )
    await page
      .getByRole('navigation', { name: 'Contents' })
      .getByRole('link', { name: 'Privacy Policy' })
      .click()
    await expect(page.getByRole('heading', { level: 1, name: 'Privacy Policy' })).toBeVisible()
    expect(await graveViolations(page)).toEqual([])
  })

  test('[7.32] pages and searches are counted once the operator has a place for it and the user agreed, never what was typed', async ({
    page,
  }) => {
    const { baseUrl } = stack
    const sent: string[] = []
    await page.route(`${baseUrl}/count`, (route) => {
      sent.push(route.request().postData() ?? '')
      return route.fulfill({ status: 204 })
    })
    const agree = page.getByRole('checkbox', { name: 'Count my visits in this way' })
    const search = async (): Promise<void> => {
      await page.goto(`${baseUrl}/markets`)
      await settled(page)
      await page.getByRole('main').getByRole('searchbox', { name: 'Search markets' }).fill('coin')
    }
    await page.goto(`${baseUrl}/privacy`)
    await expect(page.getByRole('main')).toContainText('The operator of this exchange counts nothing.')
    await expect(agree).toHaveCount(0)
    // As an exchange sends its page whose operator names a path.
    await page.route(/\/(privacy|markets|no-such-person)$/, async (route) => {
      const answer = await route.fetch()
      const meta = '<meta name="vest-analytics" content="/count"></head>'
      await route.fulfill({ response: answer, body: (await answer.text()).replace('</head>', meta) })
    })
    await search()
    await page.goto(`${baseUrl}/privacy`)
    await agree.check()
    expect(sent).toEqual([])
    await page.goto(`${baseUrl}/no-such-person`)
    // Counting is among the last parts of a page: one that is left at once is not counted.
    await expect.poll(() => sent.join(), { timeout: 20_000 }).toContain('"page":"not-found"')
    await search()
    await expect.poll(() => sent.join(), { timeout: 20_000 }).toContain('"kind":"search"')
    const events = sent.flatMap(
      (batch) => (JSON.parse(batch) as { readonly events: readonly object[] }).events,
    )
    expect(events).toContainEqual({ kind: 'search', length: 4 })
    expect(events).toContainEqual({ kind: 'page', page: 'not-found' })
    for (const event of events) expect(Object.keys(event).length).toBe(2)
    expect(sent.join()).not.toMatch(/coin|person/i)
  })
})
