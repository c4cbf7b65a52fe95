import type { TFunction } from 'i18next'
import { describe, expect, it } from 'vitest'
import { REFUSAL } from '@vest/protocol'
import { ApiError, TransportError } from '@vest/sdk'
import { claimErrorText, purchaseErrorText } from './capitalErrorText.ts'

const t = ((key: string) => key) as unknown as TFunction

describe('[8.62] what is said when it failed', () => {
  it('of a claim: the text of its code, else the exchange’s sentence, else that it is unknown', () => {
    const coded = new ApiError(REFUSAL.INVALID_SIGNATURE, { message: 'said by the exchange' })
    expect(claimErrorText(t, coded)).toContain(String(REFUSAL.INVALID_SIGNATURE))
    const sentence = new ApiError(REFUSAL.INVALID_PARAMETER, { message: 'There is nothing to claim' })
    expect(claimErrorText(t, sentence)).toBe('There is nothing to claim')
    expect(claimErrorText(t, 'no error at all')).toContain('0')
  })

  it('of a purchase: the exchange’s sentence, else the error’s own, else that it is unknown', () => {
    const sentence = new ApiError(REFUSAL.INVALID_PARAMETER, { message: 'A plan is already held' })
    expect(purchaseErrorText(t, sentence)).toBe('A plan is already held')
    expect(purchaseErrorText(t, new Error('the popup was blocked'))).toBe('the popup was blocked')
    expect(purchaseErrorText(t, new TransportError('socket hang up'))).toBe('signIn.unreachable')
    expect(purchaseErrorText(t, undefined)).toContain('0')
  })
})
