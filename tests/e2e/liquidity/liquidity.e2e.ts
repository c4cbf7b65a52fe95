/**
 * The pool in the browser: what a visitor reads is what the API says; a trader deposits, meets the lock of young shares,
 * schedules a withdrawal and finds every order again, the refused one with its reason in words.
 */
import { readFileSync } from 'node:fs'
import { expect, test, type Locator, type Page } from '@playwright/test'
import { ERRORS, readDecimal, type LpOrderRow } from '@vest/protocol'
import { createLocalPrimary, createLocalSigner, createPrivateKey, createVestClient } from '@vest/sdk/node'
import { injectWallet } from '../../world/injectedWallet.ts'
import { graveViolations } from '../accessibility.ts'
import { journeyStack } from '../journeyStack.ts'
import { openPage, settled, SIZES } from '../routes.ts'
import { shown } from '../screenText.ts'
import { closeNotices, deposit, signIn } from '../traderPage.ts'

const PATH = '/liquidity-providing'

const region = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true })
const panel = (page: Page): Locator => region(page, 'Deposit or withdraw')
const tab = (page: Page, name: string): Locator => panel(page).getByRole('tab', { name })
const amount = (page: Page): Locator => panel(page).getByRole('textbox', { name: 'Amount' })
/** What the exchange can make of an order for the pool. */
const LP_ERRORS = ERRORS.filter(({ code }) => code > 4000 && code < 5000)
const shares = (text: string): string => shown(readDecimal(text, 6), 6)

