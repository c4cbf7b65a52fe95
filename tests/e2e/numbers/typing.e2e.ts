/**
 * Numbers as hands type them, in a real browser: keys one by one, the clipboard, an input method that composes. What a
 * field refuses it says, the caret stays, and nothing is sent that was not meant. Beside it the notice of a refusal,
 * which covers nothing that is pressed and leaves on Escape.
 */
import { REFUSAL } from '@vest/protocol'
import { expect, test, type CDPSession, type Locator, type Page } from '@playwright/test'
import { journeyStack } from '../journeyStack.ts'
import { injectWallet } from '../../world/injectedWallet.ts'
import { graveViolations } from '../accessibility.ts'
import { deposit, dialog, openMarket, signIn, ticket } from '../traderPage.ts'

const SYMBOL = 'SPY-USD-PERP'

const MARK = 'Decimals take a point: 1.5'
const DIGITS = 'Digits and one point only'

const selectionOf = (field: Locator): Promise<readonly (number | null)[]> =>
  field.evaluate((element) => {
    const { selectionStart, selectionEnd } = element as HTMLInputElement
    return [selectionStart, selectionEnd]
  })
const setCaret = (field: Locator, at: number): Promise<void> =>
  field.evaluate((element, place) => (element as HTMLInputElement).setSelectionRange(place, place), at)

/** Begins anew: all is selected and gone. */
async function clear(page: Page, field: Locator): Promise<void> {
  await field.focus()
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Backspace')
}

/** What an input method composes, then puts in. */
async function compose(session: CDPSession, steps: readonly string[], commits: string): Promise<void> {
  for (const text of steps)
    await session.send('Input.imeSetComposition', {
      text,
      selectionStart: text.length,
      selectionEnd: text.length,
    })
  await session.send('Input.insertText', { text: commits })
}

const isBlocked = (form: Locator, name: string): Promise<void> =>
  expect(form.getByRole('button', { name, exact: true })).toHaveAttribute('aria-disabled', 'true')

