import { describe, expect, it } from 'vitest'
import { isExtension, isOwnPage } from './ownPages.ts'

const host = 'localhost:8080'

describe('pages that may call what is beside the API', () => {
  it.each([
    ['a program', {}],
    ['our page that reads', { 'sec-fetch-site': 'same-origin' }],
    ['our page that writes', { origin: 'http://localhost:8080', 'sec-fetch-site': 'same-origin' }],
    ['our page behind TLS', { origin: 'https://localhost:8080', 'sec-fetch-site': 'same-origin' }],
    ['a person who types the address', { 'sec-fetch-site': 'none' }],
  ])('%s may', (_, headers) => expect(isOwnPage({ host, ...headers })).toBe(true))

  it.each([
    ['a page of another site', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }],
    ['one of an older browser', { origin: 'https://evil.example' }],
    [
      'one on another port of this machine',
      { origin: 'http://localhost:9000', 'sec-fetch-site': 'same-site' },
    ],
    ['one in a sandbox', { origin: 'null', 'sec-fetch-site': 'cross-site' }],
    ['a picture, which names no origin', { 'sec-fetch-site': 'cross-site' }],
    ['a picture of another port', { 'sec-fetch-site': 'same-site' }],
    ['one that puts our name before its own', { origin: 'http://localhost:8080.evil.example' }],
    ['an empty origin', { origin: '' }],
    ['one under another of our names', { origin: 'http://127.0.0.1:8080' }],
  ])('%s may not', (_, headers) => expect(isOwnPage({ host, ...headers })).toBe(false))

  it('extensions have origins that no page can have', () => {
    expect(isExtension({ origin: 'chrome-extension://nkbihfbeogaeaoehlefnkodbefgpgknn' })).toBe(true)
    expect(isExtension({ origin: 'moz-extension://0f9c6ba0-6a1c-4ae0-9b8c-8a1e0a1b2c3d' })).toBe(true)
    for (const origin of [
      undefined,
      'null',
      'https://evil.example',
      'http://chrome-extension.evil.example',
      'chrome-extension://',
    ])
      expect(isExtension({ origin })).toBe(false)
  })
})
