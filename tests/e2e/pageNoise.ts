/**
 * Everything that a page should not have said: console errors and warnings, exceptions, requests that failed or
 * were refused. Only what a navigation itself aborts is no fault.
 */
import type { Page } from '@playwright/test'

const ABORTED = 'net::ERR_ABORTED'
const REFUSED_FROM = 400

export function listenForNoise(page: Page): readonly string[] {
  const said: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') said.push(message.text())
  })
  page.on('pageerror', (error) => said.push(error.message))
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? 'failed'
    if (reason !== ABORTED) said.push(`${request.method()} ${request.url()}: ${reason}`)
  })
  page.on('response', (response) => {
    if (response.status() >= REFUSED_FROM)
      said.push(`${response.request().method()} ${response.url()}: ${response.status()}`)
  })
  return said
}
