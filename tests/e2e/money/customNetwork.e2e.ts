/** The page for withdrawals on a network of one's own choice, beside another page that has the same sidebar. */
import { expect, test } from '@playwright/test'
import { createDevnetClient } from '@vest/sdk'
import { createPrivateKey } from '@vest/sdk/node'
import { injectWallet } from '../../world/injectedWallet.ts'
import { journeyStack } from '../journeyStack.ts'
import { usdcOf } from '../../world/bot.ts'
import { claimWithdrawal, deposit, dialog, signIn } from '../traderPage.ts'
import { chainNamed } from './strangerOnChain.ts'

const SLOW = { timeout: 60_000 }

test.describe('a network of one’s own choice', () => {
  const stack = journeyStack()

  test('[2.10] the wallet stays on its network, the sidebar is closed, and the owner’s own call is paid there', async ({
    page,
  }) => {
    await page.setViewportSize({ width: 1440, height: 900 })
    const wallet = await injectWallet(page, createPrivateKey())
    const toggle = page.getByRole('button', { name: 'Toggle account panel' })
    await page.goto(`${stack.baseUrl}/portfolio`)
    await expect(toggle).toHaveAttribute('aria-expanded', 'true')
    await page.goto(`${stack.baseUrl}/custom-network-withdraw`)
    await expect(toggle).toHaveAttribute('aria-expanded', 'false')
    await signIn(page)
    const networks = page.getByRole('region', { name: 'Networks' })
    await expect(networks.getByText('Solana')).toBeVisible()
    expect(wallet.asked).toContain('eth_requestAccounts')
    expect(wallet.asked).not.toContain('wallet_switchEthereumChain')
    expect(wallet.asked).not.toContain('wallet_addEthereumChain')
    await expect(toggle).toHaveAttribute('aria-expanded', 'false')

    await test.step('out by the owner’s own call of the vault on Base', async () => {
      await deposit(page, '100.00')
      const base = await chainNamed(stack.baseUrl, 'Base')
      // Gas for the call.
      await createDevnetClient({ baseUrl: stack.baseUrl }).faucet(wallet.address, base.chainId)
      const before = await usdcOf(stack.baseUrl, base).balanceOf(wallet.address)
      await networks
        .getByRole('listitem')
        .filter({ hasText: 'Base' })
        .getByRole('button', { name: 'Withdraw' })
        .click()
      await dialog(page, 'Withdraw').getByRole('textbox', { name: 'Amount' }).fill('25')
      await dialog(page, 'Withdraw').getByRole('button', { name: 'Continue' }).click()
      await dialog(page, 'Confirm network').getByRole('button', { name: 'Continue with Base' }).click()
      const check = dialog(page, 'Check and sign')
      await check.getByRole('radio', { name: /^I send it/ }).click(SLOW)
      await check.getByRole('button', { name: 'Sign and withdraw 25.00' }).click()
      await claimWithdrawal(page)
      expect((await usdcOf(stack.baseUrl, base).balanceOf(wallet.address)) - before).toBe(25_000_000n)
    })
  })
})
