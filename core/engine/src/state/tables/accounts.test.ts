import { expect, it } from 'vitest'
import { type Address, usd6 } from '@vest/protocol'
import { createOrderRows } from './orders.ts'
import { createPositionRows } from './positions.ts'
import { type Account, addAccount, createAccountRows, findAccount } from './accounts.ts'

const addressOf = (n: number, high = 0): Address =>
  `0x${high.toString(16).padStart(8, '0')}${n.toString(16).padStart(32, '0')}`

it('accounts are found by their whole address and keep their collateral while the rows grow', () => {
  const rows = createAccountRows(11, createOrderRows([], []), createPositionRows())
  const accounts: Account[] = []
  for (let n = 0; n < 3_000; n++) {
    // Every third address ends like the one before it: the fingerprint is the same, the account is not.
    const account = addAccount(rows, accounts, n % 3 === 2 ? addressOf(n - 1, 1) : addressOf(n), 0)
    account.collateral = usd6(n * 1_000_000_007)
    account.openOrderMargin = usd6(n)
  }
  for (const [n, account] of accounts.entries()) {
    expect(account.id).toBe(n)
    expect(findAccount(rows, accounts, account.address)).toBe(account)
    expect(account.collateral).toBe(n * 1_000_000_007)
    expect(account.openOrderMargin).toBe(n)
  }
  expect(findAccount(rows, accounts, addressOf(1, 2))).toBeUndefined()
  expect(findAccount(rows, accounts, addressOf(999_999))).toBeUndefined()
})
