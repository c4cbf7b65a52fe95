/**
 * The published vectors, each proven twice: once by our encoders over noble's keccak and curve, once by viem,
 * which encodes, hashes and signs by itself. Random messages then hold our encoder against viem's.
 */
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import * as fc from 'fast-check'
import {
  encodeAbiParameters,
  hashDomain,
  hashTypedData,
  keccak256 as viemKeccak256,
  parseAbiParameters,
  recoverAddress,
  toHex,
  type Hex as ViemHex,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { describe, expect, it } from 'vitest'
import vectors from '../vectors/signing.json' with { type: 'json' }
import { abiEncode, bytesToHex, hexToBytes, utf8 } from './abi.ts'
import type { Hex } from './enums.ts'
import {
  actionDigest,
  actionHash,
  actionTuple,
  canonicalSignature,
  orderId,
  personalDigest,
  registrationDomainSeparator,
  approvalOfProof,
  signatureProof,
  signerProofDigest,
  signerProofTypedData,
  validatorHash,
  type SignedAction,
} from './signing.ts'

const keccak = (bytes: Uint8Array): Uint8Array => keccak_256(bytes)
const signingAccount = privateKeyToAccount(vectors.signingKey as ViemHex)
const primaryAccount = privateKeyToAccount(vectors.primaryKey as ViemHex)
const actions = vectors.actions as readonly {
  readonly name: string
  readonly action: SignedAction
  readonly keccak: Hex
  readonly eip191?: Hex
  readonly signature: Hex
}[]

/** noble's signature over a digest in Ethereum's order of bytes. */
function nobleSign(digest: Uint8Array, privateKey: string): string {
  const signed = secp256k1.sign(digest, hexToBytes(privateKey), { prehash: false, format: 'recovered' })
  return `${bytesToHex(signed.slice(1))}${signed[0] === 0 ? '1b' : '1c'}`
}

/** The tuple of an action as viem encodes it, from the published types. */
function viemTuple(action: SignedAction): ViemHex {
  const time = BigInt(action.time)
  const nonce = BigInt(action.nonce)
  switch (action.kind) {
    case 'order':
      return encodeAbiParameters(
        parseAbiParameters('uint256, uint256, string, string, bool, string, string, bool'),
        [
          time,
          nonce,
          action.orderType,
          action.symbol,
          action.isBuy,
          action.size,
          action.limitPrice,
          action.reduceOnly,
        ],
      )
    case 'cancel':
      return encodeAbiParameters(parseAbiParameters('uint256, uint256, string'), [time, nonce, action.id])
    case 'amend':
      return encodeAbiParameters(parseAbiParameters('uint256, uint256, string, string, string, string'), [
        time,
        nonce,
        'AMEND',
        action.id,
        action.size,
        action.limitPrice,
      ])
    case 'cancelAll':
    case 'closeAll':
      return encodeAbiParameters(parseAbiParameters('uint256, uint256, string, string'), [
        time,
        nonce,
        action.kind === 'cancelAll' ? 'CANCEL_ALL' : 'CLOSE_ALL',
        action.symbol,
      ])
    case 'deadman':
      return encodeAbiParameters(parseAbiParameters('uint256, uint256, string, uint256'), [
        time,
        nonce,
        'DEADMAN',
        BigInt(action.timeoutMs),
      ])
    case 'lp':
      return encodeAbiParameters(parseAbiParameters('uint256, uint256, string, string'), [
        time,
        nonce,
        action.orderType,
        action.size,
      ])
    case 'addressBook':
      return encodeAbiParameters(
        parseAbiParameters('uint256, uint256, string, address, string, string, string, string, uint256'),
        [
          time,
          nonce,
          'ADDRESS_BOOK',
          action.account as ViemHex,
          action.change,
          action.recipient,
          action.chain,
          action.label,
          BigInt(action.days),
        ],
      )
    case 'withdraw': {
      const recipientType = action.chainId === 0 ? 'bytes32' : 'address'
      return encodeAbiParameters(
        parseAbiParameters(
          `uint256, uint256, bool, address, ${recipientType}, address, uint256, uint256`,
        ) as never,
        [
          time,
          nonce,
          false,
          action.account,
          action.recipient,
          action.token,
          BigInt(action.size),
          BigInt(action.chainId),
        ] as never,
      )
    }
    case 'profitWithdraw':
      return encodeAbiParameters(parseAbiParameters('uint256, uint256, string, address, address, uint256'), [
        time,
        nonce,
        'WITHDRAW_PROFIT',
        action.account as ViemHex,
        action.recipient as ViemHex,
        BigInt(action.size),
      ])
  }
}

describe('published vectors', () => {
  it('derive from the published keys', () => {
    expect(signingAccount.address).toBe(vectors.signingAddress)
    expect(primaryAccount.address).toBe(vectors.primaryAddress)
  })

  it.each(actions)(
    '[7.29] $name: hash and signature by our encoder and noble',
    ({ action, keccak: hash, eip191, signature }) => {
      expect(bytesToHex(actionHash(action, keccak))).toBe(hash)
      const digest = actionDigest(action, keccak)
      if (eip191 !== undefined) expect(bytesToHex(digest)).toBe(eip191)
      expect(bytesToHex(personalDigest(hexToBytes(hash), keccak))).toBe(bytesToHex(digest))
      expect(nobleSign(digest, vectors.signingKey)).toBe(signature)
    },
  )

  it.each(actions)(
    '[7.29] $name: hash and signature by viem',
    async ({ action, keccak: hash, signature }) => {
      expect(bytesToHex(actionTuple(action))).toBe(viemTuple(action))
      expect(viemKeccak256(viemTuple(action))).toBe(hash)
      expect(await signingAccount.signMessage({ message: { raw: hash } })).toBe(signature)
    },
  )

  it.each(vectors.registrations)('[7.2] $name: registration proof by our encoder and noble', (vector) => {
    const { verifyingContract, signerExpiryMs } = vector
    const digest = signerProofDigest(verifyingContract, vectors.signingAddress, signerExpiryMs, keccak)
    if (vector.domainSeparator !== undefined)
      expect(bytesToHex(registrationDomainSeparator(verifyingContract, keccak))).toBe(vector.domainSeparator)
    expect(bytesToHex(digest)).toBe(vector.digest)
    expect(nobleSign(digest, vectors.primaryKey)).toBe(vector.signature)
  })

  it.each(vectors.registrations)(
    '[7.2] $name: registration proof by viem, from our typed data',
    async (vector) => {
      const typed = signerProofTypedData(
        vector.verifyingContract,
        vectors.signingAddress,
        vector.signerExpiryMs,
      )
      const viemTyped = {
        domain: typed.domain as { name: string; version: string; verifyingContract: ViemHex },
        primaryType: typed.primaryType,
        types: { SignerProof: typed.types.SignerProof },
        message: {
          approvedSigner: typed.message.approvedSigner as ViemHex,
          signerExpiry: BigInt(typed.message.signerExpiry),
        },
      }
      if (vector.domainSeparator !== undefined)
        expect(
          hashDomain<Record<string, unknown>>({
            domain: viemTyped.domain,
            types: { EIP712Domain: typed.types.EIP712Domain },
          } as never),
        ).toBe(vector.domainSeparator)
      expect(hashTypedData(viemTyped)).toBe(vector.digest)
      expect(await primaryAccount.signTypedData(viemTyped)).toBe(vector.signature)
    },
  )
})

describe('encoders', () => {
  const address = fc.uint8Array({ minLength: 20, maxLength: 20 }).map(bytesToHex)
  const bytes32 = fc.uint8Array({ minLength: 32, maxLength: 32 }).map(bytesToHex)
  const integer = fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER })
  const text = fc.string({ unit: 'grapheme', maxLength: 70 })
  const base = { time: integer, nonce: integer }
  const action: fc.Arbitrary<SignedAction> = fc.oneof(
    fc.record({
      kind: fc.constant('order' as const),
      ...base,
      orderType: fc.constantFrom('MARKET', 'LIMIT', 'STOP_LOSS', 'TAKE_PROFIT'),
      symbol: text,
      isBuy: fc.boolean(),
      size: text,
      limitPrice: text,
      reduceOnly: fc.boolean(),
    }),
    fc.record({ kind: fc.constant('cancel' as const), ...base, id: text }),
    fc.record({ kind: fc.constant('amend' as const), ...base, id: text, size: text, limitPrice: text }),
    fc.record({ kind: fc.constantFrom('cancelAll' as const, 'closeAll' as const), ...base, symbol: text }),
    fc.record({ kind: fc.constant('deadman' as const), ...base, timeoutMs: integer }),
    fc.record({ kind: fc.constant('lp' as const), ...base, orderType: text, size: text }),
    fc.record({
      kind: fc.constant('withdraw' as const),
      ...base,
      account: address,
      recipient: address,
      token: address,
      size: integer,
      chainId: fc.integer({ min: 1, max: 2 ** 31 }),
    }),
    fc.record({
      kind: fc.constant('withdraw' as const),
      ...base,
      account: address,
      recipient: bytes32,
      token: address,
      size: integer,
      chainId: fc.constant(0),
    }),
    fc.record({
      kind: fc.constant('profitWithdraw' as const),
      ...base,
      account: address,
      recipient: address,
      size: integer,
    }),
  )

  it('[7.29] encode any action as viem does', () => {
    fc.assert(fc.property(action, (value) => bytesToHex(actionTuple(value)) === viemTuple(value)))
  })

  it('write UTF-8 as the platform does, lone surrogates included', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary' }),
        (value) => bytesToHex(utf8(value)) === toHex(new TextEncoder().encode(value)),
      ),
    )
    expect([...utf8('\ud800x')]).toEqual([0xef, 0xbf, 0xbd, 0x78])
  })

  it('order id, validator message and proof have the forms of the contract', () => {
    const account = vectors.primaryAddress as ViemHex
    const hash = actions[0]!.keccak
    expect(orderId(account, hexToBytes(hash), keccak)).toBe(
      viemKeccak256(encodeAbiParameters(parseAbiParameters('address, bytes32'), [account, hash])),
    )
    expect(bytesToHex(validatorHash(hash, account, 42161, keccak))).toBe(
      viemKeccak256(
        encodeAbiParameters(parseAbiParameters('bytes32, address, uint256'), [hash, account, 42161n]),
      ),
    )
    const signature = vectors.registrations[0]!.signature as ViemHex
    const signer = vectors.signingAddress as ViemHex
    const proofArgs = encodeAbiParameters(parseAbiParameters('address, uint256'), [
      signer,
      1_800_000_000_000n,
    ])
    expect((proofArgs.length - 2) / 2).toBe(64)
    expect(signatureProof(signature, signer, 1_800_000_000_000)).toBe(
      encodeAbiParameters(parseAbiParameters('bytes, bytes'), [signature, proofArgs]),
    )
    const proof = signatureProof(signature, signer, 1_800_000_000_000)
    expect(approvalOfProof(proof)).toEqual({
      signer: signer.toLowerCase(),
      expiryTimeMs: 1_800_000_000_000,
    })
    const long = signatureProof(`0x${'ab'.repeat(200)}`, `0x${'51'.repeat(20)}`, 1_700_000_000_000)
    expect(approvalOfProof(long)).toEqual({ signer: `0x${'51'.repeat(20)}`, expiryTimeMs: 1_700_000_000_000 })
    for (const none of ['0x', proof.slice(0, -2), `${proof}00`]) expect(approvalOfProof(none)).toBeUndefined()
  })

  it('in room that was used before the bytes are the same, and what does not fit has its own', () => {
    const anyValue = fc.oneof(
      fc.record({ type: fc.constant('uint256' as const), value: fc.maxSafeNat() }),
      fc.record({ type: fc.constant('bool' as const), value: fc.boolean() }),
      fc.record({
        type: fc.constant('string' as const),
        value: fc.string({ maxLength: 80, unit: 'binary' }),
      }),
      fc.record({ type: fc.constant('bytes' as const), value: fc.uint8Array({ maxLength: 100 }) }),
    )
    const room = new Uint8Array(512).fill(0xff)
    fc.assert(
      fc.property(fc.array(anyValue, { maxLength: 8 }), (values) => {
        const alone = abiEncode(values)
        const inRoom = abiEncode(values, room)
        expect(bytesToHex(inRoom)).toBe(bytesToHex(alone))
        expect(inRoom.buffer === room.buffer).toBe(alone.length <= room.length)
        room.fill(0xff)
      }),
    )
  })

  it('hashes are those of tuples that lie by themselves, whatever was hashed before', () => {
    const order = (symbol: string): SignedAction => ({
      kind: 'order',
      time: 1,
      nonce: 2,
      orderType: 'LIMIT',
      symbol,
      isBuy: true,
      size: '1',
      limitPrice: '2',
      reduceOnly: false,
    })
    for (const length of [3_000, 3, 1_500, 8, 0]) {
      const action = order('x'.repeat(length))
      expect(bytesToHex(actionHash(action, keccak))).toBe(bytesToHex(keccak(actionTuple(action))))
    }
  })

  it('refuse what has no encoding', () => {
    expect(() => abiEncode([{ type: 'uint256', value: -1 }])).toThrow('uint256 out of range')
    expect(() => abiEncode([{ type: 'uint256', value: 1n << 256n }])).toThrow('uint256 out of range')
    expect(() => abiEncode([{ type: 'address', value: '0x12' }])).toThrow('expected 20 bytes, got 1')
    expect(() => abiEncode([{ type: 'bytes32', value: `0x${'zz'.repeat(32)}` }])).toThrow('not hexadecimal')
  })
})

