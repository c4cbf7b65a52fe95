/** The lists of the portfolio by the name that the address carries ([2.3]): what there is, then what there was. */
export const PORTFOLIO_VIEWS = [
  'positions',
  'open-orders',
  'order-history',
  'balances',
  'transfers',
  'locked-asset-collateral',
  'position-history',
  'fills',
  'funding',
] as const
export type PortfolioView = (typeof PORTFOLIO_VIEWS)[number]

export const readView = (value: string | undefined): PortfolioView =>
  PORTFOLIO_VIEWS.find((view) => view === value) ?? 'positions'
