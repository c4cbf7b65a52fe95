/** A trader with an EVM wallet takes money to Solana: what the dialog asks for, what it refuses, and the money there. */
import { randomBytes } from 'node:crypto'
import { expect, test } from '@playwright/test'
import { solanaAddressOf } from '@vest/protocol'
import { injectWallet } from '../../world/injectedWallet.ts'
import { journeyStack } from '../journeyStack.ts'
import { deposit, dialog, openMarket, signIn } from '../traderPage.ts'
import { usdcOnSolana, withdrawToSolana } from './moneyOnSolana.ts'

const stack = journeyStack()

test('[5.10] [8.65] an EVM wallet on the default chain sends to a wallet of Solana', async ({ page }) => {
  const recipient = solanaAddressOf(randomBytes(32))
  const wallet = await injectWallet(page)
  await openMarket(page, stack.baseUrl, 'SPY-USD-PERP')
  await signIn(page)
  const header = page.getByRole('banner')
  const box = dialog(page, 'Withdraw')
  const chooseSolana = async (): Promise<void> => {
    await header.getByRole('button', { name: 'Withdraw' }).click()
    await box.getByRole('button', { name: /^Destination/ }).click()
    await page.getByRole('menuitemradio', { name: 'Solana' }).click()
  }

  await test.step('a wallet on another network is asked to come to the default chain', async () => {
    await chooseSolana()
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
    await chooseSolana()
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
