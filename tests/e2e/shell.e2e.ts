/**
 * The frame around every page: navigation on large and small screens, the banner of a lost feed, the page title,
 * the markets dropdown, the announcement of new markets. What the reader sees is compared with the public API.
 */
import { expect, test, type Page, type WebSocketRoute } from '@playwright/test'
import { createVestClient } from '@vest/sdk/node'
import { injectWallet } from '../world/injectedWallet.ts'
import { journeyStack } from './journeyStack.ts'
import { settled, SIZES } from './routes.ts'
import { expectLiveFeed, openMarket, signIn, ticket } from './traderPage.ts'

const MARKET = 'SPY-USD-PERP'
const MORE = [
  ['Liquidity providing', 'Supply USDC to the pool and share its fees', '/liquidity-providing'],
  ['Referrals', 'Invite traders and earn from their fees', '/referrals'],
  ['Points', 'Points for every trade you make', '/points'],
] as const

/** Puts the public and private feeds behind a switch: while it is off, sockets close and new ones are refused. */
async function feedSwitch(page: Page): Promise<(isOn: boolean) => Promise<void>> {
  const open = new Set<WebSocketRoute>()
  let isOn = true
  await page.routeWebSocket(/\/ws/, (socket) => {
    if (!isOn) return void socket.close()
    socket.connectToServer()
    open.add(socket)
  })
  return async (next) => {
    isOn = next
    if (isOn) return
    await Promise.all([...open].map((socket) => socket.close()))
    open.clear()
  }
}

/** $48.27M as dollars. */
function compactUsd(text: string): number {
  const [, figure, unit] = /^\$([\d,.]+)([MB]?)$/.exec(text)!
  return Number(figure!.replaceAll(',', '')) * { '': 1, M: 1e6, B: 1e9 }[unit as '' | 'M' | 'B']
}

