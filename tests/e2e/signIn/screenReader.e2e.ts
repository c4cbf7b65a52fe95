/** The way in as a screen reader hears it: what is there, in which order, and what is said when something changes. */
import { expect, test } from '@playwright/test'
import { injectWallet } from '../../world/injectedWallet.ts'
import { journeyStack } from '../journeyStack.ts'
import { createReader } from '../spoken.ts'
import { dialog, openMarket, openWallets } from '../traderPage.ts'
import { codeField, newEmail } from './embeddedTrader.ts'

const BAD_ADDRESS = 'Enter a full e-mail address, like name@example.com'
const WRONG_CODE = 'Wrong code. 4 tries left.'
const REMEMBERED = 'This browser keeps you logged in, everything sealed.'

test.describe('a screen reader', () => {
  const stack = journeyStack()

  test('[2.33] hears every way in, in order, what is wrong, and where it has come', async ({ page }) => {
    await injectWallet(page)
    await openMarket(page, stack.baseUrl, 'BTC-PERP')
    const reader = await createReader(page)
    const box = await openWallets(page)
    await expect(box.getByRole('link', { name: 'Open the mailbox' })).toBeVisible()
    await expect(box.getByRole('button', { name: /^Demo wallet/ })).toBeVisible()
    const AFTER_ADDRESS = [
      'button "Continue"',
      'StaticText "or"',
      'button "Continue with Google"',
      'button "Use a passkey"',
      'heading "Wallets in this browser"',
      'list ""',
      'button "Test Wallet EVM"',
      `checkbox "Remember me" (${REMEMBERED}) checked true`,
      'StaticText "Remember me"',
      `StaticText "${REMEMBERED}"`,
      'StaticText "By logging in you accept the"',
      'link "Terms of Service"',
      'StaticText "and the"',
      'link "Privacy Policy"',
      'StaticText "."',
      'StaticText "Devnet"',
      'link "Open the mailbox"',
      'list ""',
      'button "Demo wallet Test money, nothing to install"',
    ]
    const BEFORE_ADDRESS = [
      'dialog "Log in"',
      'heading "Log in"',
      'button "Close"',
      'StaticText "First time here? The same step opens your account."',
      'StaticText "E-mail"',
    ]
    expect(await reader.read('dialog', 'Log in')).toEqual([
      ...BEFORE_ADDRESS,
      'textbox "E-mail" focused',
      ...AFTER_ADDRESS,
    ])

    await test.step('a bad address is announced, and is the description of its field', async () => {
      await box.getByRole('textbox', { name: 'E-mail' }).fill('mira@proton')
      await page.keyboard.press('Enter')
      await expect(box.getByRole('alert')).toBeVisible()
      expect(await reader.read('dialog', 'Log in')).toEqual([
        ...BEFORE_ADDRESS,
        `textbox "E-mail" (${BAD_ADDRESS}) = mira@proton invalid true focused`,
        'alert "" live assertive',
        `StaticText "${BAD_ADDRESS}"`,
        ...AFTER_ADDRESS,
      ])
    })

    await test.step('the code is one field, in focus; a wrong one is announced with the tries that are left', async () => {
      const email = newEmail()
      await box.getByRole('textbox', { name: 'E-mail' }).fill(email)
      await page.keyboard.press('Enter')
      await expect(dialog(page, 'Enter the code')).toBeVisible()
      await expect(codeField(page)).toBeFocused()
      const read = async () =>
        (await reader.read('dialog', 'Enter the code')).filter((line) => !line.includes('New code in'))
      const BEFORE_CODE = [
        'dialog "Enter the code"',
        'button "Back"',
        'heading "Enter the code"',
        'button "Close"',
        'StaticText "Six digits are on their way to"',
        `StaticText "${email}"`,
        'button "Change"',
      ]
      const AFTER_CODE = [
        'StaticText "Valid for 10 minutes"',
        'button "Log in" disabled',
        'StaticText "Devnet"',
        'StaticText "No real mail is sent"',
        'link "Open the mailbox"',
      ]
      expect(await read()).toEqual([...BEFORE_CODE, 'textbox "Code of six digits" focused', ...AFTER_CODE])
      await codeField(page).fill('000000')
      await expect(dialog(page, 'Enter the code').getByRole('alert')).toBeVisible()
      expect(await read()).toEqual([
        ...BEFORE_CODE,
        `textbox "Code of six digits" (${WRONG_CODE}) = 000000 invalid true focused`,
        'alert "" live assertive',
        `StaticText "${WRONG_CODE}"`,
        ...AFTER_CODE,
      ])
    })
  })
})
