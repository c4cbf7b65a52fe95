/**
 * Ways to change a signed order after it was signed, in its signature or in what that covers. Tests of a judge of
 * signatures sends these: none may be accepted.
 */
import { actionHash, bytesToHex, type Hex, type OrderRequest, type SignedOrder } from '@vest/protocol'
import { flipBit, highS, keccak, testKey, type TestKey } from './testKeys.ts'

type Order = OrderRequest['order']
export interface Mutation {
  readonly name: string
  apply(whole: OrderRequest): OrderRequest
}
/** A whole number from 0 to `most`. */
export type RandomInteger = (most: number) => number

const N = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
const word = (value: bigint): string => value.toString(16).padStart(64, '0')
const withV = (signature: Hex, v: number): Hex =>
  `${signature.slice(0, 130) as Hex}${v.toString(16).padStart(2, '0')}`
const [stranger, primaryOfAnother] = [testKey(0x77), testKey(0x33)]

export const signedActionOf = (order: Order): SignedOrder =>
  ({ kind: 'order', ...order, limitPrice: order.limitPrice ?? '0' }) as SignedOrder

/** Of orders that `signing` signed. */
export const mutationsOf = (int: RandomInteger, signing: TestKey): readonly Mutation[] => [
  ...Object.entries(ofSignatures(int, signing)).map(([name, mutate]): Mutation => ({
    name,
    apply: ({ order, signature }) => ({ order, signature: mutate(signature as Hex, order) }),
  })),
  ...Object.entries(ofOrders(int)).map(([name, change]): Mutation => ({
    name,
    apply: ({ order, signature }) => ({ order: { ...order, ...change(order) } as Order, signature }),
  })),
]

const randomBytes = (int: RandomInteger, count: number): Hex =>
  bytesToHex(Uint8Array.from({ length: count }, () => int(255)))

/** What may be done to a signature. */
const ofSignatures = (
  int: RandomInteger,
  signing: TestKey,
): Readonly<Record<string, (signature: Hex, order: Order) => string>> => ({
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
  'random bytes': () => randomBytes(int, 65),
  'random bytes with a fitting v': () => withV(randomBytes(int, 65), 27 + int(1)),
  'letters that are no digits': (signature) => {
    const at = 2 + int(127)
    return `${signature.slice(0, at)}g${signature.slice(at + 1)}`
  },
  'that of a stranger': (_signature, order) => stranger.signAction(signedActionOf(order)),
  'that of another account': (_signature, order) => primaryOfAnother.signAction(signedActionOf(order)),
  'one without the prefix of messages': (_signature, order) =>
    signing.signDigest(actionHash(signedActionOf(order), keccak)),
  'one over the hash of the hash': (_signature, order) =>
    signing.signDigest(keccak(actionHash(signedActionOf(order), keccak))),
})

/** What may differ between the order that was signed and the one that is sent. */
const ofOrders = (int: RandomInteger): Readonly<Record<string, (order: Order) => object>> => ({
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
})
