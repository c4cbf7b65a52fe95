import { describe, expect, it } from 'vitest'
import type { VerdictBody } from '@vest/protocol'
import { verdictCause } from './verdictCause.ts'

const TIME = 1_800_000_096_000
type Position = VerdictBody['positions'][number]

/** A long of 100 shares at 300.00, each tick worth a dollar. */
const position = (change: Partial<Position> = {}): Position => ({
  symbol: 'COIN-USD-PERP',
  priceDecimals: 2,
  sizeDecimals: 4,
  isLong: true,
  size: 1_000_000,
  cost: 30_000_000_000,
  entryFunding: '0',
  isolatedMargin: null,
  mark: 29_890,
  markBefore: null,
  indexTrail: [],
  indexTrailTime: TIME,
  cumFunding: '0',
  cumFundingBefore: null,
  reopenedTime: null,
  ...change,
})

/** At 298.90 equity is 110 dollars below the balance, and exactly at the floor of the day. */
const bodyOf = (positions: readonly Position[], change: Partial<VerdictBody> = {}): VerdictBody =>
  ({
    time: TIME,
    openedTime: TIME - 1_000_000,
    verdict: 'MAX_DAILY_LOSS',
    balance: 9_710_000_000,
    limits: { target: null, maxDrawdown: 9_400_000_000, maxDailyLoss: 9_600_000_000 },
    fills: [],
    adjustments: [],
    resets: [{ time: TIME - 1_000_000, balance: 10_000_000_000 }],
    positions: [...positions],
    ...change,
  }) as unknown as VerdictBody

const fill = (time: number, symbol = 'COIN-USD-PERP') =>
  ({ fills: [{ time, symbol, price: 29_900 }] }) as unknown as Partial<VerdictBody>

describe('the cause of a verdict', () => {
  const COIN = { symbol: 'COIN-USD-PERP', priceDecimals: 2 }

  it('is the mark that moved against the position, though a fill came with it', () => {
    const moved = position({ markBefore: 29_891 })
    expect(verdictCause(bodyOf([moved], fill(TIME)))).toEqual({ kind: 'MARK', ...COIN, price: 29_890 })
  })

  it('of several marks it is the one that cost most; a mark in favour is none', () => {
    const [coin, up] = [
      position({ markBefore: 29_895 }),
      position({ symbol: 'UP-USD-PERP', mark: 30_000, markBefore: 29_999 }),
    ]
    expect(verdictCause(bodyOf([up, coin]))).toMatchObject({ kind: 'MARK', symbol: 'COIN-USD-PERP' })
  })

  it('is funding where the accumulator moved', () => {
    const charged = position({ mark: 30_000, cumFunding: '1100000000000', cumFundingBefore: '0' })
    expect(verdictCause(bodyOf([charged], { balance: 9_700_000_000 }))).toEqual({
      kind: 'FUNDING',
      symbol: 'COIN-USD-PERP',
    })
  })

  it('is what was booked at that moment: a fill, a corporate action, a day', () => {
    expect(verdictCause(bodyOf([position()], fill(TIME)))).toEqual({ kind: 'FILL', ...COIN, price: 29_900 })
    expect(verdictCause(bodyOf([position()], fill(TIME, 'GONE-USD-PERP')))).toEqual({
      kind: 'FILL',
      symbol: 'GONE-USD-PERP',
      price: 29_900,
    })
    const adjustments = [
      { time: TIME, symbol: 'OLD-USD-PERP', pnl: -5 },
      { time: TIME, symbol: 'USDC', pnl: 5 },
    ]
    expect(verdictCause(bodyOf([position()], { adjustments }))).toEqual({
      kind: 'CORPORATE_ACTION',
      symbol: 'OLD-USD-PERP',
    })
    const resets = [{ time: TIME, balance: 10_000_000_000 }]
    expect(verdictCause(bodyOf([position()], { resets }))).toEqual({ kind: 'DAY' })
  })

  it('is the reopening of a market where the account had been lost before a mark was believed', () => {
    const reopened = position({ markBefore: 29_890, reopenedTime: TIME - 11_000 })
    expect(verdictCause(bodyOf([reopened]))).toEqual({ kind: 'REOPENING', ...COIN, price: 29_890 })
  })

  it('is not named where nothing shows it, nor of a goal', () => {
    expect(verdictCause(bodyOf([position()], fill(TIME - 1)))).toBeUndefined()
    expect(verdictCause(bodyOf([position({ reopenedTime: TIME - 11_000 })]))).toBeUndefined()
    const longAgo = position({ markBefore: 29_890, reopenedTime: TIME - 3_600_000 })
    expect(verdictCause(bodyOf([longAgo]))).toBeUndefined()
    expect(verdictCause(bodyOf([position({ markBefore: 29_891 })], { verdict: 'GOAL' }))).toBeUndefined()
  })
})
