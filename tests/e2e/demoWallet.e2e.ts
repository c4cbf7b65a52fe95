/** Whoever has just cloned the project trades within a minute, with the wallet that devnet brings. */
import { journeyStack } from './journeyStack.ts'
import { expect, test } from '@playwright/test'
import { deposit, openMarket, sendOrder, showList, onlyRow } from './traderPage.ts'

const A_MINUTE_MS = 60_000

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
    await header.getByRole('button', { name: 'Log in' }).click()
    await page
      .getByRole('dialog', { name: 'Log in', exact: true })
      .getByRole('button', { name: /^Demo wallet/ })
      .click()
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
})
