/**
 * A trader keeps an address book: what is saved may be paid, once the list is on nothing else, and a lock lets nothing
 * leave. Each change is signed by the wallet; the dialog says what stands in the way.
 */
import { expect, test, type Locator, type Page } from '@playwright/test'
import { injectWallet } from '../../world/injectedWallet.ts'
import { graveViolations } from '../accessibility.ts'
import { journeyStack } from '../journeyStack.ts'
import { listenForNoise } from '../pageNoise.ts'
import { closeNotices, deposit, dialog, openMarket, signIn } from '../traderPage.ts'

const SYMBOL = 'SPY-USD-PERP'
const SLOW = { timeout: 60_000 }
const COLD = '0x1563915e194d8cfba1943570603f7606a3115508'
/** Of that one both ends. */
const ALIKE = '0x15630000000000000000000000000000000a5508'
const STRANGER = '0x9102be40a7c6d3f58e1b09c2fa4471e6d05bbe07'

test.describe('address book', () => {
  const stack = journeyStack()
  const panel = (page: Page): Locator => page.getByRole('region', { name: 'Address book' })

  /** With an amount typed: what else is wrong is said of the recipient. */
  const openWithdrawal = async (page: Page): Promise<Locator> => {
    await page.getByRole('banner').getByRole('button', { name: 'Withdraw' }).click()
    const box = dialog(page, 'Withdraw')
    await box.getByRole('textbox', { name: 'Amount' }).fill('20')
    return box
  }

  test('saves an address, pays no others once the list is on, and locks withdrawals', async ({ page }) => {
    const said = listenForNoise(page)
    const wallet = await injectWallet(page)
    await openMarket(page, stack.baseUrl, SYMBOL)
    await signIn(page)
    await deposit(page, '500.00')
    await page.goto(`${stack.baseUrl}/portfolio?view=transfers`)

    await test.step('an address is saved by a signature of the wallet, and can be paid at once', async () => {
      await expect(panel(page).getByText('No saved addresses')).toBeVisible(SLOW)
      await panel(page).getByRole('button', { name: 'Add address' }).click()
      const box = dialog(page, 'Add address')
      await box.getByRole('textbox', { name: 'Label' }).fill('Cold wallet')
      await box.getByRole('textbox', { name: 'Address' }).fill(COLD)
      await expect(box.getByText('0x 1563 915e 194d 8cfb a194 3570 603f 7606 a311 5508')).toBeVisible()
      expect.soft(await graveViolations(page)).toEqual([])
      wallet.declineAll(true)
      await box.getByRole('button', { name: 'Sign and save' }).click()
      await expect(box.getByRole('alert')).toContainText('You declined the request in your wallet.')
      wallet.declineAll(false)
      await box.getByRole('button', { name: 'Sign and save' }).click()
      await expect(box).toBeHidden()
      const row = panel(page).getByRole('listitem').filter({ hasText: 'Cold wallet' })
      await expect(row).toContainText('Can be paid')
      await expect(row).toContainText('Never paid')
    })

    await test.step('the list is on at once', async () => {
      await panel(page).getByRole('switch', { name: 'Pay saved addresses only' }).click()
      await expect(
        panel(page).getByText(/^On: all but saved addresses and your own are refused/),
      ).toBeVisible()
      expect.soft(await graveViolations(page)).toEqual([])
      await closeNotices(page)
    })

    await test.step('another address is refused at its field, also one that looks like the saved one; saved, it waits', async () => {
      const box = await openWithdrawal(page)
      const recipient = box.getByRole('textbox', { name: 'Recipient' })
      // Without focus the field shows both ends alone.
      await recipient.focus()
      await recipient.fill(ALIKE)
      await expect(box.getByText('This looks like “Cold wallet”, and is another address')).toBeVisible()
      await recipient.fill(STRANGER)
      await expect(box.getByText(/^You pay saved addresses only, and this one is not saved/)).toBeVisible()
      await expect(box.getByRole('button', { name: 'saved addresses only' })).toHaveAttribute(
        'aria-disabled',
        'true',
      )
      await box.getByRole('button', { name: 'Save this address' }).click()
      await box.getByRole('textbox', { name: 'Label' }).fill('Kraken')
      await box.getByRole('button', { name: 'Save', exact: true }).click()
      await expect(
        box.getByText(/^You saved this address a short time ago\. You can pay it from/),
      ).toBeVisible()
      await expect(box.getByRole('button', { name: /^Can be paid from/ })).toHaveAttribute(
        'aria-disabled',
        'true',
      )
      expect.soft(await graveViolations(page)).toEqual([])
    })

    await test.step('the saved one is chosen from the book, and is shown whole before its first payment', async () => {
      const box = dialog(page, 'Withdraw')
      await box.getByRole('button', { name: 'Address book' }).click()
      await page.getByRole('menuitem', { name: /^Cold wallet/ }).click()
      await box.getByRole('button', { name: 'Continue' }).click()
      await dialog(page, 'Confirm network').getByRole('button', { name: 'Continue with Arbitrum' }).click()
      const check = dialog(page, 'Check and sign')
      await expect(check.getByText('You have never paid this address')).toBeVisible()
      await expect(check.getByText('0x 1563 915e 194d 8cfb a194 3570 603f 7606 a311 5508')).toBeVisible()
      expect.soft(await graveViolations(page)).toEqual([])
      await check.getByRole('button', { name: 'Sign and withdraw 20.00' }).click()
      await expect(dialog(page, 'Withdraw').getByText('Sent to the recipient')).toBeVisible(SLOW)
      await dialog(page, 'Withdraw').getByRole('button', { name: 'Done' }).click()
      const table = page.getByRole('table', { name: 'Transfers' })
      await expect(table.getByRole('row', { name: /Withdraw.*Cold wallet/ })).toBeVisible(SLOW)
    })

    await test.step('a lock is confirmed before it is signed, and the dialog says until when', async () => {
      await panel(page).getByRole('button', { name: 'Lock withdrawals' }).click()
      const box = dialog(page, 'Lock withdrawals')
      await box.getByRole('textbox', { name: 'Lock for' }).fill('2')
      const submit = box.getByRole('button', { name: /^Lock until/ })
      await expect(submit).toHaveAttribute('aria-disabled', 'true')
      await box.getByRole('checkbox', { name: 'I know that it cannot be lifted' }).click()
      expect.soft(await graveViolations(page)).toEqual([])
      await submit.click()
      await expect(box).toBeHidden()
      await expect(panel(page).getByText(/^Locked until/)).toBeVisible()
      await closeNotices(page)
      const withdrawal = await openWithdrawal(page)
      await expect(withdrawal.getByRole('button', { name: /^Locked until/ })).toHaveAttribute(
        'aria-disabled',
        'true',
      )
      expect.soft(await graveViolations(page)).toEqual([])
    })
    expect(said).toEqual([])
  })
})
