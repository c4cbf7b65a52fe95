/** Statistics of an account that traded, its file for a tool, and a link by which a reader without an account looks until it is taken back. */
import { readFile } from 'node:fs/promises'
import { expect, test } from '@playwright/test'
import { createPrivateKey } from '@vest/sdk/node'
import { injectWallet } from '../../world/injectedWallet.ts'
import { graveViolations } from '../accessibility.ts'
import { journeyStack } from '../journeyStack.ts'
import { settled } from '../routes.ts'
import { closeNotices, deposit, openMarket, sendOrder, signIn } from '../traderPage.ts'

const SLOW = { timeout: 60_000 }

test.describe('statistics and links', () => {
  const stack = journeyStack()

  test('tell what was traded, as a file too, and to whom the link was given', async ({ page, browser }) => {
    const { baseUrl } = stack
    await injectWallet(page, createPrivateKey())
    await openMarket(page, baseUrl, 'SPY-USD-PERP')
    await signIn(page)
    await deposit(page, '2,000.00')
    await closeNotices(page)
    await sendOrder(page, { side: 'Long', size: '2.0000' })

    await page.goto(`${baseUrl}/statistics`)
    await settled(page)
    const markets = page.getByRole('table', { name: 'By market' })
    await expect(markets.getByRole('row', { name: /^SPY-USD-PERP/ })).toBeVisible(SLOW)
    expect(await graveViolations(page)).toEqual([])
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Koinly' }).click()
    const text = await readFile(await (await download).path(), 'utf8')
    expect(text).toMatch(/^Date,Sent Amount,/)
    expect(text).toMatch(/ UTC,,,2000\.000000,USDC,,,,,,DEPOSIT,/)

    await page.getByRole('button', { name: 'Make a link' }).click()
    const link = await page.getByText(/\/view#/).innerText()
    const stranger = await (await browser.newContext()).newPage()
    await stranger.goto(link)
    await expect(stranger.getByRole('table', { name: 'Positions' }).getByText('SPY-USD-PERP')).toBeVisible(
      SLOW,
    )
    await expect(
      stranger.getByRole('table', { name: 'Last fills' }).getByText('SPY-USD-PERP').first(),
    ).toBeVisible(SLOW)
    expect(await graveViolations(stranger)).toEqual([])
    await page.getByRole('button', { name: 'Take back' }).click()
    await expect(page.getByText('Never used').or(page.getByText(/^Last used/))).toHaveCount(0)
    await stranger.reload()
    await expect(stranger.getByText('This link shows nothing')).toBeVisible(SLOW)
    await stranger.context().close()
  })
})
