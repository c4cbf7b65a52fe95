import { z } from 'zod'
import { capitalEntry } from '../../wire/outsideParts.ts'
import { decimalText, timeMs } from '../../wire/valueForms.ts'
import { PRIVATE } from '../access.ts'
import type { Call } from '../call.ts'

export const positionRow = z.object({
  symbol: z.string(),
  isLong: z.boolean(),
  size: decimalText,
  entryPrice: decimalText,
  entryFunding: decimalText,
  unrealizedPnl: decimalText,
  settledFunding: decimalText,
  markPrice: decimalText,
  indexPrice: decimalText,
  liqPrice: decimalText.nullable(),
  initMargin: decimalText,
  maintMargin: decimalText,
  initMarginRatio: decimalText,
  /** Extra: entry value in USDC, exact; entryPrice is rounded for display. */
  cost: decimalText,
  /** Extra: margin that an isolated market holds apart. */
  isolatedMargin: decimalText,
})
export type PositionRow = z.infer<typeof positionRow>
export const accountResponse = z.object({
  address: z.string(),
  balances: z.array(z.object({ asset: z.string(), total: decimalText, locked: decimalText })),
  collateral: decimalText,
  withdrawable: decimalText,
  softCredit: decimalText,
  totalAccountValue: decimalText,
  openOrderMargin: decimalText,
  totalMaintMargin: decimalText,
  positions: z.array(positionRow),
  leverages: z.array(z.object({ symbol: z.string(), value: z.int() })),
  lp: z.object({
    balance: decimalText,
    shares: decimalText,
    unrealizedPnl: decimalText,
    netDeposits: decimalText,
    /** Of the shares, those that wait in scheduled withdrawals. */
    scheduledShares: decimalText,
    /** Of the shares, those that are too young to be withdrawn at once, and when the last of them no longer is. */
    lockedShares: decimalText,
    unlockTime: timeMs.nullable(),
  }),
  time: timeMs,
  twitterUsername: z.string().nullable(),
  discordUsername: z.string().nullable(),
  capital: capitalEntry.nullable(),
})
export type AccountResponse = z.infer<typeof accountResponse>

export const accountCall = {
  group: 'Account',
  method: 'GET',
  path: '/account',
  ...PRIVATE,
  summary: 'Balances, margin, positions and leverage settings of the account.',
  answer: accountResponse,
  fields: {
    asset: 'What the balance is in.',
    balances: 'One row per asset.',
    total: 'All of it.',
    locked: 'What positions and orders hold.',
    softCredit: 'Of deposits that are credited and not final on their chain yet: traded with, not withdrawn.',
    totalAccountValue: 'Collateral and unrealised profit: the equity.',
    openOrderMargin: 'Reserved for resting orders.',
    totalMaintMargin: 'Maintenance margin of all positions.',
    entryFunding: 'The accumulator of the market when funding was settled last.',
    liqPrice: 'Mark at which it is liquidated, all else the same; null = at none.',
    cost: 'Entry value in USDC, exact.',
    isolatedMargin: 'Margin of its own, in an isolated market.',
    leverages: 'Leverage by market, where it is not the standard.',
    balance: 'What the shares are worth, in USDC.',
    shares: 'Shares of the LP pool.',
    scheduledShares: 'Shares in scheduled withdrawals.',
    lockedShares: 'Shares too young to be withdrawn at once.',
    unlockTime: 'When the last of these is free.',
    twitterUsername: 'Linked account, if any.',
    discordUsername: 'Linked account, if any.',
    capital: 'Of accounts of Vest Capital; null otherwise.',
  },
  example: {
    answer: {
      address: '0x1563915e194d8cfba1943570603f7606a3115508',
      balances: [],
      collateral: '0.000000',
      withdrawable: '0.000000',
      totalAccountValue: '0.000000',
      openOrderMargin: '0.000000',
      totalMaintMargin: '0.000000',
      softCredit: '0.000000',
      positions: [],
      leverages: [],
      lp: {
        balance: '0.000000',
        shares: '0.000000',
        unrealizedPnl: '0.000000',
        netDeposits: '0.000000',
        scheduledShares: '0.000000',
        lockedShares: '0.000000',
        unlockTime: null,
      },
      time: 1700000000000,
      twitterUsername: null,
      discordUsername: null,
      capital: null,
    },
  },
} as const satisfies Call
