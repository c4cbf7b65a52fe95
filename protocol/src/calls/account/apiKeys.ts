import { z } from 'zod'
import { API_KEY_SCOPES } from '../../enums.ts'
import { address, decimalText, hex, timeMs } from '../../wire/valueForms.ts'
import { FULL } from '../access.ts'
import type { Call } from '../call.ts'

export const apiKeyRow = z.object({
  id: hex,
  /** Extra: the key of a session comes with a registration and may do everything. */
  kind: z.enum(['session', 'program']),
  label: z.string(),
  scopes: z.array(z.enum(API_KEY_SCOPES)),
  createTime: timeMs,
  /** null = until it is revoked. */
  expiryTime: timeMs.nullable(),
  /** Extra: the network that it was made from, cut to /24 or /64; null = not known. */
  createdFrom: z.string().nullable(),
  /** Extra: browser and system of the program that made it, as far as it told; null = not known. */
  browser: z.string().nullable(),
  /** null = never, as far as this server knows. */
  lastUsedTime: timeMs.nullable(),
  /** Extra: the network that it was used from then, cut to /24 or /64. */
  lastUsedFrom: z.string().nullable(),
  ipAllowList: z.array(z.string()),
  /** Extra: the signing key that it speaks with. */
  signingAddr: address,
  /** Extra: the most that the program's own signing key may give away in a day (UTC); null = no bound. */
  maxDailyLoss: decimalText.nullable(),
  /** Extra: what it has given away since 00:00 UTC, fees included; null where there is no bound. */
  lostToday: decimalText.nullable(),
  /** Extra: it is the key of this very request. */
  isCurrent: z.boolean(),
})
export type ApiKeyRow = z.infer<typeof apiKeyRow>
export const apiKeysResponse = z.array(apiKeyRow)

export const apiKeysCall = {
  group: 'Account',
  method: 'GET',
  path: '/account/apiKeys',
  ...FULL,
  summary: 'Who may act for the account: its sessions and the keys of its programs.',
  answer: apiKeysResponse,
  fields: {
    id: 'Hash of the key, by which it is revoked.',
    kind: 'Of a session or of a program.',
    createTime: 'When it was made.',
    createdFrom: 'The network that it was made from, cut to /24 or /64; null where that is not known.',
    browser: 'Browser and system of the program that made it, as far as it told.',
    lastUsedTime: 'When it was used last, as far as this server knows.',
    lastUsedFrom: 'The network that it was used from last, cut to /24 or /64.',
    lostToday: 'What it has given away since 00:00 UTC, fees included; null where there is no bound.',
    isCurrent: 'It is the key that asks.',
  },
  example: { answer: [] },
} as const satisfies Call
