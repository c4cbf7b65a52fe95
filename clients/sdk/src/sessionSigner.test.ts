/** Local signers reproduce the published vectors byte for byte. */
import * as fc from 'fast-check'
import { canonicalSignature, hexToBytes, type SignedAction } from '@vest/protocol'
import { hashTypedData, verifyTypedData, type Hex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { describe, expect, it } from 'vitest'
import vectors from '../../../protocol/vectors/signing.json' with { type: 'json' }
import {
  addressOf,
  createLocalPrimary,
  createLocalSigner,
  createPrivateKey,
  depositAuthorizationTypedData,
  registrationTypedData,
  signDigest,
} from './index.ts'

describe('local signers', () => {
  it.each(vectors.actions)('[7.29] sign $name as published', async ({ action, signature }) => {
    const signer = createLocalSigner(vectors.signingKey as Hex)
    expect(signer.address).toBe(vectors.signingAddress.toLowerCase())
    expect(await signer.sign(action as SignedAction)).toBe(signature)
  })

  it.each(vectors.registrations)(
    '[7.2] approve a session key as published: $name',
    async ({ verifyingContract, signerExpiryMs, signature }) => {
      const primary = createLocalPrimary(hexToBytes(vectors.primaryKey))
      expect(primary.address).toBe(vectors.primaryAddress.toLowerCase())
      const typedData = registrationTypedData({
        verifyingContract,
        signingAddress: vectors.signingAddress,
        expiryTimeMs: signerExpiryMs,
      })
      expect(await primary.signTypedData(typedData)).toBe(signature)
    },
  )

  it('are deterministic and always canonical (low s)', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), (digest) => {
        const signature = signDigest(digest, vectors.signingKey as Hex)
        return (
          canonicalSignature(signature)?.hex === signature &&
          signDigest(digest, vectors.signingKey as Hex) === signature
        )
      }),
      { numRuns: 50 },
    )
  })

  it('refuse what is no private key', () => {
    expect(() => createLocalSigner(`0x${'00'.repeat(32)}`)).toThrow('not a private key')
    expect(() => createLocalSigner('0x1234')).toThrow('not a private key')
  })

  it('a new key is random and usable', () => {
    const [one, two] = [createPrivateKey(), createPrivateKey()]
    expect(one).not.toBe(two)
    expect(addressOf(one)).toBe(privateKeyToAccount(one).address.toLowerCase())
  })
})

it("[6.4] the gasless deposit is the EIP-3009 message over the token's own domain", async () => {
  const account = privateKeyToAccount(vectors.primaryKey as Hex)
  const token = {
    name: 'USD Coin',
    version: '2',
    chainId: 42161,
    address: '0xaf88d065e77c8cC2239327C5EDb3A432268e5831',
  }
  const { domain, types, primaryType, message } = depositAuthorizationTypedData({
    token,
    from: account.address,
    to: vectors.signingAddress,
    value: '100000000',
    validAfterS: 0,
    validBeforeS: 1_700_003_600,
    nonce: `0x${'ab'.repeat(32)}`,
  })
  const ours = {
    domain: domain as { verifyingContract: Hex },
    primaryType,
    types: { ReceiveWithAuthorization: types.ReceiveWithAuthorization },
    message: {
      ...message,
      from: account.address,
      to: message.to as Hex,
      value: BigInt(message.value),
      validAfter: BigInt(message.validAfter),
      validBefore: BigInt(message.validBefore),
      nonce: message.nonce as Hex,
    },
  }
  // The type's hash as published in the token's contract.
  const { keccak256, toHex } = await import('viem')
  const text = `ReceiveWithAuthorization(${types.ReceiveWithAuthorization.map(({ type, name }) => `${type} ${name}`).join(',')})`
  expect(keccak256(toHex(text))).toBe('0xd099cc98ef71107a616c4f0f941f04c322d8e254fe26b3c6668db87aae413de8')
  const signature = await account.signTypedData(ours)
  expect(await verifyTypedData({ ...ours, address: account.address, signature })).toBe(true)
  expect(hashTypedData(ours)).not.toBe(
    hashTypedData({ ...ours, domain: { ...ours.domain, verifyingContract: account.address } }),
  )
})
