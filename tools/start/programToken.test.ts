import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openProgramToken, PROGRAM_TOKEN_FILE } from './programToken.ts'

describe('the token of the installation’s own programs', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'vest-token-'))
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  it('is made once, at random, for the owner alone, and anew where it is none', () => {
    const token = openProgramToken(folder)
    expect(token).toMatch(/^[0-9a-f]{64}$/)
    expect(openProgramToken(folder)).toBe(token)
    expect(statSync(join(folder, PROGRAM_TOKEN_FILE)).mode & 0o777).toBe(0o600)
    writeFileSync(join(folder, PROGRAM_TOKEN_FILE), '')
    expect(openProgramToken(folder)).not.toBe(token)
  })
})
