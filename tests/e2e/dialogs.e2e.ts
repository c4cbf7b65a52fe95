/**
 * Every dialog and menu, opened as a trader opens it, in a theme per run, in turn: axe finds nothing serious, the focus stays
 * inside while it is open and returns to its opener when Escape closes it. Then the ticket by keyboard alone, and
 * what becomes of a rejected order.
 */
import { expect, test, type Locator, type Page } from '@playwright/test'
import { readFileSync } from 'node:fs'
import { formatDecimal, readDecimal } from '@vest/protocol'
import { createLocalPrimary, createLocalSigner, createPrivateKey, createVestClient } from '@vest/sdk/node'
import { journeyStack } from './journeyStack.ts'
import { injectWallet, WALLET_NAME } from '../world/injectedWallet.ts'
import { graveViolations } from './accessibility.ts'
import { listenForNoise } from './pageNoise.ts'
import { openPage, SIZES, THEMES } from './routes.ts'
import { inTurn } from '../../runtime/src/testing/runSeed.ts'
import {
  claimWithdrawal, deposit, dialog, onlyRow, openMarket, requestWithdrawal, sendOrder, showList, signIn, ticket,
} from './traderPage.ts' // prettier-ignore

const SYMBOL = 'SPY-USD-PERP'
const DESKTOP = { viewport: SIZES['1440x900'], language: 'en' } as const
/** More than any dialog holds: the focus has gone round at least once. */
const TAB_PRESSES = 24

/** Opens a layer from its opener, judges it, and leaves it by Escape. */
async function expectLayer(page: Page, opener: Locator, layer: Locator): Promise<void> {
  await opener.focus()
  await page.keyboard.press('Enter')
  await expect(layer).toBeVisible()
  await expect.poll(() => layer.evaluate((element) => element.contains(document.activeElement))).toBe(true)
  expect.soft(await graveViolations(page)).toEqual([])
  for (let press = 0; press < TAB_PRESSES; press += 1) {
    await page.keyboard.press('Tab')
    expect(await layer.evaluate((element) => element.contains(document.activeElement))).toBe(true)
  }
  await page.keyboard.press('Escape')
  await expect(layer).toBeHidden()
  await expect(opener).toBeFocused()
}

