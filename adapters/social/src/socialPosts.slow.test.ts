/**
 * The contract of posting, against devnet's network, which speaks the real one's calls: leave bound to the account that
 * asked, refreshed by single-use tokens, taken back, and never a post without it.
 */
import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Address } from '@vest/protocol'
import { OutsideUnavailableError, type SocialPosts } from '@vest/runtime'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startDevnetSocial, type DevnetSocial } from '../../../devnet/src/social/index.ts'
import { openLinkFiles } from './linkFiles.ts'
import { createSocialPosts } from './socialPosts.ts'

const REDIRECT = 'http://localhost:8080/oauth/social'
const OWNER: Address = `0x${'11'.repeat(20)}`
const OTHER: Address = `0x${'22'.repeat(20)}`
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const IMAGE = `data:image/png;base64,${PNG.toString('base64')}`
const HOUR_MS = 3_600_000

describe('posts in the name of an owner', () => {
  let dir: string
  let network: DevnetSocial
  let nowMs: number
  const key = randomBytes(32)
  const open = (): SocialPosts =>
    createSocialPosts({
      network: { ...network, apiUrl: network.origin, clientId: 'vest-devnet', redirectUri: REDIRECT },
      links: openLinkFiles(join(dir, 'links'), key),
      nowMs: () => nowMs,
    })
  beforeEach(async () => {
    dir = mkdtempSync(join(tmpdir(), 'vest-social-'))
    nowMs = 1_790_000_000_000
    network = await startDevnetSocial({
      clientId: 'vest-devnet',
      redirectUri: REDIRECT,
      path: join(dir, 'network.json'),
      nowMs: () => nowMs,
      onTrouble: (error) => {
        throw error
      },
    })
  })
  afterEach(async () => {
    await network.stop()
    rmSync(dir, { recursive: true })
  })

  /** What a person's browser does: reads the page, presses, and is sent back. */
  async function decide(social: SocialPosts, account: Address, choice = 'allow', username = 'trader') {
    const begun = await social.beginLink(account)
    if (!('url' in begun)) throw new Error('refused')
    const page = await (await fetch(begun.url)).text()
    const form = new URLSearchParams({ choice, username })
    for (const [, name, value] of page.matchAll(/type="hidden" name="(\w+)" value="([^"]*)"/g))
      form.set(name!, value!)
    const answer = await fetch(`${network.origin}/i/oauth2/authorize`, {
      method: 'POST',
      headers: { origin: network.origin, 'content-type': 'application/x-www-form-urlencoded' },
      body: form.toString(),
      redirect: 'manual',
    })
    const back = new URL(answer.headers.get('location')!)
    expect(back.origin + back.pathname).toBe(REDIRECT)
    return back.searchParams
  }
  async function link(social: SocialPosts, account = OWNER) {
    const back = await decide(social, account)
    return social.completeLink(account, { code: back.get('code')!, state: back.get('state')! })
  }
  const timeline = async (): Promise<string> => (await fetch(network.origin)).text()
  const refused = expect.objectContaining({ refused: 1130 }) as object

  it('[6.8] [7.11] goes there with its picture once leave is given, also after a restart', async () => {
    const social = open()
    expect(await social.send(OWNER, { text: 'up', image: IMAGE })).toEqual(refused)
    expect(await link(social)).toEqual({ username: 'trader' })
    expect([social.username(OWNER), social.username(OTHER)]).toEqual(['trader', undefined])
    const sent = await social.send(OWNER, { text: 'NVDA <Long> +12 %', image: IMAGE })
    expect(sent).toEqual({ id: expect.stringMatching(/^\d+$/), url: expect.stringContaining(network.origin) })
    const shown = await timeline()
    expect(shown).toContain('NVDA &lt;Long&gt; +12 %')
    const picture = /src="(\/media\/\d+)"/.exec(shown)![1]!
    expect(Buffer.from(await (await fetch(network.origin + picture)).arrayBuffer())).toEqual(PNG)

    const again = open()
    expect(again.username(OWNER)).toBe('trader')
    // Two hours later the access token is over, and the refresh token is good once.
    nowMs += 3 * HOUR_MS
    const both = await Promise.all([
      again.send(OWNER, { text: 'one', image: IMAGE }),
      again.send(OWNER, { text: 'two', image: IMAGE }),
    ])
    for (const one of both) expect(one).toHaveProperty('id')
    nowMs += 3 * HOUR_MS
    expect(await again.send(OWNER, { text: 'three', image: IMAGE })).toHaveProperty('id')
  })

  it('leave is bound to the account that asked for it, to its time and to one use', async () => {
    const social = open()
    const back = await decide(social, OWNER)
    const given = { code: back.get('code')!, state: back.get('state')! }
    expect(await social.completeLink(OTHER, given)).toEqual(refused)
    expect(await social.completeLink(OWNER, { ...given, state: 'another' })).toEqual(refused)
    expect(await social.completeLink(OWNER, given)).toEqual({ username: 'trader' })
    expect(await social.completeLink(OWNER, given)).toEqual(refused)
    // Another user's code under one's own state: the proof key does not fit.
    const [own, foreign] = [await decide(social, OTHER), await decide(social, OWNER)]
    expect(
      await social.completeLink(OTHER, { code: foreign.get('code')!, state: own.get('state')! }),
    ).toEqual(refused)
    const late = await decide(social, OTHER)
    nowMs += 600_000
    expect(await social.completeLink(OTHER, { code: late.get('code')!, state: late.get('state')! })).toEqual(
      refused,
    )
    const declined = await decide(social, OTHER, 'cancel')
    expect([declined.get('code'), declined.get('error')]).toEqual([null, 'access_denied'])
    expect(social.username(OTHER)).toBeUndefined()
  })

  it('is over when the owner takes it back, here or there', async () => {
    const social = open()
    await link(social)
    expect(await social.unlink(OWNER)).toEqual({ username: null })
    expect(await social.send(OWNER, { text: 'up', image: IMAGE })).toEqual(refused)
    expect(
      (JSON.parse(readFileSync(join(dir, 'network.json'), 'utf8')) as { grants: object[] }).grants,
    ).toEqual([])
    expect(open().username(OWNER)).toBeUndefined()

    await link(social)
    await network.stop()
    rmSync(join(dir, 'network.json'))
    // A network that has forgotten the leave answers 401: the link ends here too.
    const forgetful = await startDevnetSocial({
      clientId: 'vest-devnet',
      redirectUri: REDIRECT,
      nowMs: () => nowMs,
      onTrouble: () => undefined,
    })
    network = forgetful
    const after = open()
    expect(after.username(OWNER)).toBe('trader')
    expect(await after.send(OWNER, { text: 'up', image: IMAGE })).toEqual(refused)
    expect(after.username(OWNER)).toBeUndefined()
  })

  it('what is no picture, and what the network refuses, is refused; a network that is away is unavailable', async () => {
    const social = open()
    await link(social)
    for (const image of [
      '',
      'data:image/svg+xml;base64,AAAA',
      Buffer.from('<svg>').toString('base64'),
      '!!!',
    ])
      expect(await social.send(OWNER, { text: 'up', image })).toEqual(refused)
    expect(await social.send(OWNER, { text: 'same', image: IMAGE })).toHaveProperty('id')
    expect(await social.send(OWNER, { text: 'same', image: IMAGE })).toEqual(refused)
    expect(social.username(OWNER)).toBe('trader')
    await network.stop()
    await expect(social.send(OWNER, { text: 'up', image: IMAGE })).rejects.toThrow(OutsideUnavailableError)
    network = await startDevnetSocial({
      clientId: 'vest-devnet',
      redirectUri: REDIRECT,
      nowMs: () => nowMs,
      onTrouble: () => undefined,
    })
  })

  it('lies sealed: neither tokens nor names are in the folder, and no file opens in another place', async () => {
    const social = open()
    await link(social)
    const links = join(dir, 'links')
    const [name] = readdirSync(links)
    const sealed = readFileSync(join(links, name!))
    expect(name).toBe(`${OWNER}.link`)
    for (const word of ['trader', 'Token', 'username']) expect(sealed.includes(word)).toBe(false)
    expect(() => openLinkFiles(links, randomBytes(32))).toThrow()
  })
})
