import { createPrivateKey, generateKeyPairSync } from 'node:crypto'
import { TOKEN_AUDIENCES } from '@vest/protocol'
import { createLocalJWKSet, jwtVerify, SignJWT } from 'jose'
import { describe, expect, it } from 'vitest'
import { createAccessTokens } from './accessTokens.ts'

const NOW_MS = 1_800_000_000_000
const WHO = { userId: 'user-1', sessionId: 'session-1' }
const seed = new Uint8Array(32).fill(7)
const at = (nowMs: number) =>
  createAccessTokens({ seed, issuer: 'https://wallet.example', nowMs: () => nowMs })
const tokens = at(NOW_MS)
const { exchange, wallet } = TOKEN_AUDIENCES
const privateKey = createPrivateKey({
  key: Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), seed]),
  format: 'der',
  type: 'pkcs8',
})

describe('access tokens', () => {
  it('name user and session to their own audience for ten minutes', async () => {
    const token = await tokens.issue(WHO, exchange)
    expect(await tokens.verify(token, exchange)).toMatchObject({
      sub: 'user-1',
      sid: 'session-1',
      aud: exchange,
    })
    expect(await tokens.verify(token, wallet)).toBeUndefined()
    expect(await at(NOW_MS + 599_000).verify(token, exchange)).toBeDefined()
    expect(await at(NOW_MS + 600_000).verify(token, exchange)).toBeUndefined()
  })

  it('are verified by a stranger with the published keys', async () => {
    const token = await tokens.issue(WHO, exchange)
    const { payload } = await jwtVerify(token, createLocalJWKSet(tokens.keys), {
      algorithms: ['EdDSA'],
      currentDate: new Date(NOW_MS),
    })
    expect(payload.sub).toBe('user-1')
  })

  /** Each differs from a good one in a single thing, under our own key. */
  const nowS = NOW_MS / 1_000
  const good = {
    iss: 'https://wallet.example',
    aud: exchange,
    sub: 'u',
    sid: 's',
    jti: 'j',
    iat: nowS,
    exp: nowS + 600,
  }
  const header = { alg: 'EdDSA', typ: 'at+jwt', kid: tokens.keys.keys[0]!.kid }
  const sign = (
    claims: Record<string, unknown>,
    over: Record<string, unknown> = {},
    key: Parameters<SignJWT['sign']>[0] = privateKey,
  ) => new SignJWT(claims).setProtectedHeader({ ...header, ...over }).sign(key)
  it('accepts the good one that the wrong ones differ from', async () => {
    expect(await tokens.verify(await sign(good), exchange)).toBeDefined()
  })
  it.each([
    ['another issuer', { ...good, iss: 'https://evil.example' }],
    ['another audience', { ...good, aud: 'vest-else' }],
    ['no audience', { ...good, aud: undefined }],
    ['no subject', { ...good, sub: undefined }],
    ['no session', { ...good, sid: undefined }],
    ['no id', { ...good, jti: undefined }],
    ['no end', { ...good, exp: undefined }],
    ['no beginning', { ...good, iat: undefined }],
    ['over', { ...good, exp: nowS }],
    ['older than ten minutes, whatever its end says', { ...good, iat: nowS - 601, exp: nowS + 9_999 }],
    ['from the future', { ...good, iat: nowS + 60 }],
    ['not yet', { ...good, nbf: nowS + 60 }],
  ])('refuses one with %s', async (_, claims) => {
    expect(await tokens.verify(await sign(claims), exchange)).toBeUndefined()
  })
  it.each([
    ['another type', { typ: 'JWT' }],
    ['no type', { typ: undefined }],
    ['another key id', { kid: 'other' }],
  ])('refuses one with %s', async (_, over) => {
    expect(await tokens.verify(await sign(good, over), exchange)).toBeUndefined()
  })
  it('refuses another key, HS256 with the public key as its secret, none, and what is no token', async () => {
    const other = generateKeyPairSync('ed25519').privateKey
    expect(await tokens.verify(await sign(good, {}, other), exchange)).toBeUndefined()
    const secret = new TextEncoder().encode(tokens.keys.keys[0]!.x)
    expect(await tokens.verify(await sign(good, { alg: 'HS256' }, secret), exchange)).toBeUndefined()
    const [, body] = (await sign(good)).split('.')
    const none = Buffer.from(JSON.stringify({ ...header, alg: 'none' })).toString('base64url')
    for (const text of [`${none}.${body}.`, '', 'a.b.c', `${await sign(good)}x`])
      expect(await tokens.verify(text, exchange)).toBeUndefined()
  })
})
