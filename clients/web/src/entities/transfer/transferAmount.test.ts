import { usd6 } from '@vest/protocol'
import { describe, expect, it } from 'vitest'
import { readNumeric } from '../../shared/numeric/index.ts'
import { ALL, amountText, balanceOf, checkTransferAmount, tokenUnits, typedAmount } from './transferAmount.ts'

describe('transfer amount', () => {
  it('[5.9] reads a trailing dot as nothing', () => {
    expect(checkTransferAmount(typedAmount('25.'), usd6(100_000_000))).toEqual({
      kind: 'ready',
      size: 25_000_000,
    })
  })

  it('[5.9] [9.7] is blocked when empty, zero or below 1 USDC', () => {
    for (const text of ['', '0', '0.00', '.'])
      expect(checkTransferAmount(typedAmount(text), usd6(100_000_000)).kind).toBe('empty')
    expect(checkTransferAmount(typedAmount('0.99'), usd6(100_000_000)).kind).toBe('below-minimum')
    expect(checkTransferAmount(typedAmount('1'), usd6(100_000_000))).toEqual({
      kind: 'ready',
      size: 1_000_000,
    })
  })

  it('[5.9] [5.10] cannot exceed what is available, and names what is missing', () => {
    expect(checkTransferAmount(typedAmount('100.01'), usd6(100_000_000))).toEqual({
      kind: 'insufficient',
      size: 100_010_000,
      missing: 10_000,
    })
    expect(checkTransferAmount(typedAmount('100'), usd6(100_000_000)).kind).toBe('ready')
  })

  it('does not call an amount too large while the balance is unknown', () => {
    expect(checkTransferAmount(typedAmount('100'), undefined).kind).toBe('ready')
  })

  it('everything is all of it, to the last millionth, whatever it has become when it is sent', () => {
    for (const available of [1_234_569_999, 2_500_000_000, 1_000_001]) {
      expect(checkTransferAmount(ALL, usd6(available))).toEqual({ kind: 'ready', size: available })
      expect(readNumeric(amountText(ALL, usd6(available)), 6)).toBe(available)
    }
    expect(checkTransferAmount(ALL, usd6(-5)).kind).toBe('empty')
    expect(checkTransferAmount(ALL, undefined).kind).toBe('empty')
    expect(amountText(typedAmount('25'), usd6(1))).toBe('25')
  })

  it('[3.19] converts to tokens of 18 decimals and back without loss', () => {
    expect(tokenUnits(usd6(1_500_000), 18)).toBe(1_500_000_000_000_000_000n)
    expect(balanceOf(1_500_000_999_999_999_999n, 18)).toBe(1_500_000)
    expect(balanceOf(undefined, 6)).toBeUndefined()
  })
})
