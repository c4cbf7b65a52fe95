import { z } from 'zod'
import type { Call } from '../call.ts'

export const registerResponse = z.object({ apiKey: z.string(), accGroup: z.int() })
export type RegisterResponse = z.infer<typeof registerResponse>
export const registerRequest = z.object({
  signingAddr: z.string().max(64),
  primaryAddr: z.string().max(64),
  /** Of a key; or what a contract wallet takes for its own, up to 2,048 bytes. */
  signature: z.string().max(4_098),
  expiryTime: z.number(),
  networkType: z.number().nullish(),
  isMobile: z.boolean().nullish(),
  isFunded: z.boolean().nullish(),
  accessToken: z.string().max(8192).nullish(),
  /** Of the terms that were shown and accepted: their day. */
  termsVersion: z
    .string()
    .regex(/^\d{4}-\d{2}-\d{2}$/)
    .meta({ title: 'day, YYYY-MM-DD' })
    .nullish(),
})
export type RegisterRequest = z.infer<typeof registerRequest>

export const registerCall = {
  group: 'Account',
  method: 'POST',
  path: '/register',
  auth: 'none',
  bucket: 'registrations',
  isSigned: true,
  summary:
    'Registers a signing key by a signature of the primary key, and answers a new API key. May be repeated until the session is revoked or the signing key has withdrawn; then with another expiryTime.',
  body: registerRequest,
  answer: registerResponse,
  refusals: [
    'INVALID_NETWORK_TYPE',
    'UNAUTHORIZED',
    'ACTION_NOT_AVAILABLE',
    'CONTRACT_WALLET_DECLINED',
    'CONTRACT_WALLET_ELSEWHERE',
    'CONTRACT_WALLET_UNKNOWN',
  ],
  fields: {
    isMobile: 'The session is on a phone.',
    termsVersion: 'Day of the terms that were accepted with it.',
    accGroup: 'Server group of the account.',
  },
  sdk: 'written',
  example: {
    body: {
      networkType: 0,
      primaryAddr: '0x1563915e194d8cfba1943570603f7606a3115508',
      signature:
        '0x8362278e3fa9c4cb0dadf47455a51c00ff02b43b1d213ec5bb98fc563fb52d335fc50d1ada8ac138af978ea6a11f6783afb17b91d95391768a4f070baca45bda1b',
      signingAddr: '0x19e7e376e7c213b7e7e7e46cc70a5dd086daff2a',
      expiryTime: 1701209600000,
      isMobile: false,
    },
    answer: { apiKey: 'key-1', accGroup: 3 },
  },
} as const satisfies Call
