/**
 * A trader's whole day in the browser, on the stack that the start command brings up: from connecting a wallet
 * to USDC back in it. What the screen says is compared with what the formulas make of the public API, and the
 * balance is explained to the last micro-dollar.
 */
import { readFileSync } from 'node:fs'
import { expect, test } from '@playwright/test'
import { formatDecimal, readDecimal } from '@vest/protocol'
import { createLocalPrimary, createLocalSigner, createPrivateKey, createVestClient } from '@vest/sdk/node'
import { journeyStack } from './journeyStack.ts'
import { usdcOf } from '../world/bot.ts'
import { injectWallet } from '../world/injectedWallet.ts'
import { until } from '../world/until.ts'
import { averagePrice, expectedFee, expectedPnl, expectedPosition, roundTrip } from './accountBooks.ts'
import { shown, shownPnl } from './screenText.ts'
import { vaultOf } from './vaultOnChain.ts'
import {
  cancelOrder, claimWithdrawal, closePosition, deposit, onlyRow, openMarket, requestWithdrawal, sendOrder, showList, signIn,
} from './traderPage.ts' // prettier-ignore

const SYMBOL = 'SPY-USD-PERP'
const LABEL = 'SPY-USD'
const FAUCET_USD6 = 10_000_000_000
const DEPOSIT = '5,000.00'
const DEPOSIT_USD6 = 5_000_000_000
const WITHDRAWAL = '1,234.56'
const WITHDRAWAL_USD6 = 1_234_560_000
/** More than three times the deposit, so that there is a liquidation price. */
const LONG_SIZE = '25.0000'
const LIMIT_SIZE = '1.2345'

