/**
 * Headers that every page carries, and the few that mean something on an answer of the API. The page may load scripts from its own origin alone, frame nobody and be
 * framed by nobody. Styles may be inline because charts and toasts write them; scripts may not, except those
 * that stand in our own page, by their hash.
 */
import { createHash } from 'node:crypto'

export type SecurityHeaders = Readonly<Record<string, string>>

const NO_SNIFFING = { 'x-content-type-options': 'nosniff' } as const
const TLS_ONLY = { 'strict-transport-security': 'max-age=63072000; includeSubDomains; preload' } as const

/** JSON that a browser shows by itself loads nothing and stands in no frame; the rest speaks of pages. */
export const API_HEADERS: SecurityHeaders = {
  ...NO_SNIFFING,
  ...TLS_ONLY,
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
}

export interface SecurityHeadersOptions {
  /** The page that is served, for the hashes of its own inline scripts. */
  readonly html?: string
  /** Origins beside our own that the page may talk to (wallet RPCs). */
  readonly connectSources?: readonly string[]
}

export function createSecurityHeaders({
  html = '',
  connectSources = [],
}: SecurityHeadersOptions = {}): SecurityHeaders {
  const policy = [
    "default-src 'none'",
    `script-src ${["'self'", ...inlineScriptHashes(html)].join(' ')}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    `connect-src ${["'self'", ...connectSources].join(' ')}`,
    "worker-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
  ]
  return {
    'content-security-policy': policy.join('; '),
    ...TLS_ONLY,
    ...NO_SNIFFING,
    'referrer-policy': 'strict-origin-when-cross-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(self)',
    'cross-origin-opener-policy': 'same-origin-allow-popups',
  }
}

const INLINE_SCRIPT = /<script(?![^>]*\bsrc\s*=)[^>]*>([\s\S]*?)<\/script>/gi

const inlineScriptHashes = (html: string): readonly string[] =>
  [...html.matchAll(INLINE_SCRIPT)].map(
    ([, script]) => `'sha256-${createHash('sha256').update(script!, 'utf8').digest('base64')}'`,
  )
