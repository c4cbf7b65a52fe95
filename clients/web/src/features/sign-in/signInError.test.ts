import { REFUSAL } from '@vest/protocol'
import { ApiError, TimeoutError, TransportError, ValidationError } from '@vest/sdk'
import type { TFunction } from 'i18next'
import { describe, expect, it } from 'vitest'
import en from '../../../public/locales/en.json' with { type: 'json' }
import { isQuietPath } from './quietPaths.ts'
import { connectErrorText, registrationErrorText } from './signInError.ts'

/** The English texts, as the screen shows them. */
const t = ((key: string, values: Record<string, string> = {}) => {
  const text = key
    .split('.')
    .reduce<unknown>((at, part) => (at as Record<string, unknown>)[part], en) as string
  return Object.entries(values).reduce((filled, [name, value]) => filled.replace(`{{${name}}}`, value), text)
}) as unknown as TFunction

describe('sign-in errors', () => {
  it('[8.63] a refused registration names the reason from the table', () => {
    expect(registrationErrorText(t, new ApiError(REFUSAL.INVALID_SIGNATURE))).toBe(
      'Registration failed - Invalid signature.',
    )
    expect(registrationErrorText(t, new ApiError(REFUSAL.INVALID_NETWORK_TYPE))).toBe(
      'Registration failed - Invalid network type',
    )
    expect(registrationErrorText(t, new ApiError(123456))).toMatch(
      /^Registration failed - Internal error: Unknown error/,
    )
    expect(registrationErrorText(t, new TimeoutError())).toMatch(/timed out/)
    expect(registrationErrorText(t, new TransportError('x'))).toBe(
      'Registration failed - The exchange could not be reached.',
    )
    expect(registrationErrorText(t, new ValidationError('signature', 'another text'))).toBe(
      'Registration failed',
    )
    expect(registrationErrorText(t, { code: 4100 })).toBe('Please connect your wallet first')
  })

  it('[8.64] tells a declined signature from one that failed', () => {
    expect(registrationErrorText(t, { code: 4001 })).toBe('You declined the signature in your wallet.')
    expect(registrationErrorText(t, new Error('ledger'))).toBe('Failed to sign message')
    expect(connectErrorText(t, { cause: { code: 4001 } })).toBe('You declined the connection in your wallet.')
    expect(connectErrorText(t, new Error('x'))).toBe('Failed to connect to wallet')
    expect(connectErrorText(t, { code: -32002 })).toMatch(/waiting for an answer/)
  })

  it('[2.33] the registration dialog covers neither terms nor privacy', () => {
    expect(['/terms', '/privacy', '/terms/', '/portfolio', '/terms-of-trade'].map(isQuietPath)).toEqual([
      true,
      true,
      true,
      false,
      false,
    ])
  })
})
