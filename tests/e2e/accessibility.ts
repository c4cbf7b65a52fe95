/** What axe finds serious or critical on a page, in words that say where. */
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

const GRAVE = ['serious', 'critical']
const PLACES_MAX = 4

/** A layer that is still coming in is half transparent: its colours are judged when it has come. */
const comeToRest = (page: Page): Promise<unknown> =>
  page.evaluate(() =>
    Promise.all(
      document
        .getAnimations()
        .filter(({ effect }) => effect?.getComputedTiming().iterations !== Infinity)
        .map(({ finished }) => finished.catch(() => undefined)),
    ).then(() => undefined),
  )

export async function graveViolations(page: Page): Promise<readonly string[]> {
  await comeToRest(page)
  // Our pages have no frames, so that the whole of it runs in the page: half the time.
  const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).analyze()
  return violations
    .filter((one) => GRAVE.includes(one.impact ?? ''))
    .map((one) => {
      const places = one.nodes.slice(0, PLACES_MAX).map((node) => node.target.join(' '))
      return `${one.id}: ${places.join(' | ')}`
    })
}
