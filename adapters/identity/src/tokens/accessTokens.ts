/**
 * Access tokens and the keys that verify them. Everything that a JWT library leaves open is demanded: algorithm, type,
 * issuer, audience, age, and each claim by name.
 */
import { createHash, createPrivateKey, createPublicKey, randomUUID } from 'node:crypto'
import {
  ACCESS_TOKEN_ALGORITHM,
  ACCESS_TOKEN_TYPE,
  ACCESS_TOKEN_VALID_S,
  accessTokenClaims,
  type AccessTokenClaims,
  type PublishedKeys,
  type TokenAudience,
} from '@vest/protocol'
import { errors, jwtVerify, SignJWT } from 'jose'

export interface AccessTokens {
  readonly keys: PublishedKeys
  issue(
    who: { readonly userId: string; readonly sessionId: string },
    audience: TokenAudience,
  ): Promise<string>
  /** undefined: not one of ours, of another audience, or over. */
  verify(token: string, audience: TokenAudience): Promise<AccessTokenClaims | undefined>
}

export interface AccessTokenOptions {
  /** 32 bytes. */
  readonly seed: Uint8Array
  readonly issuer: string
  readonly nowMs: () => number
}

/** What stands before the seed in the PKCS#8 form of an Ed25519 key. */
const PKCS8_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex')

export function createAccessTokens({ seed, issuer, nowMs }: AccessTokenOptions): AccessTokens {
  const privateKey = createPrivateKey({
    key: Buffer.concat([PKCS8_HEAD, seed]),
    format: 'der',
    type: 'pkcs8',
  })
  const publicKey = createPublicKey(privateKey)
  const { x } = publicKey.export({ format: 'jwk' }) as { x: string }
  // The thumbprint of RFC 7638.
  const kid = createHash('sha256').update(`{"crv":"Ed25519","kty":"OKP","x":"${x}"}`).digest('base64url')
  return {
    keys: { keys: [{ kty: 'OKP', crv: 'Ed25519', x, kid, alg: ACCESS_TOKEN_ALGORITHM, use: 'sig' }] },
    issue({ userId, sessionId }, audience) {
      const nowS = Math.floor(nowMs() / 1_000)
      return new SignJWT({ sid: sessionId })
        .setProtectedHeader({ alg: ACCESS_TOKEN_ALGORITHM, typ: ACCESS_TOKEN_TYPE, kid })
        .setIssuer(issuer)
        .setAudience(audience)
        .setSubject(userId)
        .setJti(randomUUID())
        .setIssuedAt(nowS)
        .setExpirationTime(nowS + ACCESS_TOKEN_VALID_S)
        .sign(privateKey)
    },
    async verify(token, audience) {
      try {
        const { payload, protectedHeader } = await jwtVerify(token, publicKey, {
          algorithms: [ACCESS_TOKEN_ALGORITHM],
          typ: ACCESS_TOKEN_TYPE,
          issuer,
          audience,
          maxTokenAge: ACCESS_TOKEN_VALID_S,
          requiredClaims: ['exp', 'iat', 'sub', 'sid', 'jti'],
          currentDate: new Date(nowMs()),
        })
        const claims = accessTokenClaims.safeParse(payload)
        return claims.success && protectedHeader.kid === kid ? claims.data : undefined
      } catch (error) {
        if (error instanceof errors.JOSEError) return undefined
        throw error
      }
    },
  }
}
