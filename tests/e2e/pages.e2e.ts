/**
 * Every page, at both sizes, in both themes and both languages, in two looks of the eight in a run, each of which is new in
 * size, theme and language; `npm run test:long -- gallery` crosses them all. It renders without a word on the console, without a
 * failed request and without anything that the security policy refuses, nothing moves while it loads, axe finds
 * nothing serious, nothing scrolls sideways, and the language is the one that was chosen.
 */
import { expect, test } from '@playwright/test'
import { journeyStack } from './journeyStack.ts'
import { graveViolations } from './accessibility.ts'
import { measureLayoutShift, OWN_LAYOUT_SHIFT_MAX } from './layoutShift.ts'
import { listenForNoise } from './pageNoise.ts'
import { listenForPolicyReports } from './policyReports.ts'
import { RUN_SEED } from '../../runtime/src/testing/runSeed.ts'
import { LANGUAGES, openPage, ROUTES, settled, SIZES, THEMES } from './routes.ts'
import { newEmail, signInByMail } from './signIn/embeddedTrader.ts'
import { openMarket } from './traderPage.ts'

/** A tenth of what the web's own measure calls good: a digit that widens, never a panel that moves. */
const LAYOUT_SHIFT_MAX = 0.01

/** Of the four pairs of opposite looks the one whose turn it is with this page: every page is seen in each, sooner or later. */
function isCrossed(page: number, isLarge: boolean, isLight: boolean, isEnglish: boolean): boolean {
  if (process.env.VEST_EVERY_CROSSING === '1') return true
  const pair = (isLarge === isLight ? 0 : 2) + (isLarge === isEnglish ? 0 : 1)
  return pair === (RUN_SEED + page) % 4
}

test.describe('pages', () => {
  const stack = journeyStack()

  for (const [sizeName, viewport] of Object.entries(SIZES))
    for (const theme of THEMES)
      for (const language of LANGUAGES)
        test(`[2.21] ${sizeName}, ${theme}, ${language}`, async ({ browser }) => {
          const page = await openPage(browser, { viewport, theme, language })
          const said = listenForNoise(page)
          const refused = await listenForPolicyReports(page)
          const layoutShift = await measureLayoutShift(page)
          for (const [at, [name, path]] of Object.entries(ROUTES).entries()) {
            if (!isCrossed(at, sizeName === '1440x900', theme === 'light', language === 'en')) continue
            await test.step(name, async () => {
              await page.goto(`${stack.baseUrl}${path}`)
              await settled(page)
              expect(await page.evaluate(() => document.documentElement.dataset['theme'])).toBe(theme)
              expect(await page.evaluate(() => document.documentElement.lang.slice(0, 2))).toBe(language)
              expect(
                await page.evaluate(
                  () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
                ),
                `${path} scrolls sideways`,
              ).toBeLessThanOrEqual(0)
              expect.soft(await layoutShift(), `${path} moves while it loads`).toBeLessThan(LAYOUT_SHIFT_MAX)
              expect.soft(await graveViolations(page), path).toEqual([])
            })
          }
          expect(said).toEqual([])
          expect(refused).toEqual([])
          await page.context().close()
        })

  test('of a person who is signed in stand still as well, at one of both sizes in a run', async ({
    page,
  }) => {
    const layoutShift = await measureLayoutShift(page)
    await openMarket(page, stack.baseUrl, 'BTC-PERP')
    await signInByMail(page, stack.baseUrl, newEmail())
    const sizes = Object.values(SIZES)
    for (const [at, [name, path]] of Object.entries(ROUTES).entries())
      await test.step(name, async () => {
        await page.setViewportSize(sizes[(RUN_SEED + at) % sizes.length]!)
        await page.goto(`${stack.baseUrl}${path}`)
        await settled(page)
        expect.soft(await layoutShift(), `${path} moves while it loads`).toBeLessThan(OWN_LAYOUT_SHIFT_MAX)
      })
  })
})
