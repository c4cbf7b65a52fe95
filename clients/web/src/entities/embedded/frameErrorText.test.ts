import { ApiError, TransportError } from '@vest/sdk'
import { REFUSAL, FRAME_FAILURES } from '@vest/protocol'
import type { TFunction } from 'i18next'
import { describe, expect, it } from 'vitest'
import { FrameError } from '../../entities/embedded/frameClient.ts'
import { frameErrorText } from './frameErrorText.ts'

const t = ((key: string, words: Record<string, unknown> = {}) =>
  [key, ...Object.values(words)].join(' ').trim()) as unknown as TFunction

describe('what is said when the embedded wallet did not do it', () => {
  it('[8.64] each failure of the frame has its own words; an unforeseen failure leads to support', () => {
    const said = FRAME_FAILURES.map((failure) => frameErrorText(t, new FrameError(failure)))
    expect(new Set(said).size).toBe(FRAME_FAILURES.length)
    expect(frameErrorText(t, new Error('what is this'))).toBe('wallet.unexpected')
  })

  it('the exchange behind it speaks by its codes', () => {
    expect(frameErrorText(t, new ApiError(REFUSAL.TOO_MANY_REQUESTS))).toContain('signIn.failed')
    expect(frameErrorText(t, new TransportError('no network'))).toContain('signIn.unreachable')
  })
})
