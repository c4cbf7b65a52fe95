/**
 * The address book of a person without a wallet: each change is shown whole in the wallet's frame and holds after a press
 * there; what was saved is paid, and a lock gives back what still waits.
 */
import { expect, test, type Locator, type Page } from '@playwright/test'
import { createPrivateKey } from '@vest/sdk/node'
import { privateKeyToAccount } from 'viem/accounts'
import { usdcOf } from '../../world/bot.ts'
import { journeyStack } from '../journeyStack.ts'
import {
  approveWithdrawal,
  newEmail,
  pressInFrame,
  readAccount,
  signInByMail,
  walletFrame,
} from '../signIn/embeddedTrader.ts'
import { deposit, dialog, openMarket } from '../traderPage.ts'
import { chainNamed } from './strangerOnChain.ts'

const SYMBOL = 'SPY-USD-PERP'
const SLOW = { timeout: 60_000 }

test.describe('address book of an embedded wallet', () => {
  const stack = journeyStack()
  const panel = (page: Page): Locator => page.getByRole('region', { name: 'Address book' })
  /** What the frame shows is what will be signed. */
  const approveChange = async (page: Page, title: string, shown: readonly string[]): Promise<void> => {
    const frame = walletFrame(page)
    await expect(frame.getByRole('heading', { name: title })).toBeVisible(SLOW)
    for (const text of shown) await expect(frame.getByText(text, { exact: true }).first()).toBeVisible()
    await pressInFrame(page, 'Approve')
  }

  test('[6.4] saves, names and pays an address by presses in the frame, and a lock gives back what waits', async ({
    page,
  }) => {
    const { baseUrl } = stack
    const cold = privateKeyToAccount(createPrivateKey()).address
    await openMarket(page, baseUrl, SYMBOL)
    await signInByMail(page, baseUrl, newEmail())
    const { address } = await readAccount(page)
    await fetch(`${baseUrl}/devnet/faucet`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ address, usdc: '60000' }),
    })
    await deposit(page, '60,000.00')
    await page.goto(`${baseUrl}/portfolio?view=transfers`)
    const row = panel(page).getByRole('listitem')
    const summary = page.getByRole('region', { name: 'Summary' })

    await test.step('what is rejected in the frame is not saved; what is approved there can be paid', async () => {
      await panel(page).getByRole('button', { name: 'Add address' }).click(SLOW)
      const box = dialog(page, 'Add address')
      await box.getByRole('textbox', { name: 'Label' }).fill('Cold wallet')
      await box.getByRole('textbox', { name: 'Address' }).fill(cold)
      await box.getByRole('button', { name: 'Sign and save' }).click()
      const frame = walletFrame(page)
      await expect(frame.getByRole('heading', { name: 'Save this address' })).toBeVisible(SLOW)
      // The browser drops presses on a frame that has just come; this button opens when they count.
      await expect(frame.getByRole('button', { name: 'Approve', exact: true })).toBeEnabled(SLOW)
      await pressInFrame(page, 'Reject')
      await expect(box.getByRole('alert')).toBeVisible()
      await expect(row).toHaveCount(0)
      await box.getByRole('button', { name: 'Sign and save' }).click()
      await approveChange(page, 'Save this address', ['Cold wallet', 'Every EVM network'])
      await expect(row).toContainText('Can be paid', SLOW)
    })

    await test.step('another name for it holds at once', async () => {
      await panel(page).getByRole('button', { name: 'Rename Cold wallet' }).click()
      const box = dialog(page, 'Rename address')
      await expect(box.getByRole('button', { name: 'another label required' })).toHaveAttribute(
        'aria-disabled',
        'true',
      )
      await box.getByRole('textbox', { name: 'Label' }).fill('Ledger')
      await box.getByRole('button', { name: 'Sign and save' }).click()
      await approveChange(page, 'Save this address', ['Ledger'])
      await expect(row).toContainText('Ledger', SLOW)
      await expect(row).toContainText('Can be paid')
      await expect(row).toHaveCount(1)
    })

    await test.step('with the list on it is paid, chosen by its name', async () => {
      await panel(page).getByRole('switch', { name: 'Pay saved addresses only' }).click()
      await approveChange(page, 'Pay saved addresses only', [])
      await expect(panel(page).getByText(/^On: all but saved addresses/)).toBeVisible(SLOW)
      await page.getByRole('banner').getByRole('button', { name: 'Withdraw' }).click()
      const box = dialog(page, 'Withdraw')
      await box.getByRole('textbox', { name: 'Amount' }).fill('20')
      await box.getByRole('button', { name: 'Address book' }).click()
      await page.getByRole('menuitem', { name: /^Ledger/ }).click()
      await signWithdrawal(page)
      await approveWithdrawal(page, walletFrame(page))
      const home = await chainNamed(baseUrl, 'Arbitrum')
      expect(await usdcOf(baseUrl, home).balanceOf(cold)).toBe(19_800_000n)
      await expect(row).toContainText('Last paid', SLOW)
    })

    await test.step('a lock gives back what waits for its hour, and says until when', async () => {
      await page.getByRole('banner').getByRole('button', { name: 'Withdraw' }).click()
      await dialog(page, 'Withdraw').getByRole('textbox', { name: 'Amount' }).fill('55000')
      await signWithdrawal(page)
      await pressInFrame(page, 'Approve')
      await expect(dialog(page, 'Withdraw').getByRole('status')).toBeVisible(SLOW)
      await dialog(page, 'Withdraw').getByRole('button', { name: 'Close' }).last().click()
      const waiting = page.getByRole('table', { name: 'Transfers' }).getByRole('row', { name: /55,000\.00/ })
      await expect(waiting).toBeVisible(SLOW)
      await expect(summary.getByText('Collateral $4,980.00')).toBeVisible(SLOW)
      await panel(page).getByRole('button', { name: 'Lock withdrawals' }).click()
      const box = dialog(page, 'Lock withdrawals')
      await box.getByRole('textbox', { name: 'Lock for' }).fill('1')
      await box.getByRole('checkbox', { name: 'I know that it cannot be lifted' }).click()
      await box.getByRole('button', { name: /^Lock until/ }).click()
      await approveChange(page, 'Lock withdrawals', ['1 day'])
      await expect(panel(page).getByText(/^Locked until/)).toBeVisible(SLOW)
      await expect(waiting.filter({ hasText: 'Rejected' })).toBeVisible(SLOW)
      await expect(summary.getByText('Collateral $59,980.00')).toBeVisible(SLOW)
    })
  })

  const signWithdrawal = async (page: Page): Promise<void> => {
    await dialog(page, 'Withdraw').getByRole('button', { name: 'Continue' }).click()
    await dialog(page, 'Confirm network').getByRole('button', { name: 'Continue with Arbitrum' }).click()
    const check = dialog(page, 'Check and sign')
    await check.getByRole('button', { name: /^Sign and withdraw / }).click(SLOW)
    await expect(walletFrame(page).getByRole('heading', { name: 'Approve withdrawal' })).toBeVisible(SLOW)
    await expect(walletFrame(page).getByRole('button', { name: 'Approve', exact: true })).toBeEnabled(SLOW)
  }
})
