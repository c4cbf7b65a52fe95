/** A trader's hands stay on the keys: the palette, an order as it is typed, keys that are moved, keys that send. */
import { expect, test, type Page } from '@playwright/test'
import { journeyStack } from './journeyStack.ts'
import { injectWallet } from '../world/injectedWallet.ts'
import { graveViolations } from './accessibility.ts'
import { holdBack } from './holdBack.ts'
import { listenForNoise } from './pageNoise.ts'
import { deposit, dialog, onlyRow, openMarket, sendOrder, showList, signIn, ticket } from './traderPage.ts'

const SYMBOL = 'SPY-USD-PERP'

test.describe('the keyboard', () => {
  const stack = journeyStack()

  const palette = (page: Page) => dialog(page, 'Command palette')
  const option = (page: Page) => palette(page).getByRole('option', { selected: true })

  test('the palette goes to markets and pages, changes the theme, and says what it does not understand', async ({
    page,
  }) => {
    const said = listenForNoise(page)
    await openMarket(page, stack.baseUrl, SYMBOL)
    await page.keyboard.press('Control+k')
    await expect(palette(page).getByRole('combobox')).toBeFocused()
    expect(await graveViolations(page)).toEqual([])
    await page.keyboard.type('bitcoin')
    await expect(option(page)).toContainText('BTC-PERP')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/trade\/BTC-PERP$/)
    await expect(palette(page)).toBeHidden()

    // From within a field too.
    await ticket(page).getByRole('textbox', { name: 'Size' }).focus()
    await page.keyboard.press('Control+k')
    await page.keyboard.type('portf')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: 'Portfolio' })).toBeVisible()

    const before = await page.locator('html').getAttribute('data-theme')
    await page.keyboard.press('Control+k')
    await page.keyboard.type('dark mode')
    await page.keyboard.press('Enter')
    await expect(page.locator('html')).not.toHaveAttribute('data-theme', before!)

    await page.keyboard.press('Control+k')
    await page.keyboard.type('b 2 spy now')
    await expect(option(page)).toContainText('Not understood: now')
    await expect(option(page)).toHaveAttribute('aria-disabled', 'true')
    await page.keyboard.press('Enter')
    await expect(palette(page)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(palette(page)).toBeHidden()
    expect(said).toEqual([])
  })

  test('the palette hears its key before it has come, and what is typed until then stands in it', async ({
    page,
  }) => {
    const said = listenForNoise(page)
    const release = await holdBack(page, /\/assets\/LateParts-[\w-]+\.js$/)
    await openMarket(page, stack.baseUrl, SYMBOL)
    const size = ticket(page).getByRole('textbox', { name: 'Size' })
    const isMarketLong = async (): Promise<void> => {
      await expect(ticket(page).getByRole('tab', { name: 'Market' })).toHaveAttribute('aria-selected', 'true')
      await expect(ticket(page).getByRole('radio', { name: 'Long' })).toBeChecked()
    }
    await ticket(page).getByRole('tab', { name: 'Market' }).click()
    await isMarketLong()
    await size.focus()
    await page.keyboard.press('Control+k')
    await expect(palette(page).getByRole('textbox', { name: 'Command palette' })).toBeFocused()
    expect(await graveViolations(page)).toEqual([])
    // Each of these letters is a key of the ticket too.
    await page.keyboard.type('b 1 sl')
    await isMarketLong()
    await expect(size).toHaveValue('')
    await page.keyboard.press('Escape')
    await expect(palette(page)).toBeHidden()
    await expect(size).toBeFocused()
    await page.keyboard.press('Control+k')
    await page.keyboard.type('bitc')
    release()
    await expect(palette(page).getByRole('combobox')).toBeFocused()
    await page.keyboard.type('oin')
    await expect(palette(page).getByRole('combobox')).toHaveValue('bitcoin')
    await expect(option(page)).toContainText('BTC-PERP')
    await page.keyboard.press('Escape')
    await expect(palette(page)).toBeHidden()
    await expect(size).toBeFocused()
    await page.keyboard.press('Control+k')
    await expect(palette(page).getByRole('combobox')).toHaveValue('')
    expect(said).toEqual([])
  })

  test('a typed order fills the ticket of its market and waits for Enter', async ({ page }) => {
    await injectWallet(page)
    await openMarket(page, stack.baseUrl, 'BTC-PERP')
    await signIn(page)
    await deposit(page, '5,000.00')
    await page.keyboard.press('Control+k')
    await page.keyboard.type('b 1.5 spy 300 tp 400 sl 250')
    await expect(option(page)).toContainText('Fill the ticket')
    expect(await graveViolations(page)).toEqual([])
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/trade\/SPY-USD-PERP$/)
    const form = ticket(page)
    await expect(form.getByRole('textbox', { name: 'Size' })).toBeFocused()
    await expect(form.getByRole('textbox', { name: 'Price', exact: true })).toHaveValue('300.00')
    await expect(form.getByRole('radio', { name: 'Long' })).toBeChecked()
    await showList(page, 'Open orders')
    await expect(page.getByRole('table', { name: 'Open orders' }).getByRole('link')).toHaveCount(0)
    await page.keyboard.press('Control+k')
    await page.keyboard.press('Escape')
    await form.getByRole('textbox', { name: 'Size' }).focus()
    await page.keyboard.press('Enter')
    expect(await onlyRow(page, 'Open orders')).toMatchObject({
      Side: 'Long',
      Price: '300.00',
      Size: '1.5000 SPY',
    })
  })

  test('keys that send do so only while they are armed; a key that was moved is where it was put', async ({
    page,
  }) => {
    await injectWallet(page)
    await openMarket(page, stack.baseUrl, SYMBOL)
    await signIn(page)
    await deposit(page, '5,000.00')
    await sendOrder(page, { side: 'Long', size: '1.0000', limitPrice: '300.00' })
    await showList(page, 'Open orders')
    const rows = page.getByRole('table', { name: 'Open orders' }).getByRole('link', { name: 'SPY-USD' })
    await expect(rows).toHaveCount(1)

    await test.step('unarmed they do nothing', async () => {
      await page.locator('body').press('Shift+C')
      await page.locator('body').press('Shift+Enter')
      await page.locator('body').press('s')
      await expect(ticket(page).getByRole('radio', { name: 'Short' })).toBeChecked()
      await expect(rows).toHaveCount(1)
    })

    await test.step('the list arms, moves a key and refuses one that is taken', async () => {
      await page.locator('body').press('?')
      const list = dialog(page, 'Keyboard')
      await expect(list).toBeVisible()
      expect(await graveViolations(page)).toEqual([])
      await list.getByRole('button', { name: 'Long: B. Change' }).click()
      await page.keyboard.press('s')
      await expect(list.getByText('S is taken by: Short')).toBeVisible()
      await list.getByRole('button', { name: 'Long: B. Change' }).click()
      await page.keyboard.press('j')
      await expect(list.getByRole('button', { name: 'Long: J. Change' })).toBeVisible()
      await list.getByRole('switch', { name: 'Keys that send' }).click()
      await page.keyboard.press('Escape')
      await expect(list).toBeHidden()
      await page.locator('body').press('b')
      await expect(ticket(page).getByRole('radio', { name: 'Short' })).toBeChecked()
      await page.locator('body').press('j')
      await expect(ticket(page).getByRole('radio', { name: 'Long' })).toBeChecked()
    })

    const badge = page.getByRole('button', { name: /^Hotkeys armed/ })
    await test.step('armed they send', async () => {
      await expect(badge).toBeVisible()
      await page.locator('body').press('Shift+C')
      await expect(rows).toHaveCount(0)
      await page.locator('body').press('m')
      await page.locator('body').press('1')
      await expect(ticket(page).getByRole('textbox', { name: 'Size' })).not.toHaveValue('')
      await page.locator('body').press('Shift+Enter')
      await showList(page, 'Positions')
      const position = page.getByRole('table', { name: 'Positions' }).getByRole('link', { name: 'SPY-USD' })
      await expect(position).toHaveCount(1)
      await page.locator('body').press('Shift+X')
      await expect(position).toHaveCount(0)
    })

    await test.step('and after they were disarmed no more; the moved key stays over a reload', async () => {
      await page.locator('body').press('Shift+A')
      await expect(badge).toBeHidden()
      await page.reload()
      await expect(ticket(page).getByRole('radio', { name: 'Long' })).toBeChecked()
      await page.locator('body').press('s')
      await expect(ticket(page).getByRole('radio', { name: 'Short' })).toBeChecked()
      await page.locator('body').press('j')
      await expect(ticket(page).getByRole('radio', { name: 'Long' })).toBeChecked()
    })
  })

  test('all positions and all orders at once, and one turned round, each after it said what it does', async ({
    page,
  }) => {
    await injectWallet(page)
    await openMarket(page, stack.baseUrl, SYMBOL)
    await signIn(page)
    await deposit(page, '5,000.00')
    await sendOrder(page, { side: 'Long', size: '1.0000' })
    await sendOrder(page, { side: 'Long', size: '1.0000', limitPrice: '300.00' })
    await showList(page, 'Open orders')
    const lists = page.getByRole('region', { name: 'Positions and orders' })
    await lists.getByRole('button', { name: 'Cancel all' }).click()
    const cancel = dialog(page, 'Cancel all orders')
    await expect(cancel.getByText('SPY-USD · Limit')).toBeVisible()
    expect(await graveViolations(page)).toEqual([])
    await cancel.getByRole('button', { name: 'Cancel orders (1)' }).click()
    await expect(cancel).toBeHidden()
    await expect(page.getByRole('table', { name: 'Open orders' }).getByRole('link')).toHaveCount(0)

    await showList(page, 'Positions')
    await lists.getByRole('button', { name: 'Reverse SPY-USD' }).click()
    const reverse = dialog(page, 'Reverse position')
    await expect(reverse.getByText('Short')).not.toHaveCount(0)
    expect(await graveViolations(page)).toEqual([])
    await reverse.getByRole('button', { name: 'Reverse to Short' }).click()
    await expect(reverse).toBeHidden()
    await expect.poll(async () => (await onlyRow(page, 'Positions')).Side).toBe('Short')

    await lists.getByRole('button', { name: 'Close all' }).click()
    const close = dialog(page, 'Close all positions')
    await close.getByRole('button', { name: 'Close positions (1)' }).click()
    await expect(close).toBeHidden()
    await expect(page.getByRole('table', { name: 'Positions' }).getByRole('link')).toHaveCount(0)
  })
})
