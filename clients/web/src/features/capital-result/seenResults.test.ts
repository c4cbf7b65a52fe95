import { describe, expect, it } from 'vitest'
import { memoryStorage } from '../../testing/memoryStorage.ts'
import { forgetSeen, isNews } from './seenResults.ts'

describe('results that were seen', () => {
  it('[4.10] each is news once, whatever else has been', () => {
    const storage = memoryStorage()
    expect(
      ['0x1 passed', '0x2 passed', '0x1 passed', '0x2 failed', '0x2 passed'].map((one) =>
        isNews(one, storage),
      ),
    ).toEqual([...[true, true, false, true, false]])
  })

  it('[4.16] are forgotten with the sign-in, and not while the account is only not found yet', () => {
    const storage = memoryStorage()
    isNews('0x1 passed', storage)
    storage.setItem('vest.account', '0x1')
    forgetSeen(storage)
    expect(isNews('0x1 passed', storage)).toBe(false)
    storage.removeItem('vest.account')
    forgetSeen(storage)
    expect(isNews('0x1 passed', storage)).toBe(true)
  })
})
