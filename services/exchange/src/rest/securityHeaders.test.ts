/** What a browser is told to refuse, word for word: a change that loosens it changes this file too. */
import { describe, expect, it } from 'vitest'
import { API_HEADERS, createSecurityHeaders, hashSource, nonceSource } from './securityHeaders.ts'

const policyOf = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    headers['content-security-policy']!.split('; ').map((directive) => {
      const [name, ...sources] = directive.split(' ')
      return [name!, sources.join(' ')]
    }),
  )

describe('security headers', () => {
  it('a page loads from its own origin alone, runs no text as script and stands in no frame', () => {
    expect(policyOf(createSecurityHeaders())).toEqual({
      'default-src': "'none'",
      'script-src': "'self'",
      'style-src': "'self'",
      'img-src': "'self' data: blob:",
      'font-src': "'self'",
      'connect-src': "'self'",
      'worker-src': "'self'",
      'manifest-src': "'self'",
      'form-action': "'self'",
      'base-uri': "'none'",
      'object-src': "'none'",
      'frame-ancestors': "'none'",
      'require-trusted-types-for': "'script'",
      'trusted-types': 'vest',
    })
  })

  it('a nonce or a hash allows a style element and nothing else', () => {
    const plain = policyOf(createSecurityHeaders())
    const source = nonceSource('AAAA')
    expect(policyOf(createSecurityHeaders({ styleSource: source }))).toEqual({
      ...plain,
      'style-src': "'self' 'nonce-AAAA'",
    })
    // printf 'a{}' | openssl dgst -sha256 -binary | base64
    expect(hashSource('a{}')).toBe("'sha256-X1RutGBrXCt9KkSaXMK7tHftWiRscFHOhxsS8tv8hBk='")
  })

  it('the rest: TLS, types, referrers, devices, windows, other origins', () => {
    const { 'content-security-policy': _policy, ...rest } = createSecurityHeaders()
    expect(rest).toEqual({
      'strict-transport-security': 'max-age=63072000; includeSubDomains; preload',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(self)',
      'cross-origin-opener-policy': 'same-origin-allow-popups',
      'cross-origin-resource-policy': 'same-origin',
    })
  })

  it('an answer of the API loads nothing at all', () => {
    expect(policyOf(API_HEADERS)).toEqual({ 'default-src': "'none'", 'frame-ancestors': "'none'" })
  })
})
