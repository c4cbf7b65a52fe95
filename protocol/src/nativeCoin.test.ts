import { expect, it } from 'vitest'
import { nativeCoin } from './nativeCoin.ts'

it('[9.8] work on a chain is paid in the coin of that chain', () => {
  const symbols = [42_161, 8_453, 1, 10, 137, 56].map((chainId) => nativeCoin(chainId).symbol)
  expect(symbols).toEqual(['ETH', 'ETH', 'ETH', 'ETH', 'POL', 'BNB'])
})
