import { CAPITAL_STATUSES } from '@vest/protocol'
import { describe, expect, it } from 'vitest'
import { readCapital } from '../../live/index.ts'
import { capitalEntryOf } from '../../testing/fixtures.ts'
import { moneyDoorsOf } from './moneyDoors.ts'

describe('ways of money', () => {
  it('[6.5] [6.6] a capital account neither deposits nor withdraws; a funded one gives its profit', () => {
    expect(moneyDoorsOf(undefined, false)).toEqual({ deposit: true, withdraw: 'withdraw' })
    const of = (change: Parameters<typeof capitalEntryOf>[0]) =>
      moneyDoorsOf(readCapital(capitalEntryOf(change)), true)
    for (const status of CAPITAL_STATUSES)
      expect(of({ capital_status: status }), status).toEqual({
        deposit: false,
        withdraw: status === 'funded_active' ? 'profit' : undefined,
      })
    expect(of({ capital_status: 'funded_active', is_frozen: true }).withdraw).toBeUndefined()
  })
})
