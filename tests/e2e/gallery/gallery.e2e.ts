/**
 * Every scene of the gallery in both themes: nothing on the console, nothing refused by the security policy, nothing
 * scrolls sideways, no text stands there by its key, and axe finds nothing serious. Half of the scenes, each at one size in
 * one language, in turn from run to run; `npm run test:long -- gallery` crosses them all.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, type Page } from '@playwright/test'
import { COLOUR_RULES, graveViolations } from '../accessibility.ts'
import { openScene, readScenes, startGallery, type Gallery } from './gallery.ts'
import { RUN_SEED } from '../../../runtime/src/testing/runSeed.ts'
import { listenForNoise } from '../pageNoise.ts'
import { listenForPolicyReports } from '../policyReports.ts'
import { LANGUAGES, openPage, SIZES, THEMES } from '../routes.ts'

const root = join(import.meta.dirname, '..', '..', '..')

/** The first words of all keys: `orders` of `orders.price`. */
const TOPICS = ['en', 'pages.en'].flatMap((name) =>
  Object.keys(
    JSON.parse(readFileSync(join(root, 'clients/web/public/locales', `${name}.json`), 'utf8')) as object,
  ),
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

/** As the app itself changes it: by the word on the root, which every colour follows. */
const wear = (page: Page, theme: string): Promise<void> =>
  page.evaluate((word) => void (document.documentElement.dataset['theme'] = word), theme)

const overflow = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

/** Prices that are not the present ones are veiled, so that no user trades on them: they shall be too faint. */
const isVeiled = (scene: string): boolean => scene.endsWith('/stale')

const graveFaults = async (
  page: Page,
  scene: string,
  rules?: readonly string[],
): Promise<readonly string[]> =>
  (await graveViolations(page, rules)).filter(
    (fault) => !isVeiled(scene) || !fault.startsWith('color-contrast'),
  )

/** Turns after which each scene has been seen in each of its four crossings: a run opens a third of the scenes, once each. */
const TURNS = 12

/** Of the crossings of a scene the one whose turn it is, if any is: neighbours take different ones, so that a run has all four. */
const isCrossed = (scene: number, sizeName: string, language: string): boolean =>
  process.env.VEST_EVERY_CROSSING === '1' ||
  (sizeName === '1440x900' ? 0 : 2) + (language === 'en' ? 0 : 1) === (RUN_SEED + scene) % TURNS

/** Up to two hundred scenes, each opened anew. */
const TIMEOUT_MS = 900_000

test.describe('gallery', () => {
  let gallery: Gallery

  test.beforeAll(async () => {
    gallery = await startGallery(root)
  })
  test.afterAll(() => gallery.stop())

  for (const [sizeName, viewport] of Object.entries(SIZES))
    for (const language of LANGUAGES) {
      test(`scenes stand at ${sizeName}, ${language}, in both themes`, async ({ browser }) => {
        test.setTimeout(TIMEOUT_MS)
        const page = await openPage(browser, { viewport, theme: 'light', language })
        // A row that has just come is lit for 400 ms, whenever it comes: colours are judged at rest.
        await page.emulateMedia({ reducedMotion: 'reduce' })
        const said = listenForNoise(page)
        const refused = await listenForPolicyReports(page)
        const scenes = await readScenes(page, gallery)
        expect(scenes.length).toBeGreaterThan(100)
        const ours = scenes.filter((_, at) => isCrossed(at, sizeName, language))
        expect(ours.length).toBeGreaterThanOrEqual(Math.floor(scenes.length / TURNS))
        for (const scene of ours)
          await test.step(scene, async () => {
            const heard = said.length
            await openScene(page, gallery, scene, { theme: 'light', language })
            expect(await page.evaluate(() => document.documentElement.lang.slice(0, 2))).toBe(language)
            expect.soft(await rawKeys(page), scene).toEqual([])
            for (const theme of THEMES) {
              await wear(page, theme)
              expect.soft(await overflow(page), `${scene} scrolls sideways`).toBeLessThanOrEqual(0)
              // The theme changes nothing but the colours.
              const rules = theme === 'dark' ? COLOUR_RULES : undefined
              expect.soft(await graveFaults(page, scene, rules), `${scene}, ${theme}`).toEqual([])
            }
            expect.soft(said.slice(heard), scene).toEqual([])
            expect.soft(refused, scene).toEqual([])
          })
        await page.context().close()
      })
    }

  for (const [sizeName, viewport] of Object.entries(SIZES))
    test(`a stop that has fired and finds no counterparty says so, and no other order does, at ${sizeName}`, async ({
      browser,
    }) => {
      const page = await openPage(browser, { viewport, theme: 'light', language: 'en' })
      const scenes = await readScenes(page, gallery)
      const scene = scenes.find((one) => one.endsWith('open-orders/triggered'))!
      await openScene(page, gallery, scene, { theme: 'light', language: 'en' })
      const fired = page.locator('li, tr, [role=row]').filter({ hasText: 'Triggered' })
      await expect(page.getByText('Triggered')).toHaveCount(1)
      await expect(fired.last()).toContainText('Stop loss')
      await openScene(page, gallery, scene.replace('triggered', 'normal'), { theme: 'light', language: 'en' })
      await expect(page.getByText('Stop loss').first()).toBeVisible()
      await expect(page.getByText('Triggered')).toHaveCount(0)
      await page.context().close()
    })
})
