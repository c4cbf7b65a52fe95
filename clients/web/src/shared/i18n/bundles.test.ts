/** English and Chinese stand side by side: same keys, same placeholders, a text for every error code. */
import { readFileSync } from 'node:fs'
import { ERRORS } from '@vest/protocol'
import { describe, expect, it } from 'vitest'
import { errorKey } from './errorText.ts'

type Texts = { readonly [key: string]: string | Texts }
const read = (name: string): Texts =>
  JSON.parse(readFileSync(new URL(`../../../public/locales/${name}.json`, import.meta.url), 'utf8')) as Texts
const flatten = (texts: Texts, prefix = ''): Map<string, string> =>
  new Map(
    Object.entries(texts).flatMap(([key, value]) =>
      typeof value === 'string' ? [[prefix + key, value] as const] : [...flatten(value, `${prefix}${key}.`)],
    ),
  )
const [usual, pages] = [flatten(read('en')), flatten(read('pages.en'))]
const en = new Map([...usual, ...pages])
const zh = new Map([...flatten(read('zh')), ...flatten(read('pages.zh'))])
const placeholders = (text: string): string[] =>
  [...text.matchAll(/{{\s*(\w+)/g)].map((match) => match[1]!).sort()

describe('language bundles', () => {
  it('[1.6] have the same keys in English and Chinese', () => {
    expect(en.size).toBeGreaterThan(200)
    expect([...zh.keys()].sort()).toEqual([...en.keys()].sort())
  })

  it('[2.18] a text is in one of the two bundles, the usual one or that of the pages beside trading', () => {
    expect([...pages.keys()].filter((key) => usual.has(key))).toEqual([])
    expect(en.size).toBe(usual.size + pages.size)
  })

  it('[1.6] have the same placeholders and no empty text', () => {
    for (const [key, text] of en) {
      expect(text, key).not.toBe('')
      expect(zh.get(key), key).not.toBe('')
      expect(placeholders(zh.get(key)!), key).toEqual(placeholders(text))
    }
  })

  it('[1.6] are written in their own language', () => {
    const cjk = /[\u4e00-\u9fff]/
    expect([...en].filter(([, text]) => cjk.test(text))).toEqual([])
    // Words that stay Latin in Chinese: names, units, addresses and time-in-force codes.
    const latin = [...zh]
      .filter(([, text]) => /[A-Za-z]{4,}/.test(text.replaceAll(/{{.*?}}/g, '')) && !cjk.test(text))
      .map(([key]) => key)
    expect(
      latin.filter(
        (key) =>
          !/^(app\.name|solana\.network|trade\.title|category\.etf|.*[Dd]emo.*|.*address.*)$/.test(key),
      ),
    ).toEqual([])
  })

  it('[1.6] Chinese texts have Chinese punctuation: commas, colons and brackets beside Chinese are wide', () => {
    const narrow = /[\u4e00-\u9fff][,;:?!(]|[,;:?!)][\u4e00-\u9fff]/
    expect([...zh].filter(([, text]) => narrow.test(text))).toEqual([])
  })

  it('[8.1] have a text for every error code, the English one being the table itself', () => {
    for (const { code, message } of ERRORS) {
      expect(en.get(`errors.${code}`), String(code)).toBe(message)
      expect(zh.has(`errors.${code}`), String(code)).toBe(true)
    }
    expect([...en.keys()].filter((key) => key.startsWith('errors.'))).toHaveLength(ERRORS.length)
  })

  it('[8.1] an unknown code reads as code 0', () => {
    expect([errorKey(3_001), errorKey(123_456)]).toEqual(['errors.3001', 'errors.0'])
  })
})
