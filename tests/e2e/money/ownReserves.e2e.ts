/**
 * A person checks in their own browser that they are counted: the leaf of their account leads to the root that the exchange has
 * signed, and neither another sum nor another statement passes.
 */
import { expect, test, type Page } from '@playwright/test'
import type { ReservesProofResponse } from '@vest/protocol'
import { injectWallet } from '../../world/injectedWallet.ts'
import { freshDataDir, removeDataDir, startStack, type Stack } from '../../world/stack.ts'
import { graveViolations } from '../accessibility.ts'
import { deposit, openMarket, signIn } from '../traderPage.ts'

const SLOW = { timeout: 60_000 }

test.describe('reserves', () => {
  const dataDir = freshDataDir()
  let stack: Stack
  test.beforeAll(async () => {
    stack = await startStack({ dataDir, flow: false, env: { VEST_STATEMENT_S: '1' } })
  })
  test.afterAll(async () => {
    expect(await stack.stop()).toBe(0)
    removeDataDir(dataDir)
  })

  /** From now on the browser is given the exchange's answer with this changed. */
  const alter = async (page: Page, change: (answer: ReservesProofResponse) => unknown): Promise<void> => {
    await page.unrouteAll()
    await page.route('**/v2/reserves/proof*', async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, json: change((await response.json()) as ReservesProofResponse) })
    })
  }

  test('the own leaf is checked in the browser, and an altered answer is found out', async ({ page }) => {
    await injectWallet(page)
    await openMarket(page, stack.baseUrl, 'SPY-USD-PERP')
    await signIn(page)
    await deposit(page, '500.00')
    await page.goto(`${stack.baseUrl}/portfolio?view=balances`)
    const section = page.getByRole('region', { name: 'Proof of reserves' })
    // A statement is taken at most every five seconds; the newest may be from before the deposit.
    const reads = (text: string | RegExp): Promise<void> =>
      expect(async () => {
        await section.getByRole('button', { name: 'Check again' }).click()
        await expect(section.getByText(text)).toBeVisible({ timeout: 2_000 })
      }).toPass(SLOW)
    await reads('Your account is counted in it, with 500.00 USDC.')
    await expect(section.getByText('Vault on Arbitrum', { exact: false })).toBeVisible()
    expect(await graveViolations(page)).toEqual([])

    await alter(page, ({ statement, proof }) => ({ statement, proof: { ...proof, owed: '499.000000' } }))
    await reads(/^The proof does not lead to the signed root/)
    await alter(page, ({ statement, proof }) => ({
      statement: { ...statement, liabilities: '1.000000' },
      proof,
    }))
    await reads(/^The statement does not carry the signature/)
  })
})
