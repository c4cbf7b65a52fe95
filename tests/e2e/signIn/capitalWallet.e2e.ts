/**
 * A further wallet of a user's seed in the browser, from its proof to its trades: a plan is bought for it, paid, opened
 * and traded, all signed in the wallet's frame without a question; profit waits for a press there.
 */
import { expect, test, type Page } from '@playwright/test'
import { REFUSAL, actionDigest, signerProofDigest, type SignedAction } from '@vest/protocol'
import { createVestClient, keccak256, type SessionSigner } from '@vest/sdk/node'
import { recoverAddress, toHex } from 'viem'
import { until } from '../../world/until.ts'
import { journeyStack } from '../journeyStack.ts'
import { openMarket } from '../traderPage.ts'
import { newEmail, signInByMail } from './embeddedTrader.ts'
import { ask, intrude } from './framePort.ts'

const SYMBOL = 'BTC-PERP'
const SEEN = 'position:fixed;left:0;top:0;width:420px;height:620px;z-index:99;border:0'

interface Approval {
  readonly signingAddr: `0x${string}`
  readonly primaryAddr: `0x${string}`
  readonly signature: `0x${string}`
  readonly expiryTime: number
  readonly networkType: 0 | 1
  readonly accessToken: string
}

const signerOf = async (action: SignedAction, signature: `0x${string}`): Promise<string> =>
  (await recoverAddress({ hash: toHex(actionDigest(action, keccak256)), signature })).toLowerCase()

test.describe('a wallet of Vest Capital', () => {
  const stack = journeyStack()
  const answered = async <T>(page: Page, method: string, params: object): Promise<T> => {
    const answer = await ask(page, method, params)
    expect(answer, method).toMatchObject({ ok: true })
    return answer!.result as T
  }
  /** Signed in, with a second frame in the page. */
  async function scene(page: Page): Promise<string> {
    const email = newEmail()
    const { walletOrigin } = (await (await fetch(`${stack.baseUrl}/v2/identity`)).json()) as {
      walletOrigin: string
    }
    await openMarket(page, stack.baseUrl, SYMBOL)
    await signInByMail(page, stack.baseUrl, email)
    await intrude(page, walletOrigin, SEEN)
    return email
  }
  const clientOf = async (approval: Approval, sign: SessionSigner['sign']) => {
    const { primaryAddr: account, signingAddr: address } = approval
    const { apiKey, accGroup: accountGroup } = await createVestClient({ baseUrl: stack.baseUrl }).register(
      approval,
    )
    return createVestClient({
      baseUrl: stack.baseUrl,
      validate: true,
      apiKey,
      accountGroup,
      account,
      signer: { address, sign },
    })
  }

  test('[6.4] [7.3] [7.7] is proven, paid for, opened and traded without a question', async ({ page }) => {
    const email = await scene(page)
    const wallet = { stage: 'evaluation', index: 0 } as const
    const approve = (more: object = {}) =>
      answered<Approval>(page, 'trading.approve', { network: 'evm', remember: false, ...more })
    const owner = await clientOf(await approve(), () =>
      Promise.reject(new Error('the first signs nothing here')),
    )
    const { addresses } = await answered<{ addresses: string[] }>(page, 'capital.wallets', {
      stage: 'evaluation',
      from: 0,
      count: 2,
    })
    const own = await approve({ wallet })
    expect(own.primaryAddr).toBe(addresses[0])

    const { products } = await owner.capitalPlans()
    const { signingAddr, expiryTime, signature, accessToken } = own
    const proof = { signingAddr, expiryTime, signature }
    const wish = { address: own.primaryAddr, priceId: products[0]!.priceId, email, accessToken }
    // The proof of one wallet opens no other.
    await expect(owner.capitalCheckout({ ...wish, address: addresses[1]!, proof })).rejects.toMatchObject({
      code: REFUSAL.INVALID_SIGNATURE,
    })
    const { url } = await owner.capitalCheckout({ ...wish, proof })
    const pay = { choice: 'pay' }
    await fetch(url, {
      method: 'POST',
      redirect: 'manual',
      headers: { origin: stack.baseUrl },
      body: new URLSearchParams(pay),
    })
    await until('it was paid', async () => {
      const entry = (await owner.capitalStatus({ all: true }))[own.primaryAddr]
      return entry?.capital_status === 'pre_eval'
    })
    await owner.capitalRegister({ primaryAddr: own.primaryAddr, accessToken, isFunded: false })
    const trader = await clientOf(own, async (action: SignedAction) => {
      const { signatures } = await answered<{ signatures: `0x${string}`[] }>(page, 'trading.sign', {
        network: 'evm',
        actions: [action],
        wallet,
      })
      return signatures[0]!
    })
    expect((await trader.account()).capital).toMatchObject({ capital_status: 'active' })
    const [ticker] = await trader.tickers({ symbols: [SYMBOL] })
    const [symbol] = (await trader.exchangeInfo()).symbols.filter((each) => each.symbol === SYMBOL)
    const { id } = await trader.placeOrder({
      symbol: SYMBOL,
      isBuy: true,
      orderType: 'LIMIT',
      size: '0.01',
      timeInForce: 'GTC',
      limitPrice: (Number(ticker!.markPrice) * 0.95).toFixed(symbol!.priceDecimals),
    })
    await until('the order stands', async () => (await trader.orders({ id }))[0]?.status === 'NEW')
    await expect(page.frameLocator('#intruder').getByRole('dialog')).toHaveCount(0)
  })

  test('[6.6] [7.23] its profit is shown and waits for a press', async ({ page }) => {
    await scene(page)
    const wallet = { stage: 'funded', index: 0 } as const
    const first = await answered<Approval>(page, 'trading.approve', { network: 'evm', remember: false })
    const own = await answered<Approval>(page, 'trading.approve', { network: 'evm', remember: false, wallet })
    const contract = (await createVestClient({ baseUrl: stack.baseUrl }).chains())[0]!.vault
    const digest = signerProofDigest(contract as `0x${string}`, own.signingAddr, own.expiryTime, keccak256)
    expect((await recoverAddress({ hash: toHex(digest), signature: own.signature })).toLowerCase()).toBe(
      own.primaryAddr,
    )
    const answering = ask(page, 'profit.approve', { nonce: 7, index: 0, size: 1_234_560_000 })
    const frame = page.frameLocator('#intruder')
    await expect(frame.getByRole('heading', { name: 'Approve profit withdrawal' })).toBeVisible()
    await expect(frame.getByText('1,234.56 USDC')).toBeVisible()
    await expect(frame.getByText('Your primary account')).toBeVisible()
    const press = frame.getByRole('button', { name: 'Approve', exact: true })
    await expect(press).toBeEnabled()
    await press.click()
    const { result } = (await answering)! as {
      result: { time: number; recipient: string; signature: `0x${string}` }
    }
    expect(result.recipient).toBe(first.primaryAddr)
    const action: SignedAction = {
      kind: 'profitWithdraw',
      time: result.time,
      nonce: 7,
      account: own.primaryAddr,
      recipient: first.primaryAddr,
      size: 1_234_560_000,
    }
    expect(await signerOf(action, result.signature)).toBe(own.signingAddr)
  })
})
