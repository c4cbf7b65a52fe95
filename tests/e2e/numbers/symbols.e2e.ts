/**
 * One market of every form of symbol is traded, protected and closed on the screen alone, by the same hands: no screen
 * knows anything of symbols. Closing in USD at 100 % leaves nothing, whatever the mark does meanwhile.
 */
import { expect, test } from '@playwright/test'
import { createLocalPrimary, createLocalSigner, createPrivateKey, createVestClient } from '@vest/sdk/node'
import { journeyStack } from '../journeyStack.ts'
import { injectWallet } from '../../world/injectedWallet.ts'
import { until } from '../../world/until.ts'
import { listenForNoise } from '../pageNoise.ts'
import { closeNotices, deposit, dialog, openMarket, showList, signIn, ticket } from '../traderPage.ts'

/** A coin, a stock, a currency, and thousands of a coin, of which the first letter is small and the size is whole. */
const SYMBOLS = ['BTC-PERP', 'AAPL-USD-PERP', 'EUR-USD-PERP', 'kPEPE-PERP', 'kBONK-PERP']

test.describe('markets of every form of symbol', () => {
  const stack = journeyStack()

  test('[4.17] [2.40] are traded, protected and closed', async ({ page }) => {
    const said = listenForNoise(page)
    const primaryKey = createPrivateKey()
    await injectWallet(page, primaryKey)
    await openMarket(page, stack.baseUrl, SYMBOLS[0]!)
    await signIn(page)
    await deposit(page, '5,000.00')
    const own = createVestClient({ baseUrl: stack.baseUrl, validate: true })
    own.authorize(
      await own.registerSession({
        primary: createLocalPrimary(primaryKey),
        signer: createLocalSigner(createPrivateKey()),
      }),
    )
    const form = ticket(page)
    for (const [at, symbol] of SYMBOLS.entries())
      await test.step(symbol, async () => {
        if (at > 0) await openMarket(page, stack.baseUrl, symbol)
        const isOpen = async () => (await own.account()).positions.some((row) => row.symbol === symbol)
        const exits = async () =>
          (await own.orders()).filter((row) => row.symbol === symbol && row.status === 'NEW')

        await form.getByRole('tab', { name: 'Market' }).click()
        // The unit is kept from one market to the next.
        if (at === 0) await form.getByRole('button', { name: /^Size in .*, switch$/ }).click()
        await form.getByRole('textbox', { name: 'Size' }).fill('200')
        await form.getByRole('checkbox', { name: 'TP/SL' }).click()
        await form.getByRole('button', { name: 'PnL in USD, switch' }).first().click()
        await form.getByRole('textbox', { name: 'Take profit PnL' }).fill('20')
        await form.getByRole('textbox', { name: 'Stop loss PnL' }).fill('20')
        await form.getByRole('button', { name: /^Long [\d.,]+ / }).click()
        await until(`${symbol} is held`, isOpen)
        await until(`${symbol} is protected`, async () => (await exits()).length === 2)
        await closeNotices(page)

        await showList(page, 'Positions')
        await page.getByRole('button', { name: /^Edit TP\/SL of / }).click()
        const protection = dialog(page, 'Edit TP/SL')
        await protection
          .getByRole('group', { name: 'Stop loss 1' })
          .getByRole('textbox', { name: 'PnL' })
          .fill('10')
        const before = (await exits()).find((row) => row.orderType === 'STOP_LOSS')!
        await protection.getByRole('button', { name: 'Set TP/SL' }).click()
        await expect(protection).toBeHidden()
        const after = (await exits()).find((row) => row.orderType === 'STOP_LOSS')!
        expect(Number(after.limitPrice)).toBeGreaterThan(Number(before.limitPrice))
        expect(after.size).toBe(before.size)

        await page.getByRole('button', { name: /^Close .* position$/ }).click()
        const close = dialog(page, 'Close position')
        await close.getByRole('button', { name: /^Size in .*, switch$/ }).click()
        const size = close.getByRole('textbox', { name: 'Size' })
        // The value moves with the mark, the percentage does not.
        const shown = await size.inputValue()
        await expect(size).not.toHaveValue(shown)
        await expect(close.getByRole('slider')).toHaveAttribute('aria-valuetext', '100%')
        await close.getByRole('button', { name: /^Close [\d.,]+ / }).click()
        await expect(close).toBeHidden()
        await until(`nothing of ${symbol} is left`, async () => !(await isOpen()))
        await until(`no order of ${symbol} is left`, async () => (await exits()).length === 0)
        await closeNotices(page)
      })
    expect(said).toEqual([])
  })
})
