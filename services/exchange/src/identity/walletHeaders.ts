/**
 * Headers of the wallet's origin. Its page stands in a frame of our app alone, loads from its own origin
 * alone and talks to it alone; opened in a window of its own it has no opener to talk to.
 */
export const TRUSTED_TYPES_OF_WALLET = 'vest-wallet'

export function walletHeaders(appOrigins: readonly string[]): Readonly<Record<string, string>> {
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    "form-action 'none'",
    "base-uri 'none'",
    "object-src 'none'",
    `frame-ancestors ${appOrigins.join(' ')}`,
    "require-trusted-types-for 'script'",
    `trusted-types ${TRUSTED_TYPES_OF_WALLET}`,
  ]
  return {
    'content-security-policy': policy.join('; '),
    'strict-transport-security': 'max-age=63072000; includeSubDomains; preload',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'permissions-policy':
      'camera=(), microphone=(), geolocation=(), payment=(), publickey-credentials-get=(self), publickey-credentials-create=(self)',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
  }
}
