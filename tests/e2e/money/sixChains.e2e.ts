/**
 * All six chains in one sitting: an account that came by e-mail shows its address on each, which is the same on all; a
 * stranger pays to it there, also on chains that were not used before, and every dollar is credited once. And out on each.
 */
import { expect, test } from '@playwright/test'
import { NETWORK_TYPES, readDecimal, type Hex } from '@vest/protocol'
import { createDevnetClient } from '@vest/sdk'
import { createLocalPrimary, createLocalSigner, createPrivateKey, createVestClient } from '@vest/sdk/node'
import { usdcOf } from '../../world/bot.ts'
import { until } from '../../world/until.ts'
import { journeyStack } from '../journeyStack.ts'
import { signInByMail } from '../signIn/embeddedTrader.ts'
import { openMarket } from '../traderPage.ts'
import { strangerPays } from './strangerOnChain.ts'

const SLOW = { timeout: 90_000 }
/** Another amount on each chain, so that no two sums of some of them are equal to that of all. */
const DOLLARS_MIN = 11
const OUT_USD6 = 20_000_000

test.describe('six chains', () => {
  const stack = journeyStack()

  test('[1.3] [2.13] a deposit on each of them, at one address', async ({ page }) => {
    const { baseUrl } = stack
    const chains = await createVestClient({ baseUrl }).chains()
    const evm = chains.filter(({ networkType }) => networkType === NETWORK_TYPES.evm)
    expect(evm).toHaveLength(6)
    expect(new Set(evm.map(({ vault }) => vault)).size).toBe(1)
    await openMarket(page, baseUrl, 'BTC-PERP')
    await signInByMail(page, baseUrl, 'six.chains@example.com')
    await page.goto(`${baseUrl}/deposit/receive`)
    const notNow = page.getByRole('button', { name: 'Not now' })
    const address = page.getByRole('img', { name: /^0x[0-9a-fA-F]{40}$/ })
    await expect(notNow.or(address)).toBeVisible(SLOW)
    if (await notNow.isVisible()) await notNow.click()
    await expect(address).toBeVisible(SLOW)
    const home = (await address.getAttribute('aria-label')) as Hex
    for (const { name } of evm) {
      await page.getByRole('radio', { name, exact: true }).check({ force: true })
      await expect(page.getByText(`Your address on ${name}`)).toBeVisible(SLOW)
      expect(await address.getAttribute('aria-label')).toBe(home)
    }
    await Promise.all(
      evm.map((chain, at) => {
        const unit = 10n ** BigInt(chain.tokens[0]!.decimals)
        return strangerPays(baseUrl, chain, home, BigInt(DOLLARS_MIN + at) * unit)
      }),
    )
    // The page lists the newest of them; the sum of all tells that each was credited, and once.
    const dollars = evm.reduce((sum, _, at) => sum + DOLLARS_MIN + at, 0)
    await expect(page.getByRole('banner').getByText(`$${dollars}.00`).first()).toBeVisible(SLOW)
    await expect(
      page.getByRole('region', { name: 'Arrivals' }).getByText('Ready to trade').first(),
    ).toBeVisible()
    for (const chain of evm)
      await until(
        `the money on ${chain.name} lies in the vault`,
        async () => (await usdcOf(baseUrl, chain).balanceOf(home)) === 0n,
      )
  })

  test('[1.3] [3.19] [4.7] a withdrawal on each of them, sent by the exchange, less its fee', async () => {
    const { baseUrl } = stack
    const client = createVestClient({ baseUrl, requestTimeoutMs: 60_000 })
    const primary = createLocalPrimary(createPrivateKey())
    client.authorize(await client.registerSession({ primary, signer: createLocalSigner(createPrivateKey()) }))
    const address = primary.address as Hex
    await createDevnetClient({ baseUrl }).faucet(address)
    await client.depositGasless({ primary, size: 200_000_000 })
    await until('it may leave', async () => (await client.withdrawAllowance()).withdrawable === '200.000000')
    const chains = (await client.chains()).filter(({ networkType }) => networkType === NETWORK_TYPES.evm)
    const held = () => Promise.all(chains.map((chain) => usdcOf(baseUrl, chain).balanceOf(address)))
    const before = await held()
    for (const { chainId, tokens } of chains)
      await client.withdraw({
        recipient: address,
        token: tokens[0]!.address,
        size: OUT_USD6,
        chainId,
        execute: true,
      })
    await until('the money is on all of them', async () => {
      const rows = await client.transfers({ orderType: 'WITHDRAW' })
      return rows.length === chains.length && rows.every(({ status }) => status === 'FILLED')
    })
    const after = await held()
    for (const [at, { tokens, withdrawFee, name }] of chains.entries()) {
      const paidUsd6 = OUT_USD6 - readDecimal(withdrawFee, 6)
      const units = BigInt(paidUsd6) * 10n ** BigInt(tokens[0]!.decimals - 6)
      expect(after[at]! - before[at]!, name).toBe(units)
    }
  })
})
