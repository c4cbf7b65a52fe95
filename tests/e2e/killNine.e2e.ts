/**
 * Power cuts in the middle of a trader's day. The exchange, its chain, and both are killed between two steps of
 * the journey; after each start nothing that was acknowledged is missing, and the journey goes on in the same
 * page. At last an orderly stop and a second start, which finds everything again.
 */
import { expect, test } from '@playwright/test'
import { readDecimal, type AccountResponse } from '@vest/protocol'
import {
  createDevnetClient,
  createLocalPrimary,
  createLocalSigner,
  createPrivateKey,
  createVestClient,
  type VestClient,
} from '@vest/sdk/node'
import { usdcOf } from '../world/bot.ts'
import { injectWallet } from '../world/injectedWallet.ts'
import { isRunning, removeDataDir, startAgain, startStack, type Stack } from '../world/stack.ts'
import { until } from '../world/until.ts'
import {
  cancelOrder, claimWithdrawal, closePosition, deposit, expectLiveFeed, openMarket, requestWithdrawal, sendOrder, signIn,
} from './traderPage.ts' // prettier-ignore

const SYMBOL = 'SPY-USD-PERP'
const LABEL = 'SPY-USD'
const DEPOSIT_USD6 = 5_000_000_000
const FAUCET_USD6 = 10_000_000_000
const WITHDRAWAL_USD6 = 750_000_000

/** What the exchange has acknowledged to this account, without what moves by itself. */
async function acknowledged(client: VestClient) {
  const account: AccountResponse = await client.account()
  const orders = await client.orders()
  const transfers = await client.transfers()
  return {
    collateral: account.collateral,
    positions: account.positions.map(({ symbol, isLong, size, cost, entryFunding }) => ({
      symbol,
      isLong,
      size,
      cost,
      entryFunding,
    })),
    orders,
    transfers: transfers.map(({ id, status, size, orderType, nonce }) => ({
      id,
      status,
      size,
      orderType,
      nonce,
    })),
    lastNonce: (await client.nonce()).lastNonce,
  }
}

test.describe('kill -9 and second start', () => {
  let stack: Stack

  test.beforeAll(async () => {
    stack = await startStack()
  })
  test.afterAll(() => removeDataDir(stack.dataDir))

  test('nothing acknowledged is missing after kill -9 of exchange and chain, and the journey goes on', async ({
    page,
  }) => {
    const { baseUrl } = stack
    const primaryKey = createPrivateKey()
    const wallet = await injectWallet(page, primaryKey)
    const devnet = createDevnetClient({ baseUrl, validate: true })
    await openMarket(page, baseUrl, SYMBOL)
    await signIn(page)
    const own = createVestClient({ baseUrl, validate: true })
    own.authorize(
      await own.registerSession({
        primary: createLocalPrimary(primaryKey),
        signer: createLocalSigner(createPrivateKey()),
      }),
    )
    const usdc = usdcOf(baseUrl, (await own.chains())[0]!)

    /** Kills the exchange, starts it again, and compares. Its chain, left behind, is ended by the start. */
    async function powerCut(): Promise<void> {
      const before = await acknowledged(own)
      const { seq } = await devnet.state()
      const orphans = stack.childPids()
      await stack.kill9()
      expect(orphans.filter(isRunning)).toEqual(orphans)
      stack = await startAgain(stack)
      expect(orphans.filter(isRunning)).toEqual([])
      expect((await devnet.state()).seq).toBeGreaterThanOrEqual(seq)
      expect(await acknowledged(own)).toEqual(before)
      await expectLiveFeed(page)
      // Orders are taken once the market has a price again.
      await until('the market is open', async () => {
        const [ticker] = await own.tickers({ symbols: [SYMBOL] })
        return ticker!.mode === 'OPEN'
      })
    }

    await test.step('after the deposit', async () => {
      await deposit(page, '5,000.00')
      await powerCut()
      expect(Number(await usdc.balanceOf(wallet.address))).toBe(FAUCET_USD6 - DEPOSIT_USD6)
    })

    await test.step('with a position and a resting order', async () => {
      await sendOrder(page, { side: 'Long', size: '2.0000' })
      const { bids } = await own.depth({ symbol: SYMBOL, limit: 100 })
      // Far below: it has to survive the cut, not to trade.
      const limitPrice = bids[bids.length - 1]![0]
      await sendOrder(page, { side: 'Long', size: '1.2345', limitPrice })
      await powerCut()
      await expect(page.getByRole('tab', { name: 'Positions 1' })).toBeVisible()
      await expect(page.getByRole('tab', { name: 'Open orders 1' })).toBeVisible()
      await cancelOrder(page, LABEL)
      await closePosition(page, LABEL)
    })

    await test.step('the chain alone, with a withdrawal approved and not yet claimed', async () => {
      await requestWithdrawal(page, '750.00')
      const before = await acknowledged(own)
      const killed = stack.kill9Chain()
      expect(killed.length).toBeGreaterThan(0)
      await until('the chain is back', async () =>
        stack.childPids().some((pid) => isRunning(pid) && !killed.includes(pid)),
      )
      expect(Number(await until('the chain answers', () => usdc.balanceOf(wallet.address)))).toBe(
        FAUCET_USD6 - DEPOSIT_USD6,
      )
      expect(await acknowledged(own)).toEqual(before)
      await claimWithdrawal(page)
      await until(
        'the claim is final',
        async () => (await own.transfers({ orderType: 'WITHDRAW' }))[0]?.status === 'FILLED',
      )
    })

    await test.step('after the claim: paid once, and only once', async () => {
      await powerCut()
      expect(Number(await usdc.balanceOf(wallet.address))).toBe(FAUCET_USD6 - DEPOSIT_USD6 + WITHDRAWAL_USD6)
      const collateral = readDecimal((await own.account()).collateral, 6)
      const realised = (await own.orders()).reduce(
        (sum, order) => sum + readDecimal(order.realizedPnl ?? '0', 6),
        0,
      )
      expect(collateral).toBe(DEPOSIT_USD6 - WITHDRAWAL_USD6 + realised)
    })

    await test.step('stop, and a second start: it is all still there', async () => {
      const before = await acknowledged(own)
      const children = stack.childPids()
      expect(await stack.stop()).toBe(0)
      expect(children.filter(isRunning)).toEqual([])
      stack = await startAgain(stack)
      expect(await acknowledged(own)).toEqual(before)
      await page.reload()
      await expect(page.getByRole('banner').getByRole('button', { name: 'Deposit' })).toBeVisible({
        timeout: 60_000,
      })
      await page.goto(`${baseUrl}/portfolio?view=order-history`)
      await expect(page.getByRole('table', { name: 'Order history' }).locator('tbody tr')).toHaveCount(3)
      await page.goto(`${baseUrl}/portfolio?view=transfers`)
      await expect(page.getByRole('table', { name: 'Transfers' }).locator('tbody tr')).toHaveCount(2)
      expect(await stack.stop()).toBe(0)
    })
  })
})
