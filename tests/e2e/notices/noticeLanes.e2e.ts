/**
 * Notices go along from page to page, one, two and three of them, and lie over no control of any: a stack beside them in a
 * wide window, one row that moves the page in a narrow one.
 */
import { expect, test, type Locator, type Page } from '@playwright/test'
import { injectWallet } from '../../world/injectedWallet.ts'
import { journeyStack } from '../journeyStack.ts'
import { ROUTES, settled, SIZES } from '../routes.ts'
import { closeNotices, deposit, openMarket, signIn, ticket } from '../traderPage.ts'
import { holdRefusals } from './holdRefusals.ts'
import { refuseOrders } from './refuseOrders.ts'

const SYMBOL = 'SPY-USD-PERP'
const ROW_PX = 48

const notices = (page: Page): Locator => page.getByRole('region', { name: 'Notifications' })
const refusals = (page: Page): Locator => notices(page).getByRole('alert')

/** What can be pressed and stands, in whole or in part, where a notice or their count does. */
const covered = (page: Page): Promise<readonly string[]> =>
  notices(page).evaluate((region) => {
    const boxes = [...region.children].map((child) => child.getBoundingClientRect())
    return [
      ...document.querySelectorAll('a[href], button, input, select, textarea, summary, [role="slider"]'),
    ]
      .filter((control) => !region.contains(control))
      .filter((control) => {
        const { left, right, top, bottom } = control.getBoundingClientRect()
        return boxes.some(
          (box) =>
            right > left && left < box.right && box.left < right && top < box.bottom && box.top < bottom,
        )
      })
      .map((control) => control.outerHTML.slice(0, 120))
  })

const go = (page: Page, path: string): Promise<void> =>
  page.evaluate((to) => {
    const { pathname, search } = new URL(to, location.href)
    window.dispatchEvent(new CustomEvent('app:navigate', { detail: { pathname, search } }))
  }, path)

/** A stack of all that there are, within the window. */
async function expectStack(page: Page, count: number): Promise<void> {
  await expect(refusals(page)).toHaveCount(count)
  for (const notice of await refusals(page).all()) await expect(notice).toBeInViewport({ ratio: 1 })
}

/** One row as wide as the window, which counts the others; the page begins below it. */
async function expectRow(page: Page, count: number): Promise<void> {
  await expect(refusals(page)).toHaveCount(1)
  await expect(notices(page).getByRole('button', { name: `${count - 1} more`, exact: true })).toBeVisible()
  await expect
    .poll(async () => {
      const [row, main] = [await notices(page).boundingBox(), await page.locator('main').boundingBox()]
      return row && main && [row.x, row.width, Math.round(row.height / ROW_PX), main.y >= row.y + row.height]
    })
    .toEqual([0, SIZES['390x844'].width, 1, true])
}

test.describe('lanes of notices', () => {
  const stack = journeyStack()

  test('[2.21] three and two on every page lie over no control, at both sizes', async ({ page }) => {
    await injectWallet(page)
    await openMarket(page, stack.baseUrl, SYMBOL)
    await signIn(page)
    await deposit(page, '5,000.00')
    await closeNotices(page)
    await holdRefusals(page)
    await refuseOrders(page)
    await ticket(page).getByRole('textbox', { name: 'Size' }).fill('1')
    for (let count = 1; count <= 3; count += 1) {
      await ticket(page)
        .getByRole('button', { name: /^Long 1\.0000 / })
        .click()
      await expect(refusals(page)).toHaveCount(count)
    }

    const stages = [
      [SIZES['1440x900'], expectStack],
      [SIZES['390x844'], expectRow],
    ] as const
    for (const count of [3, 2]) {
      for (const [at, [name, path]] of Object.entries(ROUTES).entries())
        await test.step(`${count} on ${name}`, async () => {
          await go(page, path)
          await settled(page)
          // The window keeps its size from page to page.
          for (const [size, expectLane] of at % 2 === 0 ? stages : stages.toReversed()) {
            await page.setViewportSize(size)
            await expectLane(page, count)
            await expect.poll(() => covered(page), `${name} at ${size.width}`).toEqual([])
          }
        })
      await page.setViewportSize(SIZES['1440x900'])
      await refusals(page).first().getByRole('button', { name: 'Close' }).click()
      await expect(refusals(page)).toHaveCount(count - 1)
    }
  })
})
