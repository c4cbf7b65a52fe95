/** Corners of keys: of programs and of sessions, made twice, for others, in the past, too many, revoked twice. */
import type { Command, CreateApiKey, Register } from '@vest/engine'
import { API_KEYS_MAX, SESSIONS_MAX, timeMs, type Address, type Hex } from '@vest/protocol'
import type { Scene } from './scene.ts'
import type { Prng } from './prng.ts'
import { STRANGER } from './sceneOrders.ts'

type Corner = () => readonly Command[]

export function createKeyCorners(prng: Prng, scene: Scene): readonly Corner[] {
  const anyHash = (): Hex => `0x${scene.freshNonce().toString(16).padStart(64, '0')}`
  const keyOf = ({ account, signer }: Register, change: Partial<CreateApiKey> = {}): CreateApiKey => ({
    kind: 'CreateApiKey',
    account,
    signer,
    apiKeyHash: anyHash(),
    label: prng.pick(['maker', 'watch']),
    scopes: prng.pick([['read'], ['read', 'trade']]),
    ...(prng.chance(0.5) ? {} : { expiryTimeMs: timeMs(scene.nowMs() + prng.int(1, 120_000)) }),
    ipAllowList: prng.pick([[], ['10.0.0.0/8']]),
    ...change,
  })
  const revoke = (account: Address, apiKeyHash: Hex): Command => ({
    kind: 'RevokeApiKey',
    account,
    apiKeyHash,
  })
  return [
    () => {
      const session = scene.register(scene.owner()) as Register
      const key = keyOf(session)
      return [
        session,
        key,
        { ...key, label: 'again' },
        keyOf(session, { signer: STRANGER }),
        keyOf(session, { account: STRANGER }),
        keyOf(session, { signer: session.account }),
        keyOf(session, { expiryTimeMs: timeMs(scene.nowMs()) }),
        ...(prng.chance(0.5)
          ? [revoke(key.account, key.apiKeyHash), revoke(key.account, key.apiKeyHash)]
          : []),
        revoke(STRANGER, key.apiKeyHash),
        revoke(scene.owner(), key.apiKeyHash),
        ...(prng.chance(0.5)
          ? [
              revoke(session.account, session.apiKeyHash),
              keyOf(session),
              // The same approval again, and another of the same key.
              session,
              { ...session, expiryTimeMs: timeMs(session.expiryTimeMs + 1) },
            ]
          : []),
      ]
    },
    () => {
      const session = scene.register(scene.freshAccount()) as Register
      const forEver = (): CreateApiKey => {
        const { expiryTimeMs: _, ...key } = keyOf(session)
        return key
      }
      const again = (_: unknown, at: number): Register => ({
        ...session,
        apiKeyHash: anyHash(),
        // More of its own signing key, then of another one alone.
        ...(at > SESSIONS_MAX ? { signer: STRANGER } : {}),
      })
      return [
        session,
        ...Array.from({ length: API_KEYS_MAX + 1 }, forEver),
        ...Array.from({ length: SESSIONS_MAX + 3 }, again),
        ...[keyOf(session), keyOf(session, { signer: STRANGER })],
      ]
    },
  ]
}
