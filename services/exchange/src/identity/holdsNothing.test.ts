/** What counts as something in a wallet, whose owner would lose it with a new one. */
import {
  actionHash,
  bytesToHex,
  solanaAccount,
  solanaPublicKey,
  usd6,
  type Address,
  type SignedWithdraw,
} from '@vest/protocol'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createChains } from '../chains.ts'
import { hash32, TEST_CHAIN_ID, TEST_USDC } from '../testing/scriptedChain.ts'
import { keccak, testKey } from '../testing/testKeys.ts'
import { START_MS, startTestWorld, type TestWorld, type Trader } from '../testing/testWorld.ts'
import { holdsNothing } from './holdsNothing.ts'

const SOLANA = '7sKqW3xYV1fQbY1x2bF7b2ov1nU3pJ4q6rT8uV9w5D4v'
const EMPTY = testKey(0x71).address as Address

describe('an empty wallet', () => {
  let world: TestWorld
  beforeEach(async () => void (world = await startTestWorld()))
  afterEach(() => world.stop())
  const isEmpty = (evmAddress: Address) =>
    holdsNothing({ engine: world.engine, chains: createChains([world.chain], {}) })({
      evmAddress,
      solanaAddress: SOLANA,
    })

  it('has no account, or one in which nothing lies', async () => {
    expect(await isEmpty(EMPTY)).toBe(true)
    const poor = await world.trader(0x51, 0)
    expect(await isEmpty(poor.primary.address.toUpperCase().replace('0X', '0x') as Address)).toBe(true)
  })

  it('has no money in the account of either of its addresses', async () => {
    const rich = await world.trader(0x61, 1_000)
    expect(await isEmpty(rich.primary.address)).toBe(false)
    const account = solanaAccount(solanaPublicKey(SOLANA)!, keccak)
    await world.chain.events!.onDeposit(world.chain.depositLog({ from: account }))
    expect(await isEmpty(EMPTY)).toBe(false)
  })

  it('has nothing on its way out; what has arrived is on its way no longer', async () => {
    const poor = await world.trader(0x61, 100)
    const action = withdrawalOf(poor, 100)
    const { kind: _, account: _account, ...order } = action
    const signature = poor.primary.signAction(action)
    const sent = await world.call('POST', '/transfer/withdraw', {
      key: poor.apiKey,
      body: { order, signature },
    })
    const id = bytesToHex(actionHash(action, keccak))
    expect([sent.status, sent.body]).toEqual([200, { id }])
    expect(await world.engine.query('account', { account: poor.primary.address })).toMatchObject({
      collateral: 0,
      softCredit: 0,
      positions: [],
    })
    expect(await isEmpty(poor.primary.address)).toBe(false)
    await world.chain.events!.onWithdrawalCompleted(id, hash32(5))
    expect(await world.engine.query('openTransfers', {})).toEqual([])
    expect(await isEmpty(poor.primary.address)).toBe(true)
  })

  it('has no shares of the pool, also such as wait to be paid, where no money is left beside them', async () => {
    const provider = await world.trader(0x61, 100)
    const fields = { time: world.clock.nowMs(), nonce: 5, orderType: 'DEPOSIT', size: '100' }
    const signature = provider.primary.signAction({ kind: 'lp', ...fields })
    const sent = await world.call('POST', '/lp', {
      key: provider.apiKey,
      body: { order: fields, signature },
    })
    expect(sent.status).toBe(200)
    const { address } = provider.primary
    expect(await world.engine.query('account', { account: address })).toMatchObject({ collateral: 0 })
    expect(await world.engine.query('lp', { account: address })).toMatchObject({ shares: expect.anything() })
    expect(await isEmpty(address)).toBe(false)
  })

  it.each([
    ['orders', 'openOrders', [{}]],
    ['wallets of the programme', 'capitalOfOwner', [{}]],
    ['purchases', 'purchases', [{}]],
    ['shares that wait to be paid', 'lp', { shares: 0, queue: [{}] }],
    ['money that is not final', 'account', { collateral: 0, softCredit: 1, positions: [] }],
    ['less than no money', 'account', { collateral: -1, softCredit: 0, positions: [] }],
    ['positions', 'account', { collateral: 0, softCredit: 0, positions: [{}] }],
  ])('has no %s', async (_what, name, answer) => {
    expect(await isEmpty(EMPTY)).toBe(true)
    const { query } = world.engine
    world.engine.query = (async (asked: string, params: object) => {
      const isOfIt = [...Object.values(params)].includes(EMPTY)
      return asked === name && isOfIt ? answer : query(asked as never, params as never)
    }) as typeof query
    expect(await isEmpty(EMPTY)).toBe(false)
  })

  it('has no money at its own address on a chain, nor anything at its deposit address', async () => {
    world.chain.ownUsd6 = async () => 1n
    expect(await isEmpty(EMPTY)).toBe(false)
    world.chain.ownUsd6 = async () => 0n
    expect(await isEmpty(EMPTY)).toBe(true)
    world.chain.strays = async () => [{ units: 1n, decimals: 18 }]
    expect(await isEmpty(EMPTY)).toBe(false)
  })

  it('is not what cannot be asked', async () => {
    world.chain.ownUsd6 = async () => Promise.reject(new Error('away'))
    await expect(isEmpty(EMPTY)).rejects.toThrow('away')
  })
})

const withdrawalOf = ({ primary }: Trader, usdc: number): SignedWithdraw => ({
  kind: 'withdraw',
  time: START_MS,
  nonce: 4,
  account: primary.address,
  recipient: primary.address,
  token: TEST_USDC,
  size: usd6(usdc * 1_000_000),
  chainId: TEST_CHAIN_ID,
})
