/**
 * One person with wallets of two networks in one browser: another account is chosen without a signature and without
 * loading the page; what can act for an account is listed, and ended from elsewhere.
 */
import { REFUSAL } from '@vest/protocol'
import { randomBytes } from 'node:crypto'
import { expect, test, type Page } from '@playwright/test'
import { createLocalPrimary, createLocalSigner, createPrivateKey, createVestClient } from '@vest/sdk/node'
import { injectSolanaWallet, SOLANA_WALLET_NAME } from '../../world/injectedSolanaWallet.ts'
import { injectWallet } from '../../world/injectedWallet.ts'
import { graveViolations } from '../accessibility.ts'
import { journeyStack } from '../journeyStack.ts'
import { dialog, openMarket, signIn, walletRow } from '../traderPage.ts'

const SYMBOL = 'SPY-USD-PERP'
const SLOW = { timeout: 60_000 }

const stack = journeyStack()
const capsule = (page: Page) => page.getByRole('banner').getByRole('button', { name: /Primary/ })
const shortOf = (address: string) =>
  `${address.slice(0, address.startsWith('0x') ? 8 : 6)}…${address.slice(-4)}`

test('[2.22] [2.35] accounts of several wallets, each chosen without a signature', async ({ page }) => {
  const evm = await injectWallet(page)
  const solana = await injectSolanaWallet(page, randomBytes(32))
  await openMarket(page, stack.baseUrl, SYMBOL)
  await signIn(page)
  await page.evaluate(() => Object.assign(globalThis, { wasNotReloaded: true }))

  await test.step('the wallet of another network joins', async () => {
    await capsule(page).click()
    await dialog(page, 'Account').getByRole('button', { name: 'Add an account' }).click()
    await walletRow(dialog(page, 'Add an account'), SOLANA_WALLET_NAME).click()
    await dialog(page, 'Switch address').getByRole('button', { name: /^Use / }).click()
    await dialog(page, 'Sign in').getByRole('button', { name: 'Sign message' }).click()
    await expect(capsule(page)).toHaveAttribute('title', solana.address, SLOW)
  })

  await test.step('the first is chosen again, and the second, with nothing signed', async () => {
    const asked = [evm.asked.length, solana.asked.length]
    for (const address of [evm.address, solana.address, evm.address]) {
      await capsule(page).click()
      const accounts = dialog(page, 'Account').getByRole('region', { name: 'Accounts' })
      await expect(accounts.getByRole('listitem')).toHaveCount(2)
      await expect(accounts.getByText('Primary')).toHaveCount(2)
      await accounts.getByRole('button', { name: shortOf(address) }).click()
      await expect(capsule(page)).toHaveAttribute('title', address)
      await expect(page.getByRole('dialog')).toHaveCount(0)
    }
    expect([evm.asked.length, solana.asked.length]).toEqual(asked)
    expect(await page.evaluate(() => 'wasNotReloaded' in globalThis)).toBe(true)
  })
})

test('[5.11] no deposit by a wallet that stands on another address: the dialog to switch, and on it goes once it is back', async ({
  page,
}) => {
  const key = createPrivateKey()
  const wallet = await injectWallet(page, key)
  await openMarket(page, stack.baseUrl, SYMBOL)
  await signIn(page)
  await wallet.moveTo(createPrivateKey())
  const box = dialog(page, 'Switch address')
  await box.getByRole('button', { name: 'Not now' }).click()
  await expect(box).toBeHidden()

  await page.getByRole('banner').getByRole('button', { name: 'Deposit' }).click()
  await expect(box).toBeVisible(SLOW)
  await expect(dialog(page, 'Deposit')).toBeHidden()
  expect(wallet.asked).not.toContain('eth_sendTransaction')
  await wallet.moveTo(key)
  await expect(dialog(page, 'Deposit').getByRole('textbox', { name: 'Amount' })).toBeVisible(SLOW)
  await expect(box).toBeHidden()
})

test('sessions and keys are listed with their last use, and end from here', async ({ page }) => {
  const key = createPrivateKey()
  await injectWallet(page, key)
  await openMarket(page, stack.baseUrl, SYMBOL)
  await signIn(page)
  const elsewhere = createVestClient({ baseUrl: stack.baseUrl })
  elsewhere.authorize(
    await elsewhere.registerSession({
      primary: createLocalPrimary(key),
      signer: createLocalSigner(createPrivateKey()),
    }),
  )
  await elsewhere.createApiKey({
    label: 'maker-1',
    scopes: ['read', 'trade'],
    signingAddr: createLocalSigner(createPrivateKey()).address,
  })
  await elsewhere.account()

  await test.step('reached from the account', async () => {
    await capsule(page).click()
    await dialog(page, 'Account').getByRole('link', { name: 'Sessions and devices' }).click()
    await expect(page.getByRole('heading', { name: 'Sessions and devices' })).toBeVisible()
  })
  const signers = page.getByRole('table', { name: 'Signers' }).locator('tbody tr')
  const keys = page.getByRole('table', { name: 'API keys' }).locator('tbody tr')

  await test.step('this browser first; the other with time and place of its last use', async () => {
    await expect(signers).toHaveCount(2, SLOW)
    await expect(signers.first()).toContainText('This browser')
    await expect(signers.last()).toContainText('Now')
    await expect(signers.last()).toContainText('This computer')
    await expect(signers.last()).toContainText(/in 1[34] d/)
    await expect(keys).toContainText(['maker-1'])
    expect(await graveViolations(page)).toEqual([])
  })

  await test.step('a reload reads the list once', async () => {
    const reads: string[] = []
    page.on('request', (request) => {
      if (new URL(request.url()).pathname === '/v2/account/apiKeys') reads.push(request.method())
    })
    // Slowly enough that every answer comes before what follows from the account that has come.
    const browser = await page.context().newCDPSession(page)
    await browser.send('Emulation.setCPUThrottlingRate', { rate: 6 })
    await page.reload()
    await expect(signers).toHaveCount(2, SLOW)
    expect(await graveViolations(page)).toEqual([])
    expect(reads).toEqual(['GET'])
    await browser.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  })

  await test.step('one by one, and all others at once', async () => {
    await keys.getByRole('button', { name: 'End maker-1' }).click()
    await expect(page.getByText('maker-1 has ended')).toBeVisible()
    await expect(page.getByRole('button', { name: 'End maker-1' })).toHaveCount(0)
    await page.getByRole('button', { name: 'End all others' }).click()
    const box = dialog(page, 'End all others')
    await box.getByRole('button', { name: 'End 1' }).click()
    await expect(box).toBeHidden()
    await expect(signers).toHaveCount(1)
    await expect(elsewhere.account()).rejects.toMatchObject({ code: REFUSAL.UNAUTHORIZED })
  })

  await test.step('on a small screen they are cards; the last one ends as well', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await expect(page.getByText('This browser').first()).toBeVisible()
    const again = createVestClient({ baseUrl: stack.baseUrl })
    again.authorize(
      await again.registerSession({
        primary: createLocalPrimary(key),
        signer: createLocalSigner(createPrivateKey()),
      }),
    )
    await page.reload()
    await page.getByRole('button', { name: 'End all others' }).click(SLOW)
    const box = dialog(page, 'End all others')
    await box.getByRole('checkbox', { name: 'Log out of this browser as well' }).click()
    await box.getByRole('button', { name: 'End 2' }).click()
    await expect(page.getByText('Log in to see what can act for your account')).toBeVisible()
    await expect(again.account()).rejects.toMatchObject({ code: REFUSAL.UNAUTHORIZED })
  })
})
