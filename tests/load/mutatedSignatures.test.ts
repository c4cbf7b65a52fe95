/**
 * A hundred thousand signed orders of which something was changed after signing, in the signature or in what it
 * covers: not one is accepted. Every one is otherwise fit to be placed, which those that were left alone show.
 */
import {
  actionHash,
  bytesToHex,
  hexToBytes,
  type Hex,
  type OrderRequest,
  type SignedOrder,
} from '@vest/protocol'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createPrng } from '../simulation/prng.ts'
import { flipBit, highS, keccak, testKey } from '../../services/exchange/src/testing/testKeys.ts'
import { startTestWorld, type TestWorld, type Trader } from '../../services/exchange/src/testing/testWorld.ts'

const ORDERS = 100_000
const SEED = 1_022
const N = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n

const prng = createPrng(SEED)
const int = (most: number): number => prng.int(0, most)
const word = (value: bigint): string => value.toString(16).padStart(64, '0')
const [stranger, primaryOfAnother] = [testKey(0x77), testKey(0x33)]

type Order = OrderRequest['order']
const actionOf = (order: Order, change: object = {}): SignedOrder =>
  ({ kind: 'order', ...order, limitPrice: order.limitPrice ?? '0', ...change }) as SignedOrder
const randomBytes = (count: number): Hex => bytesToHex(Uint8Array.from({ length: count }, () => int(255)))
const withV = (signature: Hex, v: number): Hex =>
  `${signature.slice(0, 130) as Hex}${v.toString(16).padStart(2, '0')}`

let trader: Trader
/** What may be done to a signature. */
const OF_SIGNATURES: Readonly<Record<string, (signature: Hex, order: Order) => string>> = {
  'a bit of r, s or v turned': (signature) => flipBit(signature, int(64)),
  'many bits turned': (signature) => flipBit(flipBit(flipBit(signature, int(31)), 32 + int(31)), int(63)),
  'the twin with a high s': highS,
  'the other v': (signature) => withV(signature, signature.endsWith('1b') ? 28 : 27),
  'a v of no curve': (signature) => withV(signature, [2, 3, 4, 26, 29, 30, 31, 35, 36, 255][int(9)]!),
  'r and s in the places of each other': (signature) =>
    `0x${signature.slice(66, 130)}${signature.slice(2, 66)}${signature.slice(130)}`,
  'r of nothing': (signature) => `0x${word(0n)}${signature.slice(66)}`,
  's of nothing': (signature) => `${signature.slice(0, 66)}${word(0n)}${signature.slice(130)}`,
  'r of the order of the curve': (signature) => `0x${word(N)}${signature.slice(66)}`,
  's of the order of the curve': (signature) => `${signature.slice(0, 66)}${word(N)}${signature.slice(130)}`,
  'r beyond the order': (signature) => {
    const beyond = BigInt(`0x${signature.slice(2, 66)}`) + N
    return `0x${word(beyond % (1n << 256n))}${signature.slice(66)}`
  },
  'the compact form': (signature) => signature.slice(0, 130),
  'a byte more': (signature) => `${signature}${['00', '1b', 'ff'][int(2)]}`,
  'a byte less in front': (signature) => `0x${signature.slice(4)}`,
  'nothing at all': () => ['', '0x', '0x00'][int(2)]!,
  'random bytes': () => randomBytes(65),
  'random bytes with a fitting v': () => withV(randomBytes(65), 27 + int(1)),
  'letters that are no digits': (signature) => {
    const at = 2 + int(127)
    return `${signature.slice(0, at)}g${signature.slice(at + 1)}`
  },
  'that of a stranger': (_signature, order) => stranger.signAction(actionOf(order)),
  'that of another account': (_signature, order) => primaryOfAnother.signAction(actionOf(order)),
  'one without the prefix of messages': (_signature, order) =>
    trader.signing.signDigest(actionHash(actionOf(order), keccak)),
  'one over the hash of the hash': (_signature, order) =>
    trader.signing.signDigest(keccak(actionHash(actionOf(order), keccak))),
}
/** What may differ between the order that was signed and the one that is sent. */
const OF_ORDERS: Readonly<Record<string, (order: Order) => object>> = {
  'another time': ({ time }) => ({ time: time - 1 - int(1_000) }),
  'another number': ({ nonce }) => ({ nonce: Number(nonce) + 1_000_000 + int(1_000) }),
  'another type': () => ({ orderType: 'MARKET' }),
  'another market': () => ({ symbol: 'ETH-PERP' }),
  'the other side': ({ isBuy }) => ({ isBuy: !isBuy }),
  'another size': () => ({ size: `0.0${1 + int(8)}11` }),
  'the same size in another text': ({ size }) => ({ size: `${size}0` }),
  'another price': () => ({ limitPrice: `400${10 + int(80)}.00` }),
  'the same price in another text': ({ limitPrice }) => ({ limitPrice: `${limitPrice}.0` }),
  'reduce-only or not': ({ reduceOnly }) => ({ reduceOnly: !reduceOnly }),
}

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
  const operators = [
    ...Object.entries(OF_SIGNATURES).map(([name, mutate]) => ({
      name,
      apply: ({ order, signature }: OrderRequest) => ({ order, signature: mutate(signature as Hex, order) }),
    })),
    ...Object.entries(OF_ORDERS).map(([name, change]) => ({
      name,
      apply: ({ order, signature }: OrderRequest) => ({ order: { ...order, ...change(order) }, signature }),
    })),
  ]

  it(`[8.7] [5.3] ${ORDERS.toLocaleString('en')} in ${operators.length} ways: none is accepted, and what is left alone is`, async () => {
    expect(operators.length).toBeGreaterThanOrEqual(20)
    const codes = new Map<string, Set<number>>()
    for (let i = 0; i < ORDERS; i += 1) {
      const { name, apply } = operators[i % operators.length]!
      const whole = world.signedOrder(trader, { limitPrice: '40000', isBuy: prng.chance(0.5) })
      const { status, body } = await post(apply(whole))
      if (status === 200) expect.fail(`${name} was accepted: ${JSON.stringify([whole, apply(whole)])}`)
      codes.set(name, (codes.get(name) ?? new Set()).add(body.code))
    }
    // Nearly all are known by their signature alone; a few bends make the order itself unfit.
    for (const [name, seen] of codes) expect([name, seen.has(1022)]).toEqual([name, true])
    const { hash } = await world.engine.stateHash()
    const whole = world.signedOrder(trader, { limitPrice: '40000' })
    expect((await post({ ...whole, signature: flipBit(whole.signature as Hex, 7) })).body.code).toBe(1022)
    expect((await world.engine.stateHash()).hash).toBe(hash)
    expect((await post(whole)).status).toBe(200)
    expect(hexToBytes(whole.signature)).toHaveLength(65)
  })
})
