/**
 * The ticket and its dialogs in the browser, on the stack that the start command brings up: every state of the button
 * that a trader can reach, orders with take profit and stop loss, their editing and removal, leverage with a position
 * open, and a close by a limit. What the screen says is compared with what the API answers.
 */
import { expect, test, type Locator, type Page } from '@playwright/test'
import { formatDecimal, readDecimal, type OrderRow } from '@vest/protocol'
import { createLocalPrimary, createLocalSigner, createPrivateKey, createVestClient } from '@vest/sdk/node'
import { journeyStack } from './journeyStack.ts'
import { injectWallet } from '../world/injectedWallet.ts'
import { until } from '../world/until.ts'
import { graveViolations } from './accessibility.ts'
import { listenForNoise } from './pageNoise.ts'
import { openPage, SIZES } from './routes.ts'
import { deposit, dialog, openMarket, showList, signIn, ticket } from './traderPage.ts'

const SYMBOL = 'SPY-USD-PERP'
const EDIT = 'Edit TP/SL of SPY-USD'
const DECIMALS = 2
const WHOLE_DEPOSIT = '5,000.00'

const field = (form: Locator, name: string): Locator => form.getByRole('textbox', { name, exact: true })
/** The mark, as a limit order would take it over; the ticket is a limit ticket afterwards. */
async function markTicks(form: Locator): Promise<number> {
  await form.getByRole('tab', { name: 'Market' }).click()
  await form.getByRole('tab', { name: 'Limit' }).click()
  return readDecimal((await field(form, 'Price').inputValue()).replaceAll(',', ''), DECIMALS)
}
const at = (mark: number, factor: number): string => formatDecimal(Math.round(mark * factor), DECIMALS)

/** A session of the same account, as a bot beside the browser would have it. */
async function sessionOf(baseUrl: string, primaryKey: ReturnType<typeof createPrivateKey>) {
  const own = createVestClient({ baseUrl, validate: true })
  own.authorize(
    await own.registerSession({
      primary: createLocalPrimary(primaryKey),
      signer: createLocalSigner(createPrivateKey()),
    }),
  )
  return own
}

const isOpen = ({ status }: OrderRow): boolean => status === 'NEW' || status === 'PARTIALLY_FILLED'
/** Open take profits and stop losses, told shortly and in the order of their price. */
const exitsIn = (orders: readonly OrderRow[]): readonly string[] =>
  orders
    .filter((order) => isOpen(order) && order.orderType !== 'LIMIT')
    .map(({ orderType, limitPrice, size }) => `${orderType} ${size} at ${limitPrice}`)
    .sort()

async function expectBlocked(form: Locator, reason: string): Promise<void> {
  await expect(form.getByRole('button', { name: reason, exact: true })).toHaveAttribute(
    'aria-disabled',
    'true',
  )
}

async function expectNotice(page: Page, text: string): Promise<void> {
  await expect(page.getByText(text, { exact: true }).first()).toBeVisible()
}

