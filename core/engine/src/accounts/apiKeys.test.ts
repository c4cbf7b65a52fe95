/** Keys of programs: who may have one, how many, until when; and the end of a key, a session's included. */
import { REFUSAL, API_KEYS_MAX, type Address, type Hex, timeMs } from '@vest/protocol'
import { describe, expect, it } from 'vitest'
import { type CreateApiKey, type Register } from '../api/commands.ts'
import { query } from '../queries/query.ts'
import { decodeState, encodeState } from '../snapshot/snapshot.ts'
import { createNamedWorld, type NamedWorld } from '../testing/namedWorld.ts'

const hex = (digits: number, value: number): Hex => `0x${value.toString(16).padStart(digits, '0')}`
/** Apart from those of the world's own sessions. */
const hash = (value: number): Hex => hex(64, 0x1000 + value)
const SIGNER = hex(40, 0x51) as Address
const SESSION = hash(1)
const DAY_MS = 86_400_000

function createWorld(): NamedWorld {
  const made = createNamedWorld()
  made.account('a', 0)
  made.account('b', 0)
  made.run(session(made))
  return made
}
const session = (made: NamedWorld, changes: Partial<Register> = {}): Register => ({
  kind: 'Register',
  account: made.addressOf('a'),
  networkType: 0,
  signer: SIGNER,
  isMobile: false,
  apiKeyHash: SESSION,
  proofSignature: hex(130, 27),
  verifyingContract: SIGNER,
  expiryTimeMs: timeMs(made.exchange.timeMs + DAY_MS),
  ...changes,
})
const key = (made: NamedWorld, changes: Partial<CreateApiKey> = {}): CreateApiKey => ({
  kind: 'CreateApiKey',
  account: made.addressOf('a'),
  signer: SIGNER,
  apiKeyHash: hash(2),
  label: 'maker',
  scopes: ['read', 'trade'],
  ipAllowList: ['10.0.0.0/8'],
  ...changes,
})
const revoke = (made: NamedWorld, apiKeyHash: Hex, by = 'a') =>
  made.run({ kind: 'RevokeApiKey', account: made.addressOf(by), apiKeyHash })
const hashes = ({ exchange }: NamedWorld) =>
  query(exchange, 'apiKeys', {}).map(({ apiKeyHash }) => apiKeyHash)
const sessions = (made: NamedWorld) =>
  query(made.exchange, 'signers', {})
    .filter(({ account }) => account === made.addressOf('a'))
    .map(({ apiKeyHash }) => apiKeyHash)
const REFUSED = { ok: false, code: REFUSAL.INVALID_PARAMETER }

describe('a key of a program', () => {
  it('is told and answered with what it may do, from where and since when', () => {
    const made = createWorld()
    expect(made.run(key(made))).toEqual({ ok: true })
    const { kind: _, ...named } = key(made)
    const whole = { ...named, createTimeMs: made.exchange.timeMs }
    expect(made.events().at(-1)).toEqual({ kind: 'ApiKeyCreated', ...whole })
    expect(query(made.exchange, 'apiKeys', {})).toEqual([whole])
  })

  it('stands in the snapshot; a state without one is written as before', () => {
    const made = createWorld()
    expect(encodeState(made.exchange)).not.toContain('apiKeys')
    made.run(key(made))
    made.run(key(made, { apiKeyHash: hash(3), expiryTimeMs: timeMs(made.exchange.timeMs + 1) }))
    const text = encodeState(made.exchange)
    const restored = decodeState(text)
    expect(encodeState(restored)).toBe(text)
    expect(query(restored, 'apiKeys', {})).toEqual(query(made.exchange, 'apiKeys', {}))
  })

  it('is for an account that is there, and a signer that may speak for it now', () => {
    const made = createWorld()
    expect(made.run(key(made, { account: hex(40, 0xbad) as Address }))).toEqual({
      ok: false,
      code: REFUSAL.ACCOUNT_NOT_FOUND,
    })
    expect(made.run(key(made, { signer: hex(40, 0x52) as Address }))).toEqual(REFUSED)
    expect(made.run(key(made, { account: made.addressOf('b') }))).toEqual(REFUSED)
    expect(made.run(key(made, { signer: made.addressOf('a') }))).toEqual({ ok: true })
    made.wait(DAY_MS)
    expect(made.run(key(made, { apiKeyHash: hash(3) }))).toEqual(REFUSED)
  })

  it('has a hash of its own and ends in the future', () => {
    const made = createWorld()
    made.run(key(made))
    expect(made.run(key(made, { label: 'another' }))).toEqual(REFUSED)
    const apiKeyHash = hash(3)
    expect(made.run(key(made, { apiKeyHash, expiryTimeMs: made.exchange.timeMs }))).toEqual(REFUSED)
    expect(hashes(made)).toEqual([hash(2)])
  })

  it('is one of fifty; those that have ended do not count', () => {
    const made = createWorld()
    const expiryTimeMs = timeMs(made.exchange.timeMs + 1_000)
    made.run(key(made, { apiKeyHash: hash(99), expiryTimeMs }))
    for (let i = 1; i < API_KEYS_MAX; i += 1) made.run(key(made, { apiKeyHash: hash(100 + i) }))
    const next = key(made, { apiKeyHash: hash(200) })
    expect(made.run(next)).toEqual(REFUSED)
    made.wait(1_000)
    expect(made.run(next)).toEqual({ ok: true })
    expect(hashes(made)).not.toContain(hash(99))
    expect(hashes(made)).toHaveLength(API_KEYS_MAX)
  })
})

describe('revoking', () => {
  it('ends a key for ever, and only one of the own account', () => {
    const made = createWorld()
    made.run(key(made))
    expect(revoke(made, hash(2), 'b')).toEqual(REFUSED)
    expect(hashes(made)).toEqual([hash(2)])
    const ended = { kind: 'ApiKeyRevoked', account: made.addressOf('a'), apiKeyHash: hash(2) }
    expect(revoke(made, hash(2))).toEqual({ ok: true })
    expect(made.events().at(-1)).toEqual(ended)
    expect(hashes(made)).toEqual([])
    expect(revoke(made, hash(2))).toEqual(REFUSED)
    const ofUnknown = {
      kind: 'RevokeApiKey',
      account: hex(40, 0xbad) as Address,
      apiKeyHash: SESSION,
    } as const
    expect(made.run(ofUnknown)).toEqual({ ok: false, code: REFUSAL.ACCOUNT_NOT_FOUND })
  })

  it('of a session ends its registration alone: the same signer may have others', () => {
    const made = createWorld()
    made.run(session(made, { apiKeyHash: hash(7) }))
    expect(sessions(made)).toEqual(expect.arrayContaining([SESSION, hash(7)]))
    expect(revoke(made, SESSION)).toEqual({ ok: true })
    expect(sessions(made)).not.toContain(SESSION)
    expect(sessions(made)).toContain(hash(7))
    expect(made.run(key(made))).toEqual({ ok: true })
    revoke(made, hash(7))
    expect(made.run(key(made, { apiKeyHash: hash(3) }))).toEqual(REFUSED)
  })
})
