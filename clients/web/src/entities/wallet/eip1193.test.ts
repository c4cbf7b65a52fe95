import { describe, expect, it } from 'vitest'
import { shortWalletMessage } from './eip1193.ts'

describe('the words of a wallet', () => {
  it('are its first line, or the line that a library announces', () => {
    expect(shortWalletMessage(new Error('Out of gas\n\nRequest body: {…}'))).toBe('Out of gas')
    expect(
      shortWalletMessage({ shortMessage: 'Reverted with the following reason:\nNot enough\nmore' }),
    ).toBe('Reverted with the following reason: Not enough')
    expect(shortWalletMessage({ message: 'a'.repeat(500) })).toHaveLength(160)
    for (const nothing of [undefined, null, 7, {}]) expect(shortWalletMessage(nothing)).toBe('')
  })
})
