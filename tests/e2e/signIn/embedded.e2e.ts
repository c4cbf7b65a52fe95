/**
 * People who bring no wallet: by mail and with Google to an account within a minute, money in without gas, orders without
 * a question, money out by one press in the wallet's frame, out of the browser and back into the same wallet.
 */
import { expect, test, type Page } from '@playwright/test'
import { listenToEverything, leftInPage, placesOf } from '../everythingSaid.ts'
import { graveViolations } from '../accessibility.ts'
import { journeyStack } from '../journeyStack.ts'
import { listenForNoise } from '../pageNoise.ts'
import { listenForPolicyReports } from '../policyReports.ts'
import { cancelOrder, deposit, dialog, openMarket, openWallets, sendOrder } from '../traderPage.ts'
import {
  approveWithdrawal,
  askForCode,
  askForWithdrawal,
  codeField,
  comeFromGoogle,
  expectSignedIn,
  logOut,
  mailedCode,
  newEmail,
  openAccount,
  pressInFrame,
  readAccount,
  returnWithGoogle,
  saveFile,
  saveRecovery,
  signInByMail,
  signInWithGoogle,
  walletFrame,
} from './embeddedTrader.ts'

const SYMBOL = 'BTC-PERP'
const RESTING = { side: 'Long', size: '0.0100', limitPrice: '50000' } as const
const A_MINUTE_MS = 60_000
const WRONG = '000000'

declare global {
  /** In the frame: what it made and what it sealed, in the clear. */
  var vestTestSecrets: { readonly random: string[]; readonly sealed: string[] }
}

/** Runs in every document before anything of its own; what is kept stays in that document. */
function keepSecrets(): void {
  globalThis.vestTestSecrets = { random: [], sealed: [] }
  const { random, sealed } = globalThis.vestTestSecrets
  const draw = crypto.getRandomValues.bind(crypto)
  crypto.getRandomValues = (array) => {
    const drawn = draw(array)
    if (array instanceof Uint8Array && array.length === 32)
      random.push([...array].map((byte) => byte.toString(16).padStart(2, '0')).join(''))
    return drawn
  }
  const encrypt = SubtleCrypto.prototype.encrypt
  SubtleCrypto.prototype.encrypt = function (algorithm, key, data) {
    sealed.push(new TextDecoder().decode(data))
    return encrypt.call(this, algorithm, key, data)
  }
}

/** The wallet's own document. */
const walletDocument = (page: Page, walletOrigin: string) =>
  page.frames().find((frame) => frame.url().startsWith(walletOrigin))!

/** Names of what both origins have written, but for the keys that seal and are worth nothing alone. */
async function keptRecords(page: Page, walletOrigin: string): Promise<readonly string[]> {
  const names = (): Promise<readonly string[]> => {
    const wait = <T>(request: IDBRequest<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result))
        request.addEventListener('error', () => reject(request.error!))
      })
    return indexedDB.databases().then(async (databases) => {
      const found: string[] = []
      for (const { name } of databases) {
        const database = await wait(indexedDB.open(name!))
        for (const table of database.objectStoreNames)
          found.push(...(await wait(database.transaction(table).objectStore(table).getAllKeys())).map(String))
        database.close()
      }
      return found
    })
  }
  const all = [...(await walletDocument(page, walletOrigin).evaluate(names)), ...(await page.evaluate(names))]
  return all.filter((name) => name !== 'wrapping-key')
}

/** Money in, an order, money out: what every user does. */
async function tradeOnce(page: Page): Promise<void> {
  await deposit(page, '5,000.00')
  await sendOrder(page, RESTING)
  await cancelOrder(page, SYMBOL)
  await approveWithdrawal(page, await askForWithdrawal(page, '25'))
}

