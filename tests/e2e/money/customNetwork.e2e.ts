/**
 * The network of a wallet: left alone on the page for withdrawals on a network of one's own choice, suggested once on every
 * other; and that page beside another one that has the same sidebar.
 */
import { expect, test, type Page } from '@playwright/test'
import { createDevnetClient } from '@vest/sdk'
import { createPrivateKey } from '@vest/sdk/node'
import { injectWallet, WALLET_NAME, type InjectedWallet } from '../../world/injectedWallet.ts'
import { graveViolations } from '../accessibility.ts'
import { journeyStack } from '../journeyStack.ts'
import { usdcOf } from '../../world/bot.ts'
import { claimWithdrawal, deposit, dialog, openWallets, signIn, walletRow } from '../traderPage.ts'
import { chainNamed } from './strangerOnChain.ts'

const SLOW = { timeout: 60_000 }
const MAINNET = 1
const HOME = 42161
const SWITCH = 'wallet_switchEthereumChain'
const ADD = 'wallet_addEthereumChain'
const SIGN = 'eth_signTypedData_v4'

test.describe('a network of one’s own choice', () => {
  const stack = journeyStack()

  /** A wallet that stands on Ethereum and knows the default chain. */
  async function injectTravelled(page: Page): Promise<InjectedWallet> {
    const wallet = await injectWallet(page, createPrivateKey())
    const home = await chainNamed(stack.baseUrl, 'Arbitrum')
    wallet.know(home.chainId, `${stack.baseUrl}${home.rpcUrl}`)
    return wallet
  }
  const times = ({ asked }: InjectedWallet, method: string): number =>
    asked.filter((one) => one === method).length

  test('[2.10] the wallet stays on its network, the sidebar is closed, and the owner’s own call is paid there', async ({
    page,
  }) => {
    await page.setViewportSize({ width: 1440, height: 900 })
    const wallet = await injectTravelled(page)
    const toggle = page.getByRole('button', { name: 'Toggle account panel' })
    await page.goto(`${stack.baseUrl}/portfolio`)
    await expect(toggle).toHaveAttribute('aria-expanded', 'true')
    await page.goto(`${stack.baseUrl}/custom-network-withdraw`)
    await expect(toggle).toHaveAttribute('aria-expanded', 'false')
    await signIn(page)
    const networks = page.getByRole('region', { name: 'Networks' })
    await expect(networks.getByText('Solana')).toBeVisible()
    expect(wallet.asked).toContain('eth_requestAccounts')
    expect([times(wallet, SWITCH), times(wallet, ADD), wallet.chainId]).toEqual([0, 0, MAINNET])
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
      expect(wallet.chainId).toBe(base.chainId)
    })

    await test.step('the page that is entered from here asks it once to come to the default chain', async () => {
      const before = [times(wallet, SWITCH) + 1, times(wallet, ADD)]
      await page.getByRole('banner').getByRole('link', { name: 'Portfolio' }).click()
      await expect.poll(() => wallet.chainId).toBe(HOME)
      await page.getByRole('banner').getByRole('link', { name: 'Markets' }).click()
      await expect(page).toHaveURL(/\/markets$/)
      expect([times(wallet, SWITCH), times(wallet, ADD)]).toEqual(before)
    })
  })

  test('[2.10] on another page a wallet is asked once, as it connects and before it signs; not by a reload', async ({
    page,
  }) => {
    const wallet = await injectTravelled(page)
    await page.goto(`${stack.baseUrl}/portfolio`)
    await signIn(page)
    expect([times(wallet, SWITCH), times(wallet, ADD), wallet.chainId]).toEqual([1, 0, HOME])
    const order = wallet.asked.filter((method) => [SWITCH, SIGN, 'eth_requestAccounts'].includes(method))
    expect(order).toEqual(['eth_requestAccounts', SWITCH, SIGN])

    await wallet.changeChain(MAINNET)
    const heard = wallet.asked.length
    await page.reload()
    await expect.poll(() => wallet.asked.slice(heard)).toContain('eth_chainId')
    await page.getByRole('banner').getByRole('link', { name: 'Markets' }).click()
    await expect(page).toHaveURL(/\/markets$/)
    expect([times(wallet, SWITCH), wallet.chainId]).toEqual([1, MAINNET])
  })

  test('[2.10] a wallet that does not know the default chain is not asked to add it, and signs in all the same', async ({
    page,
  }) => {
    const wallet = await injectWallet(page)
    await page.goto(`${stack.baseUrl}/portfolio`)
    await signIn(page)
    expect([times(wallet, SWITCH), times(wallet, ADD), wallet.chainId]).toEqual([1, 0, MAINNET])
  })

  test('[2.10] a wallet that leaves the question open: its owner can close the dialog, or sign without an answer', async ({
    page,
  }) => {
    const wallet = await injectTravelled(page)
    const answer = wallet.leaveOpen(SWITCH)
    await page.goto(`${stack.baseUrl}/portfolio`)
    await walletRow(await openWallets(page), WALLET_NAME).click()
    const box = dialog(page, 'Sign in')
    const sign = box.getByRole('button', { name: 'Sign message' })
    await sign.click()
    await expect(box.getByText(/^Your wallet asks whether to change its network/)).toBeVisible()
    expect(await graveViolations(page)).toEqual([])
    await box.getByRole('button', { name: 'Close' }).click()
    await expect(box).toBeHidden()

    await page.getByRole('banner').getByRole('button', { name: 'Log in' }).click()
    await sign.click()
    expect(wallet.asked).not.toContain(SIGN)
    await box.getByRole('button', { name: 'Sign without changing it' }).click()
    await expect(page.getByRole('banner').getByRole('button', { name: 'Deposit' })).toBeVisible(SLOW)
    expect([times(wallet, SWITCH), times(wallet, SIGN), wallet.chainId]).toEqual([1, 1, MAINNET])

    await test.step('its late answer brings it to the default chain', async () => {
      answer()
      await expect.poll(() => wallet.chainId).toBe(HOME)
    })
  })
})
