/**
 * Keys and signatures about which libraries differ. Each vector is shown to be accepted by one of the two that stand
 * behind the check, or by its equation, so that a refusal is ours and no accident.
 */
import { createHash, createPublicKey, verify } from 'node:crypto'
import { ed25519 } from '@noble/curves/ed25519.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { verifyEd25519 } from './verifyEd25519.ts'

const { Point } = ed25519
const L = Point.Fn.ORDER
const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text)
const hex = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'hex'))
const join = (...parts: readonly Uint8Array[]): Uint8Array => new Uint8Array(Buffer.concat(parts))
const littleEndian = (value: bigint): Uint8Array => hex(value.toString(16).padStart(64, '0')).reverse()
const numberOf = (bytes: Uint8Array): bigint => BigInt(`0x${Buffer.from(bytes).reverse().toString('hex')}`)

const secret = new Uint8Array(32).fill(9)
const publicKey = ed25519.getPublicKey(secret)
const message = utf8('Approve trading signer 0x19e7e376e7c213b7e7e7e46cc70a5dd086daff2a until 1800000000000')
const signature = ed25519.sign(message, secret)

const byNode = (key: Uint8Array, text: Uint8Array, signed: Uint8Array): boolean =>
  verify(
    null,
    text,
    createPublicKey({
      key: Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), key]),
      format: 'der',
      type: 'spki',
    }),
    signed,
  )
const IDENTITY = hex(`01${'00'.repeat(31)}`)
const NOTHING = join(IDENTITY, new Uint8Array(32))
const ORDER_8 = hex('26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05')

/** A message for which the equation without cofactor holds, of a key that fits one message in eight. */
function messageThat(fits: (text: Uint8Array) => boolean): Uint8Array {
  for (let n = 0; n < 400; n += 1) if (fits(utf8(`message ${n}`))) return utf8(`message ${n}`)
  throw new Error('no message fits')
}

describe('[T5] verifyEd25519', () => {
  it('accepts what an honest key signed, and nothing that differs by a bit', () => {
    expect(verifyEd25519(publicKey, message, signature)).toBe(true)
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 511 }), (bit) => {
        const flipped = signature.slice()
        flipped[bit >> 3]! ^= 1 << (bit & 7)
        expect(verifyEd25519(publicKey, message, flipped)).toBe(false)
      }),
      { numRuns: 60 },
    )
    expect(verifyEd25519(publicKey, utf8('another'), signature)).toBe(false)
    expect(verifyEd25519(ed25519.getPublicKey(new Uint8Array(32).fill(8)), message, signature)).toBe(false)
  })

  it('accepts the vector of RFC 8032, 7.1, test 2', () => {
    expect(
      verifyEd25519(
        hex('3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c'),
        hex('72'),
        hex(
          '92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00',
        ),
      ),
    ).toBe(true)
  })

  it('refuses S + L, which fulfils the equation as S does', () => {
    const s = numberOf(signature.subarray(32))
    const twin = join(signature.subarray(0, 32), littleEndian(s + L))
    expect(numberOf(twin.subarray(32)) % L).toBe(s)
    expect(verifyEd25519(publicKey, message, twin)).toBe(false)
  })

  it('refuses the identity as a key, for which R = identity and S = 0 sign anything', () => {
    expect(byNode(IDENTITY, message, NOTHING)).toBe(true)
    expect(verifyEd25519(IDENTITY, message, NOTHING)).toBe(false)
  })

  it.each([
    ['2', hex(`ec${'ff'.repeat(30)}7f`)],
    ['4', new Uint8Array(32)],
    ['8', ORDER_8],
  ])('refuses a key of order %s, which signs some messages', (_order, key) => {
    const text = messageThat((one) => byNode(key, one, NOTHING))
    expect(verifyEd25519(key, text, NOTHING)).toBe(false)
  })

  it('refuses a key of mixed order, whose owner can sign so that libraries differ', () => {
    const { head, prefix } = expanded(secret)
    const mixed = Point.BASE.multiply(head).add(Point.fromBytes(ORDER_8)).toBytes()
    const signMixed = (text: Uint8Array): Uint8Array => {
      const r = hashToScalar(prefix, text)
      const R = Point.BASE.multiply(r).toBytes()
      const s = (r + hashToScalar(R, mixed, text) * head) % L
      return join(R, littleEndian(s))
    }
    const text = messageThat((one) => byNode(mixed, one, signMixed(one)))
    const signed = signMixed(text)
    expect(ed25519.verify(signed, text, mixed, { zip215: false })).toBe(true)
    expect(verifyEd25519(mixed, text, signed)).toBe(false)
  })

  it.each([
    ['y = p + 1', hex(`ee${'ff'.repeat(30)}7f`)],
    ['x = 0 with its sign set', hex(`01${'00'.repeat(30)}80`)],
  ])('refuses a key that is not the one encoding of its point: %s', (_which, key) => {
    expect(ed25519.verify(NOTHING, message, key, { zip215: true })).toBe(true)
    expect(verifyEd25519(key, message, NOTHING)).toBe(false)
  })

  it('refuses what is no point, and lengths that are none', () => {
    const noPoint = hex(`02${'00'.repeat(31)}`)
    expect(verifyEd25519(noPoint, message, signature)).toBe(false)
    expect(verifyEd25519(publicKey.subarray(1), message, signature)).toBe(false)
    expect(verifyEd25519(publicKey, message, signature.subarray(1))).toBe(false)
    expect(verifyEd25519(publicKey, message, join(signature, new Uint8Array(1)))).toBe(false)
  })
})

const sha512 = (...parts: readonly Uint8Array[]): Uint8Array => {
  const hash = createHash('sha512')
  for (const part of parts) hash.update(part)
  return new Uint8Array(hash.digest())
}
const hashToScalar = (...parts: readonly Uint8Array[]): bigint => numberOf(sha512(...parts)) % L

/** RFC 8032, 5.1.5. */
function expanded(seed: Uint8Array): { readonly head: bigint; readonly prefix: Uint8Array } {
  const digest = sha512(seed)
  const head = digest.slice(0, 32)
  head[0]! &= 248
  head[31]! &= 127
  head[31]! |= 64
  return { head: numberOf(head) % L, prefix: digest.subarray(32) }
}
