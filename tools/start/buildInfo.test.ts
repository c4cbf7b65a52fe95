import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { buildInfo } from './buildInfo.ts'

const COMMIT = '0123456789abcdef0123456789abcdef01234567'

describe('build info', () => {
  let root: string
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'vest-build-'))
    writeFileSync(join(root, 'package.json'), '{"version":"1.2.3"}')
    mkdirSync(join(root, '.git', 'refs', 'heads'), { recursive: true })
  })
  afterEach(() => rmSync(root, { recursive: true }))
  const write = (name: string, text: string): void => writeFileSync(join(root, '.git', name), text)

  it('names the version alone outside a checkout', () => {
    rmSync(join(root, '.git'), { recursive: true })
    expect(buildInfo(root)).toEqual({ version: '1.2.3' })
  })

  it('names the commit of the branch, of a packed branch and of no branch', () => {
    write('HEAD', `${COMMIT}\n`)
    expect(buildInfo(root)).toEqual({ version: '1.2.3', commit: COMMIT })
    write('HEAD', 'ref: refs/heads/main\n')
    expect(buildInfo(root)).toEqual({ version: '1.2.3' })
    write('packed-refs', `# pack-refs with: peeled fully-peeled sorted\n${COMMIT} refs/heads/main\n`)
    expect(buildInfo(root).commit).toBe(COMMIT)
    write('refs/heads/main', `${COMMIT.replace('0', 'f')}\n`)
    expect(buildInfo(root).commit).toBe(COMMIT.replace('0', 'f'))
  })
})
