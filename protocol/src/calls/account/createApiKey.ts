import { z } from 'zod'
import { API_KEY_ADDRESSES_MAX, API_KEY_LABEL_MAX } from '../../constants.ts'
import { API_KEY_SCOPES } from '../../enums.ts'
import { hex } from '../../wire/valueForms.ts'
import { FULL } from '../access.ts'
import type { Call } from '../call.ts'

export const apiKeyResponse = z.object({ id: hex, apiKey: z.string() })
export type ApiKeyResponse = z.infer<typeof apiKeyResponse>
export const apiKeyRequest = z.object({
  label: z.string().min(1).max(API_KEY_LABEL_MAX),
  scopes: z.array(z.enum(API_KEY_SCOPES)).min(1).max(API_KEY_SCOPES.length),
  /** Absent: until it is revoked. */
  expiryTime: z.number().nullish(),
  /** Addresses and networks such as 203.0.113.0/24; absent or empty: from everywhere. */
  ipAllowList: z.array(z.string().max(64)).max(API_KEY_ADDRESSES_MAX).nullish(),
  /**
   * The signing key of the program. With scope trade it is its own: an address that was never used here. Without, one that
   * was registered before; absent: that of the session.
   */
  signingAddr: z.string().max(80).nullish(),
  /**
   * With scope trade: the most that the key may give away in a day (UTC), fees included, as decimal text. Absent: a tenth of
   * the equity, at least 100 USDC; null: no bound.
   */
  maxDailyLoss: z.string().max(32).nullish(),
})
export type ApiKeyRequest = z.infer<typeof apiKeyRequest>

export const createApiKeyCall = {
  group: 'Account',
  method: 'POST',
  path: '/account/apiKeys',
  ...FULL,
  summary:
    'Makes a key for a program: what it may do, until when, and from which addresses. It is told this once.',
  body: apiKeyRequest,
  answer: apiKeyResponse,
  fields: {
    id: 'Hash of the key, by which it is revoked.',
    signingAddr:
      'The key that the program signs with. With scope trade one of its own that was never used here; without, one that was registered before, and absent, that of this session.',
  },
  example: { body: { label: 'maker', scopes: ['read'] }, answer: { id: '0xaa', apiKey: 'key-2' } },
} as const satisfies Call
