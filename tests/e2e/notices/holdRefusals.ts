/**
 * The twelve seconds of a refusal do not run, nor what is left of them after a pause, which is half a second at least and
 * no whole number else: a journey that looks at refusals for longer than that calls it once its page has come. The page's
 * clock has steps of a tenth of a millisecond, so the difference of two readings could be whole; each reading adds a part of
 * a step that keeps it from that.
 */
import type { Page } from '@playwright/test'

export async function holdRefusals(page: Page): Promise<void> {
  await page.evaluate(() => {
    const now = performance.now.bind(performance)
    let readings = 0
    performance.now = () => now() + (readings += 1) * 0.000_013
    const wait = window.setTimeout.bind(window) as (handler: TimerHandler, timeoutMs?: number) => number
    const isOfNotice = (ms: number): boolean =>
      ms <= 12_000 && (ms > 6_000 || ms === 500 || (ms > 500 && !Number.isInteger(ms)))
    window.setTimeout = ((handler: TimerHandler, timeoutMs = 0) =>
      isOfNotice(timeoutMs) ? 0 : wait(handler, timeoutMs)) as typeof window.setTimeout
  })
}
