import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { StartError } from './options.ts'
import { openLinks, readSocialSettings, socialKey } from './startSocial.ts'

describe('the network that posts go to', () => {
  it('is devnet’s without a client, and X with one', () => {
    expect(readSocialSettings({})).toBeUndefined()
    expect(readSocialSettings({ VEST_X_CLIENT_ID: '' })).toBeUndefined()
    expect(readSocialSettings({ VEST_X_CLIENT_ID: 'id' })).toEqual({
      clientId: 'id',
      clientSecret: undefined,
      apiUrl: 'https://api.x.com',
      authorizeUrl: 'https://x.com/i/oauth2/authorize',
      postUrl: 'https://x.com/{name}/status/{id}',
    })
    const other = { VEST_X_CLIENT_ID: 'id', VEST_X_CLIENT_SECRET: 's', VEST_X_API_URL: 'http://127.0.0.1:9/' }
    expect(readSocialSettings(other)).toMatchObject({ clientSecret: 's', apiUrl: 'http://127.0.0.1:9' })
  })

  it('each mistake is one sentence without a secret in it', () => {
    for (const env of [
      { VEST_X_CLIENT_SECRET: 'hush' },
      { VEST_X_CLIENT_ID: 'id', VEST_X_CLIENT_SECRET: 'hush', VEST_X_API_URL: 'api.x.com' },
    ]) {
      expect(() => readSocialSettings(env)).toThrow(StartError)
      expect(() => readSocialSettings(env)).not.toThrow(/hush/)
    }
  })
})

describe('the key of linked accounts', () => {
  let dir: string
  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), 'vest-social-key-'))
  })
  afterEach(() => rmSync(dir, { recursive: true }))

  it('is made once and its owner’s alone, or comes from the environment', () => {
    const path = join(dir, 'key')
    const made = socialKey({}, path)
    expect([made.length, socialKey({}, path)]).toEqual([32, made])
    expect(statSync(path).mode & 0o777).toBe(0o600)
    expect(readFileSync(path, 'utf8')).toBe(made.toString('hex'))
    const given = randomBytes(32)
    for (const text of [given.toString('hex'), given.toString('base64')])
      expect(socialKey({ VEST_SOCIAL_KEY: text }, path)).toEqual(given)
    expect(() => socialKey({ VEST_SOCIAL_KEY: 'short' }, path)).toThrow(StartError)
  })

  it('another key than theirs is said at the start', async () => {
    const link = { username: 'trader', accessToken: 'a', refreshToken: 'r', expiresMs: 1 }
    await openLinks(dir, randomBytes(32)).put(`0x${'11'.repeat(20)}`, link)
    expect(() => openLinks(dir, randomBytes(32))).toThrow(/sealed under another key/)
  })
})
