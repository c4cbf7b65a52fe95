/** The page for withdrawals on a network of one's own choice, beside another page that has the same sidebar. */
import { expect, test } from '@playwright/test'
import { createPrivateKey } from '@vest/sdk/node'
import { injectWallet } from '../../world/injectedWallet.ts'
import { journeyStack } from '../journeyStack.ts'
import { signIn } from '../traderPage.ts'

test.describe('a network of one’s own choice', () => {
  const stack = journeyStack()

  test('[2.10] the wallet stays on its network, and the sidebar is closed', async ({ page }) => {
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
  })
})
