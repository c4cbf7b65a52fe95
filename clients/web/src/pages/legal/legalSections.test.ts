import { readFileSync } from 'node:fs'
import { TERMS_VERSION } from '@vest/protocol'
import { describe, expect, it } from 'vitest'
import { LEGAL_SECTIONS, type LegalDocument } from './legalSections.ts'

type Section = { readonly title: string; readonly text: string }
const read = (language: string) =>
  (
    JSON.parse(
      readFileSync(new URL(`../../../public/locales/pages.${language}.json`, import.meta.url), 'utf8'),
    ) as { readonly legal: Readonly<Record<LegalDocument, Readonly<Record<string, Section | string>>>> }
  ).legal

describe('legal documents', () => {
  it.each(['en', 'zh'])(
    'have every section that is listed, and list every one that there is: %s',
    (language) => {
      const legal = read(language)
      for (const [name, sections] of Object.entries(LEGAL_SECTIONS)) {
        const { lead, ...texts } = legal[name as LegalDocument]
        expect(lead).toBeTypeOf('string')
        expect(Object.keys(texts)).toEqual(sections)
      }
    },
  )

  it('bear the day of their version', () => {
    expect(new Date(`${TERMS_VERSION}T00:00:00Z`).toISOString().slice(0, 10)).toBe(TERMS_VERSION)
  })
})
