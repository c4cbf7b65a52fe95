/**
 * The feed of prices is lost while calls still pass: what is old is faded, a market order is asked for twice wherever
 * it is sent from, a limit order goes at once, and what was sent is told by the exchange's own answer.
 */
import { expect, test, type Locator, type Page } from '@playwright/test'
import { createLocalPrimary, createLocalSigner, createPrivateKey, createVestClient } from '@vest/sdk/node'
import { journeyStack } from './journeyStack.ts'
import { injectWallet } from '../world/injectedWallet.ts'
import { until } from '../world/until.ts'
import { holdSockets } from './socketLine.ts'
import { closeNotices, deposit, dialog, openMarket, sendOrder, signIn, ticket } from './traderPage.ts'

const SYMBOL = 'SPY-USD-PERP'
const ASKS = 'Prices are out of date. Press again to send.'

const opacity = (part: Locator): Promise<string> =>
  part.evaluate((element) => getComputedStyle(element.closest('.live-price') ?? element).opacity)

test.describe('stale prices', () => {
  const stack = journeyStack()

  test('are faded, and market orders at them are confirmed', async ({ page }) => {
    const line = await holdSockets(page)
    const primaryKey = createPrivateKey()
    await injectWallet(page, primaryKey)
    await openMarket(page, stack.baseUrl, SYMBOL)
    await signIn(page)
    await deposit(page, '5,000.00')
    await sendOrder(page, { side: 'Long', size: '2.0000' })
    await closeNotices(page)
    const own = createVestClient({ baseUrl: stack.baseUrl })
    own.authorize(
      await own.registerSession({
        primary: createLocalPrimary(primaryKey),
        signer: createLocalSigner(createPrivateKey()),
      }),
    )
    const size = async (): Promise<number> => Number((await own.account()).positions[0]?.size ?? 0)
    const sent = calls(page, /\/orders(\?|$)/)
    const writes = calls(page, /./)
    const form = ticket(page)
    const mark = page.getByRole('region', { name: 'Market' }).getByText('Mark', { exact: true })
    const ownMark = page.getByRole('table', { name: 'Positions' }).locator('tbody .live-price').first()

    await test.step('old prices are faded, the ticket’s own figures are not', async () => {
      expect([await opacity(mark), await opacity(ownMark)]).toEqual(['1', '1'])
      line.cut()
      await expect(page.getByText('Connection lost. Prices may be out of date.')).toBeVisible()
      await expect.poll(() => opacity(mark), { timeout: 30_000 }).toBe('0.5')
      expect([await opacity(ownMark), await opacity(form)]).toEqual(['0.5', '1'])
    })

    await test.step('the ticket asks once more, and then sends', async () => {
      await form.getByRole('textbox', { name: 'Size' }).fill('1')
      const submit = form.getByRole('button', { name: /^Long 1\.0000/ })
      await submit.click()
      await expect(form.getByText(ASKS)).toBeVisible()
      expect(sent.count()).toBe(0)
      await submit.click()
      await until('the long of 3', async () => (await size()) === 3)
      expect(sent.count()).toBe(1)
      await expect(form.getByText(ASKS)).toBeHidden()
      await expect(form.getByRole('textbox', { name: 'Size' })).toHaveValue('')
    })

    await test.step('a limit order names its price itself and goes at once', async () => {
      await form.getByRole('tab', { name: 'Limit' }).click()
      const price = form.getByRole('textbox', { name: 'Price', exact: true })
      const below = Number((await price.inputValue()).replaceAll(',', '')) * 0.9
      await price.fill(below.toFixed(2))
      await form.getByRole('textbox', { name: 'Size' }).fill('1')
      await form.getByRole('button', { name: /^Long 1\.0000/ }).click()
      await until(
        'the resting order',
        async () => (await own.orders({ symbol: SYMBOL, status: 'NEW' })).length === 1,
      )
      expect(sent.count()).toBe(2)
    })

    await test.step('so do the dialogs that reverse and close', async () => {
      const positions = page.getByRole('table', { name: 'Positions' })
      // Without its feed the page hears of the fill when it asks for the order.
      await expect(positions).toContainText('3.0000 SPY', { timeout: 30_000 })
      await positions.getByRole('button', { name: /^Reverse / }).click()
      await pressTwice(dialog(page, 'Reverse position'), /^Reverse to Short$/, () => sent.count())
      await until(
        'the short of 3',
        async () => (await size()) === 3 && (await own.account()).positions[0]?.isLong === false,
      )
    })

    await test.step('so does the key that closes, armed or not', async () => {
      const body = page.locator('body')
      await body.press('Shift+A')
      const before = writes.count()
      await body.press('Shift+X')
      await expect(page.getByRole('region', { name: 'Notifications' }).getByText(ASKS)).toBeVisible()
      expect(writes.count()).toBe(before)
      await body.press('Shift+X')
      await until('no position', async () => (await size()) === 0)
    })

    await test.step('as soon as prices are here again, once is enough', async () => {
      line.mend()
      await expect.poll(() => opacity(mark), { timeout: 60_000 }).toBe('1')
      const before = sent.count()
      await sendOrder(page, { side: 'Long', size: '1.0000' })
      expect(sent.count()).toBe(before + 1)
    })
  })
})

/** How often the page has asked for something to be done. */
function calls(page: Page, url: RegExp): { count(): number } {
  let count = 0
  page.on('request', (request) => {
    if (request.method() !== 'GET' && url.test(request.url())) count += 1
  })
  return { count: () => count }
}

async function pressTwice(box: Locator, name: RegExp, sent: () => number): Promise<void> {
  const before = sent()
  const submit = box.getByRole('button', { name })
  await submit.click()
  await expect(box.getByText(ASKS)).toBeVisible()
  expect(sent()).toBe(before)
  await submit.click()
  await expect(box).toBeHidden()
  expect(sent()).toBe(before + 1)
}
