/** What the engine holds back the bridge does not send, and what is less than a dollar it tells as dust. */
import { transfersResponse, usd6, type Hex, type SignedWithdraw } from '@vest/protocol'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { hash32, TEST_CHAIN_ID, TEST_USDC } from '../testing/scriptedChain.ts'
import { startTestWorld, type TestWorld, type Trader } from '../testing/testWorld.ts'

const USDC = 1_000_000
const TEN_MINUTES_MS = 600_000

describe('the bridge', () => {
  let world: TestWorld
  let trader: Trader
  beforeEach(async () => {
    world = await startTestWorld({})
    trader = await world.trader(0x31, 200_000)
  })
  afterEach(() => world.stop())

  let nonce = 700
  const withdraw = async (usdc: number): Promise<Hex> => {
    nonce += 1
    const order = {
      time: world.clock.nowMs(),
      nonce,
      recipient: trader.primary.address,
      token: 'USDC',
      size: usdc * USDC,
      chainId: TEST_CHAIN_ID,
    }
    const action = {
      kind: 'withdraw',
      ...order,
      account: trader.primary.address,
      token: TEST_USDC,
    } as SignedWithdraw
    const { body } = await world.call('POST', '/transfer/withdraw', {
      key: trader.apiKey,
      body: { order, signature: trader.signing.signAction(action), execute: true },
    })
    return body.id
  }
  const rows = async () =>
    transfersResponse.parse((await world.call('GET', '/transfer', { key: trader.apiKey })).body)
  const executed = () => world.chain.executed.map(({ id }) => id)
  const look = async (): Promise<void> => {
    await world.submit({ kind: 'TickTimer' })
    await expect.poll(rows).toHaveLength(3)
  }

  it('[10.6] sends nothing while the breaker holds it, whatever its time, and all of it afterwards', async () => {
    await world.submit({
      kind: 'ChangeParameters',
      exchange: { quickWithdrawalUsd6: usd6(1_000_000 * USDC), smallWithdrawalUsd6: usd6(0) },
    })
    const first = await withdraw(140_000)
    await expect.poll(executed).toEqual([first])
    const held = await withdraw(2_000)
    await look()
    expect((await rows()).find(({ id }) => id === held)).toMatchObject({ status: 'NEW', eligibleTime: null })
    expect(await world.engine.query('approvedWithdrawals', {})).toMatchObject([{ id: first }])
    expect(executed()).toEqual([first])
    world.clock.advance(TEN_MINUTES_MS)
    await look()
    await expect.poll(executed).toContain(held)
  })

  it('[E6] tells less than a dollar as dust: one row that grows, and one deposit', async () => {
    const dust = (block: number, amount: number) =>
      world.chain.events!.onDust(
        world.chain.depositLog({
          from: trader.primary.address,
          blockNumber: BigInt(block),
          logIndex: 0,
          txHash: hash32(0xd000 + block),
          id: hash32(0xd100 + block),
          amountUsd6: usd6(amount),
        }),
      )
    const small = async () => (await rows()).filter(({ size }) => Number(size) <= 1)
    await dust(5, 400_000)
    await dust(5, 400_000)
    await expect.poll(small).toMatchObject([{ status: 'NEW', size: '0.400000' }])
    await dust(6, 599_999)
    await expect.poll(small).toMatchObject([{ status: 'NEW', size: '0.999999' }])
    await dust(7, 1)
    await expect.poll(small).toMatchObject([{ id: hash32(0xd105), status: 'FILLED', size: '1.000000' }])
    expect(await world.engine.query('account', { account: trader.primary.address })).toMatchObject({
      collateral: 200_001 * USDC,
    })
  })
})