test.describe('the ticket', () => {
  const stack = journeyStack()

  test('[1.2] [4.17] [5.4] [5.6] [5.8] states of the button, orders with TP and SL, editing, leverage and a close by limit', async ({
    page,
  }) => {
    const said = listenForNoise(page)
    const primaryKey = createPrivateKey()
    await injectWallet(page, primaryKey)
    await openMarket(page, stack.baseUrl, SYMBOL)
    const form = ticket(page)
    const size = form.getByRole('textbox', { name: 'Size' })

    await test.step('[5.4] without an account, without funds, without a size', async () => {
      await expectBlocked(form, 'Order unavailable')
      await signIn(page)
      await expect(form.getByRole('button', { name: 'deposit to trade' })).toBeEnabled()
      await deposit(page, WHOLE_DEPOSIT)
      await expectBlocked(form, 'Long SPY')
    })
    const own = await sessionOf(stack.baseUrl, primaryKey)
    const mark = await markTicks(form)

    await test.step('[5.4] the first refusal that holds is the text, and the field at fault takes the ring', async () => {
      await size.fill('0')
      await expectBlocked(form, 'insufficient order size')
      await expect(size).toHaveAttribute('aria-invalid', 'true')
      await size.fill('900')
      await expectBlocked(form, 'insufficient balance')
      await size.fill('1')
      await field(form, 'Price').fill(at(mark, 0.05))
      await expectBlocked(form, 'invalid limit price')
      await expect(field(form, 'Price')).toHaveAttribute('aria-invalid', 'true')
      await field(form, 'Price').fill(at(mark, 0.99))
      await form.getByRole('checkbox', { name: 'TP/SL' }).click()
      await field(form, 'Take profit').fill(at(mark, 0.98))
      await expectBlocked(form, 'invalid TP price')
      await expect(field(form, 'Take profit')).toHaveAttribute('aria-invalid', 'true')
      await field(form, 'Take profit').fill(at(mark, 1.05))
      await field(form, 'Stop loss').fill(at(mark, 1.01))
      await expectBlocked(form, 'invalid SL price')
      await field(form, 'Stop loss').fill(at(mark, 0.95))
      await expect(form.getByRole('img', { name: /^Stop loss .*take profit/ })).toBeVisible()
      await expect(form.getByText(/^Reward : risk/)).toBeVisible()
      await expect(form.getByRole('button', { name: 'Long 1.0000 SPY' })).toBeEnabled()
      expect.soft(await graveViolations(page)).toEqual([])
    })

    await test.step('[4.17] price and gain are linked both ways', async () => {
      const entry = readDecimal((await field(form, 'Price').inputValue()).replaceAll(',', ''), DECIMALS)
      await field(form, 'Take profit PnL').fill('20')
      await expect(field(form, 'Take profit')).toHaveValue(formatDecimal(entry + 2_000, DECIMALS))
      await field(form, 'Stop loss PnL').fill('10')
      await expect(field(form, 'Stop loss')).toHaveValue(formatDecimal(entry - 1_000, DECIMALS))
      await form.getByRole('button', { name: 'PnL in USD, switch' }).first().click()
      await field(form, 'Take profit PnL').fill('10')
      await expect(field(form, 'Take profit')).toHaveValue(
        formatDecimal(Math.floor(entry * 1.1 + 0.5), DECIMALS),
      )
      await form.getByRole('button', { name: 'PnL in percent, switch' }).first().click()
    })

    await test.step('[4.17] TP and SL prices ride on a limit order', async () => {
      const prices = { tp: at(mark, 1.05), sl: at(mark, 0.95) }
      await field(form, 'Take profit').fill(prices.tp)
      await field(form, 'Stop loss').fill(prices.sl)
      await form.getByRole('button', { name: 'Long 1.0000 SPY' }).click()
      await expectNotice(page, 'Long 1.0000 SPY placed')
      // The form has reset, type and side stay.
      await expect(form.getByRole('checkbox', { name: 'TP/SL' })).not.toBeChecked()
      await expectBlocked(form, 'Long SPY')
      const [limit] = await own.orders()
      expect(limit).toMatchObject({
        orderType: 'LIMIT',
        tpPrice: prices.tp,
        slPrice: prices.sl,
        status: 'NEW',
      })
      const line = page.getByRole('slider', { name: 'Limit buy 1.0000' })
      const exits = [`${prices.tp} TP 1.0000 `, `${prices.sl} SL 1.0000 minus `]
      for (const exit of exits)
        await expect(line).toHaveAttribute(
          'aria-valuetext',
          new RegExp(`${exit.replaceAll('.', '\\.')}.*waits for entry`),
        )
      await own.cancelOrder(limit!.id)
      await expect(line).not.toBeAttached()
    })

    await test.step('[4.17] a market order is followed by a take profit and a stop loss on the other side', async () => {
      await form.getByRole('tab', { name: 'Market' }).click()
      await size.fill('4')
      await form.getByRole('checkbox', { name: 'TP/SL' }).click()
      await field(form, 'Take profit').fill(at(mark, 1.2))
      await field(form, 'Stop loss').fill(at(mark, 0.8))
      await form.getByRole('button', { name: 'Long 4.0000 SPY' }).click()
      await expectNotice(page, 'Long 4.0000 SPY filled')
      await expectNotice(page, 'Take profit set')
      await expectNotice(page, 'Stop loss set')
      const orders = await own.orders()
      expect(exitsIn(orders)).toEqual([
        `STOP_LOSS 4.0000 at ${at(mark, 0.8)}`,
        `TAKE_PROFIT 4.0000 at ${at(mark, 1.2)}`,
      ])
      for (const { isBuy, reduceOnly } of orders.filter(isOpen))
        expect([isBuy, reduceOnly]).toEqual([false, true])
      await showList(page, 'Positions')
      await expect(page.getByRole('table', { name: 'Positions' }).locator('tbody tr')).toContainText(
        new RegExp(`${at(mark, 1.2)}\\s*/\\s*${at(mark, 0.8)}`),
      )
    })

    await test.step('[4.17] reduce-only takes the closing side; the other side and too much are refused', async () => {
      await form.getByRole('checkbox', { name: 'Reduce only' }).click()
      await expect(form.getByRole('radio', { name: 'Short' })).toBeChecked()
      await size.fill('4.0001')
      await expectBlocked(form, 'invalid size')
      await form.getByRole('radio', { name: 'Long' }).click()
      await expectBlocked(form, 'invalid reduce only')
      await form.getByRole('checkbox', { name: 'TP/SL' }).click()
      await expect(form.getByRole('checkbox', { name: 'Reduce only' })).not.toBeChecked()
      await form.getByRole('checkbox', { name: 'TP/SL' }).click()
    })

    const box = dialog(page, 'Edit TP/SL')
    const row = (name: string): Locator => box.getByRole('group', { name, exact: true })
    const set = box.getByRole('button', { name: 'Set TP/SL' })
    await test.step('[2.40] [5.6] the pencil edits: another price, a second row, never more than the position', async () => {
      await page.getByRole('button', { name: EDIT }).click()
      await expect(set).toHaveAttribute('aria-disabled', 'true')
      await field(row('Take profit 1'), 'Price').fill(at(mark, 1.1))
      await row('Take profit 1')
        .getByRole('textbox', { name: /percent of the position/ })
        .fill('75')
      await box.getByRole('button', { name: 'Add row to take profits' }).click()
      await field(row('Take profit 2'), 'Price').fill(at(mark, 1.3))
      const second = row('Take profit 2').getByRole('textbox', { name: /percent of the position/ })
      await expect(second).toHaveValue('25')
      await second.fill('35')
      await expect(box.getByText('Take profits exceed the position by 10%')).toBeVisible()
      await expect(set).toHaveAttribute('aria-disabled', 'true')
      expect.soft(await graveViolations(page)).toEqual([])
      await second.fill('25')
      // So large a gain is no stop loss: its price would stand above the mark.
      await field(row('Stop loss 1'), 'PnL').fill('100000')
      await expect(set).toHaveAttribute('aria-disabled', 'true')
      await field(row('Stop loss 1'), 'Price').fill(at(mark, 0.9))
      await set.click()
      await expectNotice(page, 'TP/SL set')
      await expect(box).toBeHidden()
      const orders = await own.orders()
      expect(exitsIn(orders)).toEqual([
        `STOP_LOSS 4.0000 at ${at(mark, 0.9)}`,
        `TAKE_PROFIT 1.0000 at ${at(mark, 1.3)}`,
        `TAKE_PROFIT 3.0000 at ${at(mark, 1.1)}`,
      ])
    })

    await test.step('[4.8] [2.40] the pencil of an open order opens it as well; a row that is removed is cancelled', async () => {
      await showList(page, 'Open orders')
      await page.getByRole('button', { name: EDIT }).first().click()
      await box.getByRole('button', { name: 'Remove Take profit 2' }).click()
      await box.getByRole('button', { name: 'Remove Stop loss 1' }).click()
      await set.click()
      await expect(box).toBeHidden()
      await until('one take profit is left', async () => {
        const left = exitsIn(await own.orders())
        return left.length === 1 && left[0] === `TAKE_PROFIT 3.0000 at ${at(mark, 1.1)}`
      })
    })

    await test.step('[5.8] [8.61] leverage goes up with a position open, and not down', async () => {
      await page
        .getByRole('button', { name: /^Leverage/ })
        .first()
        .click()
      const leverage = dialog(page, 'Change leverage')
      await leverage.getByRole('radio', { name: '5X', exact: true }).click()
      await expectBlocked(leverage, 'INVALID LEVERAGE')
      await leverage.getByRole('button', { name: 'INVALID LEVERAGE' }).hover()
      await expect(page.getByRole('tooltip')).toContainText('Cannot lower leverage with a position open')
      await leverage.getByRole('radio', { name: '15X', exact: true }).click()
      await leverage.getByRole('button', { name: 'Set leverage to 15X' }).click()
      await expectNotice(page, 'Leverage for SPY-USD successfully modified to 15X!')
    })

    await test.step('[2.40] [5.5] a close by limit: half of the position, and its price must be sane', async () => {
      await showList(page, 'Positions')
      await page.getByRole('button', { name: 'Close SPY-USD position' }).click()
      const close = dialog(page, 'Close position')
      await close.getByRole('radio', { name: 'Limit' }).click()
      await field(close, 'Price').fill(at(mark, 0.4))
      await expectBlocked(close, 'invalid limit price')
      await field(close, 'Price').fill(at(mark, 0.9))
      await close.getByRole('textbox', { name: 'Size' }).fill('5')
      await expectBlocked(close, 'Close 5.0000 SPY')
      await close.getByRole('textbox', { name: 'Size' }).fill('2')
      await close.getByRole('button', { name: 'Close 2.0000 SPY' }).click()
      await expectNotice(page, 'Short 2.0000 SPY filled')
      await expect(close).toBeHidden()
      expect((await own.account()).positions[0]).toMatchObject({ size: '2.0000', isLong: true })
    })
    expect(said).toEqual([])
  })

  test('[2.40] [4.17] on a small screen: the ticket with TP and SL, and their dialog as a sheet', async ({
    browser,
  }) => {
    const page = await openPage(browser, { viewport: SIZES['1440x900'], theme: 'light', language: 'en' })
    await injectWallet(page, createPrivateKey())
    await openMarket(page, stack.baseUrl, SYMBOL)
    await signIn(page)
    await deposit(page, WHOLE_DEPOSIT)
    const mark = await markTicks(ticket(page))
    await page.setViewportSize(SIZES['390x844'])
    await page.getByRole('tab', { name: 'Trade' }).click()
    const form = ticket(page)
    await form.getByRole('radio', { name: 'Market', exact: true }).click()
    await form.getByRole('textbox', { name: 'Size' }).fill('3')
    await form.getByRole('checkbox', { name: 'TP/SL' }).click()
    await field(form, 'Take profit').fill(at(mark, 1.2))
    await field(form, 'Stop loss').fill(at(mark, 0.8))
    expect.soft(await graveViolations(page)).toEqual([])
    await form.getByRole('button', { name: 'Long 3.0000 SPY' }).click()
    await expectNotice(page, 'Stop loss set')
    await page.getByRole('tab', { name: 'Positions 1' }).click()
    await page.getByRole('button', { name: EDIT }).click()
    const box = dialog(page, 'Edit TP/SL')
    await box.getByRole('button', { name: 'Remove Stop loss 1' }).click()
    expect.soft(await graveViolations(page)).toEqual([])
    await box.getByRole('button', { name: 'Set TP/SL' }).click()
    await expect(box).toBeHidden()
    await expect(page.getByRole('button', { name: EDIT }).locator('..')).toContainText(
      new RegExp(`${at(mark, 1.2)}\\s*/\\s*–`),
    )
    await page.context().close()
  })
})
