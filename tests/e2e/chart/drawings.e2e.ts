/**
 * Drawing on the chart, and being told of a price: what is drawn is there after a reload and in another tab, is moved
 * by its handles, by finger and by keyboard, and comes back when it was removed by mistake; an alert is told once, in
 * one tab of two.
 */
import { expect, test, type Locator, type Page } from '@playwright/test'
import { createVestClient } from '@vest/sdk/node'
import { journeyStack } from '../journeyStack.ts'
import { graveViolations } from '../accessibility.ts'
import {
  chart,
  findByCursor,
  heightOf,
  openMenuAt,
  paneOf,
  priceAt,
  priceMenu,
  type Spot,
} from './chartPage.ts'
import { closeNotices, openMarket } from '../traderPage.ts'

const SYMBOL = 'BTC-PERP'

const tools = (page: Page): Locator => chart(page).getByRole('toolbar', { name: 'Drawing tools' })
const tool = (page: Page, name: string): Locator => tools(page).getByRole('button', { name })
/** A drawing or an alert as the keyboard and a reader of the screen have it. */
const drawn = (page: Page, name: string): Locator => page.getByRole('slider', { name, exact: true })
const selection = (page: Page, name: string): Locator =>
  page.getByRole('group', { name: `Selected: ${name}` })
const placeOf = async (row: Locator): Promise<string> => (await row.getAttribute('aria-valuetext')) ?? ''
/** The prices of its points, as texts without commas. */
const pricesOf = async (row: Locator): Promise<readonly string[]> =>
  (await placeOf(row))
    .split(' – ')
    .map((point) => point.split(' at ')[0]!.split(', ')[0]!.replaceAll(',', ''))

/** Points of the pane: sideways in px from its middle, and a share of its height. */
async function spots(
  page: Page,
  ...places: readonly (readonly [number, number])[]
): Promise<readonly Spot[]> {
  const pane = await paneOf(page)
  return places.map(([x, share]) => ({ x: pane.x + x, y: pane.y(share) }))
}
async function drag(page: Page, from: Spot, to: Spot): Promise<void> {
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move(to.x, to.y, { steps: 8 })
  await page.mouse.up()
}

