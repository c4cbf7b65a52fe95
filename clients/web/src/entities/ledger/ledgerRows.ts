/**
 * Everything that moved the money of an account, as rows in its settlement asset: what trading realised, what it cost, what
 * funding paid or took, what came in and went out. A fill tells its price result, its fee and the funding that it settled in
 * one figure; the list of funding tells each payment by itself, so a fill's is left out here. The sum of the rows is what the
 * account holds, but for `OTHER`: rewards, pool shares and corporate actions, which no list tells.
 */
import {
  formatDecimal,
  isDeposit,
  readDecimal,
  USD6_DECIMALS,
  type FillRow,
  type FundingPaymentRow,
  type TransferRow,
} from '@vest/protocol'

export type LedgerKind = 'DEPOSIT' | 'WITHDRAWAL' | 'RESULT' | 'FEE' | 'FUNDING' | 'OTHER'

export interface LedgerRow {
  readonly timeMs: number
  readonly kind: LedgerKind
  /** Micro-dollars; > 0 = received. Never 0. */
  readonly amountUsd6: number
  readonly symbol?: string
  /** Of the order, the payment or the transfer. */
  readonly id: string
}

export interface LedgerSources {
  readonly fills: readonly FillRow[]
  readonly funding: readonly FundingPaymentRow[]
  readonly transfers: readonly TransferRow[]
}

export const usd6Of = (text: string): number => readDecimal(text, USD6_DECIMALS)

/** What the price brought: the fill's figure without the funding and the fee that are in it. Micro-dollars. */
export const resultOfFill = ({ realizedPnl, settledFunding, fee }: FillRow): number =>
  usd6Of(realizedPnl) - usd6Of(settledFunding) + usd6Of(fee)

/** Oldest first. */
export function ledgerRows({ fills, funding, transfers }: LedgerSources): readonly LedgerRow[] {
  const rows: LedgerRow[] = [
    ...fills.flatMap((fill): LedgerRow[] => {
      const of = { timeMs: fill.time, symbol: fill.symbol, id: fill.orderId }
      return [
        { ...of, kind: 'RESULT', amountUsd6: resultOfFill(fill) },
        { ...of, kind: 'FEE', amountUsd6: -usd6Of(fill.fee) },
      ]
    }),
    ...funding.map(({ time, symbol, id, payment }): LedgerRow => ({
      timeMs: time,
      kind: 'FUNDING',
      amountUsd6: usd6Of(payment),
      symbol,
      id,
    })),
    ...transfers.flatMap((transfer): LedgerRow[] => {
      const { status, orderType, size, postTime, id } = transfer
      if (status === 'REJECTED') return []
      const isIn = isDeposit(orderType)
      // A deposit counts once it is credited; a withdrawal has left the account when it was asked for.
      if (isIn && status !== 'FILLED') return []
      const amountUsd6 = usd6Of(size)
      return [
        {
          timeMs: postTime,
          kind: isIn ? 'DEPOSIT' : 'WITHDRAWAL',
          amountUsd6: isIn ? amountUsd6 : -amountUsd6,
          id,
        },
      ]
    }),
  ]
  return rows.filter(({ amountUsd6 }) => amountUsd6 !== 0).toSorted((a, b) => a.timeMs - b.timeMs)
}

export const sumOf = (rows: readonly LedgerRow[]): number =>
  rows.reduce((sum, { amountUsd6 }) => sum + amountUsd6, 0)

/** What the account holds beyond the rows, as one row of now; none where they add up. */
export function otherRow(rows: readonly LedgerRow[], heldUsd6: number, nowMs: number): readonly LedgerRow[] {
  const amountUsd6 = heldUsd6 - sumOf(rows)
  return amountUsd6 === 0 ? [] : [{ timeMs: nowMs, kind: 'OTHER', amountUsd6, id: 'other' }]
}

/** A year of UTC. */
export const rowsOfYear = (rows: readonly LedgerRow[], year: number): readonly LedgerRow[] =>
  rows.filter(({ timeMs }) => new Date(timeMs).getUTCFullYear() === year)

/** Newest first. */
export const yearsOf = (rows: readonly LedgerRow[]): readonly number[] =>
  [...new Set(rows.map(({ timeMs }) => new Date(timeMs).getUTCFullYear()))].toSorted((a, b) => b - a)

export const amountText = (amountUsd6: number): string => formatDecimal(amountUsd6, USD6_DECIMALS)
