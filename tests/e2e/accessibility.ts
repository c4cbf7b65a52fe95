/** What axe finds serious or critical on a page, in words that say where. */
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

const GRAVE = ['serious', 'critical']
const PLACES_MAX = 4

export async function graveViolations(page: Page): Promise<readonly string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze()
  return violations
    .filter((one) => GRAVE.includes(one.impact ?? ''))
    .map((one) => {
      const places = one.nodes.slice(0, PLACES_MAX).map((node) => node.target.join(' '))
      return `${one.id}: ${places.join(' | ')}`
    })
}
