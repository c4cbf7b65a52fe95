/**
 * Signed orders, others in every run, of which something was changed after signing, in the signature or in what it
 * covers: not one is accepted. Every one is otherwise fit to be placed, which those that were left alone show.
 */
import { REFUSAL, hexToBytes, type Hex } from '@vest/protocol'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { RUN_SEED } from '../../runtime/src/testing/runSeed.ts'
import { createPrng } from '../simulation/prng.ts'
import { mutationsOf } from '../../services/exchange/src/testing/mutations.ts'
import { flipBit } from '../../services/exchange/src/testing/testKeys.ts'
import { startTestWorld, type TestWorld, type Trader } from '../../services/exchange/src/testing/testWorld.ts'

/** A long run asks for more. */
const ORDERS = Number(process.env['VEST_MUTATED'] ?? 25_000)
const WAYS = 32

const prng = createPrng(RUN_SEED)
const int = (most: number): number => prng.int(0, most)

let trader: Trader

describe('mutated signatures', () => {
  let world: TestWorld
  beforeAll(async () => {
    world = await startTestWorld()
    for (const [symbol, price] of [['BTC-PERP', 50_000], ['ETH-PERP', 3_000]] as const)
      await world.setPrice(symbol, price) // prettier-ignore
    trader = await world.trader(0x31, 100_000)
    await world.trader(0x33, 100_000)
  })
  afterAll(() => world.stop())

  const post = async (body: object) => world.call('POST', '/orders', { key: trader.apiKey, body })

  it(`[8.7] [5.3] ${ORDERS.toLocaleString('en')} in ${WAYS} ways: none is accepted, and what is left alone is`, async () => {
    const mutations = mutationsOf(int, trader.signing)
    expect(mutations).toHaveLength(WAYS)
    const codes = new Map<string, Set<number>>()
    for (let i = 0; i < ORDERS; i += 1) {
      const { name, apply } = mutations[i % WAYS]!
      const whole = world.signedOrder(trader, { limitPrice: '40000', isBuy: prng.chance(0.5) })
      const { status, body } = await post(apply(whole))
      if (status === 200) expect.fail(`${name} was accepted: ${JSON.stringify([whole, apply(whole)])}`)
      codes.set(name, (codes.get(name) ?? new Set()).add(body.code))
    }
    // Nearly all are known by their signature alone; a few bends make the order itself unfit.
    for (const [name, seen] of codes) expect([name, seen.has(1022)]).toEqual([name, true])
    const { hash } = await world.engine.stateHash()
    const whole = world.signedOrder(trader, { limitPrice: '40000' })
    expect((await post({ ...whole, signature: flipBit(whole.signature as Hex, 7) })).body.code).toBe(
      REFUSAL.INVALID_SIGNATURE,
    )
    expect((await world.engine.stateHash()).hash).toBe(hash)
    expect((await post(whole)).status).toBe(200)
    expect(hexToBytes(whole.signature)).toHaveLength(65)
  })
})
