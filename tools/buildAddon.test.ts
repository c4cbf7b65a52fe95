/** The addon is built once; where it cannot be, that is a sentence and no failure. */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
// @ts-expect-error a script without types
import { buildAddon } from './buildAddon.mjs'

interface Built {
  readonly built: boolean
  readonly url?: URL
  readonly missing?: string
}

let dir: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'vest-native-'))
})
afterEach(() => rmSync(dir, { recursive: true }))

describe('the addon for batches of signatures', () => {
  it('is missed in one sentence where there is no compiler, or one that fails', () => {
    expect(buildAddon({ compiler: 'no-such-compiler', dir })).toEqual({
      built: false,
      missing: 'there is no C compiler (no-such-compiler)',
    })
    const { built, missing } = buildAddon({ compiler: process.execPath, dir }) as Built
    expect(built).toBe(false)
    expect(missing).toMatch(/^\S+ failed, saying "[^\n]+"$/)
    expect(readdirSync(dir)).toEqual([])
  })

  it.runIf(buildAddon().url !== undefined)(
    'is built once, and left alone while its source is the same',
    () => {
      expect(buildAddon({ dir })).toMatchObject({ built: true, url: expect.any(URL) })
      expect(buildAddon({ dir })).toMatchObject({ built: false, url: expect.any(URL) })
      expect(readdirSync(dir).toSorted()).toEqual(['.sources', 'signatures.node'])
    },
  )
})