test.describe('drawings', () => {
  const stack = journeyStack()

  async function openChart(page: Page): Promise<void> {
    await openMarket(page, stack.baseUrl, SYMBOL)
    await expect(
      chart(page)
        .getByText(/^[\d,.]+$/)
        .first(),
    ).toBeVisible()
    await expect(tools(page)).toBeVisible()
  }

  test('are drawn, kept, moved and removed, by mouse, finger and keyboard', async ({ page, context }) => {
    await openChart(page)
    const trend = drawn(page, 'Trend line')

    await test.step('a trend line by two clicks; Escape takes back one that is under way', async () => {
      const [first, second] = await spots(page, [-120, 0.3], [80, 0.6])
      await tool(page, 'Trend line').click()
      await expect(tool(page, 'Trend line')).toHaveAttribute('aria-pressed', 'true')
      await page.mouse.click(first!.x, first!.y)
      await page.mouse.move(second!.x, second!.y)
      await page.keyboard.press('Escape')
      await page.keyboard.press('Escape')
      await expect(tool(page, 'Trend line')).toHaveAttribute('aria-pressed', 'false')
      await expect(trend).not.toBeAttached()

      await tool(page, 'Trend line').click()
      await page.mouse.click(first!.x, first!.y)
      await page.mouse.click(second!.x, second!.y)
      await expect(trend).toBeAttached()
      await expect(selection(page, 'Trend line')).toBeVisible()
      await expect(tool(page, 'Trend line')).toHaveAttribute('aria-pressed', 'false')
      expect.soft(await graveViolations(page)).toEqual([])
    })

    await test.step('it is there after a reload, on another interval and in another tab', async () => {
      const place = await placeOf(trend)
      await page.reload()
      await expect(trend).toHaveAttribute('aria-valuetext', place)
      await page.getByRole('button', { name: '15m' }).click()
      await expect(trend).toHaveAttribute('aria-valuetext', place)
      await page.getByRole('button', { name: '1h' }).click()
      const other = await context.newPage()
      await openMarket(other, stack.baseUrl, SYMBOL)
      await expect(drawn(other, 'Trend line')).toHaveAttribute('aria-valuetext', place)
      await page.bringToFront()
      await trend.focus()
      await page.keyboard.press('ArrowUp')
      await expect(trend).not.toHaveAttribute('aria-valuetext', place)
      await expect(drawn(other, 'Trend line')).toHaveAttribute('aria-valuetext', await placeOf(trend))
      await page.keyboard.press('Escape')
      await expect(tool(page, 'Trend line')).toBeFocused()
      await other.close()
    })

    await test.step('its handle moves one end, its body the whole of it', async () => {
      const [left, right] = await spots(page, [-120, 0], [80, 0])
      const before = await pricesOf(trend)
      const ends = {
        left: { x: left!.x, y: await heightOf(page, Number(before[0])) },
        right: { x: right!.x, y: await heightOf(page, Number(before[1])) },
      }
      const middle = await findByCursor(page, {
        x: (left!.x + right!.x) / 2,
        y: (ends.left.y + ends.right.y) / 2,
      })
      await page.mouse.click(middle.x, middle.y)
      await expect(selection(page, 'Trend line')).toBeVisible()
      const end = await findByCursor(page, ends.right)
      await drag(page, end, { x: end.x + 30, y: end.y - 40 })
      await expect.poll(async () => (await pricesOf(trend))[1]).not.toBe(before[1])
      const turned = await pricesOf(trend)
      expect(turned[0]).toBe(before[0])
      expect(Number(turned[1])).toBeGreaterThan(Number(before[1]))

      await drag(page, middle, { x: middle.x, y: middle.y })
      await page.keyboard.press('Escape')
      const newMiddle = await findByCursor(page, { x: middle.x + 15, y: middle.y - 20 })
      await drag(page, newMiddle, { x: newMiddle.x, y: newMiddle.y + 30 })
      await expect.poll(async () => (await pricesOf(trend))[0]).not.toBe(turned[0])
      const lowered = await pricesOf(trend)
      const fall = (index: number): number => Number(turned[index]) - Number(lowered[index])
      expect(fall(0)).toBeGreaterThan(0)
      expect(fall(1)).toBeCloseTo(fall(0), 1)
    })

    await test.step('another colour; Delete removes it, and a notice brings it back', async () => {
      const bar = selection(page, 'Trend line')
      await bar.getByRole('button', { name: 'Colour: amber' }).click()
      await expect(bar.getByRole('button', { name: 'Colour: amber' })).toHaveAttribute('aria-pressed', 'true')
      const place = await placeOf(trend)
      await page.keyboard.press('Delete')
      await expect(trend).not.toBeAttached()
      await page.getByRole('button', { name: 'Undo' }).click()
      await expect(trend).toHaveAttribute('aria-valuetext', place)
      await closeNotices(page)
    })

    await test.step('the magnet takes a point to open, high, low or close of its candle', async () => {
      await tool(page, 'Magnet to open, high, low, close').click()
      const [spot] = await spots(page, [0, 0.5])
      await tool(page, 'Horizontal line').click()
      await page.mouse.click(spot!.x, spot!.y)
      const level = drawn(page, 'Horizontal line')
      await expect(level).toBeAttached()
      const [price] = await pricesOf(level)
      const rows = await createVestClient({ baseUrl: stack.baseUrl }).klines({
        symbol: SYMBOL,
        interval: '1h',
        limit: 500,
      })
      const corners = new Set(rows.flatMap(([, ...figures]) => figures.slice(0, 4).map(Number)))
      expect(corners.has(Number(price))).toBe(true)
      await tool(page, 'Magnet to open, high, low, close').click()
    })

    await test.step('a retracement and a rectangle by one drag each; a measure is not kept', async () => {
      const [a, b, c] = await spots(page, [-60, 0.2], [60, 0.7], [160, 0.4])
      await tool(page, 'Fibonacci retracement').click()
      await drag(page, a!, b!)
      await expect(drawn(page, 'Fibonacci retracement')).toBeAttached()
      await tool(page, 'Rectangle').click()
      await drag(page, b!, c!)
      await expect(drawn(page, 'Rectangle')).toBeAttached()
      await tool(page, 'Measure').click()
      await drag(page, a!, c!)
      expect(await placeOf(drawn(page, 'Measure'))).toMatch(
        /, minus [\d,.]+ \(minus \d+\.\d\d%\), 3\d bars, 1d \d+h$|, minus [\d,.]+ \(minus \d+\.\d\d%\), 3\d bars, 1d$/,
      )
      await page.keyboard.press('Escape')
      await expect(drawn(page, 'Measure')).not.toBeAttached()
    })

    await test.step('by keyboard alone: placed, moved, turned by one end, removed', async () => {
      await tool(page, 'Ray').press('Enter')
      const ray = drawn(page, 'Ray')
      await expect(ray).toBeFocused()
      await expect(page.getByText(/^Arrow keys move a drawing/)).toBeInViewport()
      const before = await pricesOf(ray)
      await page.keyboard.press('ArrowUp')
      await page.keyboard.press('Shift+ArrowUp')
      await expect
        .poll(async () =>
          (await pricesOf(ray)).map((price, at) => (Number(price) - Number(before[at])).toFixed(2)),
        )
        .toEqual(['0.11', '0.11'])
      const place = await placeOf(ray)
      await page.keyboard.press('ArrowLeft')
      await expect(ray).not.toHaveAttribute('aria-valuetext', place)
      await page.keyboard.press('Enter')
      await expect(ray).toHaveAttribute('aria-valuetext', /point 1$/)
      expect.soft(await graveViolations(page)).toEqual([])
      await page.keyboard.press('ArrowDown')
      await expect
        .poll(async () =>
          (await pricesOf(ray)).map((price, at) => (Number(price) - Number(before[at])).toFixed(2)),
        )
        .toEqual(['0.10', '0.11'])
      await page.keyboard.press('Delete')
      await expect(ray).not.toBeAttached()
      await closeNotices(page)
    })

    await test.step('a finger places by two taps, and moves what is selected alone', async () => {
      const [a, b] = await spots(page, [-150, 0.8], [150, 0.85])
      const touch = await context.newCDPSession(page)
      const tap = async ({ x, y }: Spot): Promise<void> => {
        await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] })
        await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
      }
      await tool(page, 'Trend line').click()
      await tap(a!)
      await tap(b!)
      await expect(trend).toHaveCount(2)

      const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', spot?: Spot) =>
        touch.send('Input.dispatchTouchEvent', { type, touchPoints: spot === undefined ? [] : [spot] })
      const fresh = trend.nth(1)
      const before = await pricesOf(fresh)
      await expect(selection(page, 'Trend line')).toBeVisible()
      await send('touchStart', b)
      for (let step = 1; step <= 6; step += 1) await send('touchMove', { x: b!.x, y: b!.y - 8 * step })
      await send('touchEnd')
      await expect.poll(async () => (await pricesOf(fresh))[1]).not.toBe(before[1])
      expect((await pricesOf(fresh))[0]).toBe(before[0])
      // Where nothing is selected a finger that goes over a line moves the chart and not the line.
      await page.keyboard.press('Escape')
      const place = await placeOf(fresh)
      await send('touchStart', a)
      for (let step = 1; step <= 6; step += 1) await send('touchMove', { x: a!.x + 8 * step, y: a!.y })
      await send('touchEnd')
      await expect(selection(page, 'Trend line')).toBeHidden()
      expect(await placeOf(fresh)).toBe(place)
    })

    await test.step('all of them are hidden, shown, removed and brought back', async () => {
      await expect(chart(page).getByRole('slider')).toHaveCount(5)
      await tool(page, 'Hide all drawings').click()
      await expect(chart(page).getByRole('slider')).toHaveCount(0)
      await tool(page, 'Hide all drawings').click()
      await expect(chart(page).getByRole('slider')).toHaveCount(5)
      await tool(page, 'Remove all drawings').click()
      await expect(chart(page).getByRole('slider')).toHaveCount(0)
      await page.getByRole('button', { name: 'Undo' }).click()
      await expect(chart(page).getByRole('slider')).toHaveCount(5)
    })

    await test.step('a chart that fills the screen has the tools too', async () => {
      await chart(page).getByRole('button', { name: 'Full screen' }).click()
      const leave = chart(page).getByRole('button', { name: 'Leave full screen' })
      await expect(leave).toBeVisible()
      await tool(page, 'Ray').click()
      const [a, b] = await spots(page, [-40, 0.4], [40, 0.5])
      await drag(page, a!, b!)
      await expect(selection(page, 'Ray')).toBeVisible()
      await page.keyboard.press('Backspace')
      await expect(drawn(page, 'Ray')).not.toBeAttached()
      await leave.click()
      await expect(leave).toBeHidden()
    })

    await test.step('a narrow chart has the tools behind one button', async () => {
      await page.setViewportSize({ width: 390, height: 844 })
      await expect(tools(page)).toBeHidden()
      await page.getByRole('button', { name: 'Drawing tools' }).click()
      const menu = page.getByRole('menu', { name: 'Drawing tools' })
      await expect(menu.getByRole('menuitem', { name: 'Ray' })).toBeVisible()
      expect.soft(await graveViolations(page)).toEqual([])
    })
  })

  test('an alert is told once, in one tab of two, and by the browser where it may', async ({ context }) => {
    await context.addInitScript(() => {
      const shown: string[] = []
      class Recorded {
        static permission = 'granted'
        onclick: unknown
        constructor(title: string) {
          shown.push(title)
        }
        close(): void {
          this.onclick = undefined
        }
      }
      Object.assign(globalThis, { Notification: Recorded, shownNotifications: shown })
    })
    const [one, other] = [await context.newPage(), await context.newPage()]
    for (const page of [one, other]) await openChart(page)
    await one.bringToFront()
    const alerts = (page: Page): Locator => drawn(page, 'Price alert')
    const told = (page: Page): Locator => page.getByText(/^BTC-PERP reached [\d,.]+$/)

    const setAlert = async (share: number): Promise<void> => {
      const price = await openMenuAt(one, share)
      await priceMenu(one)
        .getByRole('menuitem', { name: /^Alert at / })
        .click()
      await expect(
        one.getByText(new RegExp(`^Alert set: BTC-PERP at ${Number(price).toLocaleString('en-US')}`)),
      ).toBeVisible()
      await expect(one.getByText('Alerts work while a tab of Vest is open.')).toBeVisible()
    }

    await test.step('set from the menu it stands on the chart of both tabs, and after a reload', async () => {
      await setAlert(0.05)
      for (const page of [one, other]) await expect(alerts(page)).toHaveCount(1)
      await other.reload()
      await expect(alerts(other)).toHaveCount(1)
      expect.soft(await graveViolations(one)).toEqual([])
      await expect(told(one)).toHaveCount(0)
    })

    await test.step('the list has them all: each can go, and comes back when it was a mistake', async () => {
      await closeNotices(one)
      await one.getByRole('button', { name: 'Settings' }).click()
      await one.getByRole('menuitem', { name: 'Price alerts' }).click()
      const list = one.getByRole('dialog', { name: 'Price alerts' })
      const rows = list.getByRole('listitem')
      await expect(rows).toHaveCount(1)
      await expect(rows).toContainText(/BTC-PERP.*at [\d,.]+ or above.*\+\d+\.\d\d% from the mark/s)
      expect.soft(await graveViolations(one)).toEqual([])
      await rows.getByRole('button', { name: /^Remove the alert: BTC-PERP / }).click()
      await expect(list.getByText('No alerts')).toBeVisible()
      for (const page of [one, other]) await expect(alerts(page)).toHaveCount(0)
      await one.getByRole('button', { name: 'Undo' }).click()
      await expect(rows).toHaveCount(1)
      await rows.getByRole('link', { name: 'BTC-PERP' }).click()
      await expect(list).toBeHidden()
      for (const page of [one, other]) await expect(alerts(page)).toHaveCount(1)
    })

    await test.step('one above the mark and one below it: whichever comes first is told by one tab alone', async () => {
      await closeNotices(one)
      // Minutes fill the height with what an hour has moved: a few px are soon crossed.
      await one.getByRole('button', { name: '1m', exact: true }).click()
      await expect(chart(one).locator('[aria-busy]')).toHaveCount(0)
      const [top, bottom] = [Number(await priceAt(one, 0.1)), Number(await priceAt(one, 0.9))]
      const mark = Number(
        (await createVestClient({ baseUrl: stack.baseUrl }).tickers({ symbols: [SYMBOL] }))[0]!.markPrice,
      )
      const share = 0.1 + ((top - mark) / (top - bottom)) * 0.8
      for (const away of [-0.01, 0.01]) await setAlert(share + away)
      await expect
        .poll(async () => (await told(one).count()) + (await told(other).count()), { timeout: 120_000 })
        .toBeGreaterThan(0)
    })

    await test.step('removed from the list they are silent; each of the others was told once', async () => {
      const left = alerts(one)
      while ((await left.count()) > 0) {
        // At one moment: the mark may take it away before a hand does.
        await left.evaluateAll(([first]) => first?.focus())
        await one.keyboard.press('Delete')
      }
      // Both tabs have heard that all are gone, and neither can tell of one any more.
      for (const page of [one, other]) await expect(alerts(page)).toHaveCount(0)
      const texts = [...(await told(one).allInnerTexts()), ...(await told(other).allInnerTexts())]
      expect(new Set(texts).size).toBe(texts.length)
      const shown = (page: Page): Promise<readonly string[]> =>
        page.evaluate(() => (globalThis as unknown as { shownNotifications: string[] }).shownNotifications)
      expect([...(await shown(one)), ...(await shown(other))].sort()).toEqual([...texts].sort())
    })
  })
})
