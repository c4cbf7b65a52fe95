/**
 * Makes a key for a program. A key that may trade gets a signing key of its own, which leaves this page only as a copy of
 * its owner, and a bound on what it gives away in a day.
 */
import { createLocalSigner, createPrivateKey, type VestClient } from '@vest/sdk'

export interface KeyWanted {
  readonly label: string
  readonly canTrade: boolean
  /** USDC as text; empty = what the exchange proposes. */
  readonly maxLoss: string
  readonly isUnbounded: boolean
}

/** Shown once. */
export interface KeyMade {
  readonly apiKey: string
  /** Of a key that may trade. */
  readonly signingKey?: string
}

export async function createProgramKey(
  client: Pick<VestClient, 'createApiKey'>,
  { label, canTrade, maxLoss, isUnbounded }: KeyWanted,
): Promise<KeyMade> {
  const name = label.trim()
  if (!canTrade) {
    const { apiKey } = await client.createApiKey({ label: name, scopes: ['read'] })
    return { apiKey }
  }
  const signingKey = createPrivateKey()
  const bound = isUnbounded ? { maxDailyLoss: null } : maxLoss === '' ? {} : { maxDailyLoss: maxLoss }
  const { apiKey } = await client.createApiKey({
    label: name,
    scopes: ['read', 'trade'],
    signingAddr: createLocalSigner(signingKey).address,
    ...bound,
  })
  return { apiKey, signingKey }
}
