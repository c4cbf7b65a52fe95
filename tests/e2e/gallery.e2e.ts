/**
 * Every scene of the gallery in both themes, both languages and at both sizes: nothing on the console, nothing refused by
 * the security policy, nothing scrolls sideways, no text stands there by its key, and axe finds nothing serious.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, type Page } from '@playwright/test'
import { graveViolations } from './accessibility.ts'
import { openScene, readScenes, startGallery, type Gallery } from './gallery.ts'
import { listenForNoise } from './pageNoise.ts'
import { listenForPolicyReports } from './policyReports.ts'
import { LANGUAGES, openPage, SIZES, THEMES } from './routes.ts'

const root = join(import.meta.dirname, '..', '..')

/** The first words of all keys: `orders` of `orders.price`. */
const TOPICS = Object.keys(
  JSON.parse(readFileSync(join(root, 'clients', 'web', 'public', 'locales', 'en.json'), 'utf8')) as object,
)

/** What looks like a key, in the texts and in the names that are only spoken. */
const rawKeys = (page: Page): Promise<readonly string[]> =>
  page.evaluate((topics) => {
    const spoken = [...document.querySelectorAll('[aria-label], [title], [placeholder]')].flatMap((element) =>
      ['aria-label', 'title', 'placeholder'].map((name) => element.getAttribute(name) ?? ''),
    )
    const key = new RegExp(`(?<![\\w.])(?:${topics.join('|')})\\.[a-zA-Z][\\w.-]*`, 'g')
    return [...[document.body.innerText, ...spoken].join('\n').matchAll(key)].map(([found]) => found)
  }, TOPICS)

test.describe('gallery', () => {
  let gallery: Gallery

  test.beforeAll(async () => {
    gallery = await startGallery(root)
  })
  test.afterAll(() => gallery.stop())

  for (const [sizeName, viewport] of Object.entries(SIZES))
    for (const theme of THEMES)
      for (const language of LANGUAGES)
        test(`every scene stands at ${sizeName}, ${theme}, ${language}`, async ({ browser }) => {
          const page = await openPage(browser, { viewport, theme, language })
          const said = listenForNoise(page)
          let heard = 0
          const refused = await listenForPolicyReports(page)
          const scenes = await readScenes(page, gallery)
          expect(scenes.length).toBeGreaterThan(100)
          for (const scene of scenes)
            await test.step(scene, async () => {
              await openScene(page, gallery, scene, { theme, language })
              expect(await page.evaluate(() => document.documentElement.dataset['theme'])).toBe(theme)
              expect(await page.evaluate(() => document.documentElement.lang.slice(0, 2))).toBe(language)
              expect
                .soft(
                  await page.evaluate(
                    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
                  ),
                  `${scene} scrolls sideways`,
                )
                .toBeLessThanOrEqual(0)
              expect.soft(await rawKeys(page), scene).toEqual([])
              expect.soft(await graveViolations(page), scene).toEqual([])
              expect.soft(said.slice(heard), scene).toEqual([])
              heard = said.length
              expect.soft(refused, scene).toEqual([])
            })
          await page.context().close()
        })
})
