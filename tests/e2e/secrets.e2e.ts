/**
 * Where secrets may be and nowhere else: the keys of session and demo wallet only sealed, the API key only in the header
 * of requests, the listen key only in the address of the private socket, the wallet's approval only where a session
 * is registered and a withdrawal proven. The test learns the keys from where the page seals them, then looks through all that was said and kept.
 */
import { expect, test, type Page } from '@playwright/test'
import { removeDataDir, startStack, type Stack } from '../world/stack.ts'
import { until } from '../world/until.ts'
import { filesWith, leftInPage, listenToEverything, placesOf } from './everythingSaid.ts'
import { deposit, dialog, expectLiveFeed, openMarket, requestWithdrawal, sendOrder } from './traderPage.ts'

const SYMBOL = 'SPY-USD-PERP'
const MAY_HOLD_APPROVAL = ['POST /v2/register body', 'GET /v2/transfer answer', 'POST /devnet/rpc/42161 body']
const KEY = /^0x[0-9a-f]{64}$/

declare global {
  /** What was sealed here, in the clear. */
  var vestTestSealed: string[]
}

/** Runs in the page and in its worker, before anything of theirs. */
function keepWhatIsSealed(): void {
  globalThis.vestTestSealed = []
  const encrypt = SubtleCrypto.prototype.encrypt
  SubtleCrypto.prototype.encrypt = function (algorithm, key, data) {
    globalThis.vestTestSealed.push(new TextDecoder().decode(data))
    return encrypt.call(this, algorithm, key, data)
  }
}

interface Secrets {
  readonly sessionKey: string
  readonly apiKey: string
  readonly demoKey: string
}

const learnSecrets = (page: Page): Promise<Secrets> =>
  until('the page has sealed its keys', async () => {
    const [worker] = page.workers()
    if (worker === undefined) return undefined
    const demoKey = (await page.evaluate(() => globalThis.vestTestSealed)).find((text) => KEY.test(text))
    const record = (await worker.evaluate(() => globalThis.vestTestSealed))[0]
    if (demoKey === undefined || record === undefined) return undefined
    const { privateKey, apiKey } = JSON.parse(record) as { privateKey: string; apiKey: string }
    return { sessionKey: privateKey, apiKey, demoKey }
  })

test.describe('secrets', () => {
  let stack: Stack

  test.beforeAll(async () => {
    stack = await startStack()
  })
  test.afterAll(() => removeDataDir(stack.dataDir))

  test('of a trader stand nowhere but where they belong, on neither side', async ({ page }) => {
    const said = listenToEverything(page)
    await page.addInitScript(keepWhatIsSealed)
    await page.addLocatorHandler(
      page
        .getByRole('dialog')
        .filter({ hasText: 'Demo wallet' })
        .filter({ has: page.getByRole('button', { name: 'Reject' }) }),
      async (prompt) => {
        said.push(...(await leftInPage(page)))
        await prompt.getByRole('button', { name: /^(Connect|Sign|Confirm)$/ }).click()
      },
    )
    await openMarket(page, stack.baseUrl, SYMBOL)
    const header = page.getByRole('banner')
    await header.getByRole('button', { name: 'Log in' }).click()
    await dialog(page, 'Log in')
      .getByRole('button', { name: /^Demo wallet/ })
      .click()
    const signing = dialog(page, 'Sign in').getByRole('button', { name: 'Sign message' })
    await expect(signing).toBeVisible()
    // The vault has been asked for a session by now; it seals one when the wallet has approved it.
    const worker = await until('the vault has started', () => page.workers()[0])
    await worker.evaluate(keepWhatIsSealed)
    await signing.click()
    await expect(header.getByRole('button', { name: 'Deposit' })).toBeVisible()
    const { sessionKey, apiKey, demoKey } = await learnSecrets(page)
    for (const key of [sessionKey, demoKey]) expect(key).toMatch(KEY)

    await deposit(page, '5,000.00')
    await sendOrder(page, { side: 'Long', size: '2.0000' })
    await requestWithdrawal(page, '25.00')
    await page.keyboard.press('Escape')
    said.push(...(await leftInPage(page)))
    await page.reload()
    await expect(header.getByRole('button', { name: 'Deposit' })).toBeVisible()
    await expectLiveFeed(page)
    await sendOrder(page, { side: 'Short', size: '1.0000' })
    await page.goto(`${stack.baseUrl}/portfolio?view=transfers`)
    await expect(page.getByRole('table', { name: 'Transfers' }).locator('tbody tr')).toHaveCount(2)
    said.push(...(await leftInPage(page)))
    await header.locator('[aria-haspopup="dialog"]').click()
    await dialog(page, 'Account').getByRole('button', { name: 'Log out' }).click()
    await expect(header.getByRole('button', { name: 'Log in' })).toBeVisible()
    said.push(...(await leftInPage(page)))

    const textOf = (place: string): string => said.find((one) => one.place === place)!.text
    const listenKey = (JSON.parse(textOf('POST /v2/account/listenKey answer')) as { listenKey: string })
      .listenKey
    const approval = (JSON.parse(textOf('POST /v2/register body')) as { signature: string }).signature

    await test.step('the page', () => {
      expect(placesOf(sessionKey, said)).toEqual([])
      expect(placesOf(demoKey, said)).toEqual([])
      // A withdrawal carries the approval to the chain, as proof of who may sign for the account.
      const ofApproval = placesOf(approval, said)
      expect(ofApproval).toContain('POST /v2/register body')
      expect(ofApproval.filter((place) => !MAY_HOLD_APPROVAL.includes(place))).toEqual([])
      expect(placesOf(listenKey, said)).toEqual(['/ws-api address', 'POST /v2/account/listenKey answer'])
      const ofApiKey = placesOf(apiKey, said)
      expect(ofApiKey).toContain('POST /v2/orders x-api-key')
      expect(
        ofApiKey.filter(
          (place) => !/^[A-Z]+ \/v2\/\S+ x-api-key$/.test(place) && place !== 'POST /v2/register answer',
        ),
      ).toEqual([])
      expect(said.filter(({ place }) => place === 'refusal' || place === 'console')).toEqual([])
    })

    await test.step('the exchange', async () => {
      expect(await stack.stop()).toBe(0)
      for (const secret of [sessionKey, demoKey, apiKey, listenKey]) {
        expect(filesWith(secret, stack.dataDir)).toEqual([])
        expect(placesOf(secret, [{ place: 'what it printed', text: stack.output() }])).toEqual([])
      }
      // The approval itself is the exchange's proof to the chain: it is kept with the account, and is not logged.
      expect(filesWith(approval, stack.dataDir)).not.toContain('vest.log')
      expect(filesWith(approval, stack.dataDir)).not.toEqual([])
    })
  })
})
