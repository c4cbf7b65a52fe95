/**
 * A trader sets a largest position on the portfolio page: the ticket names it and the exchange holds it against a
 * program too. What loosens it waits for the reset and says how long; what tightens it holds at once.
 */
import { expect, test, type Page } from '@playwright/test'
import { REFUSAL } from '@vest/protocol'
import { createLocalPrimary, createLocalSigner, createPrivateKey, createVestClient } from '@vest/sdk/node'
import { journeyStack } from '../journeyStack.ts'
import { injectWallet } from '../../world/injectedWallet.ts'
import { until } from '../../world/until.ts'
import { graveViolations } from '../accessibility.ts'
import { listenForNoise } from '../pageNoise.ts'
import { deposit, dialog, openMarket, signIn, ticket } from '../traderPage.ts'

const SYMBOL = 'SPY-USD-PERP'
const BLOCKED = 'Above your largest position'

test.describe('guardrails', () => {
  const stack = journeyStack()

  const save = async (page: Page, field: string, amount: string, notice: string): Promise<void> => {
    await page.goto(`${stack.baseUrl}/portfolio`)
    const panel = page.getByRole('region', { name: 'Your own guardrails' })
    await panel.getByRole('textbox', { name: field }).fill(amount)
    await panel.getByRole('button', { name: 'Save guardrails' }).click()
    await expect(page.getByText(notice, { exact: true })).toBeVisible()
  }
  const saveLargest = (page: Page, amount: string, notice: string): Promise<void> =>
    save(page, 'Largest position', amount, notice)
  const typeSize = async (page: Page, size: string): Promise<void> => {
    await openMarket(page, stack.baseUrl, SYMBOL)
    const form = ticket(page)
    await form.getByRole('tab', { name: 'Market' }).click()
    await form.getByRole('textbox', { name: 'Size' }).fill(size)
  }
  const expectBlocked = async (page: Page): Promise<void> => {
    await expect(ticket(page).getByRole('button', { name: BLOCKED })).toHaveAttribute('aria-disabled', 'true')
    await expect(ticket(page).getByRole('status')).toContainText('You set this limit.')
  }

  test('a largest position refuses at the ticket and at the exchange, is loosened by the reset and tightened at once', async ({
    page,
  }) => {
    const said = listenForNoise(page)
    const primaryKey = createPrivateKey()
    await injectWallet(page, primaryKey)
    await openMarket(page, stack.baseUrl, SYMBOL)
    await signIn(page)
    await deposit(page, '5,000.00')

    await test.step('once it is set, the ticket names it, and a program is refused as well', async () => {
      await saveLargest(page, '1000', 'Your guardrails hold now')
      expect.soft(await graveViolations(page)).toEqual([])
      await typeSize(page, '5')
      await expectBlocked(page)
      expect.soft(await graveViolations(page)).toEqual([])
      const own = createVestClient({ baseUrl: stack.baseUrl, validate: true })
      own.authorize(
        await own.registerSession({
          primary: createLocalPrimary(primaryKey),
          signer: createLocalSigner(createPrivateKey()),
        }),
      )
      const { id } = await own.placeOrder({
        symbol: SYMBOL,
        isBuy: true,
        size: '5.0000',
        orderType: 'MARKET',
      })
      const order = await until('the order is refused', async () => {
        const [row] = await own.orders({ id })
        return row?.status === 'REJECTED' && row
      })
      expect(order.code).toBe(REFUSAL.OWN_SIZE_LIMIT)
    })

    await test.step('loosened, it holds until the reset, and says for how long', async () => {
      await saveLargest(page, '20000', 'What is looser holds after the next reset')
      await expect(page.getByText(/^\$1,000\.00 holds for [\d:]+ more, then \$20,000\.00$/)).toBeVisible()
      await typeSize(page, '5')
      await expectBlocked(page)
      await ticket(page).getByRole('textbox', { name: 'Size' }).fill('1')
      await expect(ticket(page).getByRole('button', { name: 'Long 1.0000 SPY' })).toBeEnabled()
    })

    await test.step('tightened, it holds at once', async () => {
      await saveLargest(page, '100', 'Your guardrails hold now')
      await expect(page.getByText(/more, then/)).toBeHidden()
      await typeSize(page, '1')
      await expectBlocked(page)
    })
    expect(said).toEqual([])

    await test.step('a leverage cap bounds the setting of every market at once, and what is above it is refused', async () => {
      await save(page, 'Leverage cap', '3', 'Your guardrails hold now')
      await openMarket(page, stack.baseUrl, SYMBOL)
      const leverage = ticket(page).getByRole('button', { name: /^Leverage/ })
      await expect(leverage).toContainText('3X')
      await leverage.click()
      const change = dialog(page, 'Change leverage')
      await change.getByRole('radio', { name: '5X', exact: true }).click()
      await change.getByRole('button', { name: 'Set leverage to 5X' }).click()
      await expect(page.getByText('Your own leverage cap would be exceeded').first()).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(change).toBeHidden()
      await expect(leverage).toContainText('3X')
    })
  })
})
