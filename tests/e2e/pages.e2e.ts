/**
 * Every page, at both sizes, in both themes and both languages: it renders without a word on the console, axe
 * finds nothing serious, nothing scrolls sideways, and the language is the one that was chosen.
 */
import { AxeBuilder } from '@axe-core/playwright'
import { expect, test, type Page } from '@playwright/test'
import { removeDataDir, startStack, type Stack } from '../world/stack.ts'
import { LANGUAGES, openPage, ROUTES, settled, SIZES, THEMES } from './routes.ts'

const GRAVE = ['serious', 'critical']

test.describe('pages', () => {
  let stack: Stack

  test.beforeAll(async () => {
    stack = await startStack()
  })
  test.afterAll(async () => {
    expect(await stack.stop()).toBe(0)
    removeDataDir(stack.dataDir)
  })

  for (const [sizeName, viewport] of Object.entries(SIZES))
    for (const theme of THEMES)
      for (const language of LANGUAGES)
        test(`[2.21] ${sizeName}, ${theme}, ${language}`, async ({ browser }) => {
          const page = await openPage(browser, { viewport, theme, language })
          const said = listen(page)
          for (const [name, path] of Object.entries(ROUTES)) {
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
              const { violations } = await new AxeBuilder({ page }).analyze()
              const grave = violations.filter((one) => GRAVE.includes(one.impact ?? ''))
              expect
                .soft(
                  grave.map(
                    (one) =>
                      `${path} ${one.id}: ${one.nodes
                        .map((node) => node.target.join(' '))
                        .slice(0, 4)
                        .join(' | ')}`,
                  ),
                )
                .toEqual([])
            })
          }
          // What is not found is answered with its status, and browsers write that down themselves.
          expect(said.filter((text) => !text.includes('404'))).toEqual([])
          await page.context().close()
        })
})

/** Errors and warnings of the page. */
function listen(page: Page): readonly string[] {
  const said: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') said.push(message.text())
  })
  page.on('pageerror', (error) => said.push(error.message))
  return said
}
