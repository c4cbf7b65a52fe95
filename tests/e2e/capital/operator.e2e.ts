/**
 * Vest Capital with an operator: a plan is refunded while it is evaluated; that of another person in the same browser is
 * passed and its claim looked at, held back and released by the command line; the funded account loses all that it may and is liquidated.
 */
import { expect, test } from '@playwright/test'
import { main } from '../../../tools/capital/capital.ts'
import { freshDataDir, removeDataDir, startStack, type Stack } from '../../world/stack.ts'
import { graveViolations } from '../accessibility.ts'
import { logOut, newEmail, signInByMail } from '../signIn/embeddedTrader.ts'
import { closeNotices, dialog, openMarket, sendOrder, ticket } from '../traderPage.ts'
import {
  banner,
  plan,
  choosePlan,
  header,
  movePrice,
  payAndBegin,
  shownAccount,
  sizeWorth,
} from './capitalTrader.ts'

const SLOW = { timeout: 60_000 }
const [EVALUATED, LOST_IN] = ['BTC-PERP', 'ETH-PERP'] as const
/** Of a Silver plan, at most five times its size; and more than the loss of all days, and of one, in one gap. */
const FULL_USD = 22_000
const GAP_PERCENT = -3

interface Waiting {
  readonly id: string
  readonly state: string
  readonly signals: readonly string[]
}

test.describe('an operator of Vest Capital', () => {
  const dataDir = freshDataDir()
  let stack: Stack
  test.beforeAll(async () => {
    stack = await startStack({ dataDir, flow: false })
  })
  test.afterAll(async () => {
    expect(await stack.stop()).toBe(0)
    removeDataDir(dataDir)
  })

  const capital = async (...argv: string[]): Promise<Record<string, unknown>> => {
    const url = /Health and metrics at (\S+)/.exec(stack.output())![1]!
    let text = ''
    const code = await main([...argv, '--operator', url, '--json'], (part) => void (text += part))
    expect([code, text]).toEqual([0, text])
    return JSON.parse(text) as Record<string, unknown>
  }

  test('a plan is refunded; a claim is looked at and released; the funded account ends as its price falls', async ({
    page,
  }) => {
    test.setTimeout(300_000)
    const { baseUrl } = stack
    const openWorth = async (symbol: string) => {
      await openMarket(page, baseUrl, symbol)
      await sendOrder(page, { side: 'Long', size: await sizeWorth(baseUrl, symbol, FULL_USD) })
      await closeNotices(page)
    }
    const buySilver = async () => {
      await page.goto(`${baseUrl}/vest-capital`)
      await choosePlan(page, 'Silver')
      await payAndBegin(page)
    }
    await openMarket(page, baseUrl, EVALUATED)
    await signInByMail(page, baseUrl, newEmail())
    await buySilver()
    const refunded = await shownAccount(page)
    const { purchases } = (await capital('purchases')) as {
      purchases: readonly { readonly id: string; readonly account: string; readonly owner: string }[]
    }
    const { id } = purchases.find(({ account }) => account === refunded)!
    expect(await capital('refund', id, '--reason', 'asked for within a day')).toMatchObject({
      status: 'claimed',
    })
    await expect(banner(page, 'Account closed')).toContainText('The plan was refunded.', SLOW)
    await expect(ticket(page).getByRole('button', { name: 'account not active' })).toBeVisible()

    // Their money is back, and they can buy again.
    await page.goto(`${baseUrl}/vest-capital`)
    await expect(plan(page, 'Silver').getByRole('button', { name: /^Buy for / })).toBeEnabled(SLOW)

    // The browser is the first person's, and still is once the second has come in.
    await logOut(page)
    await signInByMail(page, baseUrl, newEmail())
    await buySilver()
    await openWorth(EVALUATED)
    await movePrice(baseUrl, EVALUATED, 3)
    const passed = dialog(page, 'Evaluation passed')
    await passed.getByRole('button', { name: 'Claim funded account' }).click(SLOW)
    const claim = dialog(page, 'Claim funded account')
    await expect(claim).toContainText('The claim is in review.', SLOW)
    await claim.getByRole('button', { name: 'Close' }).first().click()
    await expect(banner(page, 'Under review')).toContainText('There is nothing you have to do.', SLOW)
    await expect(page.getByText(/abuse|suspicio/i)).toHaveCount(0)
    expect(await graveViolations(page)).toEqual([])

    const { waiting } = (await capital('queue')) as { waiting: readonly Waiting[] }
    expect(waiting).toMatchObject([{ subject: 'CLAIM', state: 'WAITING' }])
    const { id: claimed, signals } = waiting[0]!
    expect(signals).toContain('SHARED_DEVICE')
    const { owner: firstOwner } = purchases[0]!
    expect(await capital('show', claimed)).toMatchObject({
      sharedDevices: [{ owner: firstOwner, accounts: 1, active: 0 }],
    })
    await capital('hold', claimed, '--reason', 'looking at its trades')
    await capital('release', claimed, '--reason', 'a plain move of the market')
    expect(await capital('queue')).toEqual({ waiting: [] })
    await header(page).locator('[aria-haspopup="dialog"][title^="0x"]').click()
    // The evaluation that it came from is the one in use.
    await dialog(page, 'Account').locator('button:not([aria-current])', { hasText: 'Funded' }).click(SLOW)
    await expect(header(page).getByText('Funded', { exact: true })).toBeVisible(SLOW)

    await openWorth(LOST_IN)
    await movePrice(baseUrl, LOST_IN, GAP_PERCENT)
    await expect(dialog(page, 'Funded account liquidated')).toContainText(/Paid out before\s*\$0\.00/, SLOW)
    await dialog(page, 'Funded account liquidated').getByRole('button', { name: 'Close' }).click()
    await expect(banner(page, 'Funded Account Liquidated')).toBeVisible()
    await expect(header(page).getByText('Failed', { exact: true })).toBeVisible()
    await expect(header(page).getByRole('button', { name: 'Profit Withdraw' })).toHaveCount(0)
    await expect(ticket(page).getByRole('button', { name: 'account not active' })).toBeVisible()
  })
})
