/** Under which name a price feed knows a market: feeds do not hear of a rename. */
import type { MarketView } from '@vest/engine'

/** The first of its symbols that is known, former ones before the present; the present one where none is. */
export const feedSymbol = (
  {
    spec,
    formerSymbols = [],
  }: Pick<MarketView, 'formerSymbols'> & { readonly spec: { readonly symbol: string } },
  isKnown: (symbol: string) => boolean,
): string => [...formerSymbols, spec.symbol].find(isKnown) ?? spec.symbol
