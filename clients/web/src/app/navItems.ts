/** The links of the header. What stands under More is shown where its page exists. */
export const NAV_ITEMS = [
  { path: '/trade', text: 'nav.trade' },
  { path: '/markets', text: 'nav.markets' },
  { path: '/portfolio', text: 'nav.portfolio' },
] as const
export type NavPath = (typeof NAV_ITEMS)[number]['path']

/** Trade is active for any path that begins with /trade ([2.21]). */
export const isActivePath = (path: string, item: string): boolean =>
  path === item || path.startsWith(`${item}/`)