test.describe('dialogs', () => {
  const stack = journeyStack()

  for (const theme of inTurn(THEMES, 2))
    test(`[2.36] [2.37] ${theme}: each is accessible, keeps the focus and gives it back`, async ({
      browser,
    }) => {
      const page = await openPage(browser, { ...DESKTOP, theme })
      const said = listenForNoise(page)
      await injectWallet(page)
      await openMarket(page, stack.baseUrl, SYMBOL)
      const header = page.getByRole('banner')
      await expectLayer(page, header.getByRole('button', { name: 'Log in' }), dialog(page, 'Log in'))
      await signIn(page)
      await deposit(page, '5,000.00')
      await sendOrder(page, { side: 'Long', size: '2.0000' })
      await showList(page, 'Positions')

      const openers: readonly (readonly [Locator, string])[] = [
        [header.getByRole('button', { name: 'Deposit' }), 'Deposit'],
        [header.getByRole('button', { name: 'Withdraw' }), 'Withdraw'],
        [header.locator('[aria-haspopup="dialog"]'), 'Account'],
        [page.getByRole('button', { name: /^Leverage/ }).first(), 'Change leverage'],
        [page.getByRole('button', { name: 'Close SPY-USD position' }), 'Close position'],
        [page.getByRole('button', { name: 'Edit TP/SL of SPY-USD' }), 'Edit TP/SL'],
      ]
      for (const [opener, name] of openers)
        await test.step(name, () => expectLayer(page, opener, dialog(page, name)))
      await test.step('Choose market', () =>
        expectLayer(
          page,
          page.getByRole('button', { name: /^SPY-USD .*Choose market$/ }),
          dialog(page, 'Choose market'),
        ))

      for (const name of ['More', 'Settings'])
        await test.step(`menu ${name}`, async () => {
          const opener = header.getByRole('button', { name })
          await opener.focus()
          await page.keyboard.press('Enter')
          await expect(page.getByRole('menu', { name })).toBeVisible()
          expect.soft(await graveViolations(page), name).toEqual([])
          await page.keyboard.press('Escape')
          await expect(opener).toBeFocused()
        })

      await test.step('Close position, limit, invalid price', async () => {
        await page.getByRole('button', { name: 'Close SPY-USD position' }).click()
        const box = dialog(page, 'Close position')
        await box.getByRole('radio', { name: 'Limit' }).click()
        await box.getByRole('textbox', { name: 'Price' }).fill('1')
        await expect(box.getByRole('button', { name: 'invalid limit price' })).toHaveAttribute(
          'aria-disabled',
          'true',
        )
        expect.soft(await graveViolations(page)).toEqual([])
        await page.keyboard.press('Escape')
      })

      await test.step('Withdrawal Approved', async () => {
        await requestWithdrawal(page, '25.00')
        expect.soft(await graveViolations(page)).toEqual([])
        await claimWithdrawal(page)
      })
      expect(said).toEqual([])
      await page.context().close()
    })

  test('[2.7] [2.33] the registration dialog links the legal pages, is hidden there and waits behind them', async ({
    page,
  }) => {
    await injectWallet(page)
    await openMarket(page, stack.baseUrl, SYMBOL)
    await page.getByRole('banner').getByRole('button', { name: 'Log in' }).click()
    await dialog(page, 'Log in')
      .getByRole('button', { name: new RegExp(`^${WALLET_NAME}`) })
      .click()
    const registration = dialog(page, 'Sign in')
    const remember = registration.getByRole('checkbox', { name: 'Remember me' })
    await expect(remember).toBeChecked()
    await expect(registration).toContainText('This browser keeps a signing key, sealed. You stay signed in.')
    await remember.uncheck()
    await expect(registration).toContainText('No key is kept: closing this tab signs you out.')
    await remember.check()
    for (const name of ['Terms of Service', 'Privacy Policy']) {
      await registration.getByRole('link', { name }).click()
      await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
      await expect(registration).toBeHidden()
      await page.goBack()
      await expect(registration).toBeVisible()
    }
  })

  test('the ticket by keyboard: side, type, price and size, Enter; single letters can be turned off', async ({
    page,
  }) => {
    await injectWallet(page)
    await openMarket(page, stack.baseUrl, SYMBOL)
    await signIn(page)
    await deposit(page, '5,000.00')
    const form = ticket(page)
    await page.keyboard.press('s')
    await expect(form.getByRole('radio', { name: 'Short' })).toBeChecked()
    await page.keyboard.press('b')
    await expect(form.getByRole('radio', { name: 'Long' })).toBeChecked()
    await page.keyboard.press('l')
    await expect(form.getByRole('tab', { name: 'Limit' })).toHaveAttribute('aria-selected', 'true')
    const price = form.getByRole('textbox', { name: 'Price' })
    await price.focus()
    const mark = readDecimal((await price.inputValue()).replaceAll(',', ''), 2)
    const limit = formatDecimal(Math.trunc(mark * 0.9), 2)
    await page.keyboard.type(limit)
    const size = form.getByRole('textbox', { name: 'Size' })
    await size.focus()
    await page.keyboard.type('1.5')
    await page.keyboard.press('Enter')
    await showList(page, 'Open orders')
    expect(await onlyRow(page, 'Open orders')).toMatchObject({
      Side: 'Long',
      Price: limit,
      Size: '1.5000 SPY',
    })
    await page.keyboard.press('m')
    await expect(form.getByRole('tab', { name: 'Market' })).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('?')
    await expect(dialog(page, 'Keyboard')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog(page, 'Keyboard')).toBeHidden()
    await page.keyboard.press('/')
    await expect(
      dialog(page, 'Choose market').getByRole('searchbox', { name: 'Search markets' }),
    ).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(dialog(page, 'Choose market')).toBeHidden()
    await page.getByRole('button', { name: 'Settings' }).click()
    await page.getByRole('menuitem', { name: 'Preferences' }).click()
    await dialog(page, 'Preferences').getByRole('switch', { name: 'Keyboard shortcuts' }).click()
    await page.keyboard.press('Escape')
    await expect(dialog(page, 'Preferences')).toBeHidden()
    await page.keyboard.press('l')
    await expect(form.getByRole('tab', { name: 'Market' })).toHaveAttribute('aria-selected', 'true')
  })

  test('a key pressed the moment a dialog closes opens the next one, and it stays', async ({ page }) => {
    await openMarket(page, stack.baseUrl, SYMBOL)
    await page.getByRole('button', { name: 'Settings' }).focus()
    await page.keyboard.press('?')
    await expect(dialog(page, 'Keyboard')).toBeVisible()
    // Both keys before any timer: the focus of the first dialog is given back when the second one is open.
    const isClosedBetween = await page.evaluate(async () => {
      const press = (key: string): void => {
        document.activeElement!.dispatchEvent(
          new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }),
        )
      }
      press('Escape')
      for (let turn = 0; turn < 100; turn += 1) await Promise.resolve()
      const isClosed = document.querySelector('[role="dialog"]') === null
      press('/')
      return isClosed
    })
    expect(isClosedBetween).toBe(true)
    await expect(
      dialog(page, 'Choose market').getByRole('searchbox', { name: 'Search markets' }),
    ).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(dialog(page, 'Choose market')).toBeHidden()
    await expect(page.getByRole('button', { name: /Choose market/ })).toBeFocused()
  })

  test('[2.27] a rejected order says why in a tooltip, and the history leaves as CSV', async ({ page }) => {
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
    // Fill or kill, far below the book: no order sells at that price.
    const { bids } = await own.depth({ symbol: SYMBOL, limit: 100 })
    await own.placeOrder({
      symbol: SYMBOL,
      isBuy: true,
      size: '1.0000',
      orderType: 'LIMIT',
      timeInForce: 'FOK',
      limitPrice: bids[bids.length - 1]![0],
    })
    await showList(page, 'Order history')
    await page.getByRole('radio', { name: 'Filled' }).click()
    await expect(page.getByText('“Filled” hides 1.')).toBeVisible()
    await page.getByRole('radio', { name: 'Rejected' }).click()
    expect(await onlyRow(page, 'Order history')).toMatchObject({ Side: 'Long', Status: 'Rejected' })
    await page.getByRole('button', { name: /^Rejected/ }).hover()
    const tooltip = page.getByRole('tooltip')
    await expect(tooltip).toContainText('Executed price exceeded limit price.')
    await expect(tooltip).toContainText('Code 3001')
    // The tooltip stays under the pointer, so that it can be read; it goes when the pointer does.
    await page.mouse.move(0, 0, { steps: 5 })
    await expect(tooltip).toBeHidden()
    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export CSV' }).click()
    const [head, row, ...rest] = readFileSync(await (await saved).path(), 'utf8')
      .trim()
      .split(/\r?\n/)
    const cells = Object.fromEntries(head!.split(',').map((name, at) => [name, row!.split(',')[at]]))
    expect(cells).toMatchObject({ status: 'REJECTED', code: '3001', size: '1.0000' })
    expect(rest).toEqual([])
  })
})
