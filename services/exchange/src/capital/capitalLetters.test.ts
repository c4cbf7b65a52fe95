import type { EngineEvent } from '@vest/engine'
import { ratio4, timeMs, usd6, REFUSAL } from '@vest/protocol'
import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { createCapitalLetters } from './capitalLetters.ts'

const ACCOUNT = `0x${'aa'.repeat(20)}` as const
const OWNER = `0x${'bb'.repeat(20)}` as const
const USDC = 1_000_000
const PLAN = {
  name: 'Silver',
  sizeUsd6: usd6(5_000 * USDC),
  profitSplitRatio: ratio4(9_000),
  priceCents: 6_000,
  currency: 'usd',
}

function desk(isFunded: boolean) {
  const told: unknown[][] = []
  const letters = createCapitalLetters({
    engine: { query: async () => [{ account: ACCOUNT, ownerId: OWNER, isFunded, plan: PLAN }] } as never,
    identity: { tell: async (...input) => void told.push(input) },
    sinceMs: 1_000,
    logger: pino({ level: 'silent' }),
  })
  const note = async (at: number, ...events: object[]) => {
    letters.onEvents([{ seq: 1, timeMs: timeMs(at), events: events as EngineEvent[] }])
    await letters.idle()
    return told.splice(0)
  }
  return { note }
}
const changed = (status: string) => ({ kind: 'CapitalChanged', account: ACCOUNT, capital: { status } })
const judged = {
  kind: 'CapitalJudged',
  account: ACCOUNT,
  verdict: 'MAX_DAILY_LOSS',
  equity: usd6(4_790 * USDC),
  sizeUsd6: PLAN.sizeUsd6,
  priorDayBalance: usd6(5_000 * USDC),
  terms: {
    stage: 'EVAL',
    goalRatio: ratio4(800),
    minTradingDays: 0,
    maxDailyLossRatio: ratio4(400),
    maxDrawdownRatio: ratio4(600),
  },
}

describe('letters of the programme', () => {
  it('tell the owner of a purchase once, whatever is told of it again', async () => {
    const { note } = desk(false)
    const notice = { kind: 'planBought', plan: 'Silver', size: '5000.000000', price: '60.00 USD' }
    expect(await note(1_000, changed('paid'), changed('pre_eval'))).toEqual([
      [OWNER, notice, { address: '' }],
    ])
    expect(await note(1_001, changed('pre_eval'), { kind: 'SimAccountOpened', account: ACCOUNT })).toEqual([])
  })

  it('tell of a breach the equity and the floor that it reached', async () => {
    expect(await desk(false).note(1_000, judged, changed('goal_failed_max_daily_loss'))).toMatchObject([
      [
        OWNER,
        { kind: 'accountFailed', isFunded: false, equity: '4790.000000', level: '4800.000000' },
        { address: '' },
      ],
    ])
  })

  it('tell of the funded account and of what was paid of its profit', async () => {
    const { note } = desk(true)
    const transfer = { account: ACCOUNT, type: 'WITHDRAW_PROFIT', size: usd6(100 * USDC) }
    const told = await note(
      1_000,
      { kind: 'SimAccountOpened', account: ACCOUNT },
      { kind: 'TransferUpdated', transfer: { ...transfer, status: 'NEW' } },
      { kind: 'TransferUpdated', transfer: { ...transfer, status: 'FILLED' } },
    )
    expect(told.map(([, notice]) => notice)).toMatchObject([
      { kind: 'fundedOpened', size: '5000.000000' },
      { kind: 'profitPaid', size: '100.000000', paid: '90.000000' },
    ])
  })

  it('tell once that a claim or a payout is looked at, and that it is not made', async () => {
    const reviewed = (status: string, reason?: string) => ({
      kind: 'CapitalChanged',
      account: ACCOUNT,
      capital: { status, reason },
    })
    const kinds = (told: readonly unknown[][]) => told.map(([, notice]) => notice)
    const evaluation = desk(false)
    expect(
      kinds(await evaluation.note(1_000, ...[1, 2].map(() => reviewed('goal_passed', 'IN_REVIEW')))),
    ).toEqual([{ kind: 'reviewBegun', plan: 'Silver', subject: 'CLAIM' }])
    expect(kinds(await evaluation.note(1_001, reviewed('claimed', 'DECLINED')))).toEqual([
      { kind: 'reviewDeclined', plan: 'Silver', subject: 'CLAIM' },
    ])
    const funded = desk(true)
    const transfer = { account: ACCOUNT, type: 'WITHDRAW_PROFIT', size: usd6(100 * USDC), status: 'REJECTED' }
    expect(
      kinds(
        await funded.note(
          1_000,
          reviewed('funded_active', 'IN_REVIEW'),
          reviewed('pre_funded', 'IN_REVIEW'),
          { kind: 'TransferUpdated', transfer },
          { kind: 'TransferUpdated', transfer: { ...transfer, code: REFUSAL.INVALID_PARAMETER } },
          reviewed('funded_active'),
        ),
      ),
    ).toEqual([
      { kind: 'reviewBegun', plan: 'Silver', subject: 'PAYOUT' },
      { kind: 'reviewDeclined', plan: 'Silver', subject: 'PAYOUT' },
    ])
  })

  it('say nothing of what happened before this process', async () => {
    expect(await desk(false).note(999, judged, changed('pre_eval'))).toEqual([])
  })
})
