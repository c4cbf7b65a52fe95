import { createMemoryHistory, isRedirect } from '@tanstack/react-router'
import { beforeEach, describe, expect, it } from 'vitest'
import { MARKET_DEFAULT, usePreferences } from '../entities/preferences/index.ts'
import { isActivePath, isMorePath, LEGAL_ITEMS, MORE_ITEMS, NAV_ITEMS } from './navItems.ts'
import { createAppRouter } from './router.tsx'

const routerAt = (path: string) => createAppRouter(createMemoryHistory({ initialEntries: [path] }))

/** Where the route of a path sends the reader, without a browser that would follow. */
function redirectOf(path: '/' | '/trade'): string | undefined {
  const router = routerAt(path)
  const [, , foundRoute] = router.getMatchedRoutes(path)
  const enter = foundRoute?.options.beforeLoad as (() => unknown) | undefined
  try {
    enter?.()
  } catch (thrown) {
    if (!isRedirect(thrown)) throw thrown
    return router.buildLocation(thrown.options as never).pathname
  }
  return undefined
}

beforeEach(() => usePreferences.setState({ lastMarket: MARKET_DEFAULT }))

describe('routes', () => {
  it('[2.1] [2.17] / and the header’s link to /trade lead to a COIN-USD perpetual when no market is stored', () => {
    expect(NAV_ITEMS.map(({ path }) => path)).toContain('/trade')
    expect([redirectOf('/'), redirectOf('/trade')]).toEqual(['/trade/COIN-USD-PERP', '/trade/COIN-USD-PERP'])
  })

  it('[2.1] / and /trade lead to the last market', () => {
    usePreferences.setState({ lastMarket: 'BTC-PERP' })
    expect([redirectOf('/'), redirectOf('/trade')]).toEqual(['/trade/BTC-PERP', '/trade/BTC-PERP'])
  })

  it('[2.2] [2.3] [2.4] knows the pages; the portfolio takes its tab from the query', async () => {
    const router = routerAt('/portfolio?view=transfers')
    await router.load()
    expect(router.state.matches.at(-1)).toMatchObject({
      routeId: '/portfolio',
      search: { view: 'transfers' },
    })
    const pathOf = (path: string) => router.getMatchedRoutes(path)[2]?.fullPath
    expect(['/trade/BTC-PERP', '/markets', '/portfolio'].map(pathOf)).toEqual([
      '/trade/$symbol',
      '/markets',
      '/portfolio',
    ])
  })

  it('knows the pages of what is not open yet, and the legal ones', () => {
    const paths = [...NAV_ITEMS, ...MORE_ITEMS, ...LEGAL_ITEMS].map((item) => item.path)
    expect(paths).toHaveLength(10)
    for (const path of paths) expect(routerAt('/').getMatchedRoutes(path)[2]?.fullPath).toBe(path)
  })

  it('[7.27] has no address for an order by its id, a wallet balance or the plans of an account', () => {
    const router = routerAt('/')
    const none = ['/orders/0xab', '/balance', '/wallet/balance', '/account/capital/plans', '/capital/plans']
    for (const path of none) expect([path, router.getMatchedRoutes(path)[2]]).toEqual([path, undefined])
    const paths = Object.keys(router.routesByPath)
    expect(paths.length).toBeGreaterThan(15)
    expect(paths.filter((path) => /orders?\b|balance|plans/.test(path))).toEqual([])
  })

  it('[2.5] [2.12] [2.14] knows the pages of the programme, of its plans and of their payment', () => {
    const paths = ['/vest-capital', '/deposit/get-funded', '/payment/success', '/payment/cancelled']
    const router = routerAt('/')
    expect(paths.map((path) => router.getMatchedRoutes(path)[2]?.fullPath)).toEqual(paths)
  })

  it('[2.15] any other path is not found', () => {
    expect(routerAt('/').getMatchedRoutes('/nowhere/at/all')[2]).toBeUndefined()
    expect(routerAt('/').routesById.__root__.options.notFoundComponent).toBeDefined()
  })

  it('[2.21] Trade is active for any path that begins with it', () => {
    const isTrade = (path: string): boolean => isActivePath(path, '/trade')
    expect(['/trade/BTC-PERP', '/trade', '/traders', '/markets'].map(isTrade)).toEqual([
      true,
      true,
      false,
      false,
    ])
  })

  it('[2.21] More is active for its own pages alone', () => {
    expect(
      ['/points', '/referrals/x', '/liquidity-providing', '/vest-capital', '/pointsman'].map(isMorePath),
    ).toEqual([true, true, true, false, false])
  })
})
