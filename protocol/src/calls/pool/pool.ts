import { z } from 'zod'
import { decimalText, timeMs } from '../../wire/valueForms.ts'
import { PUBLIC } from '../access.ts'
import type { Call } from '../call.ts'

/** At the prices, mark or index, at which the pool is worth less. */
export const poolPosition = z.object({
  symbol: z.string(),
  isLong: z.boolean(),
  size: decimalText,
  value: decimalText,
  unrealizedPnl: decimalText,
})
export type PoolPosition = z.infer<typeof poolPosition>
export const poolResponse = z.object({
  nav: decimalText,
  /** The larger of the values at mark and at index: the price at which deposits come in. */
  navHigh: decimalText,
  totalShares: decimalText,
  sharePrice: decimalText,
  /** Percent; null while there is no price of an earlier moment. */
  apr30d: decimalText.nullable(),
  /** The price that `apr30d` begins with, and how many days ago it was that of a share: 30, or the age of a younger pool. */
  aprBase: z.object({ price: decimalText, days: z.int() }).nullable(),
  navCap: decimalText,
  /** Percent: initial margin of what the pool holds, of its value. */
  utilization: decimalText,
  state: z.enum(['NORMAL', 'STRESSED', 'INSOLVENT']),
  /** Of all markets. */
  fees24h: decimalText,
  volume24h: decimalText,
  immediateFee: decimalText,
  immediateRemaining24h: decimalText,
  lockMs: z.int(),
  scheduleDelayMs: z.int(),
  insurance: decimalText,
  initMargin: decimalText,
  maintMargin: decimalText,
  /** Shares that wait in the scheduled withdrawals of all depositors. */
  queuedShares: decimalText,
  /** Of the main pool; what its backstop took over is a row of its own. */
  positions: z.array(poolPosition),
  time: timeMs,
})
export type PoolResponse = z.infer<typeof poolResponse>

export const poolCall = {
  group: 'Pool',
  method: 'GET',
  path: '/lp/pool',
  ...PUBLIC,
  summary: 'The LP pool as it is now: its value, the price of a share, yield, caps and fees.',
  answer: poolResponse,
  fields: {
    price: 'Of a share.',
    navHigh: 'The larger of mark and index: deposits are priced by it.',
    apr30d: 'Yield of the last 30 days, percent a year.',
    aprBase: 'With what the yield begins.',
    days: 'How long ago.',
    navCap: 'Beyond this worth no deposit is taken.',
    utilization: 'Initial margin of the pool’s positions, percent of its worth.',
    state: 'NORMAL, STRESSED or INSOLVENT.',
    fees24h: 'Fees of 24 hours, in USDC.',
    volume24h: 'Traded in 24 hours, in USDC.',
    immediateFee: 'Fee of a withdrawal at once, as a part of it.',
    immediateRemaining24h: 'What can be withdrawn at once today.',
    lockMs: 'How long new shares are locked.',
    scheduleDelayMs: 'How long a scheduled withdrawal waits.',
    queuedShares: 'Shares in the scheduled withdrawals of all depositors.',
  },
  example: {
    answer: {
      nav: '10000000.000000',
      navHigh: '10000100.000000',
      totalShares: '10000000.000000',
      sharePrice: '1.000000',
      apr30d: '-0.50',
      aprBase: { price: '1.000411', days: 30 },
      navCap: '20000000.000000',
      utilization: '35.00',
      state: 'NORMAL',
      fees24h: '1.000000',
      volume24h: '10000.000000',
      immediateFee: '0.0030',
      immediateRemaining24h: '1000000.000000',
      lockMs: 86400000,
      scheduleDelayMs: 172800000,
      insurance: '1.000000',
      initMargin: '3500000.000000',
      maintMargin: '1750000.000000',
      queuedShares: '0.000000',
      positions: [
        {
          symbol: 'BTC-PERP',
          isLong: false,
          size: '0.1000',
          value: '5000.000000',
          unrealizedPnl: '-1.000000',
        },
      ],
      time: 1700000000000,
    },
  },
} as const satisfies Call
