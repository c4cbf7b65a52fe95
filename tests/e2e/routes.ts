/** Every route of the app, the looks in which it is judged and photographed, and when a page has settled. */
import { expect, type Browser, type Page } from '@playwright/test'

export const ROUTES: Readonly<Record<string, string>> = {
  trade: '/trade/COIN-USD-PERP',
  'unknown-market': '/trade/NO-SUCH-PERP',
  markets: '/markets',
  portfolio: '/portfolio',
  'portfolio-open-orders': '/portfolio?view=open-orders',
  'portfolio-order-history': '/portfolio?view=order-history',
  'portfolio-balances': '/portfolio?view=balances',
  'portfolio-transfers': '/portfolio?view=transfers',
  'portfolio-locked-collateral': '/portfolio?view=locked-asset-collateral',
  'portfolio-position-history': '/portfolio?view=position-history',
  'portfolio-fills': '/portfolio?view=fills',
  'portfolio-funding': '/portfolio?view=funding',
  sessions: '/sessions',
  capital: '/vest-capital',
  'payment-success': '/payment/success?session_id=cs_1',
  'payment-cancelled': '/payment/cancelled',
  'liquidity-providing': '/liquidity-providing',
  referrals: '/referrals',
  join: '/join/TAILOR?symbol=COIN-USD-PERP',
  'join-without-code': '/join',
  points: '/points',
  notices: '/notices',
  statistics: '/statistics',
  status: '/status',
  view: '/view',
  'custom-network-withdraw': '/custom-network-withdraw',
  terms: '/terms',
  privacy: '/privacy',
  'not-found': '/no-such-page',
}
export const SIZES = {
  '1440x900': { width: 1440, height: 900 },
  '390x844': { width: 390, height: 844 },
} as const
export const THEMES = ['light', 'dark'] as const
export const LANGUAGES = ['en', 'zh'] as const

export interface Look {
  readonly viewport: { readonly width: number; readonly height: number }
  readonly theme: (typeof THEMES)[number]
  readonly language: (typeof LANGUAGES)[number]
}

/** A page whose preferences are chosen as its user would have chosen them. */
export async function openPage(browser: Browser, { viewport, theme, language }: Look): Promise<Page> {
  const context = await browser.newContext({
    viewport,
    colorScheme: theme,
    locale: language === 'zh' ? 'zh-CN' : 'en-US',
    timezoneId: 'UTC',
  })
  await context.addInitScript(
    (state) => localStorage.setItem('vest.preferences', JSON.stringify({ state, version: 0 })),
    { theme, language },
  )
  return context.newPage()
}

/** Resolves when the page shows its content: a main part, fonts, and neither skeletons nor spinners. */
export async function settled(page: Page): Promise<void> {
  await expect(page.locator('main').first()).toBeVisible({ timeout: 30_000 })
  await page.evaluate(() => document.fonts.ready)
  await expect(page.locator('[aria-busy="true"], .animate-breathe').filter({ visible: true })).toHaveCount(
    0,
    { timeout: 30_000 },
  )
}
