/** A constant that no product code reads proves nothing when it is tested, and drifts from the figure that is used. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root, sourceFiles } from './sourceImports.ts'

const FILE = 'protocol/src/constants.ts'
const isProduct = (file: string): boolean =>
  !/\.(test|e2e|gallery)\.tsx?$/.test(file) && !file.includes('/testing/') && !file.startsWith('tests/')

/** Names that the file exports and that neither it nor the other texts use again. */
function unusedOf(constants: string, others: readonly string[]): readonly string[] {
  const names = [...constants.matchAll(/^export const (\w+)/gm)].map(([, name]) => name!)
  const words = new Set(others.flatMap((text) => text.match(/\b\w+\b/g) ?? []))
  return names.filter((name) => !words.has(name) && constants.split(new RegExp(`\\b${name}\\b`)).length < 3)
}

describe('constants', () => {
  it('are all used by product code', () => {
    const others = sourceFiles
      .filter((file) => file !== FILE && isProduct(file))
      .map((file) => readFileSync(join(root, file), 'utf8'))
    expect(unusedOf(readFileSync(join(root, FILE), 'utf8'), others)).toEqual([])
  })

  it('the rule finds a planted one', () => {
    expect(unusedOf('export const A_MS = 1\nexport const B_MS = 2\n', ['wait(A_MS)'])).toEqual(['B_MS'])
  })
})
