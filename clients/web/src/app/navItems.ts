/** The links of the header and what stands behind More ([2.21]). */
export const NAV_ITEMS = [
  { path: '/trade', text: 'nav.trade' },
  { path: '/markets', text: 'nav.markets' },
  { path: '/portfolio', text: 'nav.portfolio' },
  { path: '/vest-capital', text: 'nav.capital' },
] as const

export const MORE_ITEMS = [
  { path: '/liquidity-providing', text: 'nav.liquidity', help: 'nav.liquidityText' },
  { path: '/referrals', text: 'nav.referrals', help: 'nav.referralsText' },
  { path: '/points', text: 'nav.points', help: 'nav.pointsText' },
] as const

export const LEGAL_ITEMS = [
  { path: '/terms', text: 'nav.terms' },
  { path: '/privacy', text: 'nav.privacy' },
  { path: '/status', text: 'nav.status' },
] as const

/** Trade is active for any path that begins with /trade ([2.21]). */
export const isActivePath = (path: string, item: string): boolean =>
  path === item || path.startsWith(`${item}/`)

export const isMorePath = (path: string): boolean => MORE_ITEMS.some((item) => isActivePath(path, item.path))
