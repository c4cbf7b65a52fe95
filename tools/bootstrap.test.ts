/** What runs before Vest is installed must speak to an old Node and to a folder of another user. */
import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

const NOBODY_UID = 65_534
let clone: string
beforeEach(() => {
  clone = mkdtempSync(join(tmpdir(), 'vest-bootstrap-'))
  mkdirSync(join(clone, 'tools'))
  cpSync(join(import.meta.dirname, 'bootstrap.mjs'), join(clone, 'tools', 'bootstrap.mjs'))
  writeFileSync(join(clone, 'package-lock.json'), '{}')
})
afterEach(() => {
  chmodSync(clone, 0o755)
  rmSync(clone, { recursive: true, force: true })
  rmSync(`${clone}.cjs`, { force: true })
})

/** Runs it under the Node at hand, which says that it is another one. */
function bootstrap(options: { nodeVersion?: string; uid?: number } = {}) {
  // Beside the clone, which may not be writable.
  const preload = `${clone}.cjs`
  writeFileSync(
    preload,
    options.nodeVersion === undefined
      ? ''
      : `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${options.nodeVersion}' } })`,
  )
  const { status, stderr } = spawnSync(
    process.execPath,
    ['--require', preload, join(clone, 'tools', 'bootstrap.mjs')],
    { encoding: 'utf8', ...(options.uid === undefined ? {} : { uid: options.uid, gid: options.uid }) },
  )
  return { status, stderr }
}

describe('before the installation', () => {
  it.each(['16.20.2', '18.20.8', '20.14.9'])('Node %s is refused in one sentence', (nodeVersion) => {
    expect(bootstrap({ nodeVersion })).toEqual({
      status: 1,
      stderr: `Vest needs Node 20.15.0 or newer; this is ${nodeVersion}. Install a newer Node and try again.\n`,
    })
  })

  it('a clone that this user may not write is refused before npm is asked', () => {
    // Permissions do not bind root: there, another user tries.
    chmodSync(clone, 0o555)
    const uid = process.getuid?.() === 0 ? NOBODY_UID : undefined
    expect(bootstrap(uid === undefined ? {} : { uid })).toEqual({
      status: 1,
      stderr: `The folder ${clone} is not writable for this user, so dependencies cannot be installed. Clone Vest into a folder of your own.\n`,
    })
  })
})