describe('canonicalSignature', () => {
  const { signature } = actions[0]!
  const digits = signature.slice(2)
  const n = secp256k1.Point.CURVE().n
  const word = (value: bigint): string => value.toString(16).padStart(64, '0')
  const r = digits.slice(0, 64)
  const s = digits.slice(64, 128)

  it('accepts hex with or without 0x, in any case, and v of 0 or 1, always yielding one form', () => {
    for (const form of [signature, digits, digits.toUpperCase(), `0x${digits.toUpperCase()}`, `${r}${s}00`])
      expect(canonicalSignature(form)?.hex).toBe(signature)
    expect(canonicalSignature(`${r}${s}01`)?.hex).toBe(`0x${r}${s}1c`)
    expect(canonicalSignature(signature)?.recovery).toBe(0)
    expect(bytesToHex(canonicalSignature(signature)!.compact)).toBe(`0x${r}${s}`)
  })

  it('refuses the high-s twin, which recovers to the same address', async () => {
    const twin = `0x${r}${word(n - BigInt(`0x${s}`))}1c` as const
    const digest = bytesToHex(actionDigest(actions[0]!.action, keccak))
    expect(await recoverAddress({ hash: digest, signature: twin })).toBe(vectors.signingAddress)
    expect(canonicalSignature(twin)).toBeUndefined()
  })

  it('takes s up to n/2 and no more', () => {
    expect(canonicalSignature(`${r}${word(n / 2n)}1b`)).toBeDefined()
    expect(canonicalSignature(`${r}${word(n / 2n + 1n)}1b`)).toBeUndefined()
  })

  it.each([
    ['zero r', `${word(0n)}${s}1b`],
    ['zero s', `${r}${word(0n)}1b`],
    ['r = n', `${word(n)}${s}1b`],
    ['compact form', `${r}${s}`],
    ['v = 2', `${r}${s}02`],
    ['v = 29', `${r}${s}1d`],
    ['a byte too many', `${digits}00`],
    ['not hex', `${digits.slice(0, 129)}g`],
    ['empty', ''],
  ])('refuses %s', (_name, text) => expect(canonicalSignature(text)).toBeUndefined())
})
