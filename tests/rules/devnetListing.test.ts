/**
 * The simulator knows each market by a row of its own, because devnet does not read the engine: here the two
 * lists are held against each other.
 */
import { MARKET_PROFILES } from '@vest/devnet'
import { launchMarkets } from '@vest/engine'
import { describe, expect, it } from 'vitest'

const byName = (a: { symbol: string }, b: { symbol: string }): number => (a.symbol < b.symbol ? -1 : 1)

describe("devnet's markets", () => {
  it('are those of the listing, with the same class, category and decimals', () => {
    const simulated = MARKET_PROFILES.map(({ symbol, asset, category, priceDecimals, sizeDecimals }) => ({
      symbol,
      asset,
      category,
      priceDecimals,
      sizeDecimals,
    }))
    const listed = launchMarkets().map(({ symbol, asset, category, priceDecimals, sizeDecimals }) => ({
      symbol,
      asset,
      category,
      priceDecimals,
      sizeDecimals,
    }))
    expect(listed.length).toBeGreaterThan(100)
    expect(simulated.sort(byName)).toEqual([...listed].sort(byName))
  })
})
