/** The status page while the exchange answers, once it no longer does, and opened while it does not. */
import { expect, test } from '@playwright/test'
import { graveViolations } from '../accessibility.ts'
import { journeyStack } from '../journeyStack.ts'
import { settled } from '../routes.ts'

const SLOW = { timeout: 60_000 }
const STATUS = /\/v2\/status/

test.describe('the status page', () => {
  const stack = journeyStack()

  test('tells parts, measures and incidents, keeps them when the exchange is gone, and says so', async ({
    page,
  }) => {
    await page.goto(`${stack.baseUrl}/status`)
    await settled(page)
    const main = page.getByRole('main')
    await expect(main.getByText(/\d ms/).first()).toBeVisible(SLOW)
    expect(await graveViolations(page)).toEqual([])

    await page.route(STATUS, (route) => route.abort())
    // The page asks every half minute.
    await expect(main.getByRole('alert')).toBeVisible(SLOW)
    await expect(main.getByText(/\d ms/).first()).toBeVisible()
    expect(await graveViolations(page)).toEqual([])

    await page.reload()
    await expect(main.getByRole('button', { name: 'Try again' })).toBeVisible(SLOW)
    await page.unroute(STATUS)
    await main.getByRole('button', { name: 'Try again' }).click()
    await expect(main.getByText(/\d ms/).first()).toBeVisible(SLOW)
  })
})
