import { describe, expect, it } from 'vitest'
import { DISC_COLOURS, LOGO_SOURCES, logoOf } from '../src/entities/market/logoSources.ts'
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

  it('[1.7] symbols without a logo use the default token image of their category, with their letters', () => {
    expect(logoOf('BTC', 'crypto')).toEqual({ url: '/logos/BTC.svg', letters: undefined })
    expect(logoOf('kPEPE', 'crypto')).toEqual({ url: '/logos/kPEPE.svg', letters: undefined })
    expect(logoOf('OKLO', 'stock')).toEqual({ url: '/logos/default-stock.svg', letters: 'OKL' })
    expect(logoOf('kBONK', 'crypto')).toEqual({ url: '/logos/default-crypto.svg', letters: 'BON' })
  })

  it('white letters stand out on every disc by 4.5 and more', () => {
    for (const colour of Object.values(DISC_COLOURS)) {
      const [red, green, blue] = [1, 3, 5].map((at) => {
        const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255
        return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
      }) as [number, number, number]
      expect(1.05 / (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05), colour).toBeGreaterThan(4.5)
    }
  })
})
