/**
 * What the exchange does not answer: every list and the equity curve say so and offer to ask again, none of them says
 * that it is empty, none goes on promising; and when the exchange answers, what was missing is there.
 */
import { expect, test, type Locator, type Page } from '@playwright/test'
import { journeyStack } from './journeyStack.ts'
import { injectWallet } from '../world/injectedWallet.ts'
import { graveViolations } from './accessibility.ts'
import { deposit, openMarket, sendOrder, signIn, ticket } from './traderPage.ts'

const SYMBOL = 'SPY-USD-PERP'
const SAYS = 'This could not be read. Check your connection and try again.'
/** What is read of an account, and of the markets. */
const ACCOUNT = /\/v2\/(account|orders|transfer|fills|funding|positions|equity|lp)\b/
const MARKETS = /\/v2\/exchangeInfo\b/

/** By the name of its view in the address, what its list holds once it is read. */
const LISTS = {
  positions: /SPY-USD/,
  'open-orders': 'No open orders',
  'order-history': /SPY-USD.*Filled/s,
  balances: /Vest/,
  transfers: /Deposit/,
  'locked-asset-collateral': /SPY-USD/,
  'position-history': 'Nothing yet',
  fills: /SPY-USD/,
  funding: 'Nothing yet',
} as const

const failure = (within: Locator): Locator => within.getByRole('alert').filter({ hasText: SAYS })
const busy = (within: Locator): Locator => within.locator('[aria-busy="true"]')

/** Until it is called again, the exchange does not answer what matches. */
async function silence(page: Page, path: RegExp): Promise<() => Promise<void>> {
  await page.route(path, (route) => route.abort())
  return () => page.unroute(path)
}

/** What the live layer reads comes by itself and may be quicker than the hand; everything else waits for it. */
async function askAgain(within: Locator): Promise<void> {
  const button = failure(within).getByRole('button', { name: 'Try again' })
  await expect(async () => {
    if (await button.isVisible()) await button.click({ timeout: 1_000 }).catch(() => undefined)
    await expect(failure(within)).toBeHidden({ timeout: 1_000 })
  }).toPass()
}

test.describe('reads that fail', () => {
  const stack = journeyStack()

  test('[2.30] [2.32] every list of the portfolio says so, and has its rows when it is asked again', async ({
    page,
  }) => {
    await injectWallet(page)
    await openMarket(page, stack.baseUrl, SYMBOL)
    await signIn(page)
    await deposit(page, '5,000.00')
    await sendOrder(page, { side: 'Long', size: '2.0000' })
    const lists = page.getByRole('region', { name: 'Positions, orders and funds' })
    const curve = page.getByRole('region', { name: 'Equity and profit' })
    for (const [view, content] of Object.entries(LISTS))
      await test.step(view, async () => {
        const restore = await silence(page, ACCOUNT)
        await page.goto(`${stack.baseUrl}/portfolio?view=${view}`)
        await expect(failure(lists)).toBeVisible()
        await expect(failure(curve)).toBeVisible()
        await expect(busy(lists)).toHaveCount(0)
        await expect(lists.getByRole('tabpanel')).not.toContainText(/Nothing yet|No open orders|found/)
        if (view === 'positions') expect.soft(await graveViolations(page)).toEqual([])
        await restore()
        await askAgain(lists)
        await expect(lists.getByRole('tabpanel')).toContainText(content)
        await askAgain(curve)
      })
  })

  test('[2.31] markets and the trading page say that they could not read the markets, and come when they can', async ({
    page,
  }) => {
    const restore = await silence(page, MARKETS)
    await page.goto(`${stack.baseUrl}/markets`)
    const main = page.getByRole('main')
    await expect(failure(main)).toBeVisible()
    // None is not none: how many there are is not known.
    await expect(main.getByText('– markets')).toBeVisible()
    await page.goto(`${stack.baseUrl}/trade/${SYMBOL}`)
    await expect(failure(main)).toBeVisible()
    await expect(busy(main)).toHaveCount(0)
    expect.soft(await graveViolations(page)).toEqual([])
    await restore()
    await askAgain(main)
    await expect(ticket(page)).toBeVisible()
    await page.getByRole('banner').getByRole('link', { name: 'Markets' }).click()
    await expect(page.getByRole('table', { name: 'Markets' })).toContainText('COIN-USD')
  })
})
