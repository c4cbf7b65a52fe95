import { describe, expect, it } from 'vitest'
import { DEFAULT_LOGO_URL, LOGO_SOURCES, logoUrl } from '../src/entities/market/logoSources.ts'
import { logoSvg } from './logoPlugin.ts'

describe('market logos', () => {
  it('[1.7] every listed logo is a drawing that the build can write', () => {
    expect(LOGO_SOURCES.size).toBeGreaterThan(60)
    for (const [base, source] of LOGO_SOURCES) {
      const svg = logoSvg(source)
      expect(svg, base).toMatch(/^<svg [\s\S]*<\/svg>\s*$/)
      expect(svg, base).not.toMatch(/<script|onload|href="http/i)
    }
  })

  it('[1.7] symbols without a logo use the default token image', () => {
    expect([logoUrl('BTC'), logoUrl('kPEPE'), logoUrl('OKLO')]).toEqual([
      '/logos/BTC.svg',
      '/logos/kPEPE.svg',
      DEFAULT_LOGO_URL,
    ])
  })
})
