/** Vest Capital while the payment provider has nothing to sell: a person can still practise. */
import { expect, test } from '@playwright/test'
import { freshDataDir, removeDataDir, startStack, type Stack } from '../../world/stack.ts'
import { graveViolations } from '../accessibility.ts'
import { listenForNoise } from '../pageNoise.ts'
import { newEmail, signInByMail } from '../signIn/embeddedTrader.ts'
import { openMarket } from '../traderPage.ts'
import { banner, sellNothing } from './capitalTrader.ts'

const SLOW = { timeout: 60_000 }

test.describe('Vest Capital without a plan for sale', () => {
  const dataDir = freshDataDir()
  let stack: Stack
  test.beforeAll(async () => {
    await sellNothing(dataDir)
    stack = await startStack({ dataDir, flow: false })
  })
  test.afterAll(async () => {
    expect(await stack.stop()).toBe(0)
    removeDataDir(dataDir)
  })

  test('a visitor is asked to sign in, a person begins practice in the place of the plans', async ({
    page,
  }) => {
    test.setTimeout(300_000)
    const { baseUrl } = stack
    const noise = listenForNoise(page)
    const start = page.getByRole('button', { name: 'Start practice' })
    await page.goto(`${baseUrl}/vest-capital`)
    await expect(page.getByText('No plans available')).toBeVisible(SLOW)
    await start.click()
    await expect(page.getByRole('dialog')).toContainText('E-mail')

    await openMarket(page, baseUrl, 'BTC-PERP')
    await signInByMail(page, baseUrl, newEmail())
    await page.goto(`${baseUrl}/vest-capital`)
    await start.click(SLOW)
    await page.waitForURL(/\/trade\//, SLOW)
    await expect(banner(page, 'Evaluation Mode')).toContainText('Practice, free and never counted', SLOW)

    // One at a time: the button says why it does nothing more.
    await page.goto(`${baseUrl}/vest-capital`)
    await expect(page.getByText('No plans available')).toBeVisible(SLOW)
    await expect(page.getByRole('button', { name: 'practice evaluation open' })).toBeVisible(SLOW)
    expect(await graveViolations(page)).toEqual([])
    expect(noise).toEqual([])
  })
})
