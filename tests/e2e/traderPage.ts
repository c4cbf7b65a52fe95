/**
 * The app as a trader uses it: each function is one thing a person does, done through what the screen says and
 * finished when the screen says that it is done. Locators are roles and accessible names, as a reader of the
 * screen would hear them.
 */
import { expect, type Locator, type Page } from '@playwright/test'
import { WALLET_NAME } from '../world/injectedWallet.ts'

/** What crosses the chain takes a block, its observation and a journal entry; other work may share the machine. */
const SLOW = { timeout: 60_000 }

export const dialog = (page: Page, name: string): Locator => page.getByRole('dialog', { name, exact: true })
export const ticket = (page: Page): Locator => page.getByRole('region', { name: 'Order form' })
const header = (page: Page): Locator => page.getByRole('banner')

export async function openMarket(page: Page, baseUrl: string, symbol: string): Promise<void> {
  await page.goto(`${baseUrl}/trade/${symbol}`)
  await expect(ticket(page)).toBeVisible(SLOW)
}

/** Opens the list of wallets and answers it. */
export async function openWallets(page: Page): Promise<Locator> {
  await header(page).getByRole('button', { name: 'Log in' }).click()
  return dialog(page, 'Log in')
}
export const walletRow = (list: Locator, wallet: string): Locator =>
  list.getByRole('button', { name: new RegExp(`^${wallet}`) })

/** Connects the injected wallet and approves a session key. */
export async function signIn(page: Page, wallet: string = WALLET_NAME): Promise<void> {
  await walletRow(await openWallets(page), wallet).click()
  await dialog(page, 'Sign in').getByRole('button', { name: 'Sign message' }).click()
  await expect(dialog(page, 'Sign in')).toBeHidden(SLOW)
  await expect(header(page).getByRole('button', { name: 'Deposit' })).toBeVisible(SLOW)
}

/** Takes test USDC where the wallet is empty, then deposits `amount`, such as "5,000.00". */
export async function deposit(page: Page, amount: string): Promise<void> {
  await header(page).getByRole('button', { name: 'Deposit' }).click()
  const box = dialog(page, 'Deposit')
  const submit = box.getByRole('button', { name: `Deposit ${amount} USDC` })
  const faucet = box.getByRole('button', { name: 'Get test USDC' })
  // The owner of an embedded wallet without a way back is asked first.
  const later = box.getByRole('button', { name: 'Not now' })
  await expect(later.or(box.getByRole('textbox', { name: 'Amount' }))).toBeVisible(SLOW)
  if (await later.isVisible()) await later.click()
  await expect(box.getByRole('textbox', { name: 'Amount' })).toBeVisible(SLOW)
  await expect(box.getByText(/^Balance [\d,]/)).toBeVisible(SLOW)
  if (await faucet.isVisible()) {
    await faucet.click()
    await expect(box.getByText(/^Balance 10,000\.00/)).toBeVisible(SLOW)
  }
  await box.getByRole('textbox', { name: 'Amount' }).fill(amount.replace(/,/g, ''))
  await submit.click()
  await expect(box.getByText('Credited to your account')).toBeVisible(SLOW)
  await box.getByRole('button', { name: 'Done' }).click()
  await expect(box).toBeHidden()
}

export interface TicketOrder {
  readonly side: 'Long' | 'Short'
  readonly size: string
  /** Absent = a market order. */
  readonly limitPrice?: string
}