test.describe('the LP pool', () => {
  const stack = journeyStack()

  test('[1.4] a visitor reads the pool’s own figures, its yield with the numbers it is made of, and what it holds', async ({
    page,
  }) => {
    const visitor = createVestClient({ baseUrl: stack.baseUrl, validate: true })
    await page.goto(`${stack.baseUrl}${PATH}`)
    await settled(page)
    const pool = await visitor.pool()
    const price = shown(readDecimal(pool.sharePrice, 6), 6)
    // It moves with every mark; the page asks every few seconds.
    const figures = region(page, 'The pool in figures')
    await expect(figures).toContainText(/Share price\d\.\d{6}/)
    await expect(figures).toContainText(price.slice(0, 4))
    await expect(figures).toContainText('of $20.00M cap')
    await expect(region(page, 'Solvency').getByText('Normal')).toBeVisible()
    await expect(region(page, 'Share price')).toContainText(/How it is computed, over \d+ d: \(1\.\d{6} − /)
    await expect(figures).toContainText(/Max drawdown.*\d\.\d+%/)
    await expect(region(page, 'Flows, 30 days')).toContainText(/^Flows, 30 days/)
    const curve = page.getByRole('slider', { name: /^Price of a share over time/ })
    for (const range of ['1D', '1W', 'All', '1M']) {
      await region(page, 'Share price').getByRole('radio', { name: range }).click()
      await expect(curve).toHaveAttribute('aria-valuetext', /\d\.\d{6}$/)
    }
    if (pool.positions.length > 0)
      await expect(region(page, 'What the pool holds')).toContainText(/Long|Short|Both/)
    await expect(panel(page).getByRole('button', { name: 'Log in' })).toBeVisible()
    await expect(region(page, 'Your share')).toHaveCount(0)
    expect(await graveViolations(page)).toEqual([])
    await curve.press('ArrowLeft')
  })

  test('[2.6] [3.16] [7.21] [8.38] [8.39] [8.40] [8.41] [8.42] [8.43] [8.44] [8.45] [8.46] [8.47] [8.48] [8.49] a deposit, the lock of its shares, a scheduled withdrawal, the history with a refusal in words, the file', async ({
    page,
  }) => {
    const { baseUrl } = stack
    const primaryKey = createPrivateKey()
    await injectWallet(page, primaryKey)
    await page.goto(`${baseUrl}${PATH}`)
    await signIn(page)
    await deposit(page, '5,000.00')
    await closeNotices(page)
    const own = createVestClient({ baseUrl, validate: true })
    own.authorize(
      await own.registerSession({
        primary: createLocalPrimary(primaryKey),
        signer: createLocalSigner(createPrivateKey()),
      }),
    )
    const share = async () => (await own.account()).lp

    await test.step('what a deposit would give stands before it', async () => {
      await expect(panel(page)).toContainText('Withdrawable $5,000.00')
      await amount(page).fill('0.5')
      await expect(panel(page)).toContainText('At least 1 USDC')
      await amount(page).fill('5000.01')
      await expect(panel(page)).toContainText('Above your withdrawable balance, $5,000.00.')
      await amount(page).fill('1000')
      await expect(panel(page)).toContainText(/You get\d{3}\.\d{6} shares|You get1,000\.\d{6} shares/)
      await panel(page).getByRole('button', { name: 'Deposit 1,000.00 USDC' }).click()
      await expect(page.getByText('Deposited into the pool')).toBeVisible()
    })

    await test.step('own share, cost and lock are the exchange’s own', async () => {
      const lp = await share()
      const card = region(page, 'Your share')
      await expect(card).toContainText(`Locked 24 h${shares(lp.lockedShares)} shares`)
      await expect(card).toContainText('Paid in, net$1,000.00')
      expect(lp.shares).toBe(lp.lockedShares)
      const [order] = await own.lpOrders()
      expect(order).toMatchObject({ orderType: 'DEPOSIT', status: 'FILLED', shares: lp.shares })
    })

    await test.step('young shares cannot leave at once, and the field says when they can', async () => {
      await tab(page, 'Withdraw').click()
      await amount(page).fill('100')
      await expect(panel(page)).toContainText(/Above your free shares, \$0\.00\. .* are younger than 24 h/)
      await expect(panel(page).getByRole('button', { name: 'exceeds free shares' })).toHaveAttribute(
        'aria-disabled',
        'true',
      )
    })

    await test.step('a scheduled withdrawal says when it runs, and waits in the list', async () => {
      await panel(page)
        .getByRole('radio', { name: /^Scheduled/ })
        .click()
      await amount(page).fill('400')
      await expect(panel(page)).toContainText('≈ 392.00 USDC')
      await panel(page).getByRole('button', { name: 'Schedule 400.00 USDC' }).click()
      await expect(page.getByText('Withdrawal scheduled')).toBeVisible()
      const [order] = await own.lpOrders({ status: 'NEW' })
      const row = page.getByRole('table', { name: 'Scheduled' }).locator('tbody tr')
      await expect(row).toHaveCount(1)
      await expect(row).toContainText(shares(order!.shares!))
      await expect(row).toContainText(/In 1 d 23:5\d/)
      await expect(region(page, 'Your share')).toContainText(`Scheduled${shares(order!.shares!)} shares`)
    })

    await test.step('and is taken back from the list', async () => {
      const { id } = await own.placeLpOrder({ orderType: 'SCHEDULE_WITHDRAW', size: '7' })
      const rows = page.getByRole('table', { name: 'Scheduled' }).locator('tbody tr')
      await expect(rows).toHaveCount(2)
      const [order] = await own.lpOrders({ id })
      await page
        .getByRole('button', { name: `Cancel the withdrawal of ${shares(order!.shares!)} shares` })
        .click()
      await expect(page.getByText('Withdrawal cancelled')).toBeVisible()
      await expect(rows).toHaveCount(1)
      expect(await own.lpOrders({ id })).toMatchObject([{ status: 'CANCELLED' }])
    })

    await test.step('what the exchange has refused stands in the history in words', async () => {
      await own.placeLpOrder({ orderType: 'SCHEDULE_WITHDRAW', size: '900000' })
      await page.getByRole('tab', { name: 'History' }).click()
      const table = page.getByRole('table', { name: 'History' })
      await expect(table.locator('tbody tr')).toHaveCount(4)
      await expect(table).toContainText(
        'LP withdrawal exceeds balance. Please reduce the withdrawal amount (4012)',
      )
    })

    await test.step('the file holds every order', async () => {
      const coming = page.waitForEvent('download')
      await page.getByRole('button', { name: 'Your pool orders: Export CSV' }).click()
      const file = readFileSync((await (await coming).path())!, 'utf8')
        .trim()
        .split('\r\n')
      const orders = await own.lpOrders()
      expect(file).toHaveLength(orders.length + 1)
      for (const { id, size } of orders)
        expect(file.some((line) => line.includes(id) && line.includes(size))).toBe(true)
    })

    await test.step('every reason of the exchange stands in words: under the form and in the history', async () => {
      const [filled] = await own.lpOrders({ limit: 1 })
      const rows: readonly LpOrderRow[] = LP_ERRORS.map(({ code }, at) => ({
        ...filled!,
        id: `0x${code.toString(16).padStart(64, '0')}`,
        code,
        status: 'REJECTED',
        postTime: filled!.postTime - at,
      }))
      let code = 0
      await page.route(/\/v2\/lp(\?|$)/, (route) =>
        route.request().method() === 'POST'
          ? route.fulfill({ status: 400, json: { code, msg: '' } })
          : route.fulfill({ json: rows }),
      )
      await tab(page, 'Deposit').click()
      await amount(page).fill('2')
      for (const { code: answered, message } of LP_ERRORS) {
        code = answered
        await panel(page).getByRole('button', { name: 'Deposit 2.00 USDC' }).click()
        await expect(panel(page).getByRole('alert')).toHaveText(message)
        await amount(page).fill('')
        await amount(page).fill('2')
      }
      await page.getByRole('tabpanel', { name: 'History' }).getByRole('radio', { name: '20' }).click()
      const table = page.getByRole('table', { name: 'History' })
      for (const { code: refused, message } of LP_ERRORS)
        await expect(table).toContainText(`${message} (${refused})`)
      await page.unroute(/\/v2\/lp(\?|$)/)
    })

    await test.step('on a phone the own share comes first, and the form is a sheet behind the bar at the foot', async () => {
      await page.setViewportSize(SIZES['390x844'])
      const bar = page.getByRole('group', { name: 'Deposit or withdraw' })
      await expect(panel(page)).toHaveCount(0)
      const places = await Promise.all(
        [region(page, 'Your share'), region(page, 'The pool in figures'), bar].map((part) =>
          part.boundingBox(),
        ),
      )
      const [own, pool, foot] = places.map((box) => box!.y)
      expect(own).toBeLessThan(pool!)
      expect(foot! + places[2]!.height).toBeCloseTo(SIZES['390x844'].height, 0)
      await bar.getByRole('button', { name: 'Withdraw' }).click()
      const sheet = page.getByRole('dialog', { name: 'Deposit or withdraw' })
      await expect(sheet.getByRole('radiogroup', { name: 'How to withdraw' })).toBeVisible()
      await sheet.getByRole('tab', { name: 'Deposit' }).click()
      await sheet.getByRole('textbox', { name: 'Amount' }).fill('3')
      expect(await graveViolations(page)).toEqual([])
      await sheet.getByRole('button', { name: 'Deposit 3.00 USDC' }).click()
      await expect(sheet).toBeHidden()
      await expect(page.getByText('Deposited into the pool').last()).toBeVisible()
    })
    expect(await graveViolations(page)).toEqual([])
  })

  test('[2.23] small, light, in Chinese: nothing scrolls sideways and axe finds nothing', async ({
    browser,
  }) => {
    const page = await openPage(browser, { viewport: SIZES['390x844'], theme: 'light', language: 'zh' })
    await page.goto(`${stack.baseUrl}${PATH}`)
    await settled(page)
    await expect(page.getByRole('heading', { level: 1, name: '提供流动性' })).toBeVisible()
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
    ).toBeLessThanOrEqual(0)
    expect(await graveViolations(page)).toEqual([])
    await page.context().close()
  })
})
