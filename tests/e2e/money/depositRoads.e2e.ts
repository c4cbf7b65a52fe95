/**
 * Roads of money into an account that came by e-mail: a stranger's transfer to its own deposit address on a chain that
 * was not used before, and a card; and out again to another chain, sent by the exchange. Every dollar that arrives is
 * on a chain first.
 */
import { expect, test } from '@playwright/test'
import { deployBridgedUsdc, fiatTokenAbi } from '@vest/contracts'
import type { Hex } from '@vest/protocol'
import { createDevnetClient } from '@vest/sdk'
import { createPrivateKey } from '@vest/sdk/node'
import { usdcOf } from '../../world/bot.ts'
import { injectWallet } from '../../world/injectedWallet.ts'
import { until } from '../../world/until.ts'
import { journeyStack } from '../journeyStack.ts'
import { signInByMail } from '../signIn/embeddedTrader.ts'
import { deposit, dialog, openMarket, signIn } from '../traderPage.ts'
import { chainNamed, strangerOn, strangerPays } from './strangerOnChain.ts'

const SLOW = { timeout: 60_000 }
const SYMBOL = 'BTC-PERP'

test.describe('money in and out', () => {
  const stack = journeyStack()

  test('[2.11] [2.12] [2.13] [2.16] [4.15] [8.60] from a stranger on another chain, and by card', async ({
    page,
  }) => {
    const { baseUrl } = stack
    await test.step('a visitor has no deposit page', async () => {
      await page.goto(`${baseUrl}/deposit`)
      await expect(page).toHaveURL(/\/trade\//, SLOW)
    })
    await signInByMail(page, baseUrl, 'mira.deposits@example.com')

    await test.step('every road asks for a way back in before it shows an address or takes an amount', async () => {
      const ask = page.getByRole('heading', { name: 'Save a way back in first' })
      const main = page.locator('main')
      const waysOfMoney = main.getByRole('link').or(main.getByRole('textbox'))
      const address = page.getByText(/0x[0-9a-fA-F]{40}/).or(page.getByRole('img', { name: /^0x/ }))
      // As a link of the app does: pages loaded anew would use up what one address may ask for.
      const go = (path: string) => page.evaluate((to) => history.pushState(null, '', to), path)
      for (const road of ['', '/receive', '/exchange', '/onramper', '/get-funded']) {
        await go('/markets')
        await expect(ask).toBeHidden(SLOW)
        await go(`/deposit${road}`)
        await expect(ask).toBeVisible(SLOW)
        await expect(waysOfMoney.or(address).or(page.locator('main iframe'))).toHaveCount(0)
      }
      await go('/markets')
      await expect(page.getByRole('heading', { name: 'Markets' }).first()).toBeVisible(SLOW)
      await page.getByRole('banner').getByRole('button', { name: 'Deposit' }).click()
      const box = dialog(page, 'Deposit')
      await expect(box.getByRole('heading', { name: 'Save a way back in first' })).toBeVisible(SLOW)
      await expect(box.getByRole('textbox')).toHaveCount(0)
      await expect(box.getByText('asked again at your next login', { exact: false })).toBeVisible()
    })

    await test.step('the choices', async () => {
      await page.goto(`${baseUrl}/deposit`)
      await page.getByRole('button', { name: 'Not now' }).click(SLOW)
      for (const name of ['Get funded', 'Pay with card', 'Transfer from exchange', 'Receive funds'])
        await expect(page.getByRole('link', { name: new RegExp(`^${name}`) })).toBeVisible(SLOW)
      await expect(page.getByText('Nothing there yet')).toBeVisible(SLOW)
      await page.getByRole('link', { name: /^Get funded/ }).click()
      await expect(page.getByRole('link', { name: 'Learn more' })).toHaveAttribute('href', '/vest-capital')
      await page.getByRole('main').getByRole('link', { name: 'Deposit' }).click()
    })

    await test.step('what the wallet holds is paid in from there', async () => {
      const own = page.getByRole('banner').locator('[aria-haspopup="dialog"][title^="0x"]')
      await createDevnetClient({ baseUrl }).faucet((await own.getAttribute('title'))!)
      await expect(page.getByText('10,000.00 USDC in your wallet')).toBeVisible(SLOW)
      await page.getByRole('main').getByRole('button', { name: 'Deposit' }).click()
      await dialog(page, 'Deposit').getByRole('textbox', { name: 'Amount' }).fill('20')
      await dialog(page, 'Deposit').getByRole('button', { name: 'Deposit 20.00 USDC' }).click(SLOW)
      await dialog(page, 'Deposit').getByRole('button', { name: 'Done' }).click(SLOW)
      await expect(page.getByText('9,980.00 USDC in your wallet')).toBeVisible(SLOW)
    })

    await test.step('what a stranger sends arrives while the page is open', async () => {
      await page.getByRole('link', { name: /^Receive funds/ }).click()
      const address = page.getByRole('img', { name: /^0x[0-9a-fA-F]{40}$/ })
      await expect(address).toBeVisible(SLOW)
      const home = (await address.getAttribute('aria-label'))!
      await page.getByRole('radio', { name: 'Base' }).check({ force: true })
      await expect(page.getByText('Your address on Base')).toBeVisible()
      await expect(page.getByText('Only USDC, only on Base.')).toBeVisible()
      expect(await address.getAttribute('aria-label')).toBe(home)
      const base = await chainNamed(baseUrl, 'Base')
      await strangerPays(baseUrl, base, home as Hex, 50_000_000n)
      const arrivals = page.getByRole('region', { name: 'Arrivals' })
      await expect(arrivals.getByText('+50.00 USDC')).toBeVisible(SLOW)
      await expect(arrivals.getByRole('listitem').filter({ hasText: '+50.00' })).toContainText(
        'Ready to trade',
        SLOW,
      )
      await until(
        'it lies in the vault',
        async () => (await usdcOf(baseUrl, base).balanceOf(home as Hex)) === 0n,
      )
    })

    await test.step('what is no USDC is listed, and goes to the own address for a press', async () => {
      const home = (await page
        .getByRole('img', { name: /^0x[0-9a-fA-F]{40}$/ })
        .getAttribute('aria-label')) as Hex
      const base = await chainNamed(baseUrl, 'Base')
      const sender = await strangerOn(baseUrl, base)
      const token = await deployBridgedUsdc(sender)
      await sender.call({
        address: token,
        abi: fiatTokenAbi,
        functionName: 'mint',
        args: [home, 7n * 10n ** 18n],
      })
      const strays = page.getByRole('region', { name: 'Not credited' })
      await expect(strays.getByText(/^7 of token 0x/)).toBeVisible(SLOW)
      await strays.getByRole('button', { name: 'Claim' }).click()
      await expect(
        page.getByRole('region', { name: 'Notifications' }).getByText('On its way to your wallet'),
      ).toBeVisible(SLOW)
      const balanceOf = (holder: Hex) =>
        sender.reader.readContract({
          address: token,
          abi: fiatTokenAbi,
          functionName: 'balanceOf',
          args: [holder],
        })
      expect(await balanceOf(home)).toBe(0n)
      await expect(strays.getByText(/^7 of token 0x/)).toHaveCount(0, SLOW)
    })

    await test.step('USDC that a stranger sent to the vault waits for that stranger', async () => {
      const base = await chainNamed(baseUrl, 'Base')
      const sender = await strangerPays(baseUrl, base, base.vault as Hex, 9_000_000n)
      const strays = page.getByRole('region', { name: 'Not credited' })
      await strays.getByRole('textbox', { name: 'Address that sent it' }).fill(sender)
      await strays.getByRole('button', { name: 'Look' }).click()
      await expect(strays.getByText('9 USDC', { exact: true })).toBeVisible(SLOW)
      await expect(strays.getByText(/and it is credited to that account/)).toBeVisible()
    })

    await test.step('by card: the words of the provider, then the money', async () => {
      await page.goto(`${baseUrl}/deposit/onramper`)
      const frame = page.frameLocator('iframe[title="Pay with card"]')
      await expect(frame.getByText('(fee 2.90)')).toBeVisible(SLOW)
      await expect(frame.getByRole('textbox', { name: 'E-mail' })).toHaveValue('mira.deposits@example.com')
      const theme = await page.locator('html').getAttribute('data-theme')
      await expect(frame.locator('html')).toHaveAttribute('data-theme', theme!)
      const notices = page.getByRole('region', { name: 'Notifications' })
      for (const [outcome, words] of [
        ['Failed', 'The payment has failed, please try funding again.'],
        ['Cancelled', 'The payment has been cancelled.'],
        ['Pending', "We're processing your payment..."],
      ] as const) {
        await frame.getByRole('radio', { name: outcome }).check()
        await frame.getByRole('button', { name: 'Pay' }).click()
        await expect(notices.getByText(words)).toBeVisible(SLOW)
      }
      // Pending becomes paid, then completed, by itself; the app leads on to the list.
      await expect(page).toHaveURL(/\/portfolio\?view=transfers/, SLOW)
      await expect(page.getByText('+247.10').first()).toBeVisible(SLOW)
    })
  })

  test('[2.16] [4.7] [9.7] out to another chain, sent by the exchange', async ({ page }) => {
    const { baseUrl } = stack
    const wallet = await injectWallet(page, createPrivateKey())
    await openMarket(page, baseUrl, SYMBOL)
    await signIn(page)
    await test.step('the owner of a wallet of their own has no deposit page', async () => {
      await page.goto(`${baseUrl}/deposit/receive`)
      await expect(page).toHaveURL(/\/trade\//, SLOW)
    })
    await deposit(page, '100.00')
    const base = await chainNamed(baseUrl, 'Base')
    await page.getByRole('banner').getByRole('button', { name: 'Withdraw' }).click()
    const box = dialog(page, 'Withdraw')
    await box.getByRole('textbox', { name: 'Amount' }).fill('25')
    await box.getByRole('button', { name: 'Continue' }).click()
    const network = dialog(page, 'Confirm network')
    await network.getByRole('radio', { name: /^.?Base/ }).click()
    await network.getByRole('button', { name: 'Continue with Base' }).click()
    const check = dialog(page, 'Check and sign')
    await expect(check.getByText('Leaves now')).toBeVisible(SLOW)
    await expect(check.getByText('24.80 USDC', { exact: false })).toBeVisible()
    await expect(check.getByRole('radio', { name: /^Vest sends it/ })).toBeChecked()
    await check.getByRole('button', { name: 'Sign and withdraw 25.00' }).click()
    await expect(dialog(page, 'Withdraw').getByText('Sent to the recipient')).toBeVisible(SLOW)
    expect(await usdcOf(baseUrl, base).balanceOf(wallet.address)).toBe(24_800_000n)

    await test.step('its steps stand in the list of transfers, and end without a new look', async () => {
      await page.goto(`${baseUrl}/portfolio?view=transfers`)
      const out = page.getByRole('row', { name: /Withdraw/ })
      await out.getByRole('button', { name: 'Show steps' }).click()
      const steps = page.getByRole('list', { name: 'Steps of this transfer' })
      for (const name of ['Accepted', 'Validators sign', 'Sent on Base', 'Final'])
        await expect(steps.getByText(name, { exact: true })).toBeVisible(SLOW)
      await expect(steps.getByRole('button', { name: 'Copy transaction hash' })).toBeVisible(SLOW)
      await expect(out.getByText('Completed')).toBeVisible(SLOW)
      await expect(steps.locator('[aria-current=step]')).toHaveCount(0, SLOW)
      const opening = page.waitForEvent('popup')
      await steps.getByRole('link').first().click()
      const explorer = await opening
      await expect(explorer.getByRole('heading', { name: 'Explorer of this devnet' })).toBeVisible(SLOW)
      await expect(explorer.getByText('Completed', { exact: true })).toBeVisible()
      await expect(explorer.getByText('25000000', { exact: true })).toBeVisible()
    })
  })
})
