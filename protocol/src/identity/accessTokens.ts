/**
 * Access tokens: JWTs signed with EdDSA for ten minutes, of two audiences. One names the user to the exchange's own
 * calls and may be seen by the trading page; the other opens sessions and wallet parts and never leaves the wallet's
 * frame. A verifier demands algorithm, type, issuer, audience, age and every claim below: a JWT library asks
 * for none of these by itself.
 */
import { z } from 'zod'

export const ACCESS_TOKEN_TYPE = 'at+jwt'
export const ACCESS_TOKEN_ALGORITHM = 'EdDSA'
export const ACCESS_TOKEN_VALID_S = 600

export const TOKEN_AUDIENCES = { exchange: 'vest-exchange', wallet: 'vest-wallet' } as const
export type TokenAudience = (typeof TOKEN_AUDIENCES)[keyof typeof TOKEN_AUDIENCES]

export const accessTokenClaims = z.object({
  iss: z.string(),
  aud: z.enum([TOKEN_AUDIENCES.exchange, TOKEN_AUDIENCES.wallet]),
  /** The user. */
  sub: z.string(),
  /** The session: ended at once when it is revoked, for whatever looks it up. */
  sid: z.string(),
  jti: z.string(),
  /** Seconds, as everywhere in JWTs. */
  iat: z.int(),
  exp: z.int(),
})
export type AccessTokenClaims = z.infer<typeof accessTokenClaims>

export const publishedKeys = z.object({
  keys: z.array(
    z.object({
      kty: z.literal('OKP'),
      crv: z.literal('Ed25519'),
      x: z.string(),
      kid: z.string(),
      alg: z.literal(ACCESS_TOKEN_ALGORITHM),
      use: z.literal('sig'),
    }),
  ),
})
export type PublishedKeys = z.infer<typeof publishedKeys>
