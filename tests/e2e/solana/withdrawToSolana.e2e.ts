/**
 * A trader with an EVM wallet takes money to Solana: what the dialog asks for, what it refuses, and the money there, sent by
 * the exchange or by the owner's own call of the vault.
 */
import { randomBytes } from 'node:crypto'
import { expect, test, type Page } from '@playwright/test'
import { solanaAddressOf } from '@vest/protocol'
import { injectWallet } from '../../world/injectedWallet.ts'
import { journeyStack } from '../journeyStack.ts'
import { deposit, dialog, openMarket, signIn } from '../traderPage.ts'
import { usdcOnSolana, withdrawToSolana } from './moneyOnSolana.ts'

const SLOW = { timeout: 60_000 }

const stack = journeyStack()

/** Opens the dialog and chooses Solana as its network. */
async function chooseSolana(page: Page): Promise<void> {
  await page.getByRole('banner').getByRole('button', { name: 'Withdraw' }).click()
  await dialog(page, 'Withdraw')
    .getByRole('button', { name: /^Destination/ })
    .click()
  await page.getByRole('menuitemradio', { name: 'Solana' }).click()
}

test('[5.10] [8.65] an EVM wallet on the default chain sends to a wallet of Solana', async ({ page }) => {
  const recipient = solanaAddressOf(randomBytes(32))
  const wallet = await injectWallet(page)
  await openMarket(page, stack.baseUrl, 'SPY-USD-PERP')
  await signIn(page)
  const box = dialog(page, 'Withdraw')

  await test.step('a wallet on another network is asked to come to the default chain', async () => {
    // It does not know that network: what was suggested to it as it connected has left it where it was.
    expect(wallet.asked).toContain('wallet_switchEthereumChain')
    expect(wallet.chainId).not.toBe(42161)
    await chooseSolana(page)
    const warning = box.getByText(/at least one EVM wallet must be connected and it must be on Arbitrum/)
    await expect(warning).toBeVisible()
    await expect(box.getByRole('button', { name: 'Continue' })).toBeHidden()
    await box.getByRole('button', { name: 'Switch to Arbitrum' }).click()
    await expect(warning).toBeHidden()
    await expect(box.getByRole('button', { name: 'Continue' })).toBeVisible()
    await page.keyboard.press('Escape')
  })

  await deposit(page, '5,000.00')

  await test.step('an address of another network is none of Solana', async () => {
    await chooseSolana(page)
    await box.getByRole('textbox', { name: 'Amount' }).fill('100')
    await box.getByRole('textbox', { name: 'Recipient' }).fill(wallet.address)
    await expect(box.getByText(/^Invalid Solana address/)).toBeVisible()
  })

  await test.step('the wallet signs, and the money is there', async () => {
    await box.getByRole('textbox', { name: 'Recipient' }).fill(recipient)
    await withdrawToSolana(page, '100')
    expect(await usdcOnSolana(stack.baseUrl, recipient)).toBe('99.5')
  })
})

test('[5.10] [3.11] [8.65] the owner’s own call of the vault takes it to Solana, without a fee and with its steps', async ({
  page,
}) => {
  const recipient = solanaAddressOf(randomBytes(32))
  const wallet = await injectWallet(page)
  const sent = (): number => wallet.asked.filter((method) => method === 'eth_sendTransaction').length
  await openMarket(page, stack.baseUrl, 'SPY-USD-PERP')
  await signIn(page)
  // Brings the wallet to the default chain; its gas is the faucet's.
  await deposit(page, '500.00')
  const sentBefore = sent()

  await test.step('the owner chooses to send it; the wallet approves the recipient', async () => {
    await chooseSolana(page)
    const box = dialog(page, 'Withdraw')
    await box.getByRole('textbox', { name: 'Amount' }).fill('40')
    await box.getByRole('textbox', { name: 'Recipient' }).fill(recipient)
    await box.getByRole('button', { name: 'Continue' }).click(SLOW)
    await dialog(page, 'Confirm network').getByRole('button', { name: 'Continue with Solana' }).click()
    const check = dialog(page, 'Check and sign')
    await check.getByRole('radio', { name: /^I send it/ }).click()
    await expect(check.getByText('40.00 USDC about 15 seconds')).toBeVisible()
    await check.getByRole('button', { name: 'Sign and withdraw 40.00' }).click()
    await expect(dialog(page, 'Withdrawal Approved')).toBeVisible(SLOW)
    expect(wallet.asked).toContain('personal_sign')
    expect(sent()).toBe(sentBefore)
  })

  const row = page.getByRole('table', { name: 'Transfers' }).getByRole('row', { name: /Withdraw.*Solana/ })
  const steps = page.getByRole('list', { name: 'Steps of this transfer' }).getByRole('listitem')
  const step = (title: string) => steps.filter({ has: page.getByText(title, { exact: true }) })

  await test.step('the list of transfers says whose turn it is', async () => {
    await page.keyboard.press('Escape')
    await page.goto(`${stack.baseUrl}/portfolio?view=transfers`)
    await row.getByRole('button', { name: 'Show steps' }).click(SLOW)
    await expect(page.getByText('Your turn')).toBeVisible(SLOW)
    await expect(step('Burned on the home chain')).toHaveAttribute('aria-current', 'step')
    await expect(step('Burned on the home chain')).toContainText('By a call from your wallet')
    await expect(step('Burned on the home chain').getByRole('link')).toHaveCount(0)
    expect(sent()).toBe(sentBefore)
  })

  await test.step('the wallet calls the vault of the default chain, which burns the sum', async () => {
    await row.getByRole('button', { name: 'Withdraw' }).click()
    const box = dialog(page, 'Withdrawal Approved')
    await box.getByRole('button', { name: 'WITHDRAW' }).click(SLOW)
    await expect(box.getByText(/^Burned on Arbitrum\. The USDC is made on Solana/)).toBeVisible(SLOW)
    expect(sent()).toBe(sentBefore + 1)
    await box.getByRole('button', { name: 'Done' }).click()
  })

  await test.step('burn, attestation and mint: each is a step, both transactions are links', async () => {
    const burned = step('Burned on the home chain').getByRole('link')
    await expect(burned).toHaveAttribute('href', /^\/devnet\/explorer\/42161\/0x[0-9a-f]{64}$/, SLOW)
    await expect(row.getByText('Completed')).toBeVisible(SLOW)
    await expect(steps).toHaveCount(5)
    await expect(steps).toContainText(['Accepted', 'Validators sign', 'Burned', 'Attested', 'Made on Solana'])
    const made = step('Made on Solana').getByRole('link')
    await expect(made).toHaveAttribute('href', /^\/devnet\/explorer\/0\/[1-9A-HJ-NP-Za-km-z]{80,90}$/)
    await expect(steps.and(page.locator('[aria-current=step]'))).toHaveCount(0)
    expect(await usdcOnSolana(stack.baseUrl, recipient)).toBe('40')

    const opening = page.waitForEvent('popup')
    await burned.click()
    const explorer = await opening
    await expect(explorer.getByText('SentToSolana', { exact: true })).toBeVisible(SLOW)
    await expect(explorer.getByText('withdrawSolana', { exact: false }).first()).toBeVisible()
    await explorer.close()
  })
})
