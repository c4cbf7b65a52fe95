import fs from 'node:fs'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { usd6, type Hex, type Id } from '@vest/protocol'
import { openAuthorizationFiles, type AcceptedAuthorization } from './authorizationFiles.ts'

const { readFile } = fs.promises
let dir: string
beforeEach(() => (dir = mkdtempSync(join(tmpdir(), 'vest-authorizations-'))))
afterEach(() => {
  fs.promises.readFile = readFile
  syncBuiltinESMExports()
  rmSync(dir, { recursive: true })
})

const acceptedOf = (n: number): AcceptedAuthorization => ({
  id: `0x${n.toString(16).padStart(64, '0')}` as Id,
  chainId: 42_161,
  deposit: {
    account: `0x${'a1'.repeat(20)}`,
    valueUsd6: usd6(5_000_000 + n),
    validAfterS: 0,
    validBeforeS: 1_800_000_000,
    nonce: `0x${n.toString(16).padStart(64, 'f')}` as Hex,
    signature: `0x${'b2'.repeat(65)}`,
  },
})

/** How many files were being read at the same time, at the most. */
function watchReads(): () => number {
  let reading = 0
  let most = 0
  const watched = async (...args: Parameters<typeof readFile>) => {
    most = Math.max(most, (reading += 1))
    try {
      return await readFile(...args)
    } finally {
      reading -= 1
    }
  }
  fs.promises.readFile = watched as typeof readFile
  syncBuiltinESMExports()
  return () => most
}

describe('accepted authorizations on disk', () => {
  it('are found again by the next process; drafts were never promised to a client', async () => {
    const files = openAuthorizationFiles(dir)
    const all = [1, 2, 3].map(acceptedOf)
    for (const one of all) await files.write(one)
    writeFileSync(join(dir, `${acceptedOf(4).id}.json.draft`), '{"id":')
    await files.remove(all[1]!.id)
    const found = await openAuthorizationFiles(dir).readAll()
    expect(found.toSorted((a, b) => (a.id < b.id ? -1 : 1))).toEqual([all[0], all[2]])
    expect(fs.readdirSync(dir)).toHaveLength(2)
    expect(await openAuthorizationFiles(join(dir, 'none')).readAll()).toEqual([])
  })

  it('are read one after the other, however many: a process may hold a few thousand files open', async () => {
    const all = Array.from({ length: 300 }, (_, n) => acceptedOf(n))
    for (const one of all) writeFileSync(join(dir, `${one.id}.json`), JSON.stringify(one))
    const most = watchReads()
    expect(await openAuthorizationFiles(dir).readAll()).toHaveLength(300)
    expect(most()).toBe(1)
  })
})
