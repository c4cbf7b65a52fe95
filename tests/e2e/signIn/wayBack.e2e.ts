/**
 * The third part of the key, in the browser: a passkey signs in and opens the wallet where it was never seen; a file does
 * the second; the key itself is shown after a proof of who asks; parts made anew end the former ones.
 */
import { expect, test, type BrowserContext, type CDPSession, type Page } from '@playwright/test'
import { graveViolations } from '../accessibility.ts'
import { journeyStack } from '../journeyStack.ts'
import { deposit, dialog, openMarket, openWallets } from '../traderPage.ts'
import {
  approveWithdrawal,
  askForWithdrawal,
  comeFromGoogle,
  expectSignedIn,
  logOut,
  newEmail,
  openAccount,
  pressInFrame,
  readAccount,
  saveFile,
  typeCode,
  signInWithGoogle,
  walletFrame,
} from './embeddedTrader.ts'

const SYMBOL = 'BTC-PERP'
const SLOW = { timeout: 60_000 }

interface Pocket {
  readonly session: CDPSession
  readonly authenticatorId: string
}

/** An authenticator with PRF that verifies its owner by itself. */
async function authenticatorOf(context: BrowserContext, page: Page): Promise<Pocket> {
  const session = await context.newCDPSession(page)
  await session.send('WebAuthn.enable')
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      ctap2Version: 'ctap2_1',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      hasPrf: true,
      automaticPresenceSimulation: true,
    },
  })
  return { session, authenticatorId }
}

