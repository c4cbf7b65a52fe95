import { timeMs } from '@vest/protocol'
import { describe, expect, it } from 'vitest'
import { createKeyRing, hashApiKey, type Registration } from './keyRing.ts'
import { RECENT_KEYS_MAX } from './limits.ts'
import { testKey } from './testing/testKeys.ts'

const { address: account } = testKey(1)
const { address: signer } = testKey(2)

const session = (apiKey: string, overrides: Partial<Registration> = {}): Registration => ({
  account,
  networkType: 0,
  signer,
  expiryTimeMs: timeMs(2_000),
  apiKeyHash: hashApiKey(apiKey),
  proofSignature: '0x',
  verifyingContract: account,
  createTimeMs: timeMs(1_000),
  ...overrides,
})

describe('key ring', () => {
  it('[6.1] a key that was just used finds no holder once it is revoked, and its next holder once it is made again', () => {
    const keys = createKeyRing()
    keys.noteSession(session('key'))
    expect(keys.holderOf('key')?.account).toBe(account)
    expect(keys.holderOf('key')?.account).toBe(account)
    keys.noteRevoked(account, hashApiKey('key'))
    expect(keys.holderOf('key')).toBe(undefined)
    const other = testKey(3).address
    keys.noteSession(session('key', { account: other }))
    expect(keys.holderOf('key')?.account).toBe(other)
  })

  it('a key that was just used and has expired is forgotten with the others', () => {
    const keys = createKeyRing()
    keys.noteSession(session('key'))
    keys.holderOf('key')
    keys.forgetExpired(account, timeMs(2_000))
    expect(keys.holderOf('key')).toBe(undefined)
  })

  it('more keys than are remembered as they were sent all find their holder', () => {
    const keys = createKeyRing()
    const names = Array.from({ length: RECENT_KEYS_MAX + 10 }, (_, n) => `key ${n}`)
    for (const name of names) keys.noteSession(session(name))
    for (let round = 0; round < 2; round += 1)
      for (const name of names) if (keys.holderOf(name)?.apiKeyHash !== hashApiKey(name)) expect.fail(name)
    expect(keys.holderOf('key')).toBe(undefined)
  })

  it('tells the last use of a key, also of one that was made again', () => {
    const keys = createKeyRing()
    keys.noteSession(session('key'))
    expect(keys.lastUse(hashApiKey('key'))).toBe(undefined)
    keys.noteUse(keys.holderOf('key')!, timeMs(1_500), '192.0.2.1')
    expect(keys.lastUse(hashApiKey('key'))).toEqual({ timeMs: 1_500, address: '192.0.2.1' })
    expect(keys.accountsUsedSince(timeMs(1_500))).toEqual([account])
    expect(keys.accountsUsedSince(timeMs(1_501))).toEqual([])
    keys.noteRevoked(account, hashApiKey('key'))
    keys.noteSession(session('key'))
    expect(keys.lastUse(hashApiKey('key'))).toBe(undefined)
  })

  it('a signer speaks for its account until the last of its registrations expires', () => {
    const keys = createKeyRing()
    keys.noteSession(session('a'))
    keys.noteSession(session('b', { expiryTimeMs: timeMs(3_000) }))
    expect([1_999, 2_999, 3_000].map((nowMs) => keys.isSigner(account, signer, timeMs(nowMs)))).toEqual([
      true,
      true,
      false,
    ])
    expect(keys.isSigner(account, testKey(3).address, timeMs(1_000))).toBe(false)
    expect(keys.isSigner(signer, signer, timeMs(1_000))).toBe(false)
  })
})
