/**
 * The banner about the service: maintenance that an operator announces, and an identity provider that is not up while the
 * wallet of the page does not become ready.
 */
import { expect, test, type Page } from '@playwright/test'
import { removeDataDir, startStack, type Stack } from '../world/stack.ts'
import { holdBack } from './holdBack.ts'
import { openMarket } from './traderPage.ts'

const SYMBOL = 'SPY-USD-PERP'
const SUMMARY = /\/devnet\/identity\/summary\.json/
const WALLET_CODE = /announceDemoWallet/
const MAINTENANCE = 'Under maintenance. Some parts of the website might not work as expected.'

let stack: Stack
test.beforeAll(async () => {
  stack = await startStack({ flow: false })
})
test.afterAll(async () => {
  expect(await stack.stop()).toBe(0)
  removeDataDir(stack.dataDir)
})

const banner = (page: Page) => page.getByRole('status').filter({ hasText: MAINTENANCE })

async function setProvider(status: string): Promise<void> {
  const answer = await fetch(`${stack.baseUrl}/devnet/identity/status`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ status }),
  })
  expect(answer.status).toBe(200)
}

async function announce(notice: object): Promise<void> {
  const at = /Health and metrics at (\S+)/.exec(stack.output())![1]!
  const answer = await fetch(`${at}/status`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(notice),
  })
  expect(answer.status).toBe(200)
}

test('[4.3] [2.24] what an operator announces stands above the page, in their words', async ({ page }) => {
  await announce({ status: 'UNDERMAINTENANCE', message: 'Back at 14:00 UTC.' })
  await openMarket(page, stack.baseUrl, SYMBOL)
  await expect(banner(page)).toHaveText(`${MAINTENANCE} Back at 14:00 UTC.`)
  await announce({ status: 'UP' })
  const told = page.waitForResponse(/\/v2\/status/)
  await openMarket(page, stack.baseUrl, SYMBOL)
  expect(await (await told).json()).toMatchObject({ status: 'UP', message: null })
  await expect(banner(page)).toBeHidden()
})

test('[7.28] [2.24] the identity provider is asked once the wallet was not ready for five seconds', async ({
  page,
}) => {
  await setProvider('UNDERMAINTENANCE')
  const letGo = await holdBack(page, WALLET_CODE)
  const openedMs = Date.now()
  const asked = page.waitForRequest(SUMMARY)
  await openMarket(page, stack.baseUrl, SYMBOL)
  await asked
  expect(Date.now() - openedMs).toBeGreaterThanOrEqual(5_000)
  await expect(banner(page)).toHaveText(MAINTENANCE)
  letGo()
  await expect(banner(page)).toBeHidden()
})

test('[7.28] a provider that is up brings no banner', async ({ page }) => {
  await setProvider('UP')
  await holdBack(page, WALLET_CODE)
  const answered = page.waitForResponse(SUMMARY)
  await openMarket(page, stack.baseUrl, SYMBOL)
  expect(await (await answered).json()).toMatchObject({ page: { status: 'UP' } })
  await expect(banner(page)).toBeHidden()
})
