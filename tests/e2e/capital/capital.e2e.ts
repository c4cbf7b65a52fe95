/**
 * The whole way of Vest Capital in the browser: a person with nothing but an e-mail address buys a plan, it is traded to
 * its goal, claimed, and its profit paid out; and another one is lost, and bought again.
 */
import { readFileSync } from 'node:fs'
import { expect, test, type Page } from '@playwright/test'
import type { Hex } from '@vest/protocol'
import { verifyVerdict } from '@vest/sdk/node'
import { usdcOf } from '../../world/bot.ts'
import { freshDataDir, removeDataDir, startStack, type Stack } from '../../world/stack.ts'
import { graveViolations } from '../accessibility.ts'
import { measureLayoutShift, OWN_LAYOUT_SHIFT_MAX } from '../layoutShift.ts'
import { listenForNoise } from '../pageNoise.ts'
import { settled } from '../routes.ts'
import { chainNamed } from '../money/strangerOnChain.ts'
import {
  approveWithdrawal,
  askForWithdrawal,
  newEmail,
  signInByMail,
  walletFrame,
} from '../signIn/embeddedTrader.ts'
import { holdBack } from '../holdBack.ts'
import { closeNotices, closePosition, dialog, openMarket, sendOrder, ticket } from '../traderPage.ts'
import {
  accountRow,
  banner,
  choosePlan,
  disputePayment,
  header,
  movePrice,
  payAndBegin,
  plan,
  sellBronze,
  shownAccount,
  sizeWorth,
  switchAccount,
} from './capitalTrader.ts'
import { expectSameInFiles } from './progressFiles.ts'

const SLOW = { timeout: 60_000 }
/** One market for each stage: what is moved far may not be opened in for a while. */
const [EVALUATED, PAID_FROM, LOST_IN] = ['BTC-PERP', 'ETH-PERP', 'SOL-PERP'] as const

/** A position worth this much of a Silver plan, at most five times its size. */
const FULL_USD = 22_000
/** Of that, with what opening costs, between the 200 dollars of a day and the 300 of all days. */
const LOSS_OF_A_DAY_PERCENT = -1.05
/** More than both floors allow, in one price; and more than the drawdown of a Bronze plan, less than its day. */
const [GAP_PERCENT, DRAWDOWN_PERCENT] = [-2, -1]

/** The deposit pages first ask for a way back into the wallet, once in a sign-in. */
const putOffRecovery = (page: Page): Promise<void> =>
  page.getByRole('button', { name: 'Not now' }).click(SLOW)

async function buySilver(page: Page, baseUrl: string, from: string) {
  await page.goto(`${baseUrl}${from}`)
  await choosePlan(page, 'Silver')
  const session = await payAndBegin(page)
  return { session, account: await shownAccount(page) }
}

async function openWorth(page: Page, baseUrl: string, symbol: string, dollars: number): Promise<void> {
  await openMarket(page, baseUrl, symbol)
  await sendOrder(page, { side: 'Long', size: await sizeWorth(baseUrl, symbol, dollars) })
  await closeNotices(page)
}

