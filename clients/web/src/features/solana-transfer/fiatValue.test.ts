import { ticks } from '@vest/protocol'
import { expect, it } from 'vitest'
import { fiatValue } from './fiatValue.ts'

const SOL_PRICE = { index: ticks(20_690), priceDecimals: 2 }

it('[2.38] the fiat price of SOL is that of its index, of USDC its face value, and what has no price shows none', () => {
  expect(fiatValue({ token: 'SOL', amount: 2_400_000_000n, decimals: 9 }, SOL_PRICE)).toBe(496_560_000)
  expect(fiatValue({ token: 'SOL', amount: 14_000n, decimals: 9 }, SOL_PRICE)).toBe(2_896)
  expect(fiatValue({ token: 'USDC', amount: 500_000_000n, decimals: 6 }, undefined)).toBe(500_000_000)
  expect(fiatValue({ token: 'SOL', amount: 1n, decimals: 9 }, undefined)).toBeUndefined()
  expect(fiatValue({ token: 'USDT', amount: 1n, decimals: 6 }, SOL_PRICE)).toBeUndefined()
  expect(fiatValue({ token: undefined, amount: 1n, decimals: 0 }, SOL_PRICE)).toBeUndefined()
  expect(fiatValue({ token: 'USDC', amount: 2n ** 64n - 1n, decimals: 6 }, SOL_PRICE)).toBeUndefined()
})