/** Fills the ticket and presses its button; resolves when a notice has told the outcome. */
export async function sendOrder(page: Page, order: TicketOrder): Promise<void> {
  const form = ticket(page)
  await form.getByRole('tab', { name: order.limitPrice === undefined ? 'Market' : 'Limit' }).click()
  await form.getByRole('radio', { name: order.side }).click()
  if (order.limitPrice !== undefined)
    await form.getByRole('textbox', { name: 'Price' }).fill(order.limitPrice)
  await form.getByRole('textbox', { name: 'Size' }).fill(order.size)
  const submit = form.getByRole('button', {
    name: new RegExp(`^${order.side} ${order.size.replace('.', '\\.')} `),
  })
  const outcome = page
    .getByText(
      new RegExp(
        `^${order.side} ${order.size.replace('.', '\\.')}0* \\w+ ${order.limitPrice === undefined ? 'filled' : 'placed'}$`,
      ),
    )
    .first()
  const asksAgain = form.getByText('Press again to send.')
  // A refusal leaves after twelve seconds: a failure tells what was said meanwhile.
  const heard = new Set<string>()
  const said = page.getByRole('region', { name: 'Notifications' }).getByRole('alert')
  const ends = async (): Promise<string> => {
    for (const text of await said.allInnerTexts()) heard.add(text.replaceAll('\n', ' '))
    if (await outcome.isVisible()) return 'done'
    return (await asksAgain.isVisible()) ? 'asks again' : `neither; refusals: ${[...heard].join(' | ')}`
  }
  await submit.click()
  // Prices may be stale for a moment on a busy machine; the ticket then asks for a second press.
  await expect.poll(ends, { ...SLOW, intervals: [100] }).toMatch(/^(done|asks again)$/)
  if ((await ends()) === 'asks again') await submit.click()
  await expect.poll(ends, { ...SLOW, intervals: [100] }).toBe('done')
}

export async function showList(
  page: Page,
  name: 'Positions' | 'Open orders' | 'Order history',
): Promise<void> {
  await page.getByRole('tab', { name: new RegExp(`^${name}`) }).click()
}

/** Cells of the only row of a table, by column; read at one moment. */
export async function onlyRow(page: Page, table: string): Promise<Readonly<Record<string, string>>> {
  const grid = page.getByRole('table', { name: table })
  await expect(grid.locator('tbody tr')).toHaveCount(1, SLOW)
  return grid.evaluate((element) => {
    const texts = (selector: string): string[] =>
      [...element.querySelectorAll<HTMLElement>(selector)].map((cell) => cell.innerText.trim())
    const heads = texts('thead th')
    return Object.fromEntries(texts('tbody tr:first-child td').map((text, at) => [heads[at] ?? '', text]))
  })
}

export async function cancelOrder(page: Page, market: string): Promise<void> {
  await showList(page, 'Open orders')
  await page.getByRole('button', { name: `Cancel ${market} order` }).click()
  await expect(page.getByText('No open orders')).toBeVisible(SLOW)
}

export async function closePosition(page: Page, market: string): Promise<void> {
  await showList(page, 'Positions')
  await page.getByRole('button', { name: `Close ${market} position` }).click()
  await dialog(page, 'Close position')
    .getByRole('button', { name: /^Close [\d.,]+ / })
    .click()
  await expect(page.getByText('No positions found')).toBeVisible(SLOW)
}

/** Asks for a withdrawal that the owner sends; resolves when the validators have approved it and the claim is offered. */
export async function requestWithdrawal(page: Page, amount: string): Promise<void> {
  await header(page).getByRole('button', { name: 'Withdraw' }).click()
  const box = dialog(page, 'Withdraw')
  await box.getByRole('textbox', { name: 'Amount' }).fill(amount.replace(/,/g, ''))
  await box.getByRole('button', { name: 'Continue' }).click()
  await dialog(page, 'Confirm network').getByRole('button', { name: 'Continue with Arbitrum' }).click()
  const check = dialog(page, 'Check and sign')
  await check.getByRole('radio', { name: /^I send it/ }).click()
  await check.getByRole('button', { name: /^Sign and withdraw / }).click()
  await expect(dialog(page, 'Withdrawal Approved')).toBeVisible(SLOW)
}

/** Calls the vault from the wallet. */
export async function claimWithdrawal(page: Page): Promise<void> {
  const box = dialog(page, 'Withdrawal Approved')
  await box.getByRole('button', { name: 'WITHDRAW' }).click(SLOW)
  await expect(box.getByText("The USDC is in the recipient's wallet.")).toBeVisible(SLOW)
  await box.getByRole('button', { name: 'Done' }).click()
}

/** After an interruption the page heals by itself. */
export async function expectLiveFeed(page: Page): Promise<void> {
  await expect(header(page).getByLabel('Live feed healthy')).toBeVisible(SLOW)
}

/** A notice may stand over what comes next; one may leave by itself meanwhile. */
export async function closeNotices(page: Page): Promise<void> {
  const close = page.getByRole('region', { name: 'Notifications' }).getByRole('button', { name: 'Close' })
  while ((await close.count()) > 0)
    await close.evaluateAll((buttons) => {
      for (const button of buttons) (button as HTMLButtonElement).click()
    })
}
