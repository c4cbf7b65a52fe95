/**
 * The chart and the book as tools: orders are moved by their lines and the server has them where the hand left them,
 * what is refused returns, the menu fills the ticket and sends nothing, and what was chosen is still chosen after a
 * reload.
 */
import { expect, test, type Page } from '@playwright/test'
import { formatDecimal, readDecimal, type OrderRow } from '@vest/protocol'
import {
  createLocalPrimary,
  createLocalSigner,
  createPrivateKey,
  createVestClient,
  type VestClient,
} from '@vest/sdk/node'
import { journeyStack } from '../journeyStack.ts'
// prettier-ignore
import { injectWallet } from '../../world/injectedWallet.ts'
import { until } from '../../world/until.ts'
import { graveViolations } from '../accessibility.ts'
import {
  chart,
  grabLine,
  heightOf,
  linePrice,
  lineWords,
  openMenuAt,
  orderLine,
  paneOf,
  priceAt,
  priceMenu,
} from './chartPage.ts'
// prettier-ignore
import { shownPnl } from '../screenText.ts'
import { closeNotices, deposit, openMarket, sendOrder, signIn, ticket } from '../traderPage.ts'

const SYMBOL = 'SPY-USD-PERP'
const LONG_SIZE = '5.0000'
const LIMIT_SIZE = '1.2345'
/** Heights of the chart: below the lowest candle, where a bid rests, and at its top, above the mark. */
const LOW = 0.93
const LESS_LOW = 0.87
const TOP = 0.02

