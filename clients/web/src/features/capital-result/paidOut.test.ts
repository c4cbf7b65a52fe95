import { ratio4, usd6, type TransferStatus, type TransferType } from '@vest/protocol'
import { describe, expect, it } from 'vitest'
import { paidOut } from './paidOut.ts'

const transfer = (size: number, status: TransferStatus, type: TransferType = 'WITHDRAW_PROFIT') => ({
  size: usd6(size),
  status,
  type,
})

describe('what a funded account has paid out', () => {
  it('[2.39] is the share of its owner, rounded down withdrawal by withdrawal, of those that were made', () => {
    expect(paidOut([], ratio4(9_000))).toBe(0)
    expect(
      paidOut(
        [
          transfer(612_400_001, 'FILLED'),
          transfer(11, 'FILLED'),
          transfer(5_000_000, 'VERIFIED'),
          transfer(7_000_000, 'REJECTED'),
          transfer(9_000_000, 'FILLED', 'DEPOSIT'),
        ],
        ratio4(9_000),
      ),
    ).toBe(551_160_009)
  })
})
