/** A signer that ends within two days says so on the sessions page, and one press renews it. */
import { expect, test } from '@playwright/test'
import { journeyStack } from '../journeyStack.ts'
import { openMarket } from '../traderPage.ts'
import { newEmail, signInWithGoogle } from './embeddedTrader.ts'

const SLOW = { timeout: 60_000 }
const DAY_MS = 86_400_000
const EARLY_MS = 12.5 * DAY_MS

test.describe('a signer that ends soon', () => {
  const stack = journeyStack()

  test('is named with its end and renewed by one press, without a question', async ({ page }) => {
    // The frame takes the server's time from its tokens: told as days ago, it approves a key that really ends in a day and a half.
    await page.route('**/identity/**', async (route) => {
      const response = await route.fetch()
      const body: unknown = await response.json().catch(() => undefined)
      if (typeof body !== 'object' || body === null || !('accessExpiryTime' in body))
        return route.fulfill({ response })
      return route.fulfill({
        response,
        json: { ...body, accessExpiryTime: Number(body.accessExpiryTime) - EARLY_MS },
      })
    })
    await openMarket(page, stack.baseUrl, 'BTC-PERP')
    await signInWithGoogle(page, newEmail('gmail.com'))
    await page.unrouteAll({ behavior: 'wait' })
    await page.goto(`${stack.baseUrl}/sessions`)
    await page.getByRole('button', { name: 'Renew' }).click(SLOW)
    await expect(page.getByText('Renewed: this browser signs for another 14 days').first()).toBeVisible(SLOW)
    await expect(page.getByRole('button', { name: 'Renew' })).toHaveCount(0)
  })
})
