/** Keeps back the answers to what matches; answers how to let them go. */
import type { Page } from '@playwright/test'

export async function holdBack(page: Page, path: RegExp): Promise<() => void> {
  let letGo = (): void => undefined
  const gone = new Promise<void>((resolve) => (letGo = resolve))
  await page.route(path, async (route) => {
    await gone
    await route.continue()
  })
  return letGo
}
