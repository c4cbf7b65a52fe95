import { appendFileSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Address } from '@vest/protocol'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openDepositAccounts } from './depositAccounts.ts'

const VAULT: Address = `0x${'ab'.repeat(20)}`
const ALICE: Address = `0x${'01'.repeat(20)}`
const BOB: Address = `0x${'02'.repeat(20)}`
let folder: string
let path: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'vest-addresses-'))
  path = join(folder, 'addresses')
})
afterEach(() => rmSync(folder, { recursive: true }))

describe('deposit addresses', () => {
  it('are one per account, the same for ever, and another for another vault', () => {
    const accounts = openDepositAccounts(VAULT, path)
    const address = accounts.issue(ALICE)
    expect(address).toMatch(/^0x[0-9a-f]{40}$/)
    expect(accounts.issue(ALICE.toUpperCase().replace('0X', '0x') as Address)).toBe(address)
    expect(accounts.issue(BOB)).not.toBe(address)
    expect(accounts.accountOf(address)).toBe(ALICE)
    expect(openDepositAccounts(`0x${'cd'.repeat(20)}`).issue(ALICE)).not.toBe(address)
  })

  it('outlive the process, also where a line was cut short', () => {
    const address = openDepositAccounts(VAULT, path).issue(ALICE)
    appendFileSync(path, '\n0x0202')
    const again = openDepositAccounts(VAULT, path)
    expect(again.forwarders()).toEqual([address])
    const bobs = again.issue(BOB)
    expect(openDepositAccounts(VAULT, path).forwarders()).toEqual([address, bobs])
    expect(statSync(path).mode & 0o777).toBe(0o600)
  })
})
