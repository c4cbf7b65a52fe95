/** Every page with a symbol in its address needs this; the names that people use come with the first search. */
import type { Market } from '../../live/index.ts'

/** The market of a symbol as an address or a person writes it, whatever its case. */
export function marketOfSymbol<One extends Pick<Market, 'symbol'>>(
  markets: ReadonlyMap<string, One>,
  symbol: string,
): One | undefined {
  const exact = markets.get(symbol)
  if (exact !== undefined) return exact
  const asked = symbol.toLowerCase()
  for (const market of markets.values()) if (market.symbol.toLowerCase() === asked) return market
  return undefined
}
