/**
 * The operator of Vest Capital, by the command line on the operator's port: what was traded too fast waits with its reasons,
 * is held, released or rejected with a reason, and the trader sees no more than that it is looked at; a plan is refunded
 * once; the treasury raises its alarm, and what it cannot pay waits.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testKey } from '../../services/exchange/src/testing/testKeys.ts'
import type { Trader } from '../../services/exchange/src/testing/testWorld.ts'
import { main } from '../../tools/capital/capital.ts'
import { openShop, type Shop } from './shop.ts'

const USDC = 1_000_000

describe('the operator of Vest Capital', () => {
  let shop: Shop
  let owner: Trader
  let other: Trader
  let id: string
  let session: string
  const [evaluation, fundedWallet] = [testKey(0x51), testKey(0x53)]
  beforeAll(async () => {
    shop = await openShop((payments) => payments, true)
    owner = await shop.world.trader(0x31, 1_000)
    await shop.world.setPrice('BTC-PERP', 50_000)
  })
  afterAll(() => shop.stop())

  const capital = async (...argv: string[]) => {
    let text = ''
    const url = `http://127.0.0.1:${shop.world.exchange.operatorPort}`
    const code = await main([...argv, '--operator', url, '--by', 'ann'], (part) => void (text += part))
    return { code, text }
  }
  const json = async (...argv: string[]) => JSON.parse((await capital(...argv, '--json')).text)
  const trader = (wallet: number): Promise<Trader> => shop.world.trader(wallet, 0)
  const begun = async (of: Trader, wallet: ReturnType<typeof testKey>): Promise<string> => {
    const session = await shop.checkout(of, wallet)
    shop.provider.standIn.pay(session)
    await shop.bringAll()
    const body = { primaryAddr: wallet.address, accessToken: shop.tokenOf(of), isFunded: false }
    expect((await shop.world.call('POST', '/register/capital', { body })).status).toBe(200)
    return session
  }
  /** In at one price and out at another, seconds later. */
  const quickly = async (of: Trader, to: number) => {
    await shop.world.setPrice('BTC-PERP', 50_000)
    await shop.world.place(of, { size: '0.60000', orderType: 'MARKET', limitPrice: '60000' })
    await shop.world.setPrice('BTC-PERP', to)
  }
  const claim = async () =>
    (
      await shop.world.call('POST', '/capital/activateFunded', {
        key: owner.apiKey,
        body: {
          funded_register_params: {
            primaryAddr: fundedWallet.address,
            accessToken: shop.tokenOf(owner),
            isFunded: true,
            proof: shop.proofOf(fundedWallet),
          },
        },
      })
    ).body.claim as { status: string; id: string }

  it('lets a claim wait whose profit came in seconds, and whose card and browser are those of another; the trader is told that it is looked at, and nothing else', async () => {
    // Every buyer here has the same address, and so the same card.
    other = await shop.world.trader(0x3b, 1_000)
    shop.provider.standIn.pay(await shop.checkout(other, testKey(0x5b)))
    await shop.bringAll()
    // A person of the same household who has bought nothing is no sign.
    shop.shareBrowser([owner, other, await shop.world.trader(0x3d, 1_000)])
    session = await begun(owner, evaluation)
    await quickly(await trader(0x51), 52_000)
    shop.world.clock.advance(1_500)
    await shop.world.setPrice('BTC-PERP', 52_000)
    const asked = await claim()
    expect(asked.status).toBe('pending')
    expect((await claim()).status).toBe('pending')
    id = asked.id
    const { body } = await shop.world.call('GET', `/capital/status?address=${evaluation.address}`, {
      key: owner.apiKey,
    })
    const entry = (body as Record<string, Record<string, unknown>>)[evaluation.address]!
    expect(entry).toMatchObject({ capital_status: 'goal_passed', reason: 'IN_REVIEW' })
    expect(JSON.stringify(body)).not.toMatch(/BRIEF|GAPS|OPPOSITE|CARD|DEVICE/)
    expect(await json('queue')).toMatchObject({
      waiting: [
        {
          id,
          subject: 'CLAIM',
          state: 'WAITING',
          decisions: [],
          signals: ['BRIEF_TRADES', 'SHARED_CARD', 'SHARED_DEVICE'],
        },
      ],
    })
    expect((await capital('queue')).text).toMatch(/^state +subject.*\nWAITING +CLAIM .*BRIEF_TRADES/)
  })

  it('is held, shown with its decisions, and released into a funded account', async () => {
    expect(await capital('hold', id, '--reason', 'asked for an explanation')).toMatchObject({ code: 0 })
    expect((await claim()).status).toBe('pending')
    const shown = await capital('show', id)
    expect(shown.code).toBe(0)
    for (const word of ['HELD', 'ann', 'asked for an explanation', 'goal_passed', 'Gold'])
      expect(shown.text).toContain(word)
    expect(shown.text).toMatch(
      new RegExp(`accounts  active  same browser\\n1 +0 +${other.primary.address}\\n$`),
    )
    expect(await capital('release', id, '--reason', 'a plain breakout')).toMatchObject({ code: 0 })
    expect(await shop.statusOf(owner, fundedWallet)).toBe('funded_active')
    expect((await claim()).status).toBe('done')
    expect(await json('queue')).toEqual({ waiting: [] })
  })

  it('holds back a payout, rejects it to the account, and pays the next one when it is released', async () => {
    const funded = await trader(0x53)
    // The other side of the same market, by another person who uses the browser.
    const short = { size: '0.00500', orderType: 'MARKET', isBuy: false, limitPrice: '40000' } as const
    await shop.world.place(other, short)
    await quickly(funded, 51_000)
    await shop.world.place(funded, {
      size: '0.60000',
      orderType: 'MARKET',
      isBuy: false,
      limitPrice: '40000',
      reduceOnly: true,
    })
    const balance = async () =>
      (await shop.world.engine.query('account', { account: fundedWallet.address }))!.collateral
    const before = await balance()
    const ask = async (): Promise<string> => {
      shop.world.clock.advance(1)
      const [time, recipient, size] = [shop.world.clock.nowMs(), owner.primary.address, 100 * USDC]
      const signature = funded.signing.signAction({
        kind: 'profitWithdraw',
        time,
        nonce: time,
        account: fundedWallet.address,
        recipient,
        size,
      } as never)
      const { body } = await shop.world.call('POST', '/transfer/withdraw/profits', {
        key: funded.apiKey,
        body: { order: { time, nonce: time, size, recipient }, signature },
      })
      return body.id as string
    }
    const signalsOf = async (of: string) => (await json('show', of)).signals
    // Without an answer of identity the others are what is seen.
    shop.shareBrowser(undefined)
    const first = await ask()
    expect(await signalsOf(first)).toEqual(['BRIEF_TRADES'])
    shop.shareBrowser([owner, other])
    expect(before - (await balance())).toBe(100 * USDC)
    expect(await capital('reject', first, '--reason', 'trades of seconds')).toMatchObject({ code: 0 })
    expect(await balance()).toBe(before)
    const second = await ask()
    expect(await signalsOf(second)).toEqual(['OPPOSITE_POSITIONS', 'BRIEF_TRADES', 'SHARED_DEVICE'])
    const primary = async () =>
      (await shop.world.engine.query('account', { account: owner.primary.address }))!.collateral
    const owned = await primary()
    expect((await json('release', second, '--reason', 'explained')).state).toBe('DONE')
    expect((await primary()) - owned).toBe(90 * USDC)
  })

  it('a dispute after a payout freezes what is funded; lost, it ends it, and what was paid stays paid', async () => {
    const primary = async () =>
      (await shop.world.engine.query('account', { account: owner.primary.address }))!.collateral
    const paid = await primary()
    shop.provider.standIn.openDispute(session)
    await shop.bringAll()
    expect(
      (await shop.world.engine.query('capital', { accounts: [fundedWallet.address] }))[0]!.capital,
    ).toMatchObject({
      status: 'funded_active',
      isFrozen: true,
      reason: 'DISPUTED',
    })
    shop.provider.standIn.closeDispute(session, 'lost')
    await shop.bringAll()
    expect(await shop.statusOf(owner, fundedWallet)).toBe('claimed')
    expect(await primary()).toBe(paid)
  })

  it('refunds a plan that is evaluated, once, before the message of the provider and with it', async () => {
    const buyer = await shop.world.trader(0x61, 1_000)
    const wallet = testKey(0x63)
    await begun(buyer, wallet)
    const { purchases } = await json('purchases')
    const bought = purchases.find(({ account }: { account: string }) => account === wallet.address)
    const refunded = await capital('refund', bought.id, '--reason', 'asked for within a day')
    expect(refunded).toMatchObject({ code: 0 })
    expect(refunded.text).toMatch(/claimed/)
    expect(await shop.statusOf(buyer, wallet)).toBe('claimed')
    await shop.bringAll()
    expect(shop.provider.books.refunds).toHaveLength(1)
    const after = (await json('purchases')).purchases
    expect(after.find(({ id: of }: { id: string }) => of === bought.id)).toMatchObject({
      status: 'claimed',
      refundedBy: 'ann',
      refundedFor: 'asked for within a day',
    })
    expect(await capital('refund', bought.id, '--reason', 'again')).toMatchObject({ code: 1 })
    expect(shop.provider.books.refunds).toHaveLength(1)
  })

  it('tells what the treasury holds and owes, fills it up from what was earned alone, and counts in the metrics', async () => {
    expect(await json('treasury')).toMatchObject({ state: 'OK' })
    expect(await capital('fund', '1000000', '--reason', 'reserve')).toEqual({
      code: 1,
      text: 'The exchange has not earned so much\n',
    })
    await shop.world.place(owner, { size: '0.00500', orderType: 'MARKET', limitPrice: '60000' })
    const { income } = await json('treasury')
    expect(Number(income)).toBeGreaterThan(0)
    expect(Number((await json('fund', income, '--reason', 'reserve')).income)).toBe(0)
    const url = `http://127.0.0.1:${shop.world.exchange.operatorPort}/metrics`
    const metrics = await (await fetch(url)).text()
    expect(metrics).toMatch(/^vest_capital_reserve 0$/m)
    expect(metrics).toMatch(/^vest_capital_waiting\{state="WAITING"\} 0$/m)
  })

  it('refuses what is no command, no reason and no exchange, by its exit code', async () => {
    expect((await capital('release', id)).code).toBe(2)
    expect((await capital('dance')).code).toBe(2)
    expect(await capital('release', id, '--reason', 'late')).toEqual({
      code: 1,
      text: 'Nothing waits under this id\n',
    })
    expect((await capital('--help')).code).toBe(0)
    const nowhere = await main(['queue', '--operator', 'http://127.0.0.1:1'], () => undefined)
    expect(nowhere).toBe(1)
  })
})
