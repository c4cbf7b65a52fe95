/**
 * All six chains in one sitting: an account that came by e-mail shows its address on each, which is the same on all; a
 * stranger pays to it there, also on chains that were not used before, and every dollar is credited once.
 */
import { expect, test } from '@playwright/test'
import { NETWORK_TYPES, type Hex } from '@vest/protocol'
import { createVestClient } from '@vest/sdk/node'
import { usdcOf } from '../../world/bot.ts'
import { until } from '../../world/until.ts'
import { journeyStack } from '../journeyStack.ts'
import { signInByMail } from '../signIn/embeddedTrader.ts'
import { openMarket } from '../traderPage.ts'
import { strangerPays } from './strangerOnChain.ts'

const SLOW = { timeout: 90_000 }
/** Another amount on each chain, so that no two sums of some of them are equal to that of all. */
const DOLLARS_MIN = 11

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
})