test.describe('a trader’s day', () => {
  const stack = journeyStack()

  test('[1.2] [2.33] [2.36] [2.37] [4.4] connect, register, faucet, deposit, long, limit, cancel, close, withdraw, claim', async ({
    page,
  }) => {
    const { baseUrl } = stack
    const primaryKey = createPrivateKey()
    const wallet = await injectWallet(page, primaryKey)
    const visitor = createVestClient({ baseUrl, validate: true })
    const market = (await visitor.exchangeInfo({ symbols: [SYMBOL] })).symbols[0]!
    const price = (text: string): number => readDecimal(text.replace(/,/g, ''), market.priceDecimals)

    await test.step('connect and register', async () => {
      await openMarket(page, baseUrl, SYMBOL)
      await signIn(page)
      expect(wallet.asked).toContain('eth_signTypedData_v4')
    })
    // A second session of the same account, as a bot beside the browser would have it.
    const own = createVestClient({ baseUrl, validate: true })
    own.authorize(
      await own.registerSession({
        primary: createLocalPrimary(primaryKey),
        signer: createLocalSigner(createPrivateKey()),
      }),
    )
    const chain = (await visitor.chains())[0]!
    const usdc = usdcOf(baseUrl, chain)
    const vault = vaultOf(baseUrl, chain)
    const transactions = (): number =>
      wallet.asked.filter((method) => method === 'eth_sendTransaction').length

    await test.step('faucet and deposit', async () => {
      await deposit(page, DEPOSIT)
      expect(transactions()).toBe(1)
      expect(Number(await usdc.balanceOf(wallet.address))).toBe(FAUCET_USD6 - DEPOSIT_USD6)
      expect((await own.account()).collateral).toBe('5000.000000')
      expect(
        (await own.transfers({ orderType: 'DEPOSIT' })).map(({ size, status }) => [size, status]),
      ).toEqual([['5000.000000', 'FILLED']])
    })

    let cost = 0
    await test.step('market long: entry, profit and liquidation price are right', async () => {
      await sendOrder(page, { side: 'Long', size: LONG_SIZE })
      await showList(page, 'Positions')
      const account = await own.account()
      const row = account.positions[0]!
      cost = readDecimal(row.cost, 6)
      const expected = expectedPosition(account, market)
      expect(row).toMatchObject({ symbol: SYMBOL, isLong: true, size: LONG_SIZE })
      expect(row.entryPrice).toBe(formatDecimal(expected.entry, market.priceDecimals))
      expect(row.liqPrice).toBe(formatDecimal(expected.liquidation!, market.priceDecimals))
      // Mark and profit of one moment; funding may be applied between two of our questions.
      const seen = await until('the screen shows the position at one funding level', async () => {
        const before = (await visitor.tickers({ symbols: [SYMBOL] }))[0]!.cumFunding
        const cells = await onlyRow(page, 'Positions')
        const after = (await visitor.tickers({ symbols: [SYMBOL] }))[0]!.cumFunding
        return before === after && { cells, cumFunding: after }
      })
      const { cells, cumFunding } = seen
      const mark = price(cells['Mark price']!)
      expect(cells['Size']).toBe(`${LONG_SIZE} SPY`)
      expect(cells['Side']).toBe('Long')
      expect(cells['Entry price']).toBe(shown(expected.entry, market.priceDecimals))
      expect(cells['Liq. price']!.split('\n')[0]).toBe(shown(expected.liquidation!, market.priceDecimals))
      expect(cells['PnL']!.split('\n')[0]).toBe(shownPnl(expectedPnl(row, market, { mark, cumFunding })))
    })

    let limit = ''
    await test.step('a limit order stands in the book, and on a second client’s @depth', async () => {
      const { bids } = await visitor.depth({ symbol: SYMBOL, limit: 20 })
      limit = formatDecimal(price(bids[3]![0]) - 1, market.priceDecimals)
      const feed = visitor.publicFeed({ validate: true })
      const seenOnDepth = new Promise<void>((resolve, reject) => {
        feed.onError(reject)
        feed.onDepth(
          SYMBOL,
          (depth) => depth.bids.some(([at, size]) => at === limit && size === LIMIT_SIZE) && resolve(),
        )
      })
      feed.connect()
      await sendOrder(page, { side: 'Long', size: LIMIT_SIZE, limitPrice: limit })
      await seenOnDepth
      feed.disconnect()
      await expect(
        page
          .getByRole('rowgroup', { name: 'Bids' })
          .getByRole('img', { name: `Your order: ${LIMIT_SIZE} SPY` }),
      ).toBeVisible()
      await showList(page, 'Open orders')
      expect(await onlyRow(page, 'Open orders')).toMatchObject({
        Side: 'Long',
        Price: limit,
        Size: `${LIMIT_SIZE} SPY`,
        'Filled size': '0.0000',
      })
    })

    await test.step('cancel takes it out of the book', async () => {
      await cancelOrder(page, LABEL)
      const { bids } = await visitor.depth({ symbol: SYMBOL, limit: 100 })
      expect(bids.filter(([at, size]) => at === limit && size === LIMIT_SIZE)).toEqual([])
    })

    await test.step('close', async () => {
      await closePosition(page, LABEL)
      expect((await own.account()).positions).toEqual([])
    })

    await test.step('withdraw and claim: USDC is back in the wallet', async () => {
      await requestWithdrawal(page, WITHDRAWAL)
      const approved = (await own.transfers({ orderType: 'WITHDRAW' }))[0]!
      expect([approved.status, await vault.isCompleted(approved.id)]).toEqual(['VERIFIED', false])
      expect(Number(await usdc.balanceOf(wallet.address))).toBe(FAUCET_USD6 - DEPOSIT_USD6)
      await claimWithdrawal(page)
      // The user's own call of the contract, from the user's own wallet.
      expect(transactions()).toBe(2)
      expect(await vault.isCompleted(approved.id)).toBe(true)
      expect(Number(await usdc.balanceOf(wallet.address))).toBe(FAUCET_USD6 - DEPOSIT_USD6 + WITHDRAWAL_USD6)
      await until(
        'the exchange has seen the claim',
        async () => (await own.transfers({ orderType: 'WITHDRAW' }))[0]?.status === 'FILLED',
      )
    })

    await test.step('the balance is explained to the last micro-dollar', async () => {
      const orders = await own.orders()
      const [closing, cancelled, opening] = orders
      expect(orders.map(({ orderType, status }) => [orderType, status])).toEqual([
        ['MARKET', 'FILLED'], ['LIMIT', 'CANCELLED'], ['MARKET', 'FILLED'],
      ]) // prettier-ignore
      expect(cancelled!.fees).toBe('0.000000')
      const trip = roundTrip({ opening: opening!, closing: closing!, cost })
      expect(trip.openFee).toBe(expectedFee(cost, market))
      expect(trip.closeFee).toBe(expectedFee(trip.closeValue, market))
      expect(opening!.avgFilledPrice).toBe(
        formatDecimal(averagePrice(cost, LONG_SIZE, market), market.priceDecimals),
      )
      expect(closing!.avgFilledPrice).toBe(
        formatDecimal(averagePrice(trip.closeValue, LONG_SIZE, market), market.priceDecimals),
      )
      const account = await own.account()
      expect(readDecimal(account.collateral, 6)).toBe(DEPOSIT_USD6 - WITHDRAWAL_USD6 + trip.result)
      expect(account.totalAccountValue).toBe(account.collateral)
      expect(account.withdrawable).toBe(account.collateral)
      const [closed] = await own.closedPositions()
      expect(readDecimal(closed!.realizedPnl, 6)).toBe(trip.result)
      expect(readDecimal(closed!.fees, 6)).toBe(trip.openFee + trip.closeFee)
    })

    await test.step('every screen shows that balance', async () => {
      const balance = shown(readDecimal((await own.account()).collateral, 6), 6, 2)
      const vitals = page.getByRole('banner').getByRole('definition')
      await expect(vitals.first()).toHaveText(`$${balance}`)
      await page.getByRole('banner').getByRole('link', { name: 'Portfolio' }).click()
      await expect(page.getByRole('complementary').getByText(`$${balance}`).first()).toBeVisible()
      const summary = page.getByRole('region', { name: 'Summary' })
      await expect(summary.getByText(`$${balance}`, { exact: true }).first()).toBeVisible()
      await page.getByRole('tab', { name: 'Balances' }).click()
      await expect(
        page.getByRole('table', { name: 'Balances' }).getByRole('row').filter({ hasText: 'Vest' }),
      ).toContainText(balance)
    })

    await test.step('the portfolio tells what came of the position, trade by trade, and as a file', async () => {
      const [closed] = await own.closedPositions()
      const rowIn = (table: string) =>
        page.getByRole('table', { name: table }).getByRole('row').filter({ hasText: LABEL })
      await page.getByRole('tab', { name: 'Position history' }).click()
      await expect(rowIn('Position history')).toHaveCount(1)
      for (const figure of [closed!.realizedPnl, closed!.settledFunding])
        await expect(rowIn('Position history')).toContainText(shownPnl(readDecimal(figure, 6)))
      const saving = page.waitForEvent('download')
      await page.getByRole('button', { name: 'Export CSV', exact: true }).click()
      const file = await saving
      expect(file.suggestedFilename()).toBe('vest-position-history.csv')
      expect(readFileSync(await file.path(), 'utf8')).toContain(`,${closed!.realizedPnl},${closed!.id}\r\n`)
      await page.getByRole('tab', { name: 'Fills' }).click()
      await expect(rowIn('Fills')).toHaveCount(Math.min(10, (await own.fills()).length))
      await page.getByRole('tab', { name: 'Funding' }).click()
      // An hour may have ended in between.
      const payments = (await own.fundingPayments()).length
      if (payments === 0) await expect(page.getByText('Nothing yet')).toBeVisible()
      else await expect(rowIn('Funding')).toHaveCount(payments)
    })
  })
})
