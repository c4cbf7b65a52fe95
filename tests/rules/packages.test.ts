/** Every package says on one screen what it promises, and no folder of source is too long to be read as one idea. */
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root, sourceFiles } from './sourceImports.ts'

const README_LINES_MAX = 30
const FOLDER_FILES_MAX = 40

const { workspaces } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  readonly workspaces: readonly string[]
}
const linesOf = (text: string): number => text.trimEnd().split('\n').length
const isTest = (file: string): boolean => /\.(test|e2e)\.tsx?$/.test(file)

describe('packages', () => {
  it.each(workspaces)(
    '%s has a README of one screen that begins with its folder and its promise',
    (folder) => {
      const path = join(root, folder, 'README.md')
      expect(existsSync(path)).toBe(true)
      const text = readFileSync(path, 'utf8')
      expect(text.split('\n', 1)[0]).toBe(`# ${folder}`)
      expect(text).toContain('**Promise.**')
      expect(linesOf(text)).toBeLessThanOrEqual(README_LINES_MAX)
    },
  )

  it(`no folder holds more than ${FOLDER_FILES_MAX} files of source, tests beside them not counted`, () => {
    const counts = new Map<string, number>()
    for (const file of sourceFiles)
      if (!isTest(file)) counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1)
    expect(counts.size).toBeGreaterThan(100)
    expect([...counts].filter(([, count]) => count > FOLDER_FILES_MAX)).toEqual([])
  })
})
