/**
 * People find a market by the names they use, and an address whatever its case; what a search does is said, and who goes
 * where nothing is reads a page.
 */
import { expect, test, type Locator, type Page } from '@playwright/test'
import { journeyStack } from '../journeyStack.ts'
import { listenForNoise } from '../pageNoise.ts'
import { dialog, openMarket, ticket } from '../traderPage.ts'

const NAMES = [
  ['Facebook', 'META-USD'],
  ['Ethereum', 'ETH-PERP'],
  ['MicroStrategy', 'MSTR-USD'],
  ['google', 'GOOGL-USD'],
  ['btc usd', 'BTC-PERP'],
  ['S and P', 'SPX-USD'],
] as const

const rows = (page: Page): Locator => page.getByRole('table', { name: 'Markets' }).locator('tbody tr')
const tab = (page: Page, name: string): Locator => page.getByRole('tab', { name, exact: true })

test.describe('finding', () => {
  const stack = journeyStack()

  test('[2.31] names that people use, in all markets first and in a group when it is chosen', async ({
    page,
  }) => {
    const said = listenForNoise(page)
    await page.goto(`${stack.baseUrl}/markets`)
    const search = page.getByRole('searchbox', { name: 'Search markets' })
    await expect(tab(page, 'Stock')).toHaveAttribute('aria-selected', 'true')
    await expect(tab(page, 'All')).toHaveCount(0)
    for (const [name, market] of NAMES) {
      await search.fill(name)
      await expect(tab(page, 'All')).toHaveAttribute('aria-selected', 'true')
      await expect(rows(page).filter({ hasText: market })).toHaveCount(1)
    }
    await search.fill('Facebook')
    await expect(rows(page)).toHaveCount(1)
    await tab(page, 'Forex').click()
    await expect(page.getByText('Facebook is not in Forex')).toBeVisible()
    await page.getByRole('button', { name: 'Search all markets' }).click()
    await expect(rows(page)).toHaveText(/META-USD/)
    await search.fill('')
    await expect(tab(page, 'Stock')).toHaveAttribute('aria-selected', 'true')
    await expect(rows(page)).toHaveCount(20)
    expect(said).toEqual([])
  })

  test('[2.2] symbols in addresses in any case; words of an order are no symbols', async ({ page }) => {
    const said = listenForNoise(page)
    await openMarket(page, stack.baseUrl, 'btc-perp')
    await expect(page).toHaveURL(`${stack.baseUrl}/trade/BTC-PERP`)
    await page.evaluate(() =>
      window.dispatchEvent(
        new CustomEvent('app:navigate', { detail: { pathname: '/trade/kpepe-PERP', search: '' } }),
      ),
    )
    await expect(page).toHaveURL(`${stack.baseUrl}/trade/kPEPE-PERP`)
    await expect(ticket(page)).toBeVisible()
    const palette = dialog(page, 'Command palette')
    await page.keyboard.press('Control+k')
    const line = palette.getByRole('combobox')
    // SLV begins with it, and is not meant.
    await line.fill('b 2 sl 20')
    await expect(palette.getByRole('option').filter({ hasText: 'SLV' })).toHaveCount(0)
    await line.fill('b 2 slv sl 20 market')
    await expect(palette.getByRole('option', { selected: true })).toContainText('SLV')
    await line.fill('facebook')
    await expect(palette.getByRole('option', { selected: true })).toContainText('META-USD')
    expect(said).toEqual([])
  })

  test('[2.15] a page for people where programs read JSON', async ({ page }) => {
    for (const path of ['/v2/nope', '/v2/account', '/assets/gone.js']) {
      await page.goto(`${stack.baseUrl}${path}`)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.getByRole('link', { name: 'Open Vest' })).toBeVisible()
      expect(await page.evaluate(() => document.body.innerText)).not.toContain('{')
    }
    await page.getByRole('link', { name: 'Open Vest' }).click()
    await expect(ticket(page)).toBeVisible()
  })
})
