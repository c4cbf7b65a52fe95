import { CAPITAL_STATUSES } from '@vest/protocol'
import { describe, expect, it } from 'vitest'
import type { CapitalWallet } from '../../entities/capital/index.ts'
import { readCapital } from '../../live/index.ts'
import { capitalEntryOf } from '../../testing/fixtures.ts'
import { lastEvaluation, paymentStageOf } from './paymentStage.ts'

const walletOf = (
  account: string,
  status: CapitalWallet['facts']['status'],
  isFunded = false,
): CapitalWallet => ({
  account,
  facts: { ...readCapital(capitalEntryOf({ capital_status: status })), isFunded },
})

describe('after a payment', () => {
  it('[2.14] only the status says that it has arrived', () => {
    const stages = Object.fromEntries(
      CAPITAL_STATUSES.map((status) => [status, paymentStageOf(walletOf('0x1', status))]),
    )
    expect(stages).toMatchObject({
      created: 'confirming',
      paid: 'confirmed',
      pre_eval: 'ready',
      active: 'opened',
      goal_passed: 'opened',
      not_eligible: 'over',
      claimed: 'over',
    })
    expect(paymentStageOf(undefined)).toBeUndefined()
  })

  it('[2.14] it is about the evaluation that was bought last', () => {
    const wallets = [
      walletOf('0x1', 'goal_failed_hidden'),
      walletOf('0x2', 'created'),
      walletOf('0x3', 'pre_funded', true),
    ]
    expect(lastEvaluation(wallets)?.account).toBe('0x2')
    expect(lastEvaluation(wallets.slice(2))).toBeUndefined()
    expect(lastEvaluation(undefined)).toBeUndefined()
  })
})
