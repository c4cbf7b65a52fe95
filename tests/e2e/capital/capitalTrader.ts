/**
 * Vest Capital as somebody uses it: choosing a plan, paying on devnet's page, trading what it brings, and moving a market
 * far enough that the account is judged.
 */
import { expect, type Locator, type Page } from '@playwright/test'
import { createVestClient } from '@vest/sdk/node'
import { programFetch } from '../../world/stack.ts'
import { until } from '../../world/until.ts'
import { dialog } from '../traderPage.ts'

const SLOW = { timeout: 60_000 }

export const header = (page: Page): Locator => page.getByRole('banner')
export const plan = (page: Page, name: string): Locator => page.getByRole('article', { name, exact: true })

/** To devnet's page of the payment. */
export async function choosePlan(page: Page, name: string): Promise<void> {
  await plan(page, name)
    .getByRole('button', { name: /^Buy for / })
    .click()
  await page.waitForURL(/\/devnet\/checkout\//, SLOW)
  await expect(page.getByRole('heading', { name: new RegExp(name) })).toBeVisible()
}

/** Pays, waits until the exchange has heard of it, and begins. */
export async function payAndBegin(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Pay \d/ }).click()
  await page.waitForURL(/\/payment\/success\?session_id=/, SLOW)
  await expect(page.getByRole('heading', { name: 'Evaluation ready' })).toBeVisible(SLOW)
  await page.getByRole('button', { name: 'Start trading' }).click()
  await page.waitForURL(/\/trade\//, SLOW)
  await expect(banner(page, 'Evaluation Mode')).toBeVisible(SLOW)
}

export const banner = (page: Page, text: string): Locator =>
  page.getByRole(/Failed|Liquidated/.test(text) ? 'alert' : 'status').filter({ hasText: text })

/** The account that the header shows. */
export const shownAccount = async (page: Page): Promise<string> =>
  (await header(page).locator('[aria-haspopup="dialog"][title^="0x"]').getAttribute('title'))!

/** Moves a market by this many percent, in steps that no exchange would take for an error. */
export async function movePrice(baseUrl: string, symbol: string, percent: number): Promise<void> {
  const client = createVestClient({ baseUrl })
  const indexNow = async (): Promise<number> =>
    Number((await client.tickers({ symbols: [symbol] }))[0]!.indexPrice)
  const steps = Math.ceil(Math.abs(percent) / STEP_PERCENT)
  for (let step = 0; step < steps; step += 1) {
    const before = await indexNow()
    const part = percent / steps
    const answer = await programFetch(baseUrl)(`${baseUrl}/devnet/jump`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ symbol, percent: part }),
    })
    expect(answer.status).toBe(200)
    await until(`${symbol} has moved`, async () => {
      const moved = ((await indexNow()) / before - 1) * 100
      return Math.sign(part) * moved > Math.abs(part) / 2
    })
  }
}
const STEP_PERCENT = 1

/** How much of a market is worth so many dollars now, with its own decimals, rounded down. */
export async function sizeWorth(baseUrl: string, symbol: string, dollars: number): Promise<string> {
  const client = createVestClient({ baseUrl })
  const [ticker] = await client.tickers({ symbols: [symbol] })
  const { symbols } = await client.exchangeInfo()
  const { sizeDecimals } = symbols.find((market) => market.symbol === symbol)!
  const unit = 10 ** sizeDecimals
  return (Math.floor((dollars / Number(ticker!.markPrice)) * unit) / unit).toFixed(sizeDecimals)
}

export async function closeResult(page: Page, title: string): Promise<void> {
  const box = dialog(page, title)
  await expect(box).toBeVisible(SLOW)
  await box.getByRole('button', { name: 'Close' }).click()
  await expect(box).toBeHidden()
}
