/** The portfolio as a derived store: computed once per frame, shared by every component that reads it. */
import { createDerived, useFrame, useLive, type Live, type Readable } from '../../live/index.ts'
import { computePortfolio, type Portfolio } from './portfolio.ts'

const stores = new WeakMap<Live, Readable<Portfolio>>()

export function portfolioStore(live: Live): Readable<Portfolio> {
  const held = stores.get(live)
  if (held !== undefined) return held
  const store = createDerived([live.account, live.markets, live.tickers], computePortfolio)
  stores.set(live, store)
  return store
}

/** `select` must answer something that is already in the portfolio, or a primitive. */
export const usePortfolio = <Selected>(select: (portfolio: Portfolio) => Selected): Selected =>
  useFrame(portfolioStore(useLive()), select)

/** Funded and evaluation accounts have no access to some pages ([6.5]). */
export const useIsCapitalAccount = (): boolean =>
  useFrame(useLive().account, (state) => state.account?.isCapital === true)

/** Known to be neither; false while nothing is known yet, so that no call is made that a capital account is refused. */
export const useIsPrimaryAccount = (): boolean =>
  useFrame(useLive().account, (state) => state.account?.isCapital === false)
