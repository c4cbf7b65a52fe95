import { usd6 } from '@vest/protocol'
import { describe, expect, it } from 'vitest'
import {
  acceptTransferAmount,
  balanceOf,
  checkTransferAmount,
  maximumAmount,
  tokenUnits,
} from './transferAmount.ts'

describe('transfer amount', () => {
  it('[5.9] takes only digits with at most two decimals while typing, and drops commas', () => {
    expect(acceptTransferAmount('1,250.5')).toBe('1250.5')
    expect(acceptTransferAmount('12.345')).toBeUndefined()
    expect(acceptTransferAmount('-1')).toBeUndefined()
    expect(acceptTransferAmount('1e3')).toBeUndefined()
    expect(acceptTransferAmount('')).toBe('')
  })

  it('[5.9] reads a trailing dot as nothing', () => {
    expect(checkTransferAmount('25.', usd6(100_000_000))).toEqual({ kind: 'ready', size: 25_000_000 })
  })

  it('[5.9] [9.7] is blocked when empty, zero or below 1 USDC', () => {
    for (const text of ['', '0', '0.00', '.'])
      expect(checkTransferAmount(text, usd6(100_000_000)).kind).toBe('empty')
    expect(checkTransferAmount('0.99', usd6(100_000_000)).kind).toBe('below-minimum')
    expect(checkTransferAmount('1', usd6(100_000_000))).toEqual({ kind: 'ready', size: 1_000_000 })
  })

  it('[5.9] [5.10] cannot exceed what is available, and names what is missing', () => {
    expect(checkTransferAmount('100.01', usd6(100_000_000))).toEqual({
      kind: 'insufficient',
      size: 100_010_000,
      missing: 10_000,
    })
    expect(checkTransferAmount('100', usd6(100_000_000)).kind).toBe('ready')
  })

  it('does not call an amount too large while the balance is unknown', () => {
    expect(checkTransferAmount('100', undefined).kind).toBe('ready')
  })

  it('fills in whole cents, never more than there is', () => {
    expect(maximumAmount(usd6(1_234_569_999))).toBe('1234.56')
    expect(maximumAmount(usd6(9_999))).toBe('0')
    expect(maximumAmount(usd6(2_500_000_000))).toBe('2500')
  })

  it('[3.19] converts to tokens of 18 decimals and back without loss', () => {
    expect(tokenUnits(usd6(1_500_000), 18)).toBe(1_500_000_000_000_000_000n)
    expect(balanceOf(1_500_000_999_999_999_999n, 18)).toBe(1_500_000)
    expect(balanceOf(undefined, 6)).toBeUndefined()
  })
})
