/**
 * Money that lies on Solana: out of the embedded wallet after a press in its frame, which says who gets what; what is
 * missing is said before anything is signed. And into the account from a wallet of the person's own.
 */
import { randomBytes } from 'node:crypto'
import { expect, test, type Page } from '@playwright/test'
import { createLocalSolanaPrimary } from '@vest/sdk/node'
import { injectSolanaWallet, SOLANA_WALLET_NAME } from '../../world/injectedSolanaWallet.ts'
import { graveViolations } from '../accessibility.ts'
import { journeyStack } from '../journeyStack.ts'
import { newEmail, openAccount, pressInFrame, signInByMail, walletFrame } from '../signIn/embeddedTrader.ts'
import { dialog, openMarket, openWallets, walletRow } from '../traderPage.ts'
import { usdcOnSolana } from './moneyOnSolana.ts'

const SYMBOL = 'SPY-USD-PERP'
const SLOW = { timeout: 60_000 }
const stack = journeyStack()

/** Test USDC and SOL on Solana. */
async function giveOnSolana(address: string): Promise<void> {
  const answer = await fetch(`${stack.baseUrl}/devnet/faucet`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ address, chainId: 0 }),
  })
  expect(answer.status).toBe(200)
}

async function openSend(page: Page) {
  await openAccount(page)
  await dialog(page, 'Account').getByRole('button', { name: 'Send on Solana' }).click()
  return dialog(page, 'Send on Solana')
}

test('[2.38] [3.15] [9.8] money leaves the embedded wallet as its frame has shown it, and not without enough for the fee', async ({
  page,
}) => {
  const recipient = createLocalSolanaPrimary(randomBytes(32)).address
  await openMarket(page, stack.baseUrl, SYMBOL)
  await signInByMail(page, stack.baseUrl, newEmail())
  const box = await openSend(page)
  const own = (await box.getByTitle(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/).getAttribute('title', SLOW))!
  await giveOnSolana(own)
  const frame = walletFrame(page)

  await test.step('the frame says who gets what, and signs after a press', async () => {
    await expect(box.getByText(/Balance 10,000\.00 USDC/)).toBeVisible(SLOW)
    await box.getByRole('textbox', { name: 'Amount' }).fill('25')
    await box.getByRole('textbox', { name: 'Recipient on Solana' }).fill(own)
    await expect(box.getByText('This is the address that it comes from.')).toBeVisible()
    await box.getByRole('textbox', { name: 'Recipient on Solana' }).fill(recipient)
    await box.getByRole('button', { name: 'Continue' }).click()
    await expect(frame.getByRole('heading', { name: 'Confirm transaction' })).toBeVisible(SLOW)
    await expect(frame.getByRole('img', { name: recipient })).toBeVisible(SLOW)
    await expect(frame.getByText('25.00 USDC', { exact: true })).toBeVisible()
    await expect(frame.getByText('10,000.00 → 9,975.00 USDC')).toBeVisible()
    await pressInFrame(page, 'Approve')
    const receipt = dialog(page, 'Receipt')
    await expect(receipt.getByText('Transaction sent')).toBeVisible(SLOW)
    expect(await usdcOnSolana(stack.baseUrl, recipient)).toBe('25')
    const opening = page.waitForEvent('popup')
    await receipt.getByRole('link').click()
    const explorer = await opening
    await expect(explorer.getByRole('heading', { name: 'Explorer of this devnet' })).toBeVisible(SLOW)
    await expect(explorer.getByText('+25 USDC', { exact: true })).toBeVisible()
    await explorer.close()
    expect(await graveViolations(page)).toEqual([])
    await receipt.getByRole('button', { name: 'Done' }).click()
  })

  await test.step('what is missing is said, and there is nothing to approve', async () => {
    const again = await openSend(page)
    await again.getByRole('radio', { name: 'SOL' }).click()
    // One SOL was given; what was shown before the fee of the first transfer is not the balance any more.
    const [, balance] = /Balance (0\.\d+) SOL/.exec(
      await again.getByText(/Balance 0\.\d+ SOL/).innerText(SLOW),
    )!
    await again.getByRole('textbox', { name: 'Amount' }).fill(balance!)
    await again.getByRole('textbox', { name: 'Recipient on Solana' }).fill(recipient)
    await again.getByRole('button', { name: 'Continue' }).click()
    await expect(frame.getByText('Missing', { exact: true })).toBeVisible(SLOW)
    await expect(frame.getByRole('button', { name: 'Approve' })).toHaveCount(0)
    await expect(frame.getByRole('button', { name: 'Add funds' })).toBeVisible()
    await pressInFrame(page, 'Reject')
    const failed = dialog(page, 'Confirm transaction')
    await expect(failed.getByRole('alert')).toContainText('Nothing left your wallet')
    await expect(failed.getByRole('button', { name: 'Retry' })).toBeVisible()
  })
})

test('[2.38] [4.7] [7.25] a wallet of one’s own pays in: shown here, signed there, credited', async ({
  page,
}) => {
  const wallet = await injectSolanaWallet(page, randomBytes(32))
  await giveOnSolana(wallet.address)
  await openMarket(page, stack.baseUrl, SYMBOL)
  await walletRow(await openWallets(page), SOLANA_WALLET_NAME).click()
  await dialog(page, 'Sign in').getByRole('button', { name: 'Sign message' }).click()
  await page.getByRole('banner').getByRole('button', { name: 'Deposit' }).click(SLOW)
  await dialog(page, 'Deposit')
    .getByRole('button', { name: `Pay with ${SOLANA_WALLET_NAME}` })
    .click(SLOW)
  const form = dialog(page, 'Deposit from Solana')
  await form.getByRole('textbox', { name: 'Amount' }).fill('50')
  await form.getByRole('button', { name: 'Continue' }).click(SLOW)

  const box = dialog(page, 'Confirm transaction')
  await test.step('declined: nothing left the wallet, and another try shows it anew', async () => {
    await expect(box.getByText('Vest deposit')).toBeVisible(SLOW)
    await expect(box.getByText('your account')).toBeVisible()
    wallet.declineAll(true)
    await box.getByRole('button', { name: 'Approve' }).click()
    await expect(box.getByText('You declined the transaction. Nothing left your wallet.')).toBeVisible()
    wallet.declineAll(false)
    await box.getByRole('button', { name: 'Retry' }).click()
  })

  await box.getByRole('button', { name: 'Approve' }).click(SLOW)
  const receipt = dialog(page, 'Receipt')
  await expect(receipt.getByText('Your deposit arrives in about 20 seconds')).toBeVisible(SLOW)
  const steps = receipt.getByRole('list', { name: 'Steps of this deposit' })
  await expect(steps.locator('[aria-current=step]')).toHaveCount(0, SLOW)
  await expect(steps.getByText('Credited to your account')).toHaveClass(/text-t1/)
  await receipt.getByRole('button', { name: 'Done' }).click()
  await page.goto(`${stack.baseUrl}/portfolio?view=transfers`)
  await expect(page.getByRole('row').filter({ hasText: 'Deposit' })).toContainText('50.00', SLOW)
})
