/**
 * What a trader sees between two clicks: what the ticket sends and keeps, one notice of each order in a lane that is over no
 * control, positions that no price can end, lists back to their first row, and nothing cut without a cue at any width.
 */
import { readFileSync } from 'node:fs'
import { expect, test, type Locator, type Page } from '@playwright/test'
import { journeyStack } from './journeyStack.ts'
import { injectWallet } from '../world/injectedWallet.ts'
import { settled, SIZES } from './routes.ts'
import { closeNotices, deposit, openMarket, sendOrder, showList, signIn, ticket } from './traderPage.ts'

const SYMBOL = 'SPY-USD-PERP'
/** Pages with tables, lists and rows of choices. */
const OTHER_PAGES = [
  '/portfolio',
  '/statistics',
  '/sessions',
  '/points',
  '/liquidity-providing',
  '/markets',
  '/notices',
  '/referrals',
] as const
const WIDTHS = [
  { width: 768, height: 1024 },
  { width: 1024, height: 768 },
  { width: 1280, height: 800 },
] as const
/** Sent by this journey. */
const ORDERS = 4
const HEADER_PX = 64
const ROW_PX = 48
const COVERED = 'no price ends this position: your collateral covers it'

const notices = (page: Page): Locator => page.getByRole('region', { name: 'Notifications' })
const told = (page: Page): Locator => notices(page).getByRole('status')
const receipt = (page: Page, name: string): Locator =>
  ticket(page).getByText(name, { exact: true }).locator('..')
const go = (page: Page, pathname: string, search = ''): Promise<void> =>
  page.evaluate((detail) => void window.dispatchEvent(new CustomEvent('app:navigate', { detail })), {
    pathname,
    search,
  })

/** What can be pressed and is seen under a notice, beside what is pressed in it. */
const coveredBy = (notice: Locator): Promise<readonly string[]> =>
  notice.evaluate((element) => {
    const box = element.getBoundingClientRect()
    return [...document.querySelectorAll('a[href], button, input')]
      .filter((control) => !control.closest('[aria-label="Notifications"]'))
      .filter((control) => {
        const { left, right, top, bottom } = control.getBoundingClientRect()
        return right > left && left < box.right && box.left < right && top < box.bottom && box.top < bottom
      })
      .map((control) => control.outerHTML.slice(0, 120))
  })

/** What scrolls sideways in the page, or is cut off there, and does not say that there is more. */
const cutWithoutCue = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() =>
    [document.documentElement, ...document.querySelectorAll<HTMLElement>('main, main *')]
      .filter(
        (box) =>
          box === document.documentElement || !['visible', 'clip'].includes(getComputedStyle(box).overflowX),
      )
      // A pixel is what a reader of the screen alone is given.
      .filter((box) => box.clientWidth > 1 && box.scrollWidth > box.clientWidth + 1)
      .filter((box) => !box.dataset['more'] && getComputedStyle(box).textOverflow !== 'ellipsis')
      .map((box) => box.outerHTML.slice(0, 120)),
  )

