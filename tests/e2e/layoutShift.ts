/** How much of a page moved under the reader since it began to load, by the browser's own measure. */
import type { Page } from '@playwright/test'

/** Of a person who is signed in more comes after the first picture; a list that moves what is below counts for more. */
export const OWN_LAYOUT_SHIFT_MAX = 0.03

declare global {
  var vestLayoutShift: number
}

/** Call before the page is opened; answers a reader of the sum. */
export async function measureLayoutShift(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    globalThis.vestLayoutShift = 0
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        globalThis.vestLayoutShift += (entry as unknown as { readonly value: number }).value
    }).observe({ type: 'layout-shift', buffered: true })
  })
  return () => page.evaluate(() => globalThis.vestLayoutShift)
}
