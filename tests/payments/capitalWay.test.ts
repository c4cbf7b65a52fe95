/** A trader's whole way through the capital programme, call by call, and what is refused on it. */
import { verifyVerdict } from '@vest/sdk'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  REFUSAL,
  accountResponse,
  capitalActivateResponse,
  capitalPlansResponse,
  capitalRegisterResponse,
  capitalStatusResponse,
} from '@vest/protocol'
import { testKey } from '../../services/exchange/src/testing/testKeys.ts'
import type { Trader } from '../../services/exchange/src/testing/testWorld.ts'
import { openShop, type Shop } from './shop.ts'

const HOUR_MS = 3_600_000

describe('from the plan to the profit', () => {
  let shop: Shop
  let owner: Trader
  const [evaluation, fundedWallet] = [testKey(0x51), testKey(0x53)]
  beforeAll(async () => {
    shop = await openShop()
    owner = await shop.world.trader(0x31, 1_000)
    await shop.world.setPrice('BTC-PERP', 50_000)
  })
  afterAll(() => shop.stop())
  const register = (wallet: { address: string }, isFunded: boolean, more: object = {}) =>
    shop.world.call('POST', '/register/capital', {
      body: { primaryAddr: wallet.address, accessToken: shop.tokenOf(owner), isFunded, ...more },
    })
  const activate = (more: object = {}, key = owner.apiKey) =>
    shop.world.call('POST', '/capital/activateFunded', {
      key,
      body: {
        funded_register_params: {
          primaryAddr: fundedWallet.address,
          accessToken: shop.tokenOf(owner),
          isFunded: true,
          proof: shop.proofOf(fundedWallet),
          ...more,
        },
      },
    })
  /** Buys, and the price goes so far that nine tenths of the size are earned or lost, and a little more. */
  const tradeTo = async (trader: Trader, isUp: boolean) => {
    await shop.world.setPrice('BTC-PERP', 50_000)
    await shop.world.place(trader, { size: '0.60000', orderType: 'MARKET', limitPrice: '60000' })
    await shop.world.setPrice('BTC-PERP', isUp ? 52_000 : 48_000)
  }

  it('[3.14] [7.6] [9.13] the plans are the provider’s products', async () => {
    const { status, body } = await shop.world.call('GET', '/capital/plans')
    expect(status).toBe(200)
    expect(capitalPlansResponse.parse(body).products).toEqual([
      ['Silver', 'price_silver', 6_000, '5000'],
      ['Gold', 'price_gold', 11_000, '10000'],
      ['Platinum', 'price_platinum', 27_500, '25000'],
    ].map(([name, priceId, unitAmount, account_size]) => ({
      name, priceId, unitAmount, currency: 'usd',
      metadata: {
        account_size, step_1_goal: '10', max_daily_loss: '4', max_drawdown: '6',
        max_leverage: '5', max_profit_split: '90',
      },
    }))) // prettier-ignore
  })

  it('[5.13] [7.7] [6.7] a checkout needs a signed-in person, a known plan and a wallet that is proven', async () => {
    const asked = async (change: object) => {
      const body = { ...shop.wishOf(owner, evaluation), ...change }
      const answer = await shop.world.call('POST', '/capital/checkoutSession', { key: owner.apiKey, body })
      return [answer.body.code, answer.body.msg]
    }
    const stranger = await shop.world.trader(0x37, 1_000)
    for (const accessToken of [undefined, null, '', 'no user’s', shop.tokenOf(stranger)])
      expect(await asked({ accessToken })).toEqual([
        1130,
        'You have to sign in with email or Google to purchase Vest Capital plan',
      ])
    for (const email of ['', 'b@b.test', 'a@b.test.evil.example'])
      expect(await asked({ email })).toEqual([1130, 'email is not that of your sign-in'])
    expect(await asked({ priceId: 'price_none' })).toEqual([1130, 'Unknown plan: priceId'])
    expect((await asked({ proof: null }))[0]).toBe(1022)
    expect((await asked({ proof: shop.proofOf(testKey(0x66)) }))[0]).toBe(1022)
    expect((await asked({ proof: { ...shop.proofOf(evaluation), expiryTime: 1 } }))[0]).toBe(1130)
    expect((await asked({ address: owner.primary.address, proof: shop.proofOf(owner.primary) }))[0]).toBe(
      1149,
    )
    expect(shop.provider.books.sessions).toEqual([])
  })

  it('[2.14] [4.9] is paid by a signed message alone, whatever the browser says', async () => {
    const session = await shop.checkout(owner, evaluation)
    expect(await shop.checkout(owner, evaluation)).toBe(session)
    const times = async (trader = owner) => {
      const path = `/capital/payment?address=${evaluation.address}`
      return (await shop.world.call('GET', path, { key: trader.apiKey })).body
    }
    const began = shop.world.clock.nowMs()
    const unpaid = { address: evaluation.address, began_time: began, finished_time: null, paid_time: null }
    expect(await times()).toEqual(unpaid)
    shop.world.clock.advance(7_000)
    expect(await shop.statusOf(owner, evaluation)).toBe('created')
    expect((await register(evaluation, false)).body.code).toBe(REFUSAL.INVALID_PARAMETER)
    expect(shop.provider.standIn.pay(session)).toBe(
      `http://localhost:1/payment/success?session_id=${session}`,
    )
    expect(await shop.statusOf(owner, evaluation)).toBe('created')
    // The provider knows when the checkout was finished before the exchange has heard that it is paid.
    const finished = { ...unpaid, finished_time: Math.floor((began + 7_000) / 1_000) * 1_000 }
    expect(await times()).toEqual(finished)
    shop.world.clock.advance(2_000)
    await shop.bringAll()
    expect(await shop.statusOf(owner, evaluation)).toBe('pre_eval')
    expect(await times()).toEqual({ ...finished, paid_time: began + 9_000 })
    expect((await times(await shop.world.trader(0x35, 1_000))).code).toBe(REFUSAL.ACCOUNT_NOT_FOUND)
    const other = await shop.world.trader(0x33, 1_000)
    expect(await shop.statusOf(other, evaluation)).toBe('not_eligible')
    for (const [trader, own] of [
      [owner, [evaluation.address]],
      [other, []],
    ] as const) {
      const { body } = await shop.world.call('GET', '/capital/status?all=true', { key: trader.apiKey })
      expect(Object.keys(body)).toEqual(own)
    }
    for (const query of ['all=yes', `all=true&address=${evaluation.address}`])
      expect(
        (await shop.world.call('GET', `/capital/status?${query}`, { key: owner.apiKey })).body.code,
      ).toBe(1130)
  })

  it('[7.5] says where a list of addresses stands, by lower-case address, with the kind of network where it is asked for', async () => {
    const list = `${evaluation.address.toUpperCase().replace('0X', '0x')},${fundedWallet.address}`
    const read = async (query: string) =>
      (await shop.world.call('GET', `/capital/status?address=${list}${query}`, { key: owner.apiKey })).body
    const statuses = await read('')
    expect(capitalStatusResponse.parse(statuses)).toEqual(statuses)
    expect(statuses).toMatchObject({
      [evaluation.address]: { capital_status: 'pre_eval', initial_capital: '10000.000000' },
      [fundedWallet.address]: { capital_status: 'not_eligible', active_capital_plan: null },
    })
    expect(Object.keys(statuses)).toHaveLength(2)
    expect(statuses[evaluation.address]).not.toHaveProperty('network_type')
    expect((await read('&get_network_type=true'))[evaluation.address].network_type).toBe(0)
  })

  it('[7.3] [7.8] [6.5] is opened by its owner, and its account says what it is', async () => {
    const stranger = await shop.world.trader(0x35, 1_000)
    const answer = await shop.world.call('POST', '/register/capital', {
      body: { primaryAddr: evaluation.address, accessToken: shop.tokenOf(stranger), isFunded: false },
    })
    expect([answer.status, answer.body.code]).toEqual([401, 1002])
    expect((await register(testKey(0x67), false)).body.code).toBe(REFUSAL.ACCOUNT_NOT_FOUND)
    for (const _ of [1, 2]) {
      const { status, body } = await register(evaluation, false)
      expect(status).toBe(200)
      expect(capitalRegisterResponse.parse(body)).toMatchObject({
        capital_status: 'active',
        is_funded: false,
        collateral: '10000.000000',
        active_capital_plan: { name: 'Gold', unitAmount: 11_000 },
      })
    }
    for (const [whose, status] of [
      [owner, 200],
      [stranger, 401],
    ] as const) {
      const { signingAddr, expiryTime, signature } = shop.proofOf(evaluation)
      const accessToken = shop.tokenOf(whose)
      const approval = { signingAddr, expiryTime, signature, accessToken, networkType: 0 }
      const key = { ...approval, primaryAddr: evaluation.address }
      expect((await shop.world.call('POST', '/register', { body: key })).status).toBe(status)
    }
    const trader = await shop.world.trader(0x51, 0)
    const { body } = await shop.world.call('GET', '/account', { key: trader.apiKey })
    expect(accountResponse.parse(body).capital).toMatchObject({
      capital_status: 'active',
      target_equity: '11000.000000',
      max_drawdown_limit: '9400.000000',
      max_daily_loss_limit: '9600.000000',
      is_frozen: false,
      primary_address: owner.primary.address,
    })
    const lp = await shop.world.call('GET', '/onramper/url', { key: trader.apiKey })
    expect(lp.body.code).toBe(REFUSAL.ACTION_NOT_AVAILABLE)
  })

  it('[4.14] [7.4] [8.62] is passed, claimed once, and funded', async () => {
    const trader = await shop.world.trader(0x51, 0)
    expect((await activate()).body).toMatchObject({
      code: REFUSAL.INVALID_PARAMETER,
      msg: 'There is nothing to claim',
    })
    await tradeTo(trader, true)
    expect(await shop.statusOf(owner, evaluation)).toBe('goal_passed')
    expect((await activate({ proof: shop.proofOf(testKey(0x66)) })).body.code).toBe(REFUSAL.INVALID_SIGNATURE)
    const allocated = await register(fundedWallet, true, {
      eval_address: evaluation.address,
      proof: shop.proofOf(fundedWallet),
    })
    expect(allocated.body).toMatchObject({ capital_status: 'pre_funded', is_funded: true })
    const claims = await Promise.all(
      Array.from({ length: 100 }, (_, n) => activate({}, n % 2 === 0 ? owner.apiKey : trader.apiKey)),
    )
    const ids = new Set(claims.map(({ body }) => capitalActivateResponse.parse(body).claim.id))
    expect(ids.size).toBe(1)
    expect(await shop.statusOf(owner, evaluation)).toBe('funded_claimed')
    expect(await shop.statusOf(owner, fundedWallet)).toBe('funded_active')
    const wallet = testKey(0x55)
    const second = await activate({ primaryAddr: wallet.address, proof: shop.proofOf(wallet) })
    expect(second.body.code).toBe(REFUSAL.INVALID_PARAMETER)
    const funded = (
      await shop.world.engine.query('capitalOfOwner', { ownerId: owner.primary.address })
    ).filter(({ isFunded }) => isFunded)
    expect(funded).toHaveLength(1)
  })

  it('[6.6] [7.23] [5.10] pays nine tenths of its profit to the primary account', async () => {
    const trader = await shop.world.trader(0x53, 0)
    const withdraw = async (dollars: number, recipient: string = owner.primary.address) => {
      shop.world.clock.advance(1)
      const time = shop.world.clock.nowMs()
      const size = dollars * 1_000_000
      const signature = trader.signing.signAction({
        kind: 'profitWithdraw',
        time,
        nonce: time,
        account: fundedWallet.address,
        recipient,
        size,
      } as never)
      return shop.world.call('POST', '/transfer/withdraw/profits', {
        key: trader.apiKey,
        body: { order: { time, nonce: time, size, recipient }, signature },
      })
    }
    await tradeTo(trader, true)
    const statusOf = async () => {
      const { body } = await shop.world.call('GET', '/capital/status', { key: trader.apiKey })
      return capitalStatusResponse.parse(body)[fundedWallet.address] as {
        available_profit: string
        target_equity: null
      }
    }
    expect(await statusOf()).toMatchObject({ available_profit: '0.000000', target_equity: null })
    await shop.world.place(trader, {
      size: '0.60000',
      orderType: 'MARKET',
      isBuy: false,
      limitPrice: '40000',
      reduceOnly: true,
    })
    expect(Number((await statusOf()).available_profit)).toBeGreaterThan(1_000)
    expect((await withdraw(1_000, evaluation.address)).body.code).toBe(REFUSAL.INVALID_PARAMETER)
    const before = (await shop.world.engine.query('account', { account: owner.primary.address }))!.collateral
    expect((await withdraw(1_000)).status).toBe(200)
    const after = (await shop.world.engine.query('account', { account: owner.primary.address }))!.collateral
    expect(after - before).toBe(900_000_000)
    const mine = await shop.world.call('POST', '/transfer/withdraw/profits', {
      key: owner.apiKey,
      body: { order: { time: 1, nonce: 1, size: 1, recipient: '0x' }, signature: '0x' },
    })
    expect(mine.body).toMatchObject({
      code: REFUSAL.INVALID_PARAMETER,
      msg: 'Only a funded account has profits to withdraw',
    })
  })

  it('fails, and another plan may be bought', async () => {
    const buyer = await shop.world.trader(0x41, 1_000)
    const [first, next] = [testKey(0x43), testKey(0x45)]
    const pay = async (wallet: typeof first, isTold = true) => {
      shop.provider.standIn.pay(await shop.checkout(buyer, wallet, 'price_gold'))
      if (isTold) await shop.bringAll()
      const body = { primaryAddr: wallet.address, accessToken: shop.tokenOf(buyer), isFunded: false }
      expect((await shop.world.call('POST', '/register/capital', { body })).status).toBe(200)
    }
    await pay(first)
    const body = shop.wishOf(buyer, next)
    const held = await shop.world.call('POST', '/capital/checkoutSession', { key: buyer.apiKey, body })
    expect(held.body).toMatchObject({ code: REFUSAL.INVALID_PARAMETER, msg: 'A plan is already held' })
    await tradeTo(await shop.world.trader(0x43, 0), false)
    expect(await shop.statusOf(buyer, first)).toBe('goal_failed_max_drawdown')
    // The message of the payment is late: opening the account asks what stands.
    await pay(next, false)
    expect(await shop.statusOf(buyer, first)).toBe('goal_failed_hidden')
    expect(await shop.statusOf(buyer, next)).toBe('active')
    await shop.bringAll()
    expect(await shop.statusOf(buyer, next)).toBe('active')
  })

  it('practice is free, one at a time, judged as any other, has a certificate, and is never claimed', async () => {
    const person = await shop.world.trader(0x81, 1_000)
    const [first, next] = [testKey(0x83), testKey(0x85)]
    const practise = async (wallet: typeof first, change: object = {}) => {
      const body = { ...shop.wishOf(person, wallet, 'price_gold'), ...change }
      return (await shop.world.call('POST', '/capital/practice', { key: person.apiKey, body })).body
    }
    const stranger = await shop.world.trader(0x87, 1_000)
    expect((await practise(first, { accessToken: shop.tokenOf(stranger) })).code).toBe(
      REFUSAL.INVALID_PARAMETER,
    )
    expect((await practise(first, { proof: shop.proofOf(next) })).code).toBe(REFUSAL.INVALID_SIGNATURE)
    expect(await practise(first)).toMatchObject({ capital_status: 'active', active_capital_plan: null })
    expect(await practise(next)).toMatchObject({
      code: REFUSAL.INVALID_PARAMETER,
      msg: 'A practice evaluation is open already',
    })
    const account = { primaryAddr: first.address, accessToken: shop.tokenOf(person), isFunded: false }
    expect((await shop.world.call('POST', '/register/capital', { body: account })).status).toBe(200)

    const verdict = () => shop.world.call('GET', '/capital/verdict', { key: person.apiKey })
    const trader = await shop.world.trader(0x83, 0)
    const mine = () => shop.world.call('GET', '/capital/verdict', { key: trader.apiKey })
    expect((await mine()).body.code).toBe(REFUSAL.ACCOUNT_NOT_FOUND)
    await tradeTo(trader, true)
    shop.world.clock.advance(1_500)
    await shop.world.setPrice('BTC-PERP', 52_000)
    expect(await shop.statusOf(person, first)).toBe('goal_passed')
    const { body } = await mine()
    expect(verifyVerdict(body.certificate, body.signer)).toMatchObject({
      ok: true,
      body: { verdict: 'GOAL', purchase: null, owner: person.primary.address },
    })
    expect((await verdict()).body.code).toBe(REFUSAL.ACCOUNT_NOT_FOUND)
    expect(
      (await shop.world.call('GET', `/capital/verdict?address=${first.address}`, { key: stranger.apiKey }))
        .body.code,
    ).toBe(1099)
    const claim = await shop.world.call('POST', '/capital/activateFunded', {
      key: person.apiKey,
      body: {
        funded_register_params: {
          primaryAddr: next.address,
          accessToken: shop.tokenOf(person),
          isFunded: true,
          proof: shop.proofOf(next),
        },
        eval_address: first.address,
      },
    })
    expect(claim.body).toMatchObject({ code: REFUSAL.INVALID_PARAMETER, msg: 'There is nothing to claim' })
    expect(await practise(next)).toMatchObject({ capital_status: 'active' })
  })

  it('practice that names no plan has rules of its own, so it is there while nothing is for sale', async () => {
    const person = await shop.world.trader(0x91, 1_000)
    const wallet = testKey(0x93)
    const practise = async (priceId: string | undefined) => {
      const body = { ...shop.wishOf(person, wallet), priceId }
      return (await shop.world.call('POST', '/capital/practice', { key: person.apiKey, body })).body
    }
    expect(await practise('price_of_yesterday')).toMatchObject({
      code: REFUSAL.INVALID_PARAMETER,
      msg: 'Unknown plan: priceId',
    })
    expect(await practise(undefined)).toMatchObject({ capital_status: 'active', collateral: '10000.000000' })
    const { body } = await shop.world.call('GET', `/capital/status?address=${wallet.address}`, {
      key: person.apiKey,
    })
    expect((body as unknown as Record<string, object>)[wallet.address]).toMatchObject({
      is_practice: true,
      target_equity: '11000.000000',
      active_capital_plan: null,
      max_daily_loss_limit: '9600.000000',
      max_drawdown_limit: '9400.000000',
    })
  })

  it('[7.4] of a hundred claims at once, each for another wallet, one opens an account', async () => {
    const buyer = await shop.world.trader(0x71, 1_000)
    const wallet = testKey(0x73)
    shop.provider.standIn.pay(await shop.checkout(buyer, wallet))
    await shop.bringAll()
    const accessToken = shop.tokenOf(buyer)
    const opened = { primaryAddr: wallet.address, accessToken, isFunded: false }
    expect((await shop.world.call('POST', '/register/capital', { body: opened })).status).toBe(200)
    await tradeTo(await shop.world.trader(0x73, 0), true)
    const answers = await Promise.all(
      Array.from({ length: 100 }, async (_, n) => {
        const claimed = testKey(0x1_000 + n)
        const funded = { primaryAddr: claimed.address, accessToken, isFunded: true }
        return shop.world.call('POST', '/capital/activateFunded', {
          key: buyer.apiKey,
          body: { funded_register_params: { ...funded, proof: shop.proofOf(claimed) } },
        })
      }),
    )
    const [done, ...others] = answers.toSorted((a, b) => a.status - b.status)
    expect(capitalActivateResponse.parse(done!.body).claim.status).toBe('done')
    expect(others.map(({ body }) => body.code)).toEqual(others.map(() => 1130))
    const own = await shop.world.engine.query('capitalOfOwner', { ownerId: buyer.primary.address })
    expect(own.filter(({ isFunded }) => isFunded).map(({ capital }) => capital.status)).toEqual([
      'funded_active',
    ])
  })

  it('another choice ends the first checkout, and one that runs out leaves the wallet free', async () => {
    const buyer = await shop.world.trader(0x61, 1_000)
    const wallet = testKey(0x63)
    const first = await shop.checkout(buyer, wallet, 'price_silver')
    const second = await shop.checkout(buyer, wallet, 'price_platinum')
    expect(second).not.toBe(first)
    expect(shop.provider.standIn.session(first)!.status).toBe('expired')
    expect(shop.provider.standIn.pay(first)).toBeUndefined()
    shop.world.clock.advance(24 * HOUR_MS)
    shop.provider.standIn.expireDue()
    await shop.bringAll()
    // The owner's key has ended with the day.
    expect(await shop.statusOf(await shop.world.trader(0x61, 0), wallet)).toBe('not_eligible')
    expect(await shop.world.engine.query('purchases', { ownerId: buyer.primary.address })).toEqual([])
  })
})