test.describe('Vest Capital', () => {
  const dataDir = freshDataDir()
  let stack: Stack
  test.beforeAll(async () => {
    // Prices are moved by hand, which is a sign of abuse: what waits then has a journey of its own.
    await sellBronze(dataDir)
    stack = await startStack({ dataDir, flow: false, env: { VEST_CAPITAL_REVIEW: 'off' } })
  })
  test.afterAll(async () => {
    expect(await stack.stop()).toBe(0)
    removeDataDir(dataDir)
  })

  test('[2.5] [5.13] [6.7] a visitor reads plans and rules; a buyer needs an e-mail address first', async ({
    page,
  }) => {
    const { baseUrl } = stack
    await page.goto(`${baseUrl}/vest-capital`)
    await expect(page.getByRole('heading', { name: 'Vest Capital', exact: true })).toBeVisible(SLOW)
    for (const [name, size, fee] of [
      ['Silver', '$5,000', '$60.00'],
      ['Gold', '$10,000', '$110.00'],
      ['Platinum', '$25,000', '$275.00'],
    ] as const) {
      await expect(plan(page, name)).toContainText(size)
      await expect(plan(page, name)).toContainText(`One-time fee ${fee}`)
    }
    await expect(plan(page, 'Gold')).toContainText('$1,000 · 10%')
    await expect(plan(page, 'Gold')).toContainText('$400 · 4%')
    await expect(plan(page, 'Gold')).toContainText('$600 · 6%, static')
    await expect(plan(page, 'Gold')).toContainText('90% yours')
    expect(await graveViolations(page)).toEqual([])
    await plan(page, 'Gold').getByRole('button', { name: 'Log in to buy' }).click()
    await expect(page.getByRole('dialog')).toContainText('E-mail')
  })

  test('[1.5] [2.6] [2.12] [2.14] [2.16] [2.36] [2.39] [4.14] [5.10] [6.4] [6.5] [6.6] a plan is bought, passed, claimed, and its profit paid out', async ({
    page,
  }) => {
    test.setTimeout(600_000)
    const { baseUrl } = stack
    const noise = listenForNoise(page)
    await openMarket(page, baseUrl, EVALUATED)
    await signInByMail(page, baseUrl, newEmail())
    const primary = await shownAccount(page)

    // Left once, the payment page changes nothing.
    await page.goto(`${baseUrl}/deposit`)
    await putOffRecovery(page)
    await page.getByRole('link', { name: /^Get funded/ }).click()
    await expect(page.getByRole('link', { name: 'Learn more' })).toHaveAttribute('href', '/vest-capital')
    await choosePlan(page, 'Silver')
    await page.getByRole('button', { name: 'Back without paying' }).click()
    await page.waitForURL(/\/payment\/cancelled/, SLOW)
    await expect(page.getByRole('heading', { name: 'Payment cancelled' })).toBeVisible(SLOW)
    await expect(page.getByText('Nothing was charged. The plan is still available.')).toBeVisible()
    expect(await graveViolations(page)).toEqual([])

    const { session, account: evaluation } = await buySilver(page, baseUrl, '/deposit/get-funded')
    expect(evaluation).not.toBe(primary)
    await expect(header(page).getByText('Eval', { exact: true })).toBeVisible()
    await expect(header(page).getByRole('button', { name: 'Deposit' })).toHaveCount(0)
    await expect(ticket(page).getByText('Account health')).toHaveCount(0)
    await expect(ticket(page).getByText('Silver evaluation')).toBeVisible()
    await expect(ticket(page).getByRole('region', { name: 'Account' }).getByText('Goal')).toBeVisible()
    await expect(ticket(page).getByText(/resets \d\d:\d\d:\d\d/)).toBeVisible()
    await test.step('its page stands still while it is loaded anew: the banner has its place at once', async () => {
      await expect(banner(page, 'Evaluation Mode')).toBeVisible()
      const layoutShift = await measureLayoutShift(page)
      await page.goto(`${baseUrl}/portfolio`)
      await settled(page)
      await expect(banner(page, 'Evaluation Mode')).toBeVisible()
      expect(await layoutShift()).toBeLessThan(OWN_LAYOUT_SHIFT_MAX)
    })
    // What is closed to it leads elsewhere, or says so.
    for (const closed of ['/points', '/referrals', '/liquidity-providing']) {
      await page.goto(`${baseUrl}${closed}`)
      await page.waitForURL(/\/portfolio/, SLOW)
    }
    await page.goto(`${baseUrl}/deposit/get-funded`)
    await page.waitForURL(/\/trade\//, SLOW)
    await header(page).getByRole('button', { name: 'More' }).click()
    await expect(page.getByText('Disabled for the capital account.')).toBeVisible()
    await page.keyboard.press('Escape')

    await openWorth(page, baseUrl, EVALUATED, FULL_USD)
    await movePrice(baseUrl, EVALUATED, 3)
    const passed = dialog(page, 'Evaluation passed')
    await expect(passed).toBeVisible(SLOW)
    await expect(passed).toContainText('90% of funded profit')
    // Behind the dialog, where a screen reader does not look now.
    await expect(page.locator('[role=status]', { hasText: 'you have passed the evaluation.' })).toBeVisible()
    await expect(page.getByText('Passed', { exact: true }).first()).toBeVisible()
    await expect(page.getByText('account not active', { exact: true })).toBeVisible()
    expect(await graveViolations(page)).toEqual([])
    // Another tab claims too, for a wallet of its own, and its claim arrives when the first is done.
    const other = await page.context().newPage()
    await openMarket(other, baseUrl, EVALUATED)
    await other.getByRole('button', { name: 'Claim', exact: true }).click(SLOW)
    const letGo = await holdBack(other, /\/v2\/capital\/status/)
    const asked = other.waitForRequest(/\/v2\/capital\/status/)
    await dialog(other, 'Evaluation passed').getByRole('button', { name: 'Claim funded account' }).click()
    await asked
    await passed.getByRole('button', { name: 'Claim funded account' }).click()
    const ready = dialog(page, 'Funded account ready')
    await expect(ready).toBeVisible(SLOW)
    await expect(ready).toContainText('$5,000.00')
    letGo()
    await expect(dialog(other, 'Claim funded account').getByRole('alert')).toContainText(
      'There is nothing to claim',
      SLOW,
    )
    await other.close()
    await ready.getByRole('button', { name: 'Trade' }).click()
    const funded = await shownAccount(page)
    expect([evaluation, primary]).not.toContain(funded)
    await expect(header(page).getByText('Funded', { exact: true })).toBeVisible()

    await openWorth(page, baseUrl, PAID_FROM, FULL_USD)
    await movePrice(baseUrl, PAID_FROM, 2)
    await header(page).getByRole('button', { name: 'Profit Withdraw' }).click()
    const profit = dialog(page, 'Profit Withdraw')
    await expect(profit.getByRole('button', { name: 'close positions' })).toBeVisible()
    await page.keyboard.press('Escape')
    await closePosition(page, 'ETH-PERP')
    await closeNotices(page)
    await header(page).getByRole('button', { name: 'Profit Withdraw' }).click()
    await profit.getByRole('textbox', { name: 'Amount' }).fill('100')
    await expect(profit).toContainText('You receive, 90%90.00 USDC')
    await expect(profit).toContainText('Vest keeps, 10%10.00 USDC')
    expect(await graveViolations(page)).toEqual([])
    await profit.getByRole('button', { name: 'Continue' }).click()
    await dialog(page, 'Confirm for funded').getByRole('button', { name: 'Confirm for funded' }).click()
    await walletFrame(page).getByRole('button', { name: 'Approve', exact: true }).click(SLOW)
    await expect(profit.getByText('Paid to your primary account')).toBeVisible(SLOW)
    await profit.getByRole('button', { name: 'Done' }).click()

    // It is real money on the primary account.
    await switchAccount(page, accountRow(page, primary))
    await expect(header(page).getByText('Primary')).toBeVisible(SLOW)
    await expect(header(page).getByText('$90.00').first()).toBeVisible(SLOW)
    await header(page).locator('[aria-haspopup="dialog"][title^="0x"]').click()
    await expect(dialog(page, 'Account').locator('button', { hasText: 'Funded' })).toHaveCount(1)
    await page.keyboard.press('Escape')
    // And leaves from there as any other: this account never had a deposit.
    const usdc = usdcOf(baseUrl, await chainNamed(baseUrl, 'Arbitrum'))
    expect(await usdc.balanceOf(primary as Hex)).toBe(0n)
    await approveWithdrawal(page, await askForWithdrawal(page, '25'))
    const arrived = await usdc.balanceOf(primary as Hex)
    expect(arrived).toBeGreaterThan(24_000_000n)
    expect(arrived).toBeLessThanOrEqual(25_000_000n)
    await expect(header(page).getByText('$65.00').first()).toBeVisible(SLOW)

    // The bank takes the price of the plan back: the funded account stands still, then ends; what was paid stays paid.
    await disputePayment(baseUrl, session)
    await switchAccount(page, accountRow(page, funded))
    await expect(banner(page, 'Account frozen')).toContainText('A payment is disputed.', SLOW)
    await expect(ticket(page).getByRole('button', { name: 'account not active' })).toBeVisible()
    expect(await graveViolations(page)).toEqual([])
    await disputePayment(baseUrl, session, 'lost')
    await expect(banner(page, 'Account closed')).toContainText(
      'The payment was disputed and given back.',
      SLOW,
    )
    await banner(page, 'Account closed').getByRole('button', { name: 'Switch to Primary' }).click()
    await expect(header(page).getByText('$65.00').first()).toBeVisible(SLOW)
    expect(noise).toEqual([])
  })

  test('practice is begun without paying, is named, and keeps no plan from being bought', async ({
    page,
  }) => {
    test.setTimeout(300_000)
    const { baseUrl } = stack
    await openMarket(page, baseUrl, EVALUATED)
    await signInByMail(page, baseUrl, newEmail())
    await page.goto(`${baseUrl}/vest-capital`)
    await plan(page, 'Gold').getByRole('button', { name: 'Practise for free' }).click(SLOW)
    await page.waitForURL(/\/trade\//, SLOW)
    await expect(banner(page, 'Evaluation Mode')).toContainText('Practice, free and never counted', SLOW)
    await expect(ticket(page).getByText('Practice evaluation')).toBeVisible()
    await openWorth(page, baseUrl, EVALUATED, 2_000)
    await closePosition(page, EVALUATED)
    await page.goto(`${baseUrl}/vest-capital`)
    await expectSameInFiles(page)
    await expect(plan(page, 'Silver').getByRole('button', { name: /^Buy for / })).toBeVisible()
    await expect(plan(page, 'Silver').getByRole('button', { name: 'practice evaluation open' })).toBeVisible()
    expect(await graveViolations(page)).toEqual([])
  })

  test('[2.24] [2.30] [2.39] [4.13] [4.19] a plan is lost by the loss of a day: frozen, told, and bought again', async ({
    page,
  }) => {
    test.setTimeout(600_000)
    const { baseUrl } = stack
    await openMarket(page, baseUrl, LOST_IN)
    await signInByMail(page, baseUrl, newEmail())
    await buySilver(page, baseUrl, '/vest-capital')
    await page.goto(`${baseUrl}/vest-capital`)
    await expect(plan(page, 'Silver')).toContainText('Purchased', SLOW)
    await expect(plan(page, 'Gold').getByRole('button', { name: 'Unavailable' })).toBeVisible()
    await expect(page.getByText('One plan at a time.')).toBeVisible()
    await expect(page.getByRole('region', { name: 'Silver evaluation' })).toContainText('room left today')
    expect(await graveViolations(page)).toEqual([])

    // A stop that would end the account is asked for once more, in words.
    await openMarket(page, baseUrl, LOST_IN)
    const limits = page.getByRole('region', { name: 'Your limits' })
    await expect(limits).toContainText('Equity now $5,000.00', SLOW)
    await ticket(page)
      .getByRole('textbox', { name: 'Size' })
      .fill(await sizeWorth(baseUrl, LOST_IN, FULL_USD))
    await ticket(page).getByRole('checkbox', { name: 'TP/SL' }).click()
    await ticket(page)
      .getByRole('textbox', { name: 'Stop loss' })
      .first()
      .fill(String(Math.floor((FULL_USD / Number(await sizeWorth(baseUrl, LOST_IN, FULL_USD))) * 0.97)))
    await expect(limits).toContainText('Its own stop would reach the drawdown floor')
    await ticket(page)
      .getByRole('button', { name: /^Long / })
      .click()
    await expect(limits).toContainText('Press again to send the order all the same.')
    expect(await graveViolations(page)).toEqual([])

    await openWorth(page, baseUrl, LOST_IN, FULL_USD)
    await movePrice(baseUrl, LOST_IN, LOSS_OF_A_DAY_PERCENT)
    const failed = dialog(page, 'Evaluation failed')
    await expect(failed).toBeVisible(SLOW)
    await expect(failed).toContainText('Max daily loss.')
    await expect(failed).toContainText(new RegExp(`By${LOST_IN} at mark [\\d,.]+`))
    expect(await graveViolations(page)).toEqual([])
    await failed.getByRole('button', { name: 'Close' }).click()
    await expect(banner(page, 'Evaluation Failed')).toBeVisible()
    await expect(ticket(page).getByRole('button', { name: 'account not active' })).toBeVisible()
    await expect(page.getByText('it lost more in a day than its maximum daily loss')).toBeVisible()
    // The owner computes the verdict once more.
    await page.goto(`${baseUrl}/vest-capital`)
    const certificate = page.getByRole('region', { name: 'Verdict certificate' })
    // The newest stands there; any other is a press away.
    await expect(certificate).toContainText('the same verdict', SLOW)
    await expect(certificate).toContainText('Failed, daily loss')
    await page.getByRole('button', { name: 'Certificate' }).click()
    await certificate.getByRole('button', { name: 'Compute again' }).click()
    await expect(certificate).toContainText('the same verdict')
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      certificate.getByRole('button', { name: 'Download' }).click(),
    ])
    const file = readFileSync(await download.path(), 'utf8')
    expect(verifyVerdict(file)).toMatchObject({ ok: true, body: { verdict: 'MAX_DAILY_LOSS' } })
    expect(verifyVerdict(file.replace('"stage": "EVAL"', '"stage":  "EVAL"')).ok).toBe(false)
    expect(await graveViolations(page)).toEqual([])
    // Seen once, it is no news; its banner shows it again.
    await page.goto(`${baseUrl}/trade/${LOST_IN}`)
    await expect(banner(page, 'Evaluation Failed')).toBeVisible(SLOW)
    await page.getByRole('button', { name: 'See result' }).click()
    await failed.getByRole('button', { name: 'Choose a plan' }).click()
    await choosePlan(page, 'Silver')
    await payAndBegin(page)
  })

  test('[2.39] [4.13] a gap through both floors is a drawdown, and so is a floor that the day does not reach', async ({
    page,
  }) => {
    test.setTimeout(300_000)
    const { baseUrl } = stack
    await openMarket(page, baseUrl, PAID_FROM)
    await signInByMail(page, baseUrl, newEmail())
    const failed = dialog(page, 'Evaluation failed')
    const certificate = page.getByRole('region', { name: 'Verdict certificate' })
    const expectDrawdown = async (how: string) => {
      await expect(failed).toContainText(`Max drawdown. ${how}`, SLOW)
      await expect(failed).toContainText(/By[A-Z]+-PERP at mark [\d,.]+/)
      await failed.getByRole('button', { name: 'Verdict certificate' }).click()
      await page.waitForURL(/\/vest-capital/, SLOW)
      await expect(certificate).toContainText('the same verdict', SLOW)
      await expect(certificate).toContainText('Failed, drawdown')
      await expect(certificate).toContainText('Equity at the marks before')
    }
    await buySilver(page, baseUrl, '/vest-capital')
    await openWorth(page, baseUrl, PAID_FROM, FULL_USD)
    await movePrice(baseUrl, PAID_FROM, GAP_PERCENT, Math.abs(GAP_PERCENT))
    await expectDrawdown('Equity fell through both floors at once;')

    await choosePlan(page, 'Bronze')
    await payAndBegin(page)
    await openWorth(page, baseUrl, EVALUATED, FULL_USD)
    await movePrice(baseUrl, EVALUATED, DRAWDOWN_PERCENT)
    await expectDrawdown('Equity touched the drawdown floor;')
  })
})
