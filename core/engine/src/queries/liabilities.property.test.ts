import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createDriver, steps } from '../testing/randomCommands.ts'
import { query } from './query.ts'

describe('what is owed', () => {
  it('is of every account its equity, not below 0, and its share of the pool; what is lacking stands apart', () => {
    let seenLacking = 0
    fc.assert(
      fc.property(steps({ minLength: 40, maxLength: 160 }), (all) => {
        const { world, step } = createDriver()
        all.forEach(step)
        const { exchange } = world
        const { owedUsd6, lackingUsd6, seq } = query(exchange, 'liabilities', {})
        expect(seq).toBe(exchange.seq)
        let lacking = 0
        const expected = [...exchange.accounts].flatMap(({ address, exists, isSim }) => {
          if (!exists || isSim) return []
          const { equity } = query(exchange, 'account', { account: address })!
          const { balance } = query(exchange, 'lp', { account: address })!
          lacking += Math.max(0, -equity)
          return [[address, Math.max(0, equity) + balance]]
        })
        expect(owedUsd6).toEqual(expected)
        expect(lackingUsd6).toBe(lacking)
        seenLacking += lacking
      }),
      { numRuns: 40 },
    )
    expect(seenLacking).toBeGreaterThanOrEqual(0)
  })
})
