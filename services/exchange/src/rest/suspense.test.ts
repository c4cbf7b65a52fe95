/** Money that came and is credited to no account: whose it is, who sees it, and that it is asked for a few times a day alone. */
import { REFUSAL, straysResponse, usd6, type Address } from '@vest/protocol'
import type { StrayHolding, StrayReturn } from '@vest/runtime'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { hash32, TEST_CHAIN_ID, TEST_USDC, TEST_VAULT } from '../testing/scriptedChain.ts'
import { testKey } from '../testing/testKeys.ts'
import { startTestWorld, type TestWorld, type Trader } from '../testing/testWorld.ts'

const HOME: Address = `0x${'4d'.repeat(20)}`
const TOKEN: Address = `0x${'77'.repeat(20)}`
const DAY_MS = 86_400_000

describe('what is credited to no account', () => {
  let world: TestWorld
  let trader: Trader
  let held: readonly StrayHolding[]
  let answer: StrayReturn
  const returned: unknown[][] = []
  beforeEach(async () => {
    world = await startTestWorld()
    trader = await world.trader(0x31)
    held = []
    answer = { txHash: hash32(7) }
    returned.length = 0
    Object.assign(world.chain, {
      depositAddress: () => HOME,
      strays: async (account: Address) => (account === trader.primary.address ? held : []),
      returnStray: async (...input: unknown[]) => {
        returned.push(input)
        return answer
      },
    })
  })
  afterEach(() => world.stop())
  const list = async (query = '', key = trader.apiKey) => {
    const { body, status } = await world.call('GET', `/transfer/suspense${query}`, { key })
    expect(status).toBe(200)
    return straysResponse.parse(body)
  }
  const claim = (body: object, key = trader.apiKey) =>
    world.call('POST', '/transfer/suspense/claim', { key, body })

  it('is told to its account alone, in the units of the token, under names of our own alone', async () => {
    held = [
      { units: 1_500_000_000_000_000_000n, decimals: 18, symbol: 'ETH' },
      { token: TOKEN, units: 12_340_000n, decimals: 6 },
    ]
    const common = { chainId: TEST_CHAIN_ID, address: HOME, sender: null, txHash: null, claimable: true }
    expect(await list()).toEqual({
      rows: [
        { ...common, kind: 'COIN', token: null, symbol: 'ETH', amount: '1.5' },
        { ...common, kind: 'TOKEN', token: TOKEN, symbol: null, amount: '12.34' },
      ],
      unread: [],
    })
    const other = await world.trader(0x51)
    expect((await list('', other.apiKey)).rows).toEqual([])
  })

  it('says which chain could not be asked', async () => {
    Object.assign(world.chain, { strays: () => Promise.reject(new Error('no node')) })
    expect(await list()).toEqual({ rows: [], unread: [TEST_CHAIN_ID] })
  })

  it('goes to the account that asks, ten times a day', async () => {
    const { body, status } = await claim({
      chainId: TEST_CHAIN_ID,
      token: TOKEN.toUpperCase().replace('X', 'x'),
    })
    expect([status, body]).toEqual([200, { txHash: hash32(7) }])
    await claim({ chainId: TEST_CHAIN_ID })
    expect(returned).toEqual([
      [trader.primary.address, TOKEN],
      [trader.primary.address, undefined],
    ])
    // What was refused was not paid for.
    answer = { refusal: 'nothing-there' }
    const refused = await claim({ chainId: TEST_CHAIN_ID, token: TOKEN })
    expect([refused.status, refused.body.code]).toEqual([400, 1130])
    answer = { txHash: hash32(8) }
    for (let n = 2; n < 10; n += 1) expect((await claim({ chainId: TEST_CHAIN_ID })).status).toBe(200)
    expect((await claim({ chainId: TEST_CHAIN_ID })).body.code).toBe(REFUSAL.TOO_MANY_REQUESTS)
    world.clock.advance(DAY_MS)
    trader = await world.trader(0x31, 0)
    expect((await claim({ chainId: TEST_CHAIN_ID })).status).toBe(200)
  })

  it('is refused where nothing can lie, and while the chain cannot be reached', async () => {
    expect((await claim({ chainId: 999 })).body.code).toBe(REFUSAL.INVALID_PARAMETER)
    expect((await claim({ chainId: TEST_CHAIN_ID, token: '0x12' })).status).toBe(422)
    Object.assign(world.chain, { returnStray: () => Promise.reject(new Error('no node')) })
    expect((await claim({ chainId: TEST_CHAIN_ID })).status).toBe(503)
  })

  it('of a sender without an account waits in the vault until the sender registers, and is credited once', async () => {
    const sender = testKey(0x71).address
    const log = world.chain.depositLog({ from: sender, amountUsd6: usd6(25_000_000) })
    await world.chain.events!.onDeposit(log)
    await world.chain.events!.onDepositFinal(log.id, log.blockHash)
    expect((await list(`?sender=${sender}`)).rows).toEqual([
      {
        chainId: TEST_CHAIN_ID,
        kind: 'SENDER',
        token: TEST_USDC,
        symbol: 'USDC',
        amount: '25.000000',
        address: TEST_VAULT,
        sender,
        txHash: log.txHash,
        claimable: false,
      },
    ])
    expect((await list()).rows).toEqual([])
    const owner = await world.trader(0x71, 0)
    const account = (await world.call('GET', '/account', { key: owner.apiKey })).body
    expect(account.collateral).toBe('25.000000')
    expect((await list(`?sender=${sender}`)).rows).toEqual([])
  })
})
