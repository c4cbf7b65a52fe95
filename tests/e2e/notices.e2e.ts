/**
 * Notices and the layers above the page: they stand beside the ticket and never over it, fold when there are many, and
 * while the chart fills the screen they are as visible as on the page.
 */
import { expect, test, type Locator, type Page } from '@playwright/test'
import { journeyStack } from './journeyStack.ts'
import { injectWallet } from '../world/injectedWallet.ts'
import { graveViolations } from './accessibility.ts'
import { chart, closeAndOpenMenuAt, openMenuAt, priceMenu } from './chart/chartPage.ts'
import { holdRefusals } from './notices/holdRefusals.ts'
import { refuseOrders } from './notices/refuseOrders.ts'
import { SIZES } from './routes.ts'
import { holdSockets } from './socketLine.ts'
import { closeNotices, deposit, dialog, openMarket, signIn, ticket } from './traderPage.ts'

const SYMBOL = 'SPY-USD-PERP'
const REFUSALS = 5
const VISIBLE = 3
const WINDOWS = [SIZES['1440x900'], { width: 1024, height: 768 }, { width: 768, height: 1024 }] as const

const notices = (page: Page): Locator => page.getByRole('region', { name: 'Notifications' })
const refusals = (page: Page): Locator => notices(page).getByRole('alert')
const counted = (page: Page, count: number): Locator =>
  notices(page).getByRole('button', { name: `${count} more`, exact: true })

/** Something is seen where it stands: nothing lies over its middle, and it is inside of the window. */
async function expectOnTop(layer: Locator): Promise<void> {
  await expect(layer).toBeInViewport({ ratio: 1 })
  await expect
    .poll(() =>
      layer.evaluate((element) => {
        const { left, top, width, height } = element.getBoundingClientRect()
        return element.contains(document.elementFromPoint(left + width / 2, top + height / 2))
      }),
    )
    .toBe(true)
}

async function overlap(one: Locator, other: Locator): Promise<number> {
  const [a, b] = [(await one.boundingBox())!, (await other.boundingBox())!]
  const along = (from: number, length: number, start: number, size: number): number =>
    Math.max(0, Math.min(from + length, start + size) - Math.max(from, start))
  return along(a.x, a.width, b.x, b.width) * along(a.y, a.height, b.y, b.height)
}

const isFull = (page: Page): Promise<boolean> => page.evaluate(() => document.fullscreenElement !== null)