test.describe('an embedded wallet', () => {
  const stack = journeyStack()
  const walletOrigin = async (): Promise<string> => {
    const answer = await fetch(`${stack.baseUrl}/v2/identity`)
    return ((await answer.json()) as { walletOrigin: string }).walletOrigin
  }

  test('[1.1] [3.13] [4.16] [6.4] by mail: a minute to an order, out, and back into the same wallet', async ({
    page,
  }) => {
    const noise = listenForNoise(page)
    const reports = await listenForPolicyReports(page)
    const email = newEmail()
    const startedMs = performance.now()
    await openMarket(page, stack.baseUrl, SYMBOL)
    const code = await signInByMail(page, stack.baseUrl, email)
    await deposit(page, '5,000.00')
    await sendOrder(page, RESTING)
    expect(performance.now() - startedMs).toBeLessThan(A_MINUTE_MS)
    const account = await readAccount(page)
    expect(account.name).toBe(email)

    // Put off at the deposit, it is not asked again by a reload.
    await page.reload()
    await expectSignedIn(page)
    await openAccount(page)
    await dialog(page, 'Account').getByRole('button', { name: 'Save a way back in' }).click()
    await saveFile(page)
    await expectSignedIn(page)
    await cancelOrder(page, SYMBOL)
    await approveWithdrawal(page, await askForWithdrawal(page, '25'))

    await logOut(page)
    // The name of the browser stays, and nothing that is worth anything without a login.
    expect(
      (await keptRecords(page, await walletOrigin())).filter((name) => name.startsWith('device')),
    ).toEqual(['device-id', 'device-token'])
    await expect
      .poll(async () => (await leftInPage(page)).filter(({ text }) => text.includes(account.address)))
      .toEqual([])
    await page.reload()
    await expect(page.getByRole('banner').getByRole('button', { name: 'Log in' })).toBeVisible()
    await signInByMail(page, stack.baseUrl, email, code)
    expect(await readAccount(page)).toEqual(account)
    await expect(page.getByRole('banner').getByText('$4,975.00').first()).toBeVisible()
    expect(noise).toEqual([])
    expect(reports).toEqual([])
  })

  test('[1.1] [2.8] [2.35] with Google: trades, logs out, and finds the same wallet again', async ({
    page,
  }) => {
    const email = newEmail('gmail.com')
    await openMarket(page, stack.baseUrl, SYMBOL)
    await signInWithGoogle(page, email)
    expect(new URL(page.url()).pathname).toBe(`/trade/${SYMBOL}`)
    const account = await readAccount(page)
    expect(account.name).toBe(email)
    await tradeOnce(page)
    await logOut(page)
    await returnWithGoogle(page, email)
    expect(await readAccount(page)).toEqual(account)
    await expect(page.getByRole('banner').getByText('$4,975.00').first()).toBeVisible()
  })

  test('the same person by mail and with Google has one wallet', async ({ page }) => {
    const email = newEmail('gmail.com')
    await openMarket(page, stack.baseUrl, SYMBOL)
    await signInByMail(page, stack.baseUrl, email)
    const account = await readAccount(page)
    await logOut(page)
    await signInWithGoogle(page, email)
    expect(await readAccount(page)).toEqual(account)

    await test.step('first steps stand in the portfolio alone, until they are closed for good', async () => {
      const steps = page.getByRole('region', { name: 'First steps' })
      await expect(steps).toHaveCount(0)
      await page.goto(`${stack.baseUrl}/portfolio`)
      await expect(steps.getByRole('listitem')).toHaveCount(4)
      await steps.getByRole('button', { name: 'Close the first steps' }).click()
      await expect(steps).toHaveCount(0)
      await page.reload()
      await expect(page.getByRole('heading', { name: 'Portfolio' }).first()).toBeVisible()
      await expectSignedIn(page)
      await expect(steps).toHaveCount(0)
    })
  })

  test('[T26] seed, keys and the token of shares never leave the frame, nor lie in the page', async ({
    page,
  }) => {
    const origin = await walletOrigin()
    const said = listenToEverything(page)
    await page.addInitScript(keepSecrets)
    await openMarket(page, stack.baseUrl, SYMBOL)
    await signInByMail(page, stack.baseUrl, newEmail())
    await tradeOnce(page)
    said.push(...(await leftInPage(page)))
    const { random, sealed } = await walletDocument(page, origin).evaluate(() => globalThis.vestTestSecrets)
    const records = sealed.map((text) => JSON.parse(text) as Record<string, string>)
    const secrets = [
      // Draws of 32 bytes: the seed is the first of them; nonces of deposits, which are told, come later.
      random[0]!,
      ...records.flatMap(({ share, privateKey }) => [share, privateKey]),
    ].filter((secret) => secret !== undefined)
    expect(secrets).toHaveLength(3)
    for (const secret of secrets) expect(placesOf(secret, said)).toEqual([])
    const answer = said.find(({ place }) => place === 'POST /identity/code/verify answer')!
    const { walletToken } = JSON.parse(answer.text) as { walletToken: string }
    const places = said.filter(({ text }) => text.includes(walletToken)).map(({ place }) => place)
    expect(places.filter((place) => !/ \/identity\/\S+ (authorization|answer)$/.test(place))).toEqual([])
    // The page's own memory is another process's; what it keeps is the API key, sealed.
    // The name of this browser is drawn in the frame, sealed there, and told to identity alone.
    const { deviceId } = records.find((record) => record.deviceId !== undefined)!
    const named = said.filter(({ text }) => text.includes(deviceId!)).map(({ place }) => place)
    expect(named).toEqual(['POST /identity/code/verify body'])
    const kept = await page.evaluate(() => globalThis.vestTestSecrets.sealed)
    expect(kept.some((text) => /privateKey|"share"|refreshToken/.test(text))).toBe(false)
  })

  test('another browser gets in with the passphrase that was saved, and is told so where none was', async ({
    page,
    browser,
  }) => {
    const email = newEmail('gmail.com')
    const WORDS = 'linen harbour twelve quiet'
    await openMarket(page, stack.baseUrl, SYMBOL)
    await signInWithGoogle(page, email)
    const account = await readAccount(page)
    const said = listenToEverything(page)

    const other = await (await browser.newContext()).newPage()
    await openMarket(other, stack.baseUrl, SYMBOL)
    await comeFromGoogle(other, email)
    const box = dialog(other, 'Setting up your wallet')
    await box.getByRole('button', { name: 'Use my way back in' }).click()
    await expect(dialog(other, 'Log in').getByText('No way back in was saved')).toBeVisible()

    await saveRecovery(page, WORDS)
    expect(said.filter(({ text }) => text.includes(WORDS))).toEqual([])
    await other.keyboard.press('Escape')
    await comeFromGoogle(other, email)
    await box.getByRole('button', { name: 'Use my way back in' }).click()
    const frame = walletFrame(other)
    await frame.getByRole('textbox', { name: 'Passphrase' }).fill('linen harbor twelve quiet')
    await frame.getByRole('button', { name: 'Continue' }).click()
    await expect(frame.getByText('This passphrase does not fit')).toBeVisible()
    await frame.getByRole('textbox', { name: 'Passphrase' }).fill(WORDS)
    await frame.getByRole('button', { name: 'Continue' }).click()
    await expectSignedIn(other)
    expect(await readAccount(other)).toEqual(account)
    // The first browser goes on.
    await page.reload()
    await expectSignedIn(page)
    await deposit(page, '5,000.00')

    await test.step('each sign-in is listed, and this browser ends the others', async () => {
      await page.goto(`${stack.baseUrl}/sessions`)
      const signIns = page.getByRole('region', { name: 'Sign-ins' })
      await expect(signIns.getByText('This browser')).toBeVisible()
      await expect(signIns.getByText('Came in with Google')).toHaveCount(3)
      const signers = page.getByRole('region', { name: 'Signers' })
      await expect(signers.getByText('This computer').first()).toBeVisible()
      await expect(signers.getByText('Chrome, Linux').first()).toBeVisible()
      await expect(page.getByText('it names no city', { exact: false })).toBeVisible()
      await expect(signIns.getByRole('button', { name: /^End (?!all)/ })).toHaveCount(2)
      expect(await graveViolations(page)).toEqual([])
      await signIns.getByRole('button', { name: 'End all others' }).click()
      await expect(signIns.getByRole('button', { name: /^End / })).toHaveCount(0)
      await expect(signIns.getByText('This browser')).toBeVisible()
      await other.reload()
      await expect(other.getByRole('banner').getByRole('button', { name: 'Log in' })).toBeVisible()
    })
    await other.context().close()
  })

  test('[4.16] not remembered, nothing of a login is written once a way back is saved; a reload logs out, and the way opens it again', async ({
    page,
  }) => {
    const email = newEmail('gmail.com')
    const origin = await walletOrigin()
    const unremembered = { isRemembered: false }
    await openMarket(page, stack.baseUrl, SYMBOL)
    await comeFromGoogle(page, email, unremembered)
    await expectSignedIn(page)
    const account = await readAccount(page)
    await openAccount(page)
    await dialog(page, 'Account').getByRole('button', { name: 'Save a way back in' }).click()
    const path = await saveFile(page)
    await expectSignedIn(page)
    expect(await keptRecords(page, origin)).toEqual([])

    await page.reload()
    await expect(page.getByRole('banner').getByRole('button', { name: 'Log in' })).toBeVisible()
    await comeFromGoogle(page, email, unremembered)
    await dialog(page, 'Setting up your wallet').getByRole('button', { name: 'Use my way back in' }).click()
    await walletFrame(page).locator('input[type=file]').setInputFiles(path)
    await pressInFrame(page, 'Recover')
    await expectSignedIn(page)
    expect(await readAccount(page)).toEqual(account)
    expect(await keptRecords(page, origin)).toEqual([])
  })

  test('wrong codes are counted down in words, and five end the code', async ({ page }) => {
    const email = newEmail()
    await openMarket(page, stack.baseUrl, SYMBOL)
    await askForCode(page, email)
    const code = await mailedCode(stack.baseUrl, email)
    const box = dialog(page, 'Enter the code')
    expect(await graveViolations(page)).toEqual([])
    const wrong = code === WRONG ? '111111' : WRONG
    for (const left of [4, 3, 2, 1]) {
      await codeField(page).fill('')
      await codeField(page).fill(wrong)
      await expect(box.getByText(`Wrong code. ${left} tries left.`)).toBeVisible()
    }
    await codeField(page).fill('')
    await codeField(page).fill(wrong)
    await expect(box.getByText('This code is void')).toBeVisible()
    await box.getByRole('button', { name: 'Other ways' }).click()
    await expect(dialog(page, 'Log in')).toBeVisible()
  })

  test('a rejected withdrawal leaves everything as it was', async ({ page }) => {
    await openMarket(page, stack.baseUrl, SYMBOL)
    await signInByMail(page, stack.baseUrl, newEmail())
    await deposit(page, '5,000.00')
    const frame = await askForWithdrawal(page, '25')
    await frame.getByRole('button', { name: 'Reject', exact: true }).click()
    const box = dialog(page, 'Withdraw')
    await expect(box.getByText('User exited modal before submitting')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('banner').getByText('$5,000.00').first()).toBeVisible()
    await expect(walletFrame(page).getByRole('heading')).toBeHidden()
  })

  test('[2.33] every way in is on one screen; a bad address is said where it was typed; no visitor loads the wallet', async ({
    page,
  }) => {
    const origin = await walletOrigin()
    const loaded: string[] = []
    page.on('request', (request) => request.url().startsWith(origin) && loaded.push(request.url()))
    await openMarket(page, stack.baseUrl, SYMBOL)
    const box = await openWallets(page)
    await expect(box.getByRole('textbox', { name: 'E-mail' })).toBeFocused()
    await expect(box.getByRole('link', { name: 'Open the mailbox' })).toHaveAttribute('href', '/devnet/mail')
    await expect(box.getByRole('checkbox', { name: 'Remember me' })).toBeChecked()
    expect(await graveViolations(page)).toEqual([])
    await box.getByRole('textbox', { name: 'E-mail' }).fill('mira@proton')
    await page.keyboard.press('Enter')
    await expect(box.getByText('Enter a full e-mail address, like name@example.com')).toBeVisible()
    expect(loaded).toEqual([])
    await box.getByRole('textbox', { name: 'E-mail' }).fill(newEmail())
    await page.keyboard.press('Enter')
    await expect(dialog(page, 'Enter the code')).toBeVisible({ timeout: 60_000 })
    expect(loaded.length).toBeGreaterThan(0)
  })

  test('[8.64] a frame that does not come is given up after fifteen seconds, with a way on', async ({
    page,
  }) => {
    await page.route(`${await walletOrigin()}/**`, (route) => route.abort())
    await page.clock.install()
    await openMarket(page, stack.baseUrl, SYMBOL)
    const box = await openWallets(page)
    await box.getByRole('textbox', { name: 'E-mail' }).fill(newEmail())
    await box.getByRole('button', { name: 'Continue', exact: true }).click()
    await expect(page.locator('iframe[title="Vest wallet"]')).toBeAttached()
    await page.clock.fastForward(15_000)
    await expect(box.getByText('Failed to initialize embedded wallet proxy')).toBeVisible()
    await expect(page.locator('iframe[title="Vest wallet"]')).not.toBeAttached()
  })
})
