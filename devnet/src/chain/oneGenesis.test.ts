import { describe, expect, it } from 'vitest'
import { withOneGenesis } from './oneGenesis.ts'

const block = (number: number, timestamp: number) => ({
  header: { number: `0x${number.toString(16)}`, timestamp: `0x${timestamp.toString(16)}` },
})

describe('the first block of a saved chain', () => {
  it('is the oldest of those that carry its number; the others go, everything else stays', () => {
    const state = {
      blocks: [block(1, 20), block(0, 90), block(0, 10), block(2, 30), block(0, 50)],
      accounts: {},
    }
    expect(withOneGenesis(state)).toEqual({
      blocks: [block(1, 20), block(0, 10), block(2, 30)],
      accounts: {},
    })
  })
  it('is left alone where there is only one', () => {
    expect(withOneGenesis({ blocks: [block(1, 20), block(0, 10)] })).toBeUndefined()
    expect(withOneGenesis({})).toBeUndefined()
  })
})
