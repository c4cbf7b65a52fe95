import { describe, expect, it } from 'vitest'
import { ratio4, timeMs, usd6, type LpOrderType } from '@vest/protocol'
import type { LpPool, LpShare } from '../../entities/lp/index.ts'
import { ALL, typedAmount } from '../../entities/transfer/transferAmount.ts'
import { previewLp, type LpFacts } from './lpForm.ts'

const USDC = 1_000_000
const NOW_MS = 1_700_000_000_000

const pool: LpPool = {
  navLow: usd6(2_000_000 * USDC),
  navHigh: usd6(2_100_000 * USDC),
  totalShares: 1_000_000 * USDC,
  sharePrice: usd6(2 * USDC),
  navCap: usd6(2_200_000 * USDC),
  state: 'NORMAL',
  fees24h: usd6(0),
  volume24h: usd6(0),
  immediateFee: ratio4(30),
  immediateRemaining: usd6(150_000 * USDC),
  lockMs: 86_400_000,
  scheduleMs: 172_800_000,
  insurance: usd6(0),
  initMargin: usd6(400_000 * USDC),
  maintMargin: usd6(200_000 * USDC),
  queuedShares: 0,
  positions: [],
  timeMs: timeMs(NOW_MS),
}
const share: LpShare = {
  balance: usd6(2_000 * USDC),
  shares: 1_000 * USDC,
  scheduled: 100 * USDC,
  locked: 300 * USDC,
  free: 600 * USDC,
  netDeposits: usd6(1_900 * USDC),
  unrealizedPnl: usd6(100 * USDC),
  unlockTimeMs: timeMs(NOW_MS + 1),
}
const facts: LpFacts = {
  pool,
  share,
  withdrawable: usd6(50_000 * USDC),
  nowMs: NOW_MS,
  isAmountRefused: false,
}
const preview = (orderType: LpOrderType, text: string, more: Partial<LpFacts> = {}) =>
  previewLp({ orderType, amount: typedAmount(text) }, { ...facts, ...more })
const problem = (...asked: Parameters<typeof preview>) => preview(...asked).problem

describe('an LP order before it is signed', () => {
  it('a deposit comes in at the larger value, free of charge, and Max is what may leave the collateral', () => {
    expect(preview('DEPOSIT', '210')).toMatchObject({
      size: 210 * USDC,
      price: 2_100_000,
      shares: 100 * USDC,
      fee: 0,
      receive: undefined,
      roomLeft: 100_000 * USDC,
      most: 50_000 * USDC,
      problem: undefined,
    })
  })

  it('a withdrawal at once goes out at the smaller value and leaves its fee, rounded up', () => {
    expect(preview('IMMEDIATE_WITHDRAW', '100.01')).toMatchObject({
      price: 2 * USDC,
      shares: 50_005_000,
      fee: 300_030,
      receive: 99_709_970,
      roomLeft: 150_000 * USDC,
      executeTimeMs: undefined,
    })
  })

  it('a scheduled one costs nothing and says when it runs', () => {
    expect(preview('SCHEDULE_WITHDRAW', '100')).toMatchObject({
      shares: 50 * USDC,
      fee: 0,
      executeTimeMs: NOW_MS + 172_800_000,
      problem: undefined,
    })
  })

  it('Max is all that may go in this way: free shares at once, young ones too with two days of notice', () => {
    const all = (orderType: LpOrderType) => previewLp({ orderType, amount: ALL }, facts)
    expect(all('IMMEDIATE_WITHDRAW')).toMatchObject({ size: 1_200 * USDC, shares: 600 * USDC })
    expect(all('SCHEDULE_WITHDRAW')).toMatchObject({ size: 1_800 * USDC, shares: 900 * USDC })
    expect([all('IMMEDIATE_WITHDRAW').problem, all('SCHEDULE_WITHDRAW').problem]).toEqual([
      undefined,
      undefined,
    ])
  })

  it('at once no more leaves than keeps one and a half times the initial margin', () => {
    const bound = { ...pool, initMargin: usd6(1_300_000 * USDC) }
    expect(preview('IMMEDIATE_WITHDRAW', '1', { pool: bound }).roomLeft).toBe(50_000 * USDC)
    const short = { ...pool, initMargin: usd6(1_400_000 * USDC) }
    expect(problem('IMMEDIATE_WITHDRAW', '1', { pool: short })).toBe('day-full')
  })

  it.each<[LpOrderType, string, string, Partial<LpFacts>]>([
    ['DEPOSIT', '', 'empty', {}],
    ['DEPOSIT', '0.99', 'below-minimum', {}],
    ['DEPOSIT', '50000.01', 'insufficient', {}],
    ['DEPOSIT', '100000.01', 'pool-full', { withdrawable: usd6(500_000 * USDC) }],
    ['DEPOSIT', '10', 'refused', { isAmountRefused: true }],
    ['DEPOSIT', '10', 'insolvent', { pool: { ...pool, state: 'INSOLVENT' } }],
    [
      'IMMEDIATE_WITHDRAW',
      '10',
      'no-shares',
      { share: { ...share, shares: 0, free: 0, locked: 0, scheduled: 0 } },
    ],
    ['IMMEDIATE_WITHDRAW', '0.50', 'below-minimum', {}],
    ['IMMEDIATE_WITHDRAW', '1200.01', 'locked', {}],
    ['IMMEDIATE_WITHDRAW', '1800.01', 'above-shares', {}],
    ['SCHEDULE_WITHDRAW', '1800.01', 'above-shares', {}],
    ['IMMEDIATE_WITHDRAW', '20', 'day-full', { pool: { ...pool, immediateRemaining: usd6(19 * USDC) } }],
  ])('%s of "%s" is stopped before it is sent: %s', (orderType, text, expected, more) => {
    expect(problem(orderType, text, more)).toBe(expected)
  })

  it('less than a dollar may leave where it is all that is left', () => {
    const rest = { ...share, shares: 200_000, scheduled: 0, locked: 0, free: 200_000 }
    expect(problem('IMMEDIATE_WITHDRAW', '0.40', { share: rest })).toBeUndefined()
    expect(problem('IMMEDIATE_WITHDRAW', '0.39', { share: rest })).toBe('below-minimum')
  })
})
