/** The app as a person without a wallet uses it: by mail or with Google, and with presses in the wallet's own frame. */
import { expect, type FrameLocator, type Page } from '@playwright/test'
import { until } from '../../world/until.ts'
import { dialog, openWallets } from '../traderPage.ts'

const SLOW = { timeout: 60_000 }
/** Of the frame, upper and lower. */
const BORDERS_PX = 2
const header = (page: Page) => page.getByRole('banner')

export const newEmail = (host = 'mail.example'): string =>
  `p${Math.random().toString(36).slice(2, 10)}@${host}`

/** From devnet's mailbox, the newest. */
export async function mailedCode(baseUrl: string, email: string, but?: string): Promise<string> {
  return until('the code has come by mail', async () => {
    const answer = await fetch(new URL(`/devnet/mail.json?to=${encodeURIComponent(email)}`, baseUrl))
    const { mails } = (await answer.json()) as { mails: readonly { code: string | null }[] }
    // Letters come between.
    const code = mails.find((mail) => mail.code !== null)?.code ?? undefined
    return code === but ? undefined : code
  })
}

/** To the cells of the code. */
export async function askForCode(page: Page, email: string): Promise<void> {
  const box = await openWallets(page)
  await box.getByRole('textbox', { name: 'E-mail' }).fill(email)
  await box.getByRole('button', { name: 'Continue', exact: true }).click()
  await expect(dialog(page, 'Enter the code')).toBeVisible(SLOW)
}

export const codeField = (page: Page) =>
  dialog(page, 'Enter the code').getByRole('textbox', { name: 'Code of six digits' })

/** The account is there, and nothing was asked. */
export async function expectSignedIn(page: Page): Promise<void> {
  await expect(header(page).getByRole('button', { name: 'Deposit' })).toBeVisible(SLOW)
  await expect(page.getByRole('dialog')).toBeHidden()
}

/** `but`: the code of an earlier mail. Answers the code. */
export async function signInByMail(
  page: Page,
  baseUrl: string,
  email: string,
  but?: string,
): Promise<string> {
  await askForCode(page, email)
  const code = await mailedCode(baseUrl, email, but)
  await codeField(page).fill(code)
  await expectSignedIn(page)
  return code
}

export async function signInWithGoogle(page: Page, email: string): Promise<void> {
  await comeFromGoogle(page, email)
  await expectSignedIn(page)
}

/** With more than 1,000 USDC and no way back in. */
export async function returnWithGoogle(page: Page, email: string): Promise<void> {
  await comeFromGoogle(page, email)
  await putOffReminder(page)
  await expectSignedIn(page)
}

