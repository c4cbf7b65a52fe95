/** One component takes numbers, by one book of rules: what the sources of the app say about it. */
import { describe, expect, it } from 'vitest'

const sources: Readonly<Record<string, string>> = import.meta.glob('../**/*.{ts,tsx}', {
  query: '?raw',
  import: 'default',
  eager: true,
})
const screens = Object.entries(sources).filter(([file]) => !/\.test\.|\/testing\/|\.gallery\./.test(file))
const where = (pattern: RegExp): readonly string[] =>
  screens.flatMap(([file, text]) => (pattern.test(text) ? [file.replace(/^\.\.?\//, '')] : [])).sort()

describe('numeric fields', () => {
  it('[5.1] are made by one component', () => {
    // The code of a mail, at the login and in the settings of notices, is a text of digits, and no number.
    expect(where(/inputMode=(?!"email")|type="number"/)).toEqual([
      'NumberField.tsx',
      'features/notice-centre/MailAddress.tsx',
      'features/sign-in/CodeField.tsx',
    ])
    expect(where(/<input\b(?![^>]*type="radio")/)).toEqual([
      'Field.tsx',
      'NumberField.tsx',
      'PaletteField.tsx',
      'features/sign-in/CodeField.tsx',
    ])
  })

  it('[5.1] take their rules from the book alone', () => {
    const fields = screens.flatMap(([, text]) => text.split(/<NumberField\b/).slice(1))
    expect(fields.length).toBeGreaterThanOrEqual(9)
    const rulesOf = (field: string): string | undefined => /rules=\{(\w+)/.exec(field)?.[1]
    expect([...new Set(fields.map(rulesOf))].sort()).toEqual(['numericRules', 'sizeRules'])
    expect(where(/sizeRules = (?!numericRules\.)/)).toEqual([])
  })
})
