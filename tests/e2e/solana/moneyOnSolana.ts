/** Withdrawing to Solana as people do, and what lies there then by the chain itself. */
import { expect, type Page } from '@playwright/test'
import { solanaAddressOf, SOLANA_USDC_MINT, solanaTokenAccount } from '@vest/protocol'
import { createHash } from 'node:crypto'
import { dialog } from '../traderPage.ts'

const SLOW = { timeout: 60_000 }
const sha256 = (bytes: Uint8Array): Uint8Array => createHash('sha256').update(bytes).digest()

/** From the open dialog, with network and recipient chosen, to the money. */
export async function withdrawToSolana(page: Page, amount: string): Promise<void> {
  const box = dialog(page, 'Withdraw')
  await box.getByRole('textbox', { name: 'Amount' }).fill(amount)
  await box.getByRole('button', { name: 'Continue' }).click(SLOW)
  await dialog(page, 'Confirm network').getByRole('button', { name: 'Continue with Solana' }).click()
  const check = dialog(page, 'Check and sign')
  await expect(check.getByText('about 15 seconds')).toBeVisible()
  await check.getByRole('button', { name: /^Sign and withdraw / }).click()
  await expect(box.getByRole('button', { name: 'Done' })).toBeVisible(SLOW)
  await box.getByRole('button', { name: 'Done' }).click()
}

/** USDC of a wallet, as Solana's RPC tells it. */
export async function usdcOnSolana(baseUrl: string, owner: string): Promise<string> {
  const account = solanaAddressOf(solanaTokenAccount(owner, SOLANA_USDC_MINT, sha256))
  const response = await fetch(`${baseUrl}/devnet/rpc/0`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'getTokenAccountBalance', params: [account] }),
  })
  const { result } = (await response.json()) as { result: { value: { uiAmountString: string } } }
  return result.value.uiAmountString
}
