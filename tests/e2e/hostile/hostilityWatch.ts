/**
 * Watches a page for anything hostile that took effect: code that ran, markup that became an element for however
 * short a time, a window or a question that opened, an error that was not caught, a request to another host.
 */
import type { Page } from '@playwright/test'
import { listenForPolicyReports } from '../policyReports.ts'

const BINDING = 'vestTestHostility'

export interface HostilityWatch {
  /** What took effect so far, in words. */
  readonly seen: readonly string[]
  /** What the page tried and its security policy refused. */
  readonly refused: readonly string[]
}

/** Call before the page is opened. `origin` is the only one that the page may ask. */
export async function watchForHostility(page: Page, origin: string): Promise<HostilityWatch> {
  const seen: string[] = []
  await page.exposeFunction(BINDING, (what: string) => void seen.push(what))
  await page.addInitScript((binding) => {
    const tell = (what: string): void =>
      (globalThis as unknown as Record<string, (what: string) => void>)[binding]!(what)
    Object.defineProperty(globalThis, 'vestHostile', { value: () => tell(`ran at ${location.href}`) })
    const SELECTOR = '[x-hostile], [onerror], [onload], [onfocus], [onclick], [href^="javascript:" i]'
    new MutationObserver((records) => {
      for (const { addedNodes } of records)
        for (const node of addedNodes) {
          if (!(node instanceof Element)) continue
          const found = node.matches(SELECTOR) ? node : node.querySelector(SELECTOR)
          if (found !== null) tell(`became an element: ${found.outerHTML.slice(0, 200)}`)
        }
    }).observe(document, { childList: true, subtree: true })
  }, BINDING)
  page.on('dialog', (dialog) => {
    seen.push(`asked: ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('popup', (popup) => void seen.push(`opened ${popup.url()}`))
  page.on('pageerror', (error) => void seen.push(`threw ${error.message}`))
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (/^(https?|ftp):$/.test(url.protocol) && url.origin !== origin) seen.push(`asked ${request.url()}`)
  })
  return { seen, refused: await listenForPolicyReports(page) }
}
