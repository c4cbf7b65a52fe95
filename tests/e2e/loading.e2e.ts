/**
 * How pages arrive: each with the chunk of its own and not before it is opened; the trading page first as a skeleton
 * of exactly what comes, so that nothing moves when its code and its data are there.
 */
import { launchMarkets } from '@vest/engine'
import { expect, test, type Locator, type Page } from '@playwright/test'
import { journeyStack } from './journeyStack.ts'
import { holdBack } from './holdBack.ts'
import { measureLayoutShift } from './layoutShift.ts'
import { settled, SIZES } from './routes.ts'
import { openMarket, ticket } from './traderPage.ts'

const SYMBOL = 'SPY-USD-PERP'
/** A tenth of what the web's own measure calls good, as for every page. */
const LAYOUT_SHIFT_MAX = 0.01

/** Every page that there is today, the heading that says that it is there, and the chunk that it comes in. */
const PAGES = [
  ['/markets', 'Markets', 'MarketsPage'],
  ['/portfolio', 'Portfolio', 'PortfolioPage'],
  ['/sessions', 'Sessions and devices', 'SessionsPage'],
  ['/vest-capital', 'Vest Capital', 'CapitalPage'],
  ['/liquidity-providing', 'Liquidity providing', 'LiquidityPage'],
  ['/referrals', 'Referrals', 'ReferralsPage'],
  ['/join/TAILOR', 'You are invited', 'JoinPage'],
  ['/points', 'Points', 'PointsPage'],
  ['/terms', 'Terms of Service', 'LegalPage'],
  ['/privacy', 'Privacy Policy', 'LegalPage'],
  ['/no-such-page', 'Page not found', 'NotFoundPage'],
] as const

const CODE = /\/assets\/trade-[\w-]+\.js$/
const FIRST_DATA = /\/v2\/exchangeInfo/
const DAY_FIGURES = /\/v2\/ticker\/24hr/

const skeleton = (page: Page): Locator => page.locator('main[aria-busy="true"]')

interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** Where all of these stand in the same moment: one skeleton may be about to take the place of another. */
const boxesOf = <Name extends string>(
  page: Page,
  selectors: Readonly<Record<Name, string>>,
): Promise<Record<Name, Box>> =>
  page.evaluate(
    (those) => {
      const boxOf = (selector: string): Box => {
        const { x, y, width, height } = document.querySelector(selector)!.getBoundingClientRect()
        return { x, y, width, height }
      }
      return Object.fromEntries(Object.entries(those).map(([name, one]) => [name, boxOf(one)]))
    },
    selectors as Readonly<Record<string, string>>,
  ) as Promise<Record<Name, Box>>

/** The chart without its width: the book beside it opens with the public feed. */
const chartPlace = ({ x, y, height }: Box): Partial<Box> => ({ x, y, height })

const PANELS = {
  chart: 'main > :nth-child(2)',
  marketBar: 'main > .trade-market',
  ticket: 'main > .trade-ticket',
  lists: 'main > .trade-activity',
}

/** The panels of the grid. */
async function panels(page: Page) {
  const { chart, ...others } = await boxesOf(page, PANELS)
  return { chart: chartPlace(chart), ...others }
}

