import { describe, expect, it } from 'vitest'
import { ORDER_STATUSES, STATUSES, TRANSFER_STATUSES, TRANSFER_TYPES } from './enums.ts'
import { orderRow } from './wire/accountAnswers.ts'

describe('statuses', () => {
  it('[4.1] [4.2] the list knows VERIFIED, which transfers reach and orders never do', () => {
    expect([...STATUSES]).toEqual(['NEW', 'PARTIALLY_FILLED', 'FILLED', 'CANCELLED', 'REJECTED', 'VERIFIED'])
    expect([...ORDER_STATUSES]).toEqual(STATUSES.filter((status) => status !== 'VERIFIED'))
    expect([...TRANSFER_TYPES]).toEqual(['DEPOSIT', 'WITHDRAW', 'INTERNAL_DEPOSIT', 'WITHDRAW_PROFIT'])
    expect([...TRANSFER_STATUSES].sort()).toEqual(['FILLED', 'NEW', 'REJECTED', 'VERIFIED'])
    const status = orderRow.shape.status
    for (const one of STATUSES) expect(status.safeParse(one).success).toBe(one !== 'VERIFIED')
  })
})
