/**
 * The page's security policy: the app needs nothing that it refuses, in any dialog, with wallet, chart and notices
 * (of routes `pages.e2e.ts` says so); and whatever an intruder would try first is refused and reported.
 */
import { expect, test, type Page } from '@playwright/test'
import { journeyStack } from './journeyStack.ts'
import { injectWallet } from '../world/injectedWallet.ts'
import { INTRUSIONS } from './hostile/intrusions.ts'
import { listenForPolicyReports } from './policyReports.ts'
import {
  deposit, dialog, openMarket, requestWithdrawal, sendOrder, showList, signIn,
} from './traderPage.ts' // prettier-ignore

const SYMBOL = 'SPY-USD-PERP'
const DEPOSIT = '5,000.00'

/** Opens a layer by its button and leaves it by Escape. */
async function lookInto(page: Page, button: string | RegExp): Promise<void> {
  await page.getByRole('button', { name: button }).first().click()
  const layer = page.locator('[role="dialog"], [role="menu"]').last()
  await expect(layer).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(layer).toBeHidden()
}

test.describe('the security policy', () => {
  const stack = journeyStack()

  test('a trader needs nothing that it refuses: chart, wallet, notices, every dialog and menu, the reference', async ({
    page,
  }) => {
    const reports = await listenForPolicyReports(page)
    await injectWallet(page)
    await openMarket(page, stack.baseUrl, SYMBOL)
    await expect(page.locator('canvas').first()).toBeVisible()
    await lookInto(page, 'Log in')
    await signIn(page)
    await deposit(page, DEPOSIT)
    await sendOrder(page, { side: 'Long', size: '2.0000' })
    await showList(page, 'Positions')
    for (const button of [
      'Deposit',
      'Withdraw',
      /^Leverage/,
      'Close SPY-USD position',
      /^SPY-USD .*Choose market$/,
      'More',
      'Settings',
    ])
      await test.step(String(button), () => lookInto(page, button))
    await page.getByRole('banner').locator('[aria-haspopup="dialog"]').click()
    await expect(dialog(page, 'Account')).toBeVisible()
    await page.keyboard.press('Escape')
    await page.keyboard.press('?')
    await expect(dialog(page, 'Keyboard')).toBeVisible()
    await page.keyboard.press('Escape')
    await requestWithdrawal(page, '25.00')
    await page.keyboard.press('Escape')
    await page.goto(`${stack.baseUrl}/portfolio?view=order-history`)
    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export CSV', exact: true }).click()
    await saved
    await page.goto(`${stack.baseUrl}/docs`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(reports).toEqual([])
  })

  test('the demo wallet neither', async ({ page }) => {
    const reports = await listenForPolicyReports(page)
    await openMarket(page, stack.baseUrl, SYMBOL)
    await page.getByRole('banner').getByRole('button', { name: 'Log in' }).click()
    await dialog(page, 'Log in')
      .getByRole('button', { name: /^Demo wallet/ })
      .click()
    await page.getByRole('button', { name: 'Connect', exact: true }).click()
    await expect(dialog(page, 'Sign in')).toBeVisible()
    expect(reports).toEqual([])
  })

  test('what gets into a page can neither run nor ask nor show anything', async ({ page }) => {
    const reports = await listenForPolicyReports(page)
    await openMarket(page, stack.baseUrl, SYMBOL)
    for (const { name, directive, run } of INTRUSIONS)
      await test.step(name, async () => {
        const before = reports.length
        const hadEffect = await page.evaluate(run).catch(() => false)
        expect(hadEffect).toBe(false)
        await expect.poll(() => reports.slice(before).join('\n')).toContain(directive)
      })
    expect(await page.evaluate(() => 'intruded' in globalThis)).toBe(false)
  })

  test('no other page can frame the app', async ({ page }) => {
    const answer = await page.request.get(`${stack.baseUrl}/trade/${SYMBOL}`, {
      headers: { accept: 'text/html' },
    })
    expect(answer.headers()['content-security-policy']).toContain("frame-ancestors 'none'")
    await page.route('http://other.example/', (route) =>
      route.fulfill({
        contentType: 'text/html',
        body: `<iframe src="${stack.baseUrl}/trade/${SYMBOL}"></iframe>`,
      }),
    )
    await page.goto('http://other.example/')
    // The browser puts a page of its own in the place of what may not stand there.
    await expect.poll(() => page.frames()[1]?.url()).toMatch(/^chrome-error:/)
  })
})