test.describe('loading', () => {
  const stack = journeyStack()

  for (const [path, heading, chunk] of PAGES)
    test(`[2.18] ${path} comes in a chunk of its own, and not before it is opened`, async ({ page }) => {
      const chunks: string[] = []
      page.on('request', (request) => {
        const name = /\/assets\/(\w+)-[\w-]+\.js$/.exec(request.url())?.[1]
        if (name !== undefined) chunks.push(name)
      })
      await openMarket(page, stack.baseUrl, SYMBOL)
      await settled(page)
      await page.waitForLoadState('networkidle')
      for (const other of new Set(PAGES.map(([, , name]) => name))) expect(chunks).not.toContain(other)
      const before = chunks.length
      await page.evaluate(
        (pathname) =>
          window.dispatchEvent(new CustomEvent('app:navigate', { detail: { pathname, search: '' } })),
        path,
      )
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
      expect(chunks.slice(before)).toContain(chunk)
      expect(chunks.slice(before)).not.toContain('app')
    })

  for (const [what, path] of [
    ['its code', CODE],
    ['its first data', FIRST_DATA],
  ] as const)
    test(`[2.20] [2.28] without ${what} the trading page is the skeleton of itself, and nothing moves when it comes`, async ({
      page,
    }) => {
      const layoutShift = await measureLayoutShift(page)
      const release = await holdBack(page, path)
      const code = path === CODE ? undefined : page.waitForResponse(CODE)
      await page.goto(`${stack.baseUrl}/trade/${SYMBOL}`)
      await expect(skeleton(page)).toBeVisible()
      await expect(page.getByRole('banner')).toBeVisible()
      await expect(page.getByRole('navigation', { name: 'Trending markets' })).toBeVisible()
      await page.evaluate(() => document.fonts.ready)
      await code
      const promised = await panels(page)
      for (const box of Object.values(promised)) expect(box.height).toBeGreaterThan(60)
      release()
      await expect(ticket(page)).toBeVisible()
      await settled(page)
      expect(await panels(page)).toEqual(promised)
      expect(await layoutShift()).toBeLessThan(LAYOUT_SHIFT_MAX)
      await test.step('[2.28] the order form stands at the right', async () => {
        const { ticket: form, chart, marketBar } = promised
        expect(form.x + form.width).toBe(SIZES['1440x900'].width)
        expect(form.x).toBeGreaterThan(chart.x!)
        expect(form.y).toBe(marketBar.y)
      })
    })

  for (const [name, viewport] of [
    ['768x1024', { width: 768, height: 1024 }],
    ['390x844', SIZES['390x844']],
  ] as const)
    test(`[2.20] at ${name} the skeleton is that of its own grid, and nothing moves when the first data comes`, async ({
      page,
    }) => {
      await page.setViewportSize(viewport)
      const layoutShift = await measureLayoutShift(page)
      const release = await holdBack(page, FIRST_DATA)
      await page.goto(`${stack.baseUrl}/trade/${SYMBOL}`)
      await expect(skeleton(page)).toBeVisible()
      await expect(page.getByRole('banner')).toBeVisible()
      await page.evaluate(() => document.fonts.ready)
      const { chart: promised } = await boxesOf(page, { chart: PANELS.chart })
      release()
      const chart = page.getByRole('region', { name: /^Price chart of / })
      await expect(chart).toBeVisible()
      await settled(page)
      expect(chartPlace((await chart.boundingBox())!)).toEqual(chartPlace(promised))
      expect(await layoutShift()).toBeLessThan(LAYOUT_SHIFT_MAX)
    })
  for (const [name, viewport] of Object.entries(SIZES))
    test(`[2.31] at ${name} the markets wait for their volumes, and nothing moves when these come`, async ({
      page,
    }) => {
      await page.setViewportSize(viewport)
      const layoutShift = await measureLayoutShift(page)
      const release = await holdBack(page, DAY_FIGURES)
      await page.goto(`${stack.baseUrl}/markets`)
      const main = page.getByRole('main')
      await expect(main.getByText(`${launchMarkets().length} markets`)).toBeVisible()
      await expect(main.locator('[aria-busy="true"]')).toBeVisible()
      await expect(main.getByText('COIN-USD')).toBeHidden()
      await page.evaluate(() => document.fonts.ready)
      release()
      await expect(main.getByText('COIN-USD')).toBeVisible()
      await settled(page)
      expect(await layoutShift()).toBeLessThan(LAYOUT_SHIFT_MAX)
    })

  test('markets whose volumes cannot be read stand without them', async ({ page }) => {
    await page.route(DAY_FIGURES, (route) => route.abort())
    await page.goto(`${stack.baseUrl}/markets`)
    await expect(page.getByRole('table', { name: 'Markets' })).toContainText('AAPL-USD')
  })
})