test.describe('notices', () => {
  const stack = journeyStack()

  test('[8.57] refusals stay beside the ticket, fold into a count, and closing one is no way out of a dialog', async ({
    page,
  }) => {
    await injectWallet(page)
    await openMarket(page, stack.baseUrl, SYMBOL)
    await signIn(page)
    await deposit(page, '5,000.00')
    await closeNotices(page)
    await holdRefusals(page)
    await refuseOrders(page)
    const form = ticket(page)
    await form.getByRole('textbox', { name: 'Size' }).fill('1')
    const submit = form.getByRole('button', { name: /^Long 1\.0000 / })
    const fewer = notices(page).getByRole('button', { name: 'Show fewer' })

    await test.step('three are shown, and none lies over the ticket, at any width that has one beside it', async () => {
      for (let count = 1; count <= REFUSALS; count += 1) {
        await submit.click()
        await expect(refusals(page)).toHaveCount(Math.min(count, VISIBLE))
        if (count > VISIBLE) await expect(counted(page, count - VISIBLE)).toBeVisible()
      }
      for (const size of WINDOWS) {
        await page.setViewportSize(size)
        for (const notice of await refusals(page).all()) expect(await overlap(notice, form)).toBe(0)
        await expectOnTop(refusals(page).first())
      }
      await page.setViewportSize(SIZES['1440x900'])
    })

    await test.step('the count unfolds the rest', async () => {
      await counted(page, 2).click()
      await expect(refusals(page)).toHaveCount(REFUSALS)
      expect.soft(await graveViolations(page)).toEqual([])
      await fewer.click()
      await expect(refusals(page)).toHaveCount(VISIBLE)
    })

    await test.step('one is closed while a dialog is open, and the dialog stays', async () => {
      await page.getByRole('banner').getByRole('button', { name: 'Withdraw' }).click()
      await expectOnTop(refusals(page).first())
      await refusals(page).first().getByRole('button', { name: 'Close' }).click()
      await expect(counted(page, 1)).toBeVisible()
      await expect(dialog(page, 'Withdraw')).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(dialog(page, 'Withdraw')).toBeHidden()
    })

    await test.step('small screens: one and a count, above the tabs and the button of the ticket', async () => {
      await page.setViewportSize(SIZES['390x844'])
      await page.getByRole('tab', { name: 'Trade', exact: true }).click()
      await expect(refusals(page)).toHaveCount(1)
      const folded = counted(page, 3)
      for (const part of [
        form.getByRole('radiogroup', { name: 'Order type' }),
        form.getByRole('button', { name: /^Long / }),
      ])
        for (const notice of [refusals(page).first(), folded]) expect(await overlap(notice, part)).toBe(0)
    })
  })

  test('while the chart fills the screen, notices, menus and dialogs are seen over it', async ({ page }) => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    const line = await holdSockets(page)
    await openMarket(page, stack.baseUrl, SYMBOL)
    await expect(chart(page).locator('canvas').first()).toBeVisible()
    const before = await chart(page).boundingBox()
    await page.getByRole('button', { name: 'Full screen' }).click()
    await expect.poll(() => isFull(page)).toBe(true)
    const leave = page.getByRole('button', { name: 'Leave full screen' })
    const { width, height } = await page.evaluate(() => ({ width: innerWidth, height: innerHeight }))
    await expect.poll(() => chart(page).boundingBox()).toEqual({ x: 0, y: 0, width, height })
    await expectOnTop(chart(page))

    await test.step('menus and the notice of what they did, clear of the way back', async () => {
      await page.getByRole('button', { name: 'Lines and marks' }).click()
      const first = page.getByRole('menu', { name: 'Lines and marks' })
      await expectOnTop(first)
      await closeAndOpenMenuAt(page, 0.5)
      await expectOnTop(priceMenu(page))
      await expect(first).toHaveCount(0)
      // The first item or, where the menu opened with it in hand, the second: the menu has the keys.
      await page.keyboard.press('ArrowDown')
      await expect(priceMenu(page).locator('[role="menuitem"]:focus')).toHaveCount(1)
      await priceMenu(page).getByRole('menuitem', { name: 'Copy price' }).click()
      const copied = notices(page)
        .getByRole('status')
        .filter({ hasText: /^Copied/ })
      await expectOnTop(copied)
      expect(await overlap(copied, leave)).toBe(0)
      await closeNotices(page)
    })

    await test.step('dialogs', async () => {
      await page.keyboard.press('?')
      const keys = page.getByRole('dialog', { name: 'Keyboard' })
      await expectOnTop(keys)
      await keys.getByRole('button', { name: 'Close', exact: true }).click()
      await page.keyboard.press('Control+k')
      await expectOnTop(page.getByRole('dialog', { name: 'Command palette' }))
      await page.keyboard.press('Escape')
    })

    await test.step('a lost connection is told above it', async () => {
      line.cut()
      const lost = page.getByText('Connection lost. Prices may be out of date.')
      await expectOnTop(lost)
      expect(await overlap(lost, chart(page))).toBe(0)
      line.mend()
      await expect(lost).toBeHidden()
    })

    await test.step('an order begun on it is finished in the ticket', async () => {
      const price = await openMenuAt(page, 0.6)
      await priceMenu(page)
        .getByRole('menuitem', { name: /^Buy limit at/ })
        .click()
      await expect.poll(() => isFull(page)).toBe(false)
      const field = ticket(page).getByRole('textbox', { name: 'Price', exact: true })
      await expect(field).toHaveValue(price)
      await expectOnTop(field)
      await page.getByRole('button', { name: 'Full screen' }).click()
      await expect.poll(() => isFull(page)).toBe(true)
    })

    await test.step('the chart returns to its place, also when its page is left', async () => {
      if (await isFull(page)) await leave.click()
      await expect.poll(() => isFull(page)).toBe(false)
      await expect.poll(() => chart(page).boundingBox()).toEqual(before)
      await page.getByRole('button', { name: 'Full screen' }).click()
      await expect.poll(() => isFull(page)).toBe(true)
      await page.evaluate(() =>
        window.dispatchEvent(
          new CustomEvent('app:navigate', { detail: { pathname: '/markets', search: '' } }),
        ),
      )
      await expect(page.getByRole('heading', { level: 1, name: 'Markets' })).toBeVisible()
      await expect.poll(() => isFull(page)).toBe(false)
    })
  })
})
