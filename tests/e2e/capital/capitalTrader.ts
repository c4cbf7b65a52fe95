/**
 * Vest Capital as a person uses it: choosing a plan, paying on devnet's page, trading what it brings, and moving a market
 * far enough that the account is judged.
 */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, type Locator, type Page } from '@playwright/test'
import { createBooks } from '@vest/devnet'
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
  // A purchase that is refused is told in a notice, which goes again; one that is on its way, on its button.
  let said: string | undefined
  const notice = page.getByRole('region', { name: 'Notifications' }).getByRole('alert').first()
  void notice.innerText(SLOW).then(
    (text) => (said = text),
    () => undefined,
  )
  await page.waitForURL(/\/devnet\/checkout\//, SLOW).catch(async (cause: unknown) => {
    const buttons = await plan(page, name).getByRole('button').allInnerTexts()
    throw new Error(`The page of the payment did not come; notice: ${said}; buttons: ${buttons.join()}`, {
      cause,
    })
  })
  await expect(page.getByRole('heading', { name: new RegExp(name) })).toBeVisible()
}

/** Pays, waits until the exchange has heard of it, and begins; the session of the payment. */
export async function payAndBegin(page: Page): Promise<string> {
  await page.getByRole('button', { name: /^Pay \d/ }).click()
  await page.waitForURL(/\/payment\/success\?session_id=/, SLOW)
  const session = new URL(page.url()).searchParams.get('session_id')!
  await expect(page.getByRole('heading', { name: 'Evaluation ready' })).toBeVisible(SLOW)
  await expect(page.getByRole('status').filter({ hasText: /Receipt sent to \S+@\S+\./ })).toBeVisible()
  // Each step that is over says when it was, the last one which account it brought.
  const steps = page.getByRole('list', { name: 'Steps of the purchase' }).getByRole('listitem')
  await expect(steps).toHaveText(
    [/^Checkout finished\d\d:\d\d:\d\d$/, /^Payment confirmed\d\d:\d\d:\d\d$/, /^Evaluation account0x/],
    SLOW,
  )
  await page.getByRole('button', { name: 'Start trading' }).click()
  await page.waitForURL(/\/trade\//, SLOW)
  await expect(banner(page, 'Evaluation Mode')).toBeVisible(SLOW)
  return session
}

/** The provider has nothing to sell, before the stack is first started. */
export const sellNothing = (dataDir: string): Promise<void> =>
  writeFile(join(dataDir, 'payments.json'), JSON.stringify({ ...createBooks(), products: [], prices: [] }))

/** A plan beside the three, as an operator makes one at the provider, before the stack is first started. */
export async function sellBronze(dataDir: string): Promise<void> {
  const books = createBooks()
  const { products, prices } = books
  const metadata = { ...products[0]!.metadata, ...BRONZE }
  const [product, price] = ['prod_bronze', 'price_bronze']
  const of = { ...products[0]!, id: product, name: 'Bronze', metadata, default_price: price }
  const kept = {
    ...books,
    products: [...products, of],
    prices: [...prices, { ...prices[0]!, id: price, product }],
  }
  await writeFile(join(dataDir, 'payments.json'), JSON.stringify(kept))
}
/** Its drawdown is reached before the loss of a day: 200 and 300 dollars of its size. */
const BRONZE = { max_daily_loss: '6', max_drawdown: '4' }

/** The bank of the buyer takes the money back, or the dispute about it is decided. */
export async function disputePayment(
  baseUrl: string,
  sessionId: string,
  outcome?: 'won' | 'lost',
): Promise<void> {
  const answer = await programFetch(baseUrl)(`${baseUrl}/devnet/payments/dispute`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ sessionId, ...(outcome === undefined ? {} : { outcome }) }),
  })
  expect(answer.status).toBe(200)
}

/** Puts another of the person's accounts on screen, by what its row says. */
export async function switchAccount(page: Page, row: Locator): Promise<void> {
  await header(page).locator('[aria-haspopup="dialog"][title^="0x"]').click()
  await row.click(SLOW)
}
export const accountRow = (page: Page, account: string): Locator =>
  dialog(page, 'Account').locator(`button[title="${account}"]`)

export const banner = (page: Page, text: string): Locator =>
  page.getByRole(/Failed|Liquidated/.test(text) ? 'alert' : 'status').filter({ hasText: text })

/** The account that the header shows. */
export const shownAccount = async (page: Page): Promise<string> =>
  (await header(page).locator('[aria-haspopup="dialog"][title^="0x"]').getAttribute('title'))!

/** Moves a market by this many percent, in steps that no exchange would take for an error; `stepPercent`: how far each. */
export async function movePrice(
  baseUrl: string,
  symbol: string,
  percent: number,
  stepPercent = STEP_PERCENT,
): Promise<void> {
  const client = createVestClient({ baseUrl })
  const indexNow = async (): Promise<number> =>
    Number((await client.tickers({ symbols: [symbol] }))[0]!.indexPrice)
  const steps = Math.ceil(Math.abs(percent) / stepPercent)
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