/** To wherever the provider's word leads. */
export async function comeFromGoogle(
  page: Page,
  email: string,
  { isRemembered = true }: { readonly isRemembered?: boolean } = {},
): Promise<void> {
  const box = await openWallets(page)
  await box.getByRole('checkbox', { name: 'Remember me' }).setChecked(isRemembered)
  await box.getByRole('button', { name: 'Continue with Google' }).click()
  // Devnet's stand-in: any address may be entered there.
  await page.waitForURL(/\/devnet\/google\//, SLOW)
  await page.getByRole('textbox', { name: 'E-mail' }).fill(email)
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
}

/** What the account dialog says of who this is. */
export async function readAccount(page: Page): Promise<{ readonly name: string; readonly address: string }> {
  const capsule = header(page).locator('[aria-haspopup="dialog"]')
  const address = await capsule.getAttribute('title')
  await capsule.click()
  const box = dialog(page, 'Account')
  const name = await box.locator('[title]').first().innerText()
  await page.keyboard.press('Escape')
  await expect(box).toBeHidden()
  return { name, address: address! }
}

/** Chooses a passphrase in the wallet's frame. */
export async function saveRecovery(page: Page, passphrase: string): Promise<void> {
  await openAccount(page)
  await dialog(page, 'Account').getByRole('button', { name: 'Save a way back in' }).click()
  await pressInFrame(page, /^Passphrase/)
  const frame = walletFrame(page)
  await frame.getByRole('textbox', { name: 'Passphrase' }).fill(passphrase)
  await frame.getByLabel('Once more').fill(passphrase)
  await pressInFrame(page, 'Save')
  await expectSaved(page)
}

export const openAccount = (page: Page): Promise<void> =>
  header(page).locator('[aria-haspopup="dialog"]').click()

export const expectSaved = (page: Page): Promise<void> =>
  expect(page.getByText('Saved. It opens this wallet in another browser.').first()).toBeVisible(SLOW)

/** Once the frame stands still: the browser drops presses on one that has just moved. */
export async function pressInFrame(page: Page, name: string | RegExp): Promise<void> {
  // The cross of the bar may bear the same name; it comes first.
  const button = walletFrame(page).getByRole('button', { name }).last()
  await expect(button).toBeEnabled(SLOW)
  await expectWhole(page)
  await button.click(SLOW)
}

/** The code that the frame asks for; the person had none by mail before. */
export async function typeCode(page: Page, email: string): Promise<void> {
  const frame = walletFrame(page)
  await expect(frame.getByRole('heading', { name: 'Enter the code' })).toBeVisible(SLOW)
  await frame.getByRole('textbox', { name: 'Code of six digits' }).fill(await mailedCode(page.url(), email))
  await pressInFrame(page, 'Continue')
}

/** Takes the way back in as a file; answers what is in it. */
export async function saveFile(page: Page): Promise<string> {
  await pressInFrame(page, /^File/)
  const downloading = page.waitForEvent('download')
  await pressInFrame(page, 'Download the file')
  const path = await (await downloading).path()
  await pressInFrame(page, 'I have stored it')
  await expectSaved(page)
  return path
}

/** More than 1,000 USDC depend on this browser: it is asked for at each login. */
export async function putOffReminder(page: Page): Promise<void> {
  const box = dialog(page, 'One browser holds it all')
  await expect(box).toBeVisible(SLOW)
  await box.getByRole('button', { name: 'Not now' }).click()
  await expect(box).toBeHidden()
}

export async function logOut(page: Page): Promise<void> {
  await header(page).locator('[aria-haspopup="dialog"]').click()
  await dialog(page, 'Account').getByRole('button', { name: 'Log out' }).click()
  await expect(header(page).getByRole('button', { name: 'Log in' })).toBeVisible()
}

export const walletFrame = (page: Page): FrameLocator => page.frameLocator('iframe[title="Vest wallet"]')

/** Asks for a withdrawal; resolves when the wallet's frame shows what it would sign. */
export async function askForWithdrawal(page: Page, amount: string): Promise<FrameLocator> {
  await header(page).getByRole('button', { name: 'Withdraw' }).click()
  const box = dialog(page, 'Withdraw')
  await box.getByRole('textbox', { name: 'Amount' }).fill(amount)
  await box.getByRole('button', { name: 'Continue' }).click()
  await dialog(page, 'Confirm network').getByRole('button', { name: 'Continue with Arbitrum' }).click()
  await dialog(page, 'Check and sign')
    .getByRole('button', { name: /^Sign and withdraw / })
    .click()
  const frame = walletFrame(page)
  await expect(frame.getByRole('heading', { name: 'Approve withdrawal' })).toBeVisible(SLOW)
  await expectWhole(page)
  // Chromium drops presses on a frame that has moved within half a second; Approve opens after six tenths in full sight.
  await expect(frame.getByRole('button', { name: 'Approve', exact: true })).toBeEnabled(SLOW)
  return frame
}

/** The frame has the height of what it asks: it stands still, and a press lands where it is aimed. */
async function expectWhole(page: Page): Promise<void> {
  const place = page.locator('iframe[title="Vest wallet"]')
  const card = walletFrame(page).getByRole('dialog')
  await expect
    .poll(async () => {
      const [outside, inside] = [await place.boundingBox(), await card.boundingBox()]
      return outside === null || inside === null ? Infinity : Math.abs(outside.height - inside.height)
    }, SLOW)
    .toBeLessThanOrEqual(BORDERS_PX)
}

/** Presses Approve and sees the money out. */
export async function approveWithdrawal(page: Page, frame: FrameLocator): Promise<void> {
  await frame.getByRole('button', { name: 'Approve', exact: true }).click(SLOW)
  const box = dialog(page, 'Withdraw')
  await expect(box.getByText('Sent to the recipient')).toBeVisible(SLOW)
  await box.getByRole('button', { name: 'Done' }).click()
  await expect(box).toBeHidden()
}
