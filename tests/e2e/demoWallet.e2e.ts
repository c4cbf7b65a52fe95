/** A person who has just cloned the project trades within a minute, with the wallet that devnet brings. */
import { expect, test } from '@playwright/test'
import { injectWallet, WALLET_NAME } from '../world/injectedWallet.ts'
import { holdBack } from './holdBack.ts'
import { journeyStack } from './journeyStack.ts'
import {
  deposit,
  dialog,
  openMarket,
  openWallets,
  sendOrder,
  showList,
  onlyRow,
  walletRow,
} from './traderPage.ts'

const A_MINUTE_MS = 60_000
const WALLETS = [WALLET_NAME, 'Demo wallet']

test.describe('the demo wallet', () => {
  const stack = journeyStack()

  test('from the first page to a position within a minute, and signed in after a reload', async ({
    page,
  }) => {
    const startedMs = performance.now()
    await openMarket(page, stack.baseUrl, 'BTC-PERP')
    await page.addLocatorHandler(
      page
        .getByRole('dialog')
        .filter({ hasText: 'Demo wallet' })
        .filter({ has: page.getByRole('button', { name: 'Reject' }) }),
      async (prompt) => {
        await prompt.getByRole('button', { name: /^(Connect|Sign|Confirm)$/ }).click()
      },
    )
    const header = page.getByRole('banner')
    await walletRow(await openWallets(page), 'Demo wallet').click()
    await page
      .getByRole('dialog', { name: 'Sign in', exact: true })
      .getByRole('button', { name: 'Sign message' })
      .click()
    await expect(header.getByRole('button', { name: 'Deposit' })).toBeVisible()
    await deposit(page, '5,000.00')
    await sendOrder(page, { side: 'Long', size: '0.0100' })
    await showList(page, 'Positions')
    expect(await onlyRow(page, 'Positions')).toMatchObject({ Side: 'Long', Size: '0.0100 BTC' })
    expect(performance.now() - startedMs).toBeLessThan(A_MINUTE_MS)
    await page.reload()
    await expect(header.getByRole('button', { name: 'Deposit' })).toBeVisible()
    await expect(page.getByRole('tab', { name: 'Positions 1' })).toBeVisible()
  })
  test('the list of wallets comes whole, so that no row moves from under a press', async ({ page }) => {
    await injectWallet(page)
    const letGo = await holdBack(page, /announceDemoWallet/)
    await openMarket(page, stack.baseUrl, 'BTC-PERP')
    const list = await openWallets(page)
    await expect(list.locator('[aria-busy="true"]')).toBeVisible()
    await expect(walletRow(list, WALLET_NAME)).toBeHidden()
    // How many rows there were, whenever that changed.
    await list.evaluate((element) => {
      const counts: number[] = []
      new MutationObserver(() => {
        const count = element.querySelectorAll('li button').length
        if (count !== counts[counts.length - 1]) counts.push(count)
      }).observe(element, { childList: true, subtree: true })
      Object.assign(globalThis, { rowCounts: counts })
    })
    letGo()
    for (const wallet of WALLETS) await expect(walletRow(list, wallet)).toBeVisible()
    expect(await page.evaluate(() => (globalThis as unknown as { rowCounts: number[] }).rowCounts)).toEqual([
      WALLETS.length,
    ])
    await walletRow(list, WALLET_NAME).click()
    await expect(dialog(page, 'Sign in')).toBeVisible()
  })

  // The app reloads a page once whose chunk is missing, and asks three times more for the chains.
  for (const [what, path, failures] of [
    ['its code cannot be loaded', /announceDemoWallet/, 2],
    ['the exchange does not say which chains it has', /\/transfer\/chains/, 1],
  ] as const)
    test(`where ${what}, the wallets of the browser are offered`, async ({ page }) => {
      await injectWallet(page)
      let failed = 0
      await page.route(path, async (route) => {
        await route.abort()
        failed += 1
      })
      await openMarket(page, stack.baseUrl, 'BTC-PERP')
      await expect.poll(() => failed).toBeGreaterThanOrEqual(failures)
      const list = await openWallets(page)
      await expect(walletRow(list, WALLET_NAME)).toBeVisible()
      await expect(walletRow(list, 'Demo wallet')).toBeHidden()
    })
})