test.describe('a way back into an embedded wallet', () => {
  const stack = journeyStack()

  test('[6.4] by passkey: signs in without a code, shows the key, and is gone once it is removed', async ({
    page,
    context,
  }) => {
    await authenticatorOf(context, page)
    await openMarket(page, stack.baseUrl, SYMBOL)
    const email = newEmail('gmail.com')
    await signInWithGoogle(page, email)
    const account = await readAccount(page)
    await page.goto(`${stack.baseUrl}/sessions`)
    const passkeys = page.getByRole('region', { name: 'Passkeys' })
    await passkeys.getByRole('button', { name: 'Add a passkey' }).click()
    await pressInFrame(page, /^Passkey/)
    await expect(passkeys.getByText(/^Added /)).toBeVisible(SLOW)
    await expect(page.getByRole('region', { name: 'Your key' }).getByText('Passkey')).toBeVisible(SLOW)
    expect(await graveViolations(page)).toEqual([])

    await test.step('the key is shown to its owner, while the button is held', async () => {
      await page.getByRole('button', { name: 'Export' }).click()
      await expect(walletFrame(page).getByText('A person who has this key can take your money')).toBeVisible(
        SLOW,
      )
      await pressInFrame(page, /^Passkey/)
      const frame = walletFrame(page)
      await expect(frame.getByRole('heading', { name: 'Your keys' })).toBeVisible(SLOW)
      await expect(frame.getByText(/^0x[0-9a-f]{64}$/)).toHaveCount(0)
      await frame.getByRole('button', { name: 'Hold to show' }).dispatchEvent('pointerdown')
      await expect(frame.getByText(/^0x[0-9a-f]{64}$/)).toHaveCount(0)
      await frame.getByRole('button', { name: 'Hold to show' }).focus()
      await page.keyboard.down('Space')
      await expect(frame.getByText(/^0x[0-9a-f]{64}$/)).toBeVisible()
      await page.keyboard.up('Space')
      await expect(frame.getByText(/^0x[0-9a-f]{64}$/)).toHaveCount(0)
      await pressInFrame(page, 'Done')
    })

    await test.step('a browser that has lost its part comes in by the passkey alone', async () => {
      await logOut(page)
      await forgetWallet(page)
      await page.reload()
      const box = await openWallets(page)
      await box.getByRole('button', { name: 'Use a passkey' }).click()
      await expect.poll(async () => (await readAccount(page)).address, SLOW).toBe(account.address)
    })

    await page.goto(`${stack.baseUrl}/sessions`)
    await passkeys.getByRole('button', { name: /^Remove/ }).click()
    await pressInFrame(page, 'Approve')
    await typeCode(page, email)
    await expect(page.getByText('The passkey was removed').first()).toBeVisible(SLOW)
    await expect(page.getByRole('region', { name: 'Your key' }).getByText('Not saved yet')).toBeVisible(SLOW)
  })

  test('by file in a second browser; parts made anew lock it until the file is shown again', async ({
    page,
    browser,
  }) => {
    const email = newEmail('gmail.com')
    await openMarket(page, stack.baseUrl, SYMBOL)
    await signInWithGoogle(page, email)
    const account = await readAccount(page)
    await openAccount(page)
    await dialog(page, 'Account').getByRole('button', { name: 'Save a way back in' }).click()
    const path = await saveFile(page)

    const other = await (await browser.newContext()).newPage()
    const openByFile = async (): Promise<void> => {
      await comeFromGoogle(other, email)
      await dialog(other, 'Setting up your wallet')
        .getByRole('button', { name: 'Use my way back in' })
        .click()
      await walletFrame(other).locator('input[type=file]').setInputFiles(path)
      await pressInFrame(other, 'Recover')
      await expectSignedIn(other)
      expect(await readAccount(other)).toEqual(account)
    }
    await openMarket(other, stack.baseUrl, SYMBOL)
    await openByFile()

    await page.goto(`${stack.baseUrl}/sessions`)
    await page.getByRole('button', { name: 'Make anew' }).click()
    await pressInFrame(page, 'Approve')
    await expect(page.getByText('All parts were made anew').first()).toBeVisible(SLOW)
    await logOut(other)
    await openByFile()
    await other.context().close()
  })

  test('[6.4] an empty wallet whose parts are lost gives way to a new one; letters say what was done, and money keeps it', async ({
    page,
    browser,
  }) => {
    const email = newEmail('gmail.com')
    await openMarket(page, stack.baseUrl, SYMBOL)
    await signInWithGoogle(page, email)
    const former = await readAccount(page)

    const other = await (await browser.newContext()).newPage()
    const comeTo = async (one: Page) => {
      await comeFromGoogle(one, email)
      return dialog(one, 'Setting up your wallet').getByRole('button', { name: /Make a new wallet$/ })
    }
    await openMarket(other, stack.baseUrl, SYMBOL)
    await (await comeTo(other)).click()
    await expect(walletFrame(other).getByText('The former address is never opened again')).toBeVisible(SLOW)
    await pressInFrame(other, 'Approve')
    await typeCode(other, email)
    await expectSignedIn(other)
    expect((await readAccount(other)).address).not.toBe(former.address)

    await deposit(other, '500.00')
    await approveWithdrawal(other, await askForWithdrawal(other, '25'))
    const mail = await other.context().newPage()
    for (const subject of [
      'A new signer acts for your Vest account',
      'Your Vest wallet was replaced by a new one',
      'Withdrawal of 25.00 USDC from Vest',
    ])
      await expect(async () => {
        await mail.goto(`${stack.baseUrl}/devnet/mail?to=${encodeURIComponent(email)}`)
        await expect(mail.getByText(subject).first()).toBeVisible({ timeout: 1_000 })
      }).toPass(SLOW)

    // The first browser is the one that is locked now: no new wallet takes the place of what holds money.
    await logOut(page)
    await (await comeTo(page)).click()
    await expect(
      dialog(page, 'Log in').getByText('Something lies in this wallet or is on its way to it.'),
    ).toBeVisible(SLOW)
    await other.context().close()
  })

  /** As a browser does that has been cleared: nothing of the wallet's origin is left. */
  async function forgetWallet(page: Page): Promise<void> {
    const answer = await fetch(`${stack.baseUrl}/v2/identity`)
    const { walletOrigin } = (await answer.json()) as { walletOrigin: string }
    const session = await page.context().newCDPSession(page)
    await session.send('Storage.clearDataForOrigin', { origin: walletOrigin, storageTypes: 'all' })
  }
})
