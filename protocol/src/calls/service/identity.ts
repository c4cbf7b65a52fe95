import { z } from 'zod'
import { PUBLIC } from '../access.ts'
import type { Call } from '../call.ts'

/** GET /v2/identity, for the trading page. */
export const identityInfoResponse = z.object({
  /** Origin of the wallet's frame; null: no embedded wallets here. */
  walletOrigin: z.string().nullable(),
  google: z.boolean(),
  /** Status summary of the identity provider; null: none is watched. */
  statusUrl: z.string().nullable(),
  /** On a development network: where mails that were not really sent can be read. */
  mailboxUrl: z.string().nullable(),
})
export type IdentityInfoResponse = z.infer<typeof identityInfoResponse>

export const identityCall = {
  group: 'Service',
  method: 'GET',
  path: '/identity',
  ...PUBLIC,
  summary: 'Where the frame of embedded wallets is, and the status page of what signs people in.',
  answer: identityInfoResponse,
  fields: {
    walletOrigin: 'Origin of the frame of embedded wallets; null: there are none here.',
    google: 'People can sign in with Google.',
    statusUrl: 'Status summary of what signs people in; null: none is watched.',
    mailboxUrl: 'On a development network: where its mails can be read, which are not sent.',
  },
  sdk: 'written',
  example: {
    answer: { walletOrigin: 'http://localhost:8081', google: true, statusUrl: null, mailboxUrl: null },
  },
} as const satisfies Call