test.describe('screens of a trader', () => {
  const stack = journeyStack()

  test('[3.8] [4.5] [4.17] [8.57] [2.27] [2.30] orders, their notices, positions and lists at every width', async ({
    page,
  }) => {
    await injectWallet(page)
    await openMarket(page, stack.baseUrl, SYMBOL)
    const form = ticket(page)
    const size = form.getByRole('textbox', { name: 'Size' })

    await test.step('[5.4] a visitor has no margin: a dash, and not zero', async () => {
      await size.fill('1')
      await expect(receipt(page, 'Order value')).toHaveText(/\$[\d,.]+$/)
      await expect(receipt(page, 'Margin required')).toHaveText(/–$/)
    })

    await signIn(page)
    await deposit(page, '5,000.00')
    await closeNotices(page)

    await test.step('[5.3] the field says what its number is at fault with', async () => {
      await size.fill('0.00')
      await expect(form.getByText('Must not be zero or all zeros')).toBeVisible()
    })

    await test.step('[3.8] the ticket sends its margin ratio; [4.5] the account is not read again after the fill', async () => {
      const reads: string[] = []
      page.on('request', (request) => {
        if (request.method() === 'GET' && /\/v2\/account\?/.test(request.url())) reads.push(request.url())
      })
      const sent = page.waitForRequest(
        (request) => request.method() === 'POST' && /\/v2\/orders(\?|$)/.test(request.url()),
      )
      await sendOrder(page, { side: 'Long', size: '1.0000' })
      expect((await sent).postDataJSON()).toMatchObject({ order: { initMarginRatio: '0.1000' } })
      await expect(told(page)).toHaveCount(1)
      reads.length = 0
      // Five seconds later it has gone by itself.
      await expect(told(page)).toHaveCount(0)
      expect(reads).toEqual([])
    })

    await test.step('[2.30] a position that no price can end says why', async () => {
      const covered = page.getByRole('table', { name: 'Positions' }).getByRole('button', { name: 'Covered' })
      await covered.focus()
      await expect(page.getByRole('tooltip')).toContainText(new RegExp(COVERED, 'i'))
      await page.keyboard.press('Escape')
    })

    const mark = async (): Promise<number> =>
      Number((await page.locator('main .text-mark').first().innerText()).replaceAll(',', ''))
    const below = ((await mark()) * 0.98).toFixed(2)

    await test.step('[8.57] one notice of an order, from placed to cancelled; [4.17] side and type stay, nothing else', async () => {
      await form.getByRole('radio', { name: 'Long' }).click()
      await sendOrder(page, { side: 'Long', size: '0.2000', limitPrice: below })
      await expect(size).toHaveValue('')
      await expect(form.getByRole('tab', { name: 'Limit' })).toHaveAttribute('aria-selected', 'true')
      await expect(form.getByRole('textbox', { name: 'Price' })).not.toHaveValue(below)
      await showList(page, 'Open orders')
      await page.getByRole('button', { name: 'Cancel SPY-USD order' }).click()
      await expect(notices(page).getByText('Order cancelled')).toBeVisible()
      await expect(told(page)).toHaveCount(1)
      expect(await coveredBy(told(page))).toEqual([])
    })

    await test.step('[2.27] an empty list says what the filter hides', async () => {
      await showList(page, 'Order history')
      await page.getByRole('radio', { name: 'Rejected' }).click()
      await expect(page.getByText('“Rejected” hides 2.')).toBeVisible()
      await page.getByRole('radio', { name: 'All', exact: true }).click()
      await showList(page, 'Positions')
    })

    for (const viewport of WIDTHS)
      await test.step(`at ${viewport.width} nothing is cut without a cue, and Close is in sight`, async () => {
        await page.setViewportSize(viewport)
        await expect.poll(() => cutWithoutCue(page)).toEqual([])
        // The last of the header's controls ends inside it.
        await expect
          .poll(() =>
            page
              .getByRole('banner')
              .evaluate((header) =>
                Math.max(
                  ...[...header.querySelectorAll('a, button')].map(
                    (one) => one.getBoundingClientRect().right,
                  ),
                ),
              ),
          )
          .toBeLessThanOrEqual(viewport.width)
        const close = page.getByRole('button', { name: 'Close SPY-USD position' })
        await expect(close).toBeInViewport({ ratio: 1 })
        expect(
          await close.evaluate((button) => {
            const { left, top, width, height } = button.getBoundingClientRect()
            return button.contains(document.elementFromPoint(left + width / 2, top + height / 2))
          }),
        ).toBe(true)
      })
    await page.setViewportSize(SIZES['1440x900'])

    await test.step('[2.21] a notice that goes along to another page is over no control there; nothing is cut there either', async () => {
      await closeNotices(page)
      await sendOrder(page, { side: 'Long', size: '0.3000', limitPrice: below })
      for (const path of OTHER_PAGES) {
        // Its time stands still while it has the focus.
        await told(page).getByRole('button', { name: 'Close' }).focus()
        await go(page, path)
        await settled(page)
        await expect(told(page)).toHaveCount(1)
        await expect.poll(() => coveredBy(told(page))).toEqual([])
        // What is scrolled beneath it is looked at once it has come to rest.
        await page.mouse.move(5, 500)
        await page.mouse.wheel(0, 400)
        await expect.poll(() => coveredBy(told(page))).toEqual([])
        for (const viewport of WIDTHS) {
          await page.setViewportSize(viewport)
          await expect.poll(() => cutWithoutCue(page), `${path} at ${viewport.width}`).toEqual([])
        }
        await page.setViewportSize(SIZES['1440x900'])
      }
    })

    await test.step('the ladder says why a position is not on it', async () => {
      await closeNotices(page)
      await go(page, '/portfolio', '?view=open-orders')
      await expect(page.getByRole('region', { name: 'Distance to liquidation' })).toContainText(COVERED)
      await page.getByRole('button', { name: 'Cancel SPY-USD order' }).click()
      await expect(notices(page).getByText('Order cancelled')).toBeVisible()
      expect(await coveredBy(told(page))).toEqual([])
    })

    await test.step('small screens: a row below the header that moves the page', async () => {
      await page.setViewportSize(SIZES['390x844'])
      await closeNotices(page)
      await go(page, `/trade/${SYMBOL}`)
      await page.getByRole('tab', { name: 'Trade', exact: true }).click()
      const main = page.locator('main')
      const top = (await main.boundingBox())!.y
      await form.getByRole('radio', { name: 'Market' }).click()
      await form.getByRole('radio', { name: 'Short' }).click()
      await size.fill('0.1')
      await form.getByRole('button', { name: /^Short 0\.1000 / }).click()
      await expect(told(page)).toContainText('Short 0.1000 SPY filled')
      // It slides in.
      await expect
        .poll(async () => {
          const row = await told(page).boundingBox()
          return row && [row.y, row.height, row.x]
        })
        .toEqual([HEADER_PX, ROW_PX, 0])
      expect((await main.boundingBox())!.y).toBeGreaterThanOrEqual(top + ROW_PX)
      await page.setViewportSize(SIZES['1440x900'])
      await closeNotices(page)
    })

    await test.step('[2.27] order history and its file go back to the first order', async () => {
      // The exchange tells a page at a time; here a page is one order.
      await page.route('**/v2/orders?*', (route) => {
        const url = new URL(route.request().url())
        if (route.request().method() !== 'GET' || url.searchParams.has('status')) return route.fallback()
        url.searchParams.set('limit', '1')
        return route.continue({ url: url.href })
      })
      await page.goto(`${stack.baseUrl}/portfolio?view=order-history`)
      const table = page.getByRole('table', { name: 'Order history' })
      await expect(table.locator('tbody tr')).toHaveCount(ORDERS)
      const saved = page.waitForEvent('download')
      await page.getByRole('button', { name: 'Export CSV' }).last().click()
      const csv = readFileSync(await (await saved).path(), 'utf8')
      expect(csv.trim().split('\n')).toHaveLength(1 + ORDERS)
      // In the browser's zone, which is UTC here, as the table says it.
      expect(csv).toMatch(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/)
    })
  })
})
