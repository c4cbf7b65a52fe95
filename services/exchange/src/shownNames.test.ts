import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Address } from '@vest/protocol'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openShownNames } from './shownNames.ts'

describe('who lets others see them', () => {
  let dir: string
  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), 'vest-names-'))
  })
  afterEach(() => rmSync(dir, { recursive: true }))

  it('is empty at first, and remembered over a restart, also where many say so at once', async () => {
    const path = join(dir, 'points', 'shown.txt')
    const names = openShownNames(path)
    const accounts = Array.from({ length: 9 }, (_, n): Address => `0x${String(n + 1).repeat(40)}`)
    expect([names.all(), names.has(accounts[0]!)]).toEqual([[], false])
    await Promise.all(accounts.map((account) => names.set(account, true)))
    await names.set(accounts[3]!, false)
    await names.set(accounts[3]!, false)
    const left = accounts.toSpliced(3, 1)
    expect(openShownNames(path).all()).toEqual(left)
    expect(names.all()).toEqual(left)
  })
})
