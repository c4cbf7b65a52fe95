import type { SignedWithdraw } from '@vest/protocol'
import * as fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import { TEST_CHAIN_ID, TEST_USDC } from '../testing/scriptedChain.ts'
import { startTestWorld, type TestWorld } from '../testing/testWorld.ts'
import { createReserveGuard } from './reserveGuard.ts'

const reserves = (expected: number, found: number) => ({
  blockNumber: 1n,
  expectedUsd6: BigInt(expected),
  foundUsd6: BigInt(found),
})

describe('the guard of the reserves', () => {
  const guarded = () => {
    const told: string[] = []
    const guard = createReserveGuard({
      onDifference: (chainId, difference) => told.push(`${chainId}: ${difference}`),
      onShort: (chainId) => told.push(`${chainId} short`),
      onWhole: (chainId) => told.push(`${chainId} whole`),
    })
    return { guard, told }
  }

  it('one micro-dollar missing on one chain stops all, and the same told again pages no operator again', () => {
    const { guard, told } = guarded()
    expect(guard.mayRelease(1)).toBe(false)
    expect(guard.note(1, reserves(100, 100))).toBe(true)
    expect([guard.mayRelease(1), guard.mayRelease(2)]).toEqual([true, false])
    expect(guard.note(2, reserves(50, 49))).toBe(false)
    expect(guard.note(2, reserves(50, 49))).toBe(false)
    expect([guard.mayRelease(1), guard.mayRelease(2), guard.isShort()]).toEqual([false, false, true])
    expect(guard.note(2, reserves(50, 50))).toBe(true)
    expect([guard.mayRelease(1), guard.mayRelease(2), guard.isShort()]).toEqual([true, true, false])
    expect(told).toEqual(['1: 0', '2: -1', '2 short', '2: 0', '2 whole'])
  })

  it('releases exactly where this chain has told, and no chain is short', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ chain: fc.nat(2), difference: fc.integer({ min: -2, max: 2 }) }), {
          maxLength: 100,
          size: 'max',
        }),
        (notes) => {
          const { guard } = guarded()
          const last = new Map<number, number>()
          for (const { chain, difference } of notes) {
            const before = [0, 1, 2].map((one) => guard.mayRelease(one))
            const goesOn = guard.note(chain, reserves(10, 10 + difference))
            last.set(chain, difference)
            const isShort = [...last.values()].some((one) => one < 0)
            const after = [0, 1, 2].map((one) => guard.mayRelease(one))
            expect(after).toEqual([0, 1, 2].map((one) => last.has(one) && !isShort))
            expect(goesOn).toBe(after.some((may, one) => may && !before[one]))
          }
        },
      ),
    )
  })
})

describe('a vault that holds less than it should', () => {
  let world: TestWorld
  afterEach(() => world.stop())

  it('[10.7] stops releases, which wait as they are, says so in the status, and goes on when it is whole', async () => {
    world = await startTestWorld({ operator: { host: '127.0.0.1', port: 0, build: { version: '1' } } })
    const metrics = async () =>
      (await fetch(`http://127.0.0.1:${world.exchange.operatorPort}/metrics`)).text()
    const status = async () => (await world.call('GET', '/status')).body
    expect(await status()).toMatchObject({ status: 'UP', message: null })
    const { chain } = world
    await chain.events!.onReserves(reserves(1_000_000, 999_999))
    expect(await status()).toMatchObject({ status: 'HASISSUES', message: 'Withdrawals are paused' })
    expect(await metrics()).toMatch(/vest_reserves_difference_usd6\{chain="\d+"\} -1\n/)
    expect(await metrics()).toMatch(/vest_releases_stopped 1\n/)
    const { id } = await withdrawal()
    await world.submit({ kind: 'TickTimer' })
    expect(chain.signed).toEqual([])
    await chain.events!.onReserves(reserves(1_000_000, 1_000_000))
    await signed(id)
    expect(await status()).toMatchObject({ status: 'UP', message: null })
    expect(await metrics()).toMatch(/vest_releases_stopped 0\n/)
  })

  async function withdrawal(): Promise<{ readonly id: string }> {
    const trader = await world.trader(0x31, 10_000)
    const order = {
      time: world.clock.nowMs(),
      nonce: world.clock.nowMs(),
      recipient: trader.primary.address,
      token: 'USDC',
      size: 100_000_000,
      chainId: TEST_CHAIN_ID,
    }
    const action = {
      kind: 'withdraw',
      ...order,
      account: trader.primary.address,
      token: TEST_USDC,
    } as SignedWithdraw
    const answer = await world.call('POST', '/transfer/withdraw', {
      key: trader.apiKey,
      body: { order, signature: trader.signing.signAction(action) },
    })
    expect(answer.status).toBe(200)
    return answer.body
  }
  const signed = (id: string) => expect.poll(() => world.chain.signed).toContain(id)
})
