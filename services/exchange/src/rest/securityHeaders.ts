/**
 * Headers that every page carries, and the few that mean something on an answer of the API. A page loads from its
 * own origin alone and talks to it alone: wallets reach their chain through us. It frames no page and no page frames
 * it. No script stands in a page; a style element does only with the nonce or hash that the answer names. Text
 * becomes a script's address only through the app's one policy of Trusted Types, and never markup or code.
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

/** The web app makes it under this name, once; a second policy of that name is refused. */
const TRUSTED_TYPES_POLICY = 'vest'

/** Origins beside the page's own: of frames that it embeds, and that it calls. */
export interface PageReaches {
  readonly frames: readonly string[]
  readonly calls: readonly string[]
}

export interface SecurityHeadersOptions {
  /** What allows the page's own style elements: `nonceSource` or `hashSource`. */
  readonly styleSource?: string
  readonly reaches?: PageReaches | undefined
}

export function createSecurityHeaders({
  styleSource,
  reaches,
}: SecurityHeadersOptions = {}): SecurityHeaders {
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self'${styleSource === undefined ? '' : ` ${styleSource}`}`,
    // Logos of wallets are data, pictures to share are blobs.
    "img-src 'self' data: blob:",
    "font-src 'self'",
    ["connect-src 'self'", ...(reaches?.calls ?? [])].join(' '),
    // The wallet of a person who came by mail lives in a frame of its own origin.
    ...(reaches === undefined || reaches.frames.length === 0
      ? []
      : [`frame-src ${reaches.frames.join(' ')}`]),
    "worker-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    `trusted-types ${TRUSTED_TYPES_POLICY}`,
  ]
  return {
    'content-security-policy': policy.join('; '),
    ...TLS_ONLY,
    ...NO_SNIFFING,
    'referrer-policy': 'strict-origin-when-cross-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(self)',
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'cross-origin-resource-policy': 'same-origin',
  }
}

export const nonceSource = (nonce: string): string => `'nonce-${nonce}'`

/** Of a style element's whole text. */
export const hashSource = (text: string): string =>
  `'sha256-${createHash('sha256').update(text, 'utf8').digest('base64')}'`
