/** Challenges to authenticators. Each is good once, for a few minutes, and for what it was made for alone. */
import type { PasskeyOptionsAnswer } from '@vest/protocol'
import { sha256, type IdentityKeys } from '../keys/identityKeys.ts'
import { sealJson, unsealJson } from '../keys/sealed.ts'
import { PASSKEY_CHALLENGE_MS } from '../limits.ts'
import type { IdentityRows } from '../store/identityStore.ts'

interface KeptChallenge {
  /** The person it adds a passkey for; absent: it is for showing one. */
  readonly userId?: string
}

export interface PasskeyChallenges {
  /** `userId`: the person it adds a passkey for; undefined: it is for showing one. */
  add(
    rows: Pick<IdentityRows, 'addRequest'>,
    options: { readonly challenge: string },
    userId: string | undefined,
    nowMs: number,
  ): Promise<PasskeyOptionsAnswer>
  /** The challenge that this answer is to, once; undefined: none of ours that is still open. */
  take(
    rows: Pick<IdentityRows, 'takeRequest'>,
    clientDataJSON: string,
    userId: string | undefined,
    nowMs: number,
  ): Promise<string | undefined>
}

const LABEL = 'passkey challenge'

export function createPasskeyChallenges(keys: Pick<IdentityKeys, 'looseKey'>): PasskeyChallenges {
  return {
    async add(rows, options, userId, nowMs) {
      const kept: KeptChallenge = userId === undefined ? {} : { userId }
      await rows.addRequest({
        stateHash: sha256(options.challenge),
        sealed: sealJson(keys.looseKey, LABEL, kept),
        expiresMs: nowMs + PASSKEY_CHALLENGE_MS,
      })
      return { options: { ...options } }
    },

    async take(rows, clientDataJSON, userId, nowMs) {
      const challenge = challengeIn(clientDataJSON)
      const row = challenge === undefined ? undefined : await rows.takeRequest(sha256(challenge))
      if (challenge === undefined || row === undefined || row.expiresMs <= nowMs) return undefined
      try {
        const kept = unsealJson<KeptChallenge>(keys.looseKey, LABEL, row.sealed)
        return kept.userId === userId ? challenge : undefined
      } catch {
        // Of another kind of request.
        return undefined
      }
    },
  }
}

function challengeIn(clientDataJSON: string): string | undefined {
  try {
    const { challenge } = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString('utf8')) as {
      readonly challenge?: unknown
    }
    return typeof challenge === 'string' ? challenge : undefined
  } catch {
    return undefined
  }
}
