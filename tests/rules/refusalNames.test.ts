/** A refusal bears its name of the one table wherever product code decides about it; its number stands on the wire alone. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ERRORS } from '@vest/protocol'
import { describe, expect, it } from 'vitest'
import { root, sourceFiles } from './sourceImports.ts'

const CODES = new Set(ERRORS.map(({ code }) => String(code)).filter((code) => code.length === 4))
/** Where product code decides about a refusal: it gives one, returns one, or compares one. */
const DECISIONS = [
  /\b(?:refuse|Refusal|ApiError|errorEntry|errorBodyOf)\((\d{4})\b/g,
  /\bcode: (\d{4})\b/g,
  /\breturn (\d{4})$/gm,
  /\b(?:REJECTED|CANCELLED), (\d{4})\b/g,
  /\bcode [!=]== (\d{4})\b/g,
]

const rawCodesIn = (text: string): readonly string[] => {
  const code = text.replace(/^\s*(?:\*|\/\/|\/\*).*$/gm, '')
  return DECISIONS.flatMap((decision) => [...code.matchAll(decision)])
    .filter(([, number]) => CODES.has(number!))
    .map(([found]) => found)
}

describe('refusals in product code', () => {
  it('a number is found where it decides', () => {
    expect(rawCodesIn('  return refuse(1130)\n  * refuse(1130)\n  if (code !== 3017) return 3002')).toEqual([
      'refuse(1130',
      'return 3002',
      'code !== 3017',
    ])
  })

  it('have names', () => {
    const product = sourceFiles.filter(
      (file) =>
        /^(core|runtime|services|adapters|clients|devnet)\//.test(file) &&
        !/\.(test|gallery)\.|\/testing\/|\/examples\//.test(file),
    )
    expect(product.length).toBeGreaterThan(800)
    const wrong = product.flatMap((file) =>
      rawCodesIn(readFileSync(join(root, file), 'utf8')).map((found) => `${file}: ${found}`),
    )
    expect(wrong).toEqual([])
  })
})
