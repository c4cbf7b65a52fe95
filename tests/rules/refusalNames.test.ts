/**
 * A refusal bears its name of the one table wherever product code decides about it and wherever a test expects it; its
 * number stands on the wire alone.
 */
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
  /\bcode [!=]== (\d{4})\b/gi,
  /\? (\d{4}) :/g,
  /\? [\w.]+ : (\d{4})\b/g,
  /\b(\d{4}) \| \d{4}\b/g,
  /\bCode[^=\n]* = (\d{4})\b/g,
]

const rawCodesIn = (text: string, patterns = DECISIONS): readonly string[] => {
  const code = text.replace(/^\s*(?:\*|\/\/|\/\*).*$/gm, '').replace(/\b(\d)_(\d{3})\b/g, '$1$2')
  return patterns
    .flatMap((pattern) => [...code.matchAll(pattern)])
    .filter(([, number]) => CODES.has(number!))
    .map(([found]) => found)
}

describe('refusals in product code', () => {
  it('a number is found where it decides', () => {
    expect(rawCodesIn('  return refuse(1_130)\n  * refuse(1130)\n  if (code !== 3017) return 3002')).toEqual([
      'refuse(1130',
      'return 3002',
      'code !== 3017',
    ])
    expect(rawCodesIn('(plan): 3001 | 3026 => (isFull ? 3026 : 3001)\nduplicateCode: Code = 3015')).toEqual([
      '? 3026 :',
      '? 3026 : 3001',
      '3001 | 3026',
      'Code = 3015',
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
    expect(wrong, 'write REFUSAL.NAME of protocol/src/errors.ts for the number').toEqual([])
  })
})

/** What a test expects: more is a code than where product code decides, and close codes of sockets have their own table. */
const EXPECTATIONS = [
  ...DECISIONS,
  /'(?:REJECTED|CANCELLED|refused) (\d{4})'/g,
  /\bcode\)?\)\.toBe\((\d{4})\)/g,
  /\brefused\((\d{4})\)/g,
]
/** A wallet's own code for a declined request ([EIP-1193]), and close codes of sockets: other tables with like numbers. */
const OTHER_TABLES = /\bcode: 4001\b|\bclosed\)?\)\.code|\.closed\)\.code/

const expectedCodesIn = (text: string): readonly string[] =>
  text
    .split('\n')
    .filter((line) => !OTHER_TABLES.test(line))
    .flatMap((line) => rawCodesIn(line, EXPECTATIONS))

describe('refusals in tests', () => {
  it('a number is found where it is expected', () => {
    expect(
      expectedCodesIn(
        [
          "expect(outcome(order)).toBe('REJECTED 3002')",
          'expect(answer).toEqual({ ok: false, code: 1130 })',
          'expect(order.code).toBe(3001)',
          'expect((await socket.closed).code).toBe(4005)',
          "Object.assign(new Error('declined'), { code: 4001 })",
        ].join('\n'),
      ),
    ).toEqual(["'REJECTED 3002'", 'code: 1130', 'code).toBe(3001)'])
  })

  it('have names', () => {
    const tests = sourceFiles.filter(
      (file) =>
        /\.(test|e2e|gallery)\.tsx?$|\/testing\/|^tests\//.test(file) && !file.startsWith('tests/rules/'),
    )
    expect(tests.length).toBeGreaterThan(800)
    const wrong = tests.flatMap((file) =>
      expectedCodesIn(readFileSync(join(root, file), 'utf8')).map((found) => `${file}: ${found}`),
    )
    expect(wrong, 'write REFUSAL.NAME of protocol/src/errors.ts for the number').toEqual([])
  })
})