test.describe('numbers that people type', () => {
  const stack = journeyStack()

  test('[5.1] [5.4] the ticket holds what was meant or says what it refused', async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await injectWallet(page)
    await openMarket(page, stack.baseUrl, SYMBOL)
    await signIn(page)
    await deposit(page, '5,000.00')
    const form = ticket(page)
    await form.getByRole('tab', { name: 'Market' }).click()
    const size = form.getByRole('textbox', { name: 'Size' })
    const told = form.getByRole('alert')

    await test.step('a decimal comma is never swallowed, and the order is held back until the hand has answered', async () => {
      await clear(page, size)
      await page.keyboard.type('1,5')
      await expect(size).toHaveValue('1')
      await expect(told).toHaveText(MARK)
      await expect(size).toHaveAttribute('aria-invalid', 'true')
      await isBlocked(form, 'check the marked field')
      expect(await graveViolations(page)).toEqual([])
      // Leaving the field is no answer.
      await page.keyboard.press('Tab')
      await isBlocked(form, 'check the marked field')
      await size.focus()
      await expect(told).toBeHidden()
      await expect(form.getByRole('button', { name: 'Long 1.0000 SPY' })).toBeEnabled()
      await clear(page, size)
      await page.keyboard.type('1,.5')
      await expect(size).toHaveValue('1.5')
      await expect(told).toBeHidden()
      await expect(form.getByRole('button', { name: 'Long 1.5000 SPY' })).toBeEnabled()
    })

    await test.step('a key that is refused or rewritten leaves the caret', async () => {
      await clear(page, size)
      await page.keyboard.type('1234')
      await setCaret(size, 2)
      await page.keyboard.press('e')
      await expect(told).toHaveText(DIGITS)
      await expect(size).toHaveValue('1234')
      expect(await selectionOf(size)).toEqual([2, 2])
      await page.keyboard.press('Backspace')
      await expect(size).toHaveValue('134')
      expect(await selectionOf(size)).toEqual([1, 1])
      await clear(page, size)
      await page.keyboard.type('5')
      await setCaret(size, 0)
      await page.keyboard.press('.')
      await expect(size).toHaveValue('0.5')
      expect(await selectionOf(size)).toEqual([2, 2])
      await page.keyboard.press('2')
      await expect(size).toHaveValue('0.25')
    })

    await test.step('what is pasted is taken whole or not at all', async () => {
      const paste = async (text: string): Promise<void> => {
        await page.evaluate((copied) => navigator.clipboard.writeText(copied), text)
        await page.keyboard.press('Control+a')
        await page.keyboard.press('Control+v')
      }
      await paste('1,234.5')
      await expect(size).toHaveValue('1234.5')
      for (const text of ['1.234,5', '$500', '1e5', '１２', '٥'])
        await test.step(text, async () => {
          await paste(text)
          await expect(told).toBeVisible()
          await expect(size).toHaveValue('1234.5')
        })
      await paste('2')
      await expect(size).toHaveValue('2')
      await expect(told).toBeHidden()
    })

    await test.step('what an input method composes is judged when it is done', async () => {
      const session = await context.newCDPSession(page)
      await clear(page, size)
      await page.keyboard.type('3')
      await session.send('Input.imeSetComposition', { text: '１２', selectionStart: 2, selectionEnd: 2 })
      // While it is at it nothing is taken away from under it.
      await expect(size).toHaveValue('3１２')
      await session.send('Input.insertText', { text: '１２' })
      await expect(size).toHaveValue('3')
      await expect(told).toHaveText(DIGITS)
      expect(await selectionOf(size)).toEqual([1, 1])
      await page.keyboard.press('Backspace')
      await compose(session, ['4', '45'], '45')
      await expect(size).toHaveValue('45')
      await expect(told).toBeHidden()
      expect(await selectionOf(size)).toEqual([2, 2])
      await compose(session, ['。'], '。')
      await expect(told).toHaveText(MARK)
      await page.keyboard.type('5')
      await expect(size).toHaveValue('45')
      await isBlocked(form, 'check the marked field')
    })

    await test.step('trailing dots and leading zeros are gone when the field is left', async () => {
      await clear(page, size)
      await page.keyboard.type('05000.')
      await page.keyboard.press('Tab')
      await expect(size).toHaveValue('5,000')
    })

    await test.step('a percentage stays one while the mark moves, and is said to be one', async () => {
      await form.getByRole('button', { name: /^Size in .*, switch$/ }).click()
      await form.getByRole('button', { name: '100%', exact: true }).click()
      const shown = await size.inputValue()
      await expect(size).not.toHaveValue(shown)
      await expect(form.getByRole('slider')).toHaveAttribute('aria-valuetext', '100%')
      await expect(form.getByRole('button', { name: /^Long [\d.]+ SPY$/ })).toBeEnabled()
      await size.fill('100')
      await expect(form.getByRole('slider')).toHaveAttribute('aria-valuetext', /^about \d+%, as typed$/)
    })

    await test.step('a stop loss whose gain means no price stays and blocks', async () => {
      await form.getByRole('checkbox', { name: 'TP/SL' }).click()
      const loss = form.getByRole('textbox', { name: 'Stop loss PnL' })
      await loss.fill('99999')
      await page.keyboard.press('Tab')
      await expect(loss).toHaveValue('−99,999.00')
      await isBlocked(form, 'invalid SL price')
      await form.getByRole('checkbox', { name: 'TP/SL' }).click()
    })

    await test.step('the notice of a refusal covers no button of the market and leaves on Escape', async () => {
      await page.route('**/v2/orders', (route) =>
        route.request().method() === 'POST'
          ? route.fulfill({
              status: 400,
              json: { code: REFUSAL.INCREASE_DURING_INSOLVENCY, msg: 'Initial margin is too low' },
            })
          : route.continue(),
      )
      await form.getByRole('button', { name: /^Long [\d.]+ SPY$/ }).click()
      const notice = page.getByRole('region', { name: 'Notifications' }).getByRole('alert')
      await expect(notice).toBeVisible()
      const box = (await notice.boundingBox())!
      for (const button of await page.getByRole('button', { name: /^Leverage/ }).all()) {
        const under = (await button.boundingBox())!
        const isApart =
          under.x + under.width <= box.x ||
          box.x + box.width <= under.x ||
          under.y + under.height <= box.y ||
          box.y + box.height <= under.y
        expect(isApart).toBe(true)
      }
      await page.keyboard.press('Escape')
      await expect(notice).toBeHidden()
    })
  })

  test('[5.9] an amount says what it refused, and everything is all of it', async ({ page }) => {
    await injectWallet(page)
    await openMarket(page, stack.baseUrl, SYMBOL)
    await signIn(page)
    await deposit(page, '5,000.00')
    await test.step('[5.10] Fund brings the missing amount, and the deposit can go', async () => {
      await page.getByRole('banner').getByRole('button', { name: 'Deposit' }).click()
      const funding = dialog(page, 'Deposit')
      await expect(funding.getByText(/^Balance 5,000\.00/)).toBeVisible()
      await funding.getByRole('textbox', { name: 'Amount' }).fill('5250.50')
      await funding.getByRole('button', { name: 'Fund 250.50 USDC' }).click()
      await expect(funding.getByText(/^Balance 5,250\.50/)).toBeVisible({ timeout: 60_000 })
      await expect(funding.getByRole('button', { name: 'Deposit 5,250.50 USDC' })).toBeEnabled()
      await funding.getByRole('button', { name: 'Close' }).click()
      await expect(funding).toBeHidden()
    })
    await page.getByRole('banner').getByRole('button', { name: 'Withdraw' }).click()
    const box = dialog(page, 'Withdraw')
    const amount = box.getByRole('textbox', { name: 'Amount' })
    await amount.focus()
    await page.keyboard.type('1,5')
    await expect(amount).toHaveValue('1')
    await isBlocked(box, 'check the marked field')
    await page.keyboard.press('Backspace')
    await page.keyboard.type('1.55')
    await expect(box.getByRole('button', { name: 'Continue' })).toBeEnabled()
    await page.keyboard.type('5')
    await expect(box.getByRole('alert')).toHaveText('Decimals: at most 2')
    await box.getByRole('button', { name: 'Max' }).click()
    await expect(amount).toHaveValue('5,000')
    await expect(box.getByRole('alert')).toBeHidden()
    await expect(box.getByRole('button', { name: 'Continue' })).toBeEnabled()
  })
})
