/**
 * A person has a hostile page open beside the exchange. It sits on another port of this machine, and whatever it tries
 * through the browser (prices, the state, the chain behind its proxy, the chain's own port, a name that it makes point
 * here) comes to nothing, while a trader trades on.
 */
import { expect, test, type Page } from '@playwright/test'
import { createVestClient } from '@vest/sdk/node'
import { removeDataDir, startStack, type Stack } from '../../world/stack.ts'
import { injectWallet } from '../../world/injectedWallet.ts'
import { CHROMIUM } from '../chromium.ts'
import {
  attempt,
  chainAddress,
  flood,
  opensSocket,
  startHostileSite,
  type HostileSite,
} from './hostilePage.ts'
import { deposit, openMarket, sendOrder, showList, signIn } from '../traderPage.ts'

const SYMBOL = 'SPY-USD-PERP'
const RPC = '/devnet/rpc/42161'
/** A name of the attacker's own. */
const REBOUND = 'rebound.test'
test.use({
  launchOptions: {
    ...CHROMIUM,
    args: [...CHROMIUM.args, `--host-resolver-rules=MAP ${REBOUND} 127.0.0.1`],
  },
})

test.describe('a hostile page beside the exchange', () => {
  let stack: Stack
  let site: HostileSite
  test.beforeAll(async () => {
    stack = await startStack()
    site = await startHostileSite()
  })
  test.afterAll(async () => {
    await site.stop()
    expect(await stack.stop()).toBe(0)
    removeDataDir(stack.dataDir)
  })

  const index = async (): Promise<number> =>
    Number((await createVestClient({ baseUrl: stack.baseUrl }).tickers({ symbols: [SYMBOL] }))[0]!.indexPrice)
  const own = (method: string, params: readonly unknown[] = []): Promise<unknown> =>
    fetch(`${stack.baseUrl}${RPC}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    }).then((answer) => answer.json())
  /** Nothing that the page may read, in any way of asking. */
  async function comesToNothing(page: Page, path: string, body?: unknown): Promise<void> {
    for (const { status, text } of await attempt(page, `${stack.baseUrl}${path}`, body)) {
      expect(['blocked', 'opaque']).toContain(status)
      expect(text).toBe('')
    }
  }

  test('moves no price, hangs nothing, finds no chain and has no name here, and the trader trades on', async ({
    page,
    browser,
  }) => {
    await injectWallet(page)
    await openMarket(page, stack.baseUrl, SYMBOL)
    await signIn(page)
    await deposit(page, '2,000.00')
    await sendOrder(page, { side: 'Long', size: '1.0000' })

    const evil = await (await browser.newContext()).newPage()
    await evil.goto(site.url)
    const before = await index()
    const genesis = await own('eth_getBlockByNumber', ['0x0', false])

    await test.step('prices', async () => {
      await comesToNothing(evil, '/devnet/price', { symbol: SYMBOL, price: '1.00' })
      await comesToNothing(evil, '/devnet/jump', { symbol: SYMBOL, percent: -50 })
      await comesToNothing(evil, '/devnet/halt', { symbol: SYMBOL })
      expect(Math.abs((await index()) / before - 1)).toBeLessThan(0.1)
    })
    await test.step('a flood of questions for the state', async () => {
      await comesToNothing(evil, '/devnet/state')
      const [, late] = await Promise.all([
        flood(evil, `${stack.baseUrl}/devnet/state`, 400),
        sendOrder(page, { side: 'Long', size: '1.5000' }),
      ])
      expect(late).toBeUndefined()
    })
    await test.step('the chain behind its proxy', async () => {
      const endless = { data: '0x5b600056', gas: '0xffffffffffff' }
      for (const [method, params] of [
        ['eth_call', [endless, 'latest']],
        ['anvil_reset', []],
        ['anvil_dumpState', []],
      ] as const)
        await comesToNothing(evil, RPC, { jsonrpc: '2.0', id: 1, method, params })
      // A page that is let in gains no more by it.
      expect(await own('eth_call', [endless, 'latest'])).toMatchObject({
        error: { message: expect.stringMatching(/OutOfGas/) },
      })
      expect(await own('anvil_reset')).toMatchObject({ error: { code: -32601 } })
    })
    await test.step('the chain’s own port', async () => {
      const { host, port } = chainAddress(stack.childPids())
      expect(host).not.toBe('127.0.0.1')
      // A page that knows both is let in, which is why no page learns them: the port alone is not enough.
      expect(await opensSocket(evil, `ws://${host}:${port}`)).toBe(true)
      for (const guess of ['127.0.0.1', 'localhost', '127.0.0.2'])
        expect(await opensSocket(evil, `ws://${guess}:${port}`), guess).toBe(false)
    })
    await test.step('a name of its own that points here', async () => {
      const rebound = `http://${REBOUND}:${stack.port}`
      // Served by the attacker before the name points here.
      await evil.route(`${rebound}/before`, (route) =>
        route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>rebound</title>' }),
      )
      await evil.goto(`${rebound}/before`)
      for (const [path, body] of [
        ['/devnet/price', { symbol: SYMBOL, price: '1.00' }],
        ['/devnet/state', undefined],
        [RPC, { jsonrpc: '2.0', id: 1, method: 'eth_blockNumber' }],
        ['/v2/time', undefined],
      ] as const) {
        const [read] = await attempt(evil, `${rebound}${path}`, body)
        // Some browsers do not even ask: the page came from elsewhere than this machine.
        expect([421, 'blocked']).toContain(read!.status)
        expect(['', 'Unknown host']).toContain(read!.text === '' ? '' : JSON.parse(read!.text).msg)
      }
      expect(await opensSocket(evil, `ws://${REBOUND}:${stack.port}/ws`)).toBe(false)
      // Asked as a page is, it answers, and says that it is not the one.
      expect((await evil.goto(`${rebound}/`))?.status()).toBe(421)
    })

    expect(Math.abs((await index()) / before - 1)).toBeLessThan(0.1)
    expect(await own('eth_getBlockByNumber', ['0x0', false])).toEqual(genesis)
    await showList(page, 'Positions')
    await deposit(page, '1,000.00')
    await sendOrder(page, { side: 'Short', size: '0.5000' })
  })

  test('pages at the loopback’s number go on at localhost', async ({ page }) => {
    await page.goto(`http://127.0.0.1:${stack.port}/trade/${SYMBOL}`)
    expect(page.url()).toBe(`http://localhost:${stack.port}/trade/${SYMBOL}`)
    expect((await fetch(`http://127.0.0.1:${stack.port}/v2/time`)).status).toBe(200)
  })
})
