import { describe, expect, it } from 'vitest'
import type { RawAccount } from '../../live/index.ts'
import { COIN } from '../../testing/fixtures.ts'
import { leverageOf } from './leverageSetting.ts'

const accountOf = (leverage: number | undefined, isCapital: boolean): RawAccount =>
  ({ isCapital, leverages: new Map(leverage === undefined ? [] : [[COIN.symbol, leverage]]) }) as never

describe('the leverage of a market', () => {
  it('[5.8] is what was set, else ten, and for an evaluation or funded account five at most', () => {
    expect(leverageOf(undefined, COIN)).toBe(10)
    expect(leverageOf(accountOf(undefined, false), COIN)).toBe(10)
    expect(leverageOf(accountOf(7, false), COIN)).toBe(7)
    expect(leverageOf(accountOf(undefined, true), COIN)).toBe(5)
    expect(leverageOf(accountOf(10, true), COIN)).toBe(5)
    expect(leverageOf(accountOf(3, true), COIN)).toBe(3)
    expect(leverageOf(accountOf(10, true), { ...COIN, leverageMax: 4 })).toBe(4)
  })
})
