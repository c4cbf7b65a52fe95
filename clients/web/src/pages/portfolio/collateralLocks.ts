/**
 * What holds an account's money, each with its amount and with what sets it free: margin of positions (their own where
 * isolated), margin of resting orders, shares of the pool, withdrawals on their way, deposits not final yet. Pure.
 */
import { initMargin, orderMargin } from '@vest/formulas'
import { lots, readDecimal, timeMs, usd6, type LpOrderRow, type TimeMs, type Usd6 } from '@vest/protocol'
import type { PositionRow } from '../../entities/account/index.ts'
import type { Market, Order, Transfer } from '../../live/index.ts'

export type LockKind =
  'position' | 'isolated' | 'order' | 'lpLock' | 'lpScheduled' | 'withdrawal' | 'softCredit'

export interface CollateralLock {
  readonly id: string
  readonly kind: LockKind
  readonly market?: Market
  readonly leverage?: number
  /** Of a resting order. */
  readonly order?: Order
  /** Of the position, or of what is left of the order. */
  readonly value?: Usd6
  readonly locked: Usd6
  /** When it comes free by itself; absent where that takes an act, or the hour is not known. */
  readonly freeTimeMs?: TimeMs | undefined
}

export interface LockSources {
  readonly positions: readonly PositionRow[]
  readonly orders: readonly { readonly order: Order; readonly market: Market; readonly value: Usd6 }[]
  readonly transfers: readonly Transfer[]
  readonly softCredit: Usd6
  readonly lpOrders: readonly LpOrderRow[]
  /** How long new shares of the pool stay; undefined while unknown. */
  readonly lpLockMs: number | undefined
  readonly nowMs: TimeMs
}

export function collateralLocks(sources: LockSources): readonly CollateralLock[] {
  const { positions, orders, transfers, softCredit } = sources
  return [
    ...positions.map(({ market, leverage, value, raw }): CollateralLock => ({
      id: `position ${market.symbol}`,
      kind: raw.isolatedMargin === undefined ? 'position' : 'isolated',
      market,
      leverage,
      value,
      locked: raw.isolatedMargin ?? initMargin(value, raw.initMarginRatio),
    })),
    ...orders.flatMap(({ order, market, value }): CollateralLock[] => {
      const remaining = lots(order.size - order.filledSize)
      const locked =
        order.orderType === 'LIMIT' && !order.isReduceOnly
          ? orderMargin({ ...order, remaining }, market.scale)
          : usd6(0)
      return locked === 0 ? [] : [{ id: order.id, kind: 'order', market, order, value, locked }]
    }),
    ...transfers.flatMap((transfer): CollateralLock[] =>
      isLeaving(transfer)
        ? [
            {
              id: transfer.id,
              kind: 'withdrawal',
              locked: transfer.size,
              freeTimeMs: transfer.status === 'NEW' ? transfer.eligibleTimeMs : undefined,
            },
          ]
        : [],
    ),
    ...(softCredit === 0 ? [] : [{ id: 'softCredit', kind: 'softCredit', locked: softCredit } as const]),
    ...lpLocks(sources),
  ]
}

/** Taken from the account already, and not with its owner yet. */
const isLeaving = ({ type, status }: Transfer): boolean =>
  (type === 'WITHDRAW' || type === 'WITHDRAW_PROFIT') && (status === 'NEW' || status === 'VERIFIED')

function lpLocks({ lpOrders, lpLockMs, nowMs }: LockSources): readonly CollateralLock[] {
  return lpOrders.flatMap((row): CollateralLock[] => {
    const locked = usd6(readDecimal(row.size, 6))
    if (row.orderType === 'SCHEDULE_WITHDRAW')
      return row.status === 'NEW' || row.status === 'PARTIALLY_FILLED'
        ? [{ id: row.id, kind: 'lpScheduled', locked, freeTimeMs: at(row.executeTime) }]
        : []
    const freeTimeMs = lpLockMs === undefined ? undefined : timeMs(row.postTime + lpLockMs)
    return row.orderType === 'DEPOSIT' &&
      row.status === 'FILLED' &&
      freeTimeMs !== undefined &&
      freeTimeMs > nowMs
      ? [{ id: row.id, kind: 'lpLock', locked, freeTimeMs }]
      : []
  })
}

const at = (value: number | null): TimeMs | undefined => (value === null ? undefined : timeMs(value))