test.describe('the chart', () => {
  const stack = journeyStack()

  /** A trader with 5,000 USDC before the market, and the same account over the API. */
  async function trader(page: Page): Promise<VestClient> {
    const primaryKey = createPrivateKey()
    await injectWallet(page, primaryKey)
    await openMarket(page, stack.baseUrl, SYMBOL)
    await signIn(page)
    await deposit(page, '5,000.00')
    const own = createVestClient({ baseUrl: stack.baseUrl, validate: true })
    own.authorize(
      await own.registerSession({
        primary: createLocalPrimary(primaryKey),
        signer: createLocalSigner(createPrivateKey()),
      }),
    )
    return own
  }

  const openOrders = (own: VestClient): Promise<readonly OrderRow[]> => own.orders({ status: 'NEW' })

  test('[4.8] [8.57] [8.59] lines of orders are moved by mouse, touch and keyboard; what is refused returns', async ({
    page,
  }) => {
    const own = await trader(page)

    await test.step('a limit order has a line; Escape takes a drag back, the release sends it', async () => {
      const placedAt = await priceAt(page, LOW)
      const { id } = await own.placeOrder({
        symbol: SYMBOL,
        isBuy: true,
        size: LIMIT_SIZE,
        orderType: 'LIMIT',
        limitPrice: placedAt,
      })
      const line = orderLine(page, /^Limit buy 1\.2345/)
      await expect(line).toBeAttached()
      expect(await linePrice(line)).toBe(placedAt)

      await grabLine(page, placedAt, LESS_LOW)
      await expect.poll(() => linePrice(line)).not.toBe(placedAt)
      expect((await lineWords(line))[1]).toMatch(/^↓ \d+\.\d%$/)
      await page.keyboard.press('Escape')
      await page.mouse.up()
      await expect.poll(() => linePrice(line)).toBe(placedAt)

      await grabLine(page, placedAt, LESS_LOW)
      await expect.poll(() => linePrice(line)).not.toBe(placedAt)
      const wanted = await linePrice(line)
      await page.mouse.up()
      await expect(page.getByText(`Limit moved to ${wanted}`)).toBeVisible()
      expect((await openOrders(own)).map((order) => [order.id, order.limitPrice, order.size])).toEqual([
        [id, wanted, LIMIT_SIZE],
      ])
      expect(await linePrice(line)).toBe(wanted)
    })

    await test.step('by keyboard: arrows move it, Escape drops it, Enter sends it', async () => {
      const line = orderLine(page, /^Limit buy/)
      const from = readDecimal(await linePrice(line), 2)
      await line.focus()
      await expect(
        page.getByText('Arrow keys move a line, Enter sends it, Escape drops it.'),
      ).toBeInViewport()
      await page.keyboard.press('PageDown')
      await page.keyboard.press('Escape')
      await expect.poll(() => linePrice(line)).toBe(formatDecimal(from, 2))
      for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowUp', 'Shift+ArrowDown'])
        await page.keyboard.press(key)
      const wanted = formatDecimal(from - 12, 2)
      await expect.poll(() => linePrice(line)).toBe(wanted)
      expect.soft(await graveViolations(page)).toEqual([])
      await page.keyboard.press('Enter')
      await expect(page.getByText(`Limit moved to ${wanted}`)).toBeVisible()
      expect((await openOrders(own))[0]?.limitPrice).toBe(wanted)
      await expect(line).toBeFocused()
    })

    await test.step('an order that the account cannot bear there is refused, and its line returns', async () => {
      const [small] = await openOrders(own)
      await own.cancelOrder(small!.id)
      const [low, high] = [await priceAt(page, LOW), await priceAt(page, LESS_LOW)]
      const { withdrawable } = await own.account()
      // At 10X: what the account bears half-way between both prices.
      const middle = (readDecimal(low, 2) + readDecimal(high, 2)) / 2
      const size = formatDecimal(Math.floor((readDecimal(withdrawable, 6) * 10) / middle), 4)
      await own.placeOrder({ symbol: SYMBOL, isBuy: true, size, orderType: 'LIMIT', limitPrice: low })
      const line = orderLine(page, new RegExp(`^Limit buy ${size}`))
      await expect(line).toBeAttached()
      await grabLine(page, low, LESS_LOW)
      await page.mouse.up()
      await expect(page.getByText('Order rejected: Insufficient funds.')).toBeVisible()
      await expect.poll(() => linePrice(line)).toBe(low)
      expect((await openOrders(own)).map((order) => [order.limitPrice, order.size])).toEqual([[low, size]])
      await own.cancelAllOrders()
      await expect(line).not.toBeAttached()
      await closeNotices(page)
    })

    await test.step('a stop loss is set from the menu, and says before what it would cost', async () => {
      await sendOrder(page, { side: 'Long', size: LONG_SIZE })
      const price = await openMenuAt(page, LOW)
      const item = priceMenu(page).getByRole('menuitem', { name: `Stop loss ${LONG_SIZE} at ${price}` })
      const position = (await own.account()).positions[0]!
      const loss = readDecimal(price, 2) * readDecimal(LONG_SIZE, 4) - readDecimal(position.cost, 6)
      await expect(item).toContainText(shownPnl(loss))
      await item.click()
      await expect(page.getByText(`Stop loss set at ${price}`)).toBeVisible()
      expect(await openOrders(own)).toMatchObject([
        { orderType: 'STOP_LOSS', limitPrice: price, size: LONG_SIZE, isBuy: false, reduceOnly: true },
      ])
    })

    await test.step('its line is dragged: one order in the place of the other, at once', async () => {
      const [before] = await openOrders(own)
      const line = orderLine(page, /^SL 5\.0000/)
      await grabLine(page, before!.limitPrice, LESS_LOW)
      await expect.poll(() => linePrice(line)).not.toBe(before!.limitPrice)
      const wanted = await linePrice(line)
      expect((await lineWords(line))[2]).toMatch(/^minus \$\d+\.\d\d$/)
      await page.mouse.up()
      await expect(page.getByText(`Stop loss moved to ${wanted}`)).toBeVisible()
      const after = await openOrders(own)
      expect(after.map((order) => [order.orderType, order.limitPrice, order.size])).toEqual([
        ['STOP_LOSS', wanted, LONG_SIZE],
      ])
      expect(after[0]!.id).not.toBe(before!.id)
      expect((await own.orders({ id: before!.id }))[0]).toMatchObject({ status: 'CANCELLED', code: null })
    })

    await test.step('dragged beyond the mark it would close the position: it is refused and returns', async () => {
      const [before] = await openOrders(own)
      const line = orderLine(page, /^SL 5\.0000/)
      await grabLine(page, before!.limitPrice, TOP)
      await expect.poll(async () => (await lineWords(line)).at(-1)).toBe('Fills at once')
      await page.mouse.up()
      await expect(page.getByText('TP/SL update error: Invalid TP/SL price')).toBeVisible()
      await expect.poll(() => linePrice(line)).toBe(before!.limitPrice)
      expect(await openOrders(own)).toEqual([before])
      expect((await own.account()).positions[0]?.size).toBe(LONG_SIZE)
      await closeNotices(page)
    })

    await test.step('a finger takes it by its tag', async () => {
      const [before] = await openOrders(own)
      const line = orderLine(page, /^SL 5\.0000/)
      const pane = await paneOf(page)
      const box = (await chart(page).boundingBox())!
      const from = { x: box.x + 80, y: await heightOf(page, Number(before!.limitPrice)) }
      const touch = await page.context().newCDPSession(page)
      const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', y?: number) =>
        touch.send('Input.dispatchTouchEvent', {
          type,
          touchPoints: y === undefined ? [] : [{ x: from.x, y }],
        })
      await send('touchStart', from.y)
      for (let step = 1; step <= 6; step += 1)
        await send('touchMove', from.y + ((pane.y(LOW) - from.y) * step) / 6)
      await expect.poll(() => linePrice(line)).not.toBe(before!.limitPrice)
      const wanted = await linePrice(line)
      await send('touchEnd')
      await expect(page.getByText(`Stop loss moved to ${wanted}`)).toBeVisible()
      expect((await openOrders(own))[0]?.limitPrice).toBe(wanted)
      // Away from every line a finger that rests asks for the menu.
      await touch.send('Input.dispatchTouchEvent', {
        type: 'touchStart',
        touchPoints: [{ x: pane.x, y: pane.y(0.3) }],
      })
      await expect(priceMenu(page)).toBeVisible()
      await send('touchEnd')
      await page.keyboard.press('Escape')
    })

    await test.step('the menu fills the ticket and sends nothing', async () => {
      const orders = (await own.orders()).length
      const price = await openMenuAt(page, LOW)
      expect.soft(await graveViolations(page)).toEqual([])
      await priceMenu(page)
        .getByRole('menuitem', { name: `Sell limit at ${price}` })
        .click()
      const form = ticket(page)
      await expect(form.getByRole('tab', { name: 'Limit' })).toHaveAttribute('aria-selected', 'true')
      await expect(form.getByRole('radio', { name: 'Short' })).toBeChecked()
      await expect
        .poll(async () =>
          Number((await form.getByRole('textbox', { name: 'Price' }).inputValue()).replace(/,/g, '')),
        )
        .toBe(Number(price))
      expect((await own.orders()).length).toBe(orders)
    })

    await test.step('own fills and orders are marked where they belong', async () => {
      const level = page.getByRole('grid', { name: 'Order book' }).getByRole('img', { name: /^Your order/ })
      const { bids } = await own.depth({ symbol: SYMBOL, limit: 20 })
      await own.placeOrder({
        symbol: SYMBOL,
        isBuy: true,
        size: LIMIT_SIZE,
        orderType: 'LIMIT',
        limitPrice: bids[2]![0],
      })
      await expect(level).toHaveAttribute('aria-label', `Your order: ${LIMIT_SIZE} SPY`)
      const [fill] = await own.fills({ symbol: SYMBOL })
      expect(fill).toBeDefined()
      await expect(chart(page).getByText(/^Bought 5\.0000 at [\d,.]+$/)).toBeVisible()
      await page.getByRole('button', { name: 'Lines and marks' }).click()
      const menu = page.getByRole('menu', { name: 'Lines and marks' })
      await menu.getByRole('menuitemcheckbox', { name: 'Own fills' }).click()
      expect.soft(await graveViolations(page)).toEqual([])
      await page.keyboard.press('Escape')
      await expect(chart(page).getByText(/^Bought/)).toBeHidden()
    })
  })

  test('indicators and what is switched off survive a reload; their parameters are taken as typed', async ({
    page,
  }) => {
    await openMarket(page, stack.baseUrl, SYMBOL)
    const legend = chart(page).getByRole('definition')
    await page.getByRole('button', { name: 'Indicators' }).click()
    const box = page.getByRole('dialog', { name: 'Indicators' })
    for (const name of ['Moving average (SMA)', 'Bollinger bands', 'RSI'])
      await box.getByRole('switch', { name }).click()
    const length = box.getByRole('textbox', { name: 'Moving average (SMA), parameter 1' })
    await length.fill('0')
    await expect(length).toHaveAttribute('aria-invalid', 'true')
    await length.fill('9')
    expect.soft(await graveViolations(page)).toEqual([])
    await page.keyboard.press('Escape')
    for (const name of ['SMA 9', 'SMA 50', 'BB 20 2', 'RSI 14'])
      await expect(chart(page).getByText(name, { exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'Lines and marks' }).click()
    await page.getByRole('menuitemcheckbox', { name: 'Mark price' }).click()
    await page.keyboard.press('Escape')

    await test.step('without a pointer the menu speaks of the mark price', async () => {
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
      const opener = page.getByRole('button', { name: 'Actions at a price' })
      await opener.press('Enter')
      const price = await priceMenu(page)
        .getByText(/^[\d,.]+$/)
        .innerText()
      // The mark goes on; what the menu says stays as it was when it opened.
      const mark = page
        .getByRole('region', { name: 'Market', exact: true })
        .getByRole('paragraph')
        .filter({ hasText: /[\d,.]+ ?Mark/ })
      await expect(mark).toBeVisible()
      await expect(mark).not.toContainText(price, { timeout: 60_000 })
      await expect(priceMenu(page).getByRole('menuitem', { name: /alert/i })).toBeHidden()
      await priceMenu(page).getByRole('menuitem', { name: 'Copy price' }).press('Enter')
      await expect(page.getByText(`Copied ${price}`)).toBeVisible()
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(price.replaceAll(',', ''))
      await expect(opener).toBeFocused()
    })

    await page.reload()
    for (const name of ['SMA 9', 'SMA 50', 'BB 20 2', 'RSI 14'])
      await expect(chart(page).getByText(name, { exact: true })).toBeVisible()
    await until('every indicator has a figure', async () =>
      (await legend.allInnerTexts()).every((text) => /^[\d,.]+$/.test(text)),
    )
    await page.getByRole('button', { name: 'Lines and marks' }).click()
    await expect(page.getByRole('menuitemcheckbox', { name: 'Mark price' })).not.toBeChecked()
    await expect(page.getByRole('menuitemcheckbox', { name: 'Entry price' })).toBeChecked()
  })

  test('the book by units, totals and arrow keys, and its depth', async ({ page }) => {
    await openMarket(page, stack.baseUrl, SYMBOL)
    const visitor = createVestClient({ baseUrl: stack.baseUrl, validate: true })
    const book = page.getByRole('grid', { name: 'Order book' })
    const look = page.getByRole('button', { name: 'Display of the book' })
    await expect(book.getByRole('columnheader')).toHaveText(['Price (USD)', 'Size (SPY)', 'Total'])
    await look.click()
    expect.soft(await graveViolations(page)).toEqual([])
    await page.getByRole('menuitemradio', { name: 'USD' }).click()
    await look.click()
    await page.getByRole('menuitemradio', { name: 'Per level' }).click()
    await expect(book.getByRole('columnheader')).toHaveText(['Price (USD)', 'Size (USD)', 'Size (SPY)'])

    await test.step('one stop of Tab; arrows walk, Enter fills the price', async () => {
      await expect(book.locator('button[tabindex="0"]')).toHaveCount(1)
      await book.locator('button[tabindex="0"]').focus()
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('ArrowDown')
      const third = book.getByRole('rowgroup', { name: 'Bids' }).getByRole('row').nth(2)
      await expect(third.getByRole('button')).toBeFocused()
      const help = page.getByRole('tooltip')
      await expect(help).toContainText('Average price')
      // The book moves on; what is filled is what the focused level says when Enter is pressed.
      await page.keyboard.press('Enter')
      const filled = ticket(page).getByRole('textbox', { name: 'Price' })
      await expect(filled).toHaveValue(/^[\d,.]+$/)
      const { bids, asks } = await visitor.depth({ symbol: SYMBOL, limit: 100 })
      const price = Number((await filled.inputValue()).replace(/,/g, ''))
      expect(price).toBeLessThan(Number(asks[10]![0]))
      expect(price).toBeGreaterThan(Number(bids[bids.length - 1]![0]))
      expect.soft(await graveViolations(page)).toEqual([])
    })

    await test.step('the depth: a sentence for who does not see it, figures under pointer and arrow keys', async () => {
      await page.getByRole('tab', { name: 'Depth' }).click()
      const depth = page.getByRole('img', { name: /^Bids worth \$[\d,.]+ down to [\d,.]+, asks worth \$/ })
      const panel = page.getByRole('tabpanel', { name: 'Depth' })
      await expect(depth).toBeVisible()
      await expect(panel.getByText('Bids (USD)')).toBeVisible()
      await depth.focus()
      await page.keyboard.press('ArrowRight')
      await page.keyboard.press('ArrowRight')
      await expect(panel.getByRole('definition')).toHaveText([/^[\d,.]+$/, /^[\d,.]+M?$/, /^\+\d+\.\d\d%$/])
      await page.keyboard.press('Escape')
      const { x, y, width } = (await depth.boundingBox())!
      await page.mouse.move(x + width * 0.1, y + 20)
      await expect(panel.getByRole('definition').last()).toHaveText(/^−\d+\.\d\d%$/)
      expect.soft(await graveViolations(page)).toEqual([])
    })

    await page.reload()
    await expect(book.getByRole('columnheader')).toHaveText(['Price (USD)', 'Size (USD)', 'Size (SPY)'])
  })
})
