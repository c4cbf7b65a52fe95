import { describe, expect, it } from 'vitest'
import { withAnalytics, withShell } from './webPage.ts'

describe('the page of the web app', () => {
  it('[7.32] names where visits are counted only where an operator wants it', () => {
    const page = '<html><head><title>Vest</title></head><body></body></html>'
    expect(withAnalytics(page, undefined)).toBe(page)
    expect(withAnalytics(page, '/count')).toContain('<meta name="vest-analytics" content="/count" /></head>')
  })
})

describe('the shell', () => {
  it('ends no tag, whatever a market is called', () => {
    const page = '<p><!--market--><b data-symbol="{symbol}">{name}</b><!--/market--></p>'
    const evil = '"><script>{nonce}'
    const shell = { symbol: evil, label: '', name: evil, price: '', logo: '' }
    const shown = withShell(page, shell)
    expect(shown).not.toMatch(/<script|\{nonce\}/)
    expect(shown).toContain('data-symbol="&quot;&gt;&lt;script&gt;&#123;nonce}"')
    expect(withShell(page, 'bare')).toBe('<p></p>')
  })
})