test.describe('the shell', () => {
  const stack = journeyStack()

  test('[2.21] More is a dropdown with title and description, each a page that says what it is', async ({
    page,
  }) => {
    await openMarket(page, stack.baseUrl, MARKET)
    const nav = page.getByRole('banner').getByRole('navigation')
    await expect(nav.getByRole('link')).toHaveText(['Trade', 'Markets', 'Portfolio', 'Capital'])
    await expect(nav.getByRole('link', { name: 'Trade' })).toHaveAttribute('aria-current', 'page')
    for (const [title, text, path] of MORE) {
      await nav.getByRole('button', { name: 'More' }).click()
      const menu = page.getByRole('menu', { name: 'More' })
      await expect(menu.getByRole('menuitem')).toHaveCount(MORE.length)
      const item = menu.getByRole('menuitem', { name: title })
      await expect(item).toContainText(text)
      await item.click()
      await expect(page).toHaveURL(`${stack.baseUrl}${path}`)
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
      await expect(page.getByText('Not open on this network yet.')).toHaveCount(0)
    }
    await nav.getByRole('link', { name: 'Capital' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Vest Capital' })).toBeVisible()
    await expect(page.getByRole('main').getByRole('textbox')).toHaveCount(0)
    await nav.getByRole('link', { name: 'Trade' }).click()
    await expect(page).toHaveURL(`${stack.baseUrl}/trade/${MARKET}`)
  })

  test('[2.21] small screens: More is an accordion in the sheet, which closes on a change of route', async ({
    page,
  }) => {
    await page.setViewportSize(SIZES['390x844'])
    await page.goto(`${stack.baseUrl}/markets`)
    await settled(page)
    await page.getByRole('button', { name: 'Menu' }).click()
    const sheet = page.getByRole('dialog', { name: 'Menu' })
    const more = sheet.getByRole('button', { name: 'More' })
    await expect(more).toHaveAttribute('aria-expanded', 'false')
    await expect(sheet.getByRole('link', { name: 'Points' })).toBeHidden()
    await more.click()
    await expect(more).toHaveAttribute('aria-expanded', 'true')
    await sheet.getByRole('link', { name: 'Points' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Points' })).toBeVisible()
    await expect(sheet).toBeHidden()
  })

  test('[2.22] [1.6] settings: dark mode and language change at once and are there after a reload', async ({
    page,
  }) => {
    await page.emulateMedia({ colorScheme: 'light' })
    await page.goto(`${stack.baseUrl}/markets`)
    await settled(page)
    await page.getByRole('button', { name: 'Settings' }).click()
    await page.getByRole('menuitemcheckbox', { name: 'Dark mode' }).click()
    await page.getByRole('menuitemradio', { name: '中文' }).click()
    const heading = page.getByRole('heading', { level: 1, name: '市场' })
    await expect(heading).toBeVisible()
    await page.reload()
    await expect(heading).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
    await expect(page.locator('html')).toHaveAttribute('lang', 'zh')
  })

  test('[2.19] an app:navigate event leads to its path and search, without loading the page anew', async ({
    page,
  }) => {
    await page.goto(`${stack.baseUrl}/markets`)
    await settled(page)
    await page.evaluate(() => {
      document.documentElement.dataset['mark'] = 'same page'
      window.dispatchEvent(
        new CustomEvent('app:navigate', { detail: { pathname: '/portfolio', search: '?view=transfers' } }),
      )
    })
    await expect(page).toHaveURL(/\/portfolio\?view=transfers$/)
    await expect(page.getByRole('heading', { level: 1, name: 'Portfolio' })).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('data-mark', 'same page')
  })

  test('[2.23] the sidebar stands open from 1280 px, closed below, and keeps what was chosen', async ({
    page,
  }) => {
    const rail = page.getByRole('complementary', { name: 'Account' })
    const toggle = page.getByRole('button', { name: 'Toggle account panel' })
    await page.setViewportSize({ width: 1279, height: 800 })
    await page.goto(`${stack.baseUrl}/portfolio`)
    await settled(page)
    await expect(toggle).toHaveAttribute('aria-expanded', 'false')
    await expect(rail).toBeHidden()
    await page.setViewportSize({ width: 1280, height: 800 })
    await expect(rail).toBeVisible()
    await expect(rail.getByRole('heading', { name: 'Watch list' })).toBeVisible()
    await toggle.click()
    await expect(rail).toBeHidden()
    await page.goto(`${stack.baseUrl}/points`)
    await settled(page)
    await expect(toggle).toHaveAttribute('aria-expanded', 'false')
    await openMarket(page, stack.baseUrl, MARKET)
    await expect(toggle).toBeHidden()
  })

  test('[2.25] [8.66] a page that cannot be loaded ends in the error screen, with the way home', async ({
    page,
  }) => {
    await page.route(/\/assets\/MarketsPage/, (route) => route.abort())
    await page.goto(`${stack.baseUrl}/markets`)
    const screen = page.getByRole('alert').filter({ hasText: 'Oops' })
    await expect(screen).toContainText(
      "You've encountered an unexpected error. Please contact support in our chat community and attach a screenshot of your browser console.",
    )
    await expect(screen.getByRole('link', { name: 'Chat community' })).toHaveAttribute('href', /^https:/)
    await screen.getByRole('button', { name: 'Back to homepage' }).click()
    await expect(ticket(page)).toBeVisible()
  })

  test('[2.24] [4.20] a lost feed shows the banner with Refresh page; the page heals by itself', async ({
    page,
  }) => {
    const setFeed = await feedSwitch(page)
    await openMarket(page, stack.baseUrl, MARKET)
    await expectLiveFeed(page)
    const banner = page.getByRole('alert').filter({ hasText: 'Connection lost.' })
    await expect(banner).toBeHidden()
    await setFeed(false)
    await expect(banner).toBeVisible()
    await expect(banner.getByRole('button', { name: 'Refresh page' })).toBeVisible()
    // The grid gives way to the banner: nothing is pushed out of the window.
    expect(
      await page.evaluate(() => document.documentElement.scrollHeight - window.innerHeight),
    ).toBeLessThanOrEqual(0)
    await setFeed(true)
    await expect(banner).toBeHidden({ timeout: 60_000 })
    await expectLiveFeed(page)
    const title = await page.title()
    await expect.poll(() => page.title(), { timeout: 60_000 }).not.toBe(title)
  })

  test('[2.24] a private feed that opens slowly is no lost connection', async ({ page }) => {
    await injectWallet(page)
    await openMarket(page, stack.baseUrl, MARKET)
    await signIn(page)
    let open = (): void => undefined
    const held = new Promise<void>((resolve) => (open = resolve))
    const asked = page.waitForRequest(/listenKey/)
    await page.route(/listenKey/, async (route) => {
      await held
      await route.continue()
    })
    await page.clock.install()
    await page.reload()
    await asked
    // Prices come by the public feed meanwhile.
    await expect(ticket(page)).toBeVisible()
    const title = await page.title()
    await expect.poll(() => page.title(), { timeout: 60_000 }).not.toBe(title)
    await page.clock.fastForward(5_000)
    await expect(page.getByRole('banner').getByLabel('Connecting to the live feed')).toBeVisible()
    await expect(page.getByRole('alert').filter({ hasText: 'Connection lost.' })).toHaveCount(0)
    open()
    await expectLiveFeed(page)
  })

  test('[2.26] the title carries mark price, market and product', async ({ page }) => {
    await openMarket(page, stack.baseUrl, MARKET)
    await expect(page).toHaveTitle(/^[\d,]+\.\d{2} · SPY-USD · Vest$/)
  })

  test('[2.29] [9.10] the markets dropdown shows ten rows, the largest 24 h volume first', async ({
    page,
  }) => {
    const client = createVestClient({ baseUrl: stack.baseUrl, validate: true })
    await openMarket(page, stack.baseUrl, MARKET)
    await page.getByRole('button', { name: /^SPY-USD .*Choose market$/ }).click()
    const table = page.getByRole('dialog', { name: 'Choose market' }).getByRole('table')
    await expect(table.locator('tbody tr')).toHaveCount(10)
    await expect(table.getByRole('columnheader', { name: '24h volume' })).toHaveAttribute(
      'aria-sort',
      'descending',
    )
    const shown = await table.evaluate((element) =>
      [...element.querySelectorAll<HTMLElement>('tbody tr')].map((row) => ({
        label: (row as HTMLTableRowElement).cells[1]!.querySelector('button')!.childNodes[1]!.textContent,
        volume: (row as HTMLTableRowElement).cells[5]!.innerText,
      })),
    )
    const volumes = shown.map(({ volume }) => compactUsd(volume))
    expect(volumes).toEqual([...volumes].sort((a, b) => b - a))
    const largest = Math.max(...(await client.tickers24hr()).map(({ quoteVolume }) => Number(quoteVolume)))
    // Trading goes on between the two questions.
    expect(volumes[0]! / largest).toBeGreaterThan(0.99)
    await table.locator('tbody tr').first().click()
    await expect(page).toHaveURL(new RegExp(`/trade/${shown[0]!.label}(-PERP)?$`))
  })

  test('[2.24] announces a market that was not listed at the last visit, with the way to it', async ({
    page,
  }) => {
    const client = createVestClient({ baseUrl: stack.baseUrl, validate: true })
    const { symbols } = await client.exchangeInfo()
    const known = symbols.map(({ symbol }) => symbol).filter((symbol) => symbol !== 'FIG-USD-PERP')
    await page.addInitScript((knownMarkets) => {
      if (localStorage.getItem('vest.preferences') === null)
        localStorage.setItem('vest.preferences', JSON.stringify({ state: { knownMarkets }, version: 0 }))
    }, known)
    await page.goto(`${stack.baseUrl}/markets`)
    await settled(page)
    await expect(page.getByText('FIG-USD is listed')).toBeVisible()
    const trade = page.getByRole('button', { name: 'Trade FIG-USD' })
    // Something that can be pressed comes to stand below the notice: the press on the notice is not lost.
    await trade.evaluate((button) => {
      const { left, top, width, height } = button.getBoundingClientRect()
      const below = document.createElement('button')
      Object.assign(below.style, {
        position: 'fixed',
        left: `${left}px`,
        top: `${top}px`,
        width: `${width}px`,
        height: `${height}px`,
      })
      document.querySelector('main')!.append(below)
    })
    await trade.click()
    await expect(page).toHaveURL(`${stack.baseUrl}/trade/FIG-USD-PERP`)
    await page.reload()
    await settled(page)
    await expect(page.getByText('FIG-USD is listed')).toBeHidden()
  })
})
