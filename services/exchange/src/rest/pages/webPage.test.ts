import { describe, expect, it } from 'vitest'
import { withAnalytics } from './webPage.ts'

describe('the page of the web app', () => {
  it('[7.32] names where visits are counted only where an operator wants it', () => {
    const page = '<html><head><title>Vest</title></head><body></body></html>'
    expect(withAnalytics(page, undefined)).toBe(page)
    expect(withAnalytics(page, '/count')).toContain('<meta name="vest-analytics" content="/count" /></head>')
  })
})
