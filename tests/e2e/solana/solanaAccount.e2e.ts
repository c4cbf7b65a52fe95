/**
 * A trader with a Solana wallet and nothing else: connects, signs one text, trades, and reads everywhere the address that
 * the wallet shows.
 */
import { randomBytes } from 'node:crypto'
import { expect, test, type Page } from '@playwright/test'
import { injectSolanaWallet, SOLANA_WALLET_NAME } from '../../world/injectedSolanaWallet.ts'
import { journeyStack } from '../journeyStack.ts'
import { usdcOnSolana, withdrawToSolana } from './moneyOnSolana.ts'
import {
  closePosition,
  dialog,
  onlyRow,
  openMarket,
  openWallets,
  sendOrder,
  showList,
  ticket,
  walletRow,
} from '../traderPage.ts'

const SYMBOL = 'SPY-USD-PERP'
const LABEL = 'SPY-USD'
const SIZE = '0.1000'
const SLOW = { timeout: 60_000 }

const stack = journeyStack()
const capsule = (page: Page) => page.getByRole('banner').getByRole('button', { name: /Primary/ })
const shortOf = (address: string, head: number) => `${address.slice(0, head)}…${address.slice(-4)}`

test('[1.1] [2.33] [7.2] [8.63] [5.2] from a Solana wallet to a trade, named by its address everywhere', async ({
  page,
}) => {
  const wallet = await injectSolanaWallet(page, randomBytes(32))
  await openMarket(page, stack.baseUrl, SYMBOL)

  await test.step('the wallet stands in the login dialog; declining changes nothing', async () => {
    const list = await openWallets(page)
    wallet.declineAll(true)
    await walletRow(list, SOLANA_WALLET_NAME).click()
    await expect(list.getByText('You declined the connection in your wallet.')).toBeVisible()
    wallet.declineAll(false)
    await walletRow(list, SOLANA_WALLET_NAME).click()
    const box = dialog(page, 'Sign in')
    await expect(box.getByText(shortOf(wallet.address, 6))).toBeVisible()
    await expect(box.getByText(`${SOLANA_WALLET_NAME} · Solana`)).toBeVisible()
    wallet.declineAll(true)
    await box.getByRole('button', { name: 'Sign message' }).click()
    await expect(box.getByText(/The message was not signed/)).toBeVisible()
    wallet.declineAll(false)
    await box.getByRole('button', { name: 'Sign message' }).click()
    await expect(box).toBeHidden(SLOW)
  })

  await test.step('it has signed one plain text', () => {
    expect(wallet.asked.at(-1)).toMatch(/^Approve trading signer 0x[0-9a-f]{40} until \d{13}$/)
  })

  await test.step('header and account dialog say its address, whole where it is copied', async () => {
    await expect(capsule(page)).toContainText(shortOf(wallet.address, 4))
    await expect(capsule(page)).toHaveAttribute('title', wallet.address)
    await capsule(page).click()
    const box = dialog(page, 'Account')
    await expect(box.getByText(shortOf(wallet.address, 6))).toHaveAttribute('title', wallet.address)
    await box.getByRole('button', { name: 'Get test USDC' }).click()
    await expect(page.getByText('10,000 USDC are in your account.')).toBeVisible(SLOW)
    await page.keyboard.press('Escape')
  })

  await test.step('the deposit dialog says where to pay in on Solana', async () => {
    await page.getByRole('banner').getByRole('button', { name: 'Deposit' }).click()
    const box = dialog(page, 'Deposit')
    await expect(box.getByText(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/)).toBeVisible(SLOW)
    await expect(box.getByText(/^0x[0-9a-f]{40}$/)).toBeVisible()
    await expect(box.getByRole('button', { name: 'Copy: Memo: your account' })).toBeVisible()
    await page.keyboard.press('Escape')
  })

  await test.step('it trades: a position, its end, and both in the history', async () => {
    await expect(
      ticket(page)
        .getByText(/9,99\d|10,000/)
        .first(),
    ).toBeVisible(SLOW)
    await sendOrder(page, { side: 'Long', size: SIZE })
    await showList(page, 'Positions')
    expect(await onlyRow(page, 'Positions')).toMatchObject({ Side: 'Long', Size: `${SIZE} SPY` })
    await closePosition(page, LABEL)
    await showList(page, 'Order history')
    await expect(page.getByRole('table', { name: 'Order history' }).locator('tbody tr')).toHaveCount(2, SLOW)
  })

  await test.step('it takes money to its own wallet without another signature', async () => {
    await page.getByRole('banner').getByRole('button', { name: 'Withdraw' }).click()
    await withdrawToSolana(page, '100')
    expect(await usdcOnSolana(stack.baseUrl, wallet.address)).toBe('99.5')
  })

  await test.step('after a reload it is there without a signature', async () => {
    const signatures = wallet.asked.filter((one) => one.startsWith('Approve')).length
    await page.reload()
    await expect(capsule(page)).toHaveAttribute('title', wallet.address, SLOW)
    expect(wallet.asked.filter((one) => one.startsWith('Approve'))).toHaveLength(signatures)
  })

  await test.step('the portfolio lists the deposit', async () => {
    await page.goto(`${stack.baseUrl}/portfolio?view=transfers`)
    const row = page.getByRole('row').filter({ hasText: 'Deposit' })
    await expect(row).toHaveCount(1, SLOW)
    await expect(row).toContainText('10,000.00')
  })
})
