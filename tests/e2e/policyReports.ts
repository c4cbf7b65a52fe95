/** What a page's security policy refused, as the browser reports it, over every document that the page opens. */
import type { Page } from '@playwright/test'

const BINDING = 'vestTestPolicyReport'

/** Call before the page is opened. Each report: the directive, what it blocked, and how that began. */
export async function listenForPolicyReports(page: Page): Promise<readonly string[]> {
  const reports: string[] = []
  await page.exposeFunction(BINDING, (report: string) => void reports.push(report))
  await page.addInitScript((binding) => {
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sample }) => {
      const tell = (globalThis as unknown as Record<string, (report: string) => void>)[binding]!
      tell([effectiveDirective, blockedURI, sample].join(' ').trim())
    })
  }, BINDING)
  return reports
}
