/** The order history as CSV, one row per order. */
import { formatDecimal } from '@vest/protocol'
import { csvText } from '../../shared/csv/index.ts'
import { formatIsoTime } from '../../shared/format/index.ts'
import type { OrderTableRow } from './OpenOrdersTable.tsx'

const HEAD = [
  'time',
  'market',
  'side',
  'type',
  'status',
  'code',
  'size',
  'filledSize',
  'limitPrice',
  'avgFilledPrice',
  'realizedPnl',
  'fees',
  'settledFunding',
  'reduceOnly',
  'id',
] as const

export function orderCsv(rows: readonly OrderTableRow[]): string {
  const lines = rows.map(({ order, market }) => {
    const money = (value: number | undefined): string => (value === undefined ? '' : formatDecimal(value, 6))
    return [
      formatIsoTime(order.postTimeMs),
      market.symbol,
      order.isBuy ? 'BUY' : 'SELL',
      order.orderType,
      order.status,
      order.code === undefined ? '' : String(order.code),
      formatDecimal(order.size, market.sizeDecimals),
      formatDecimal(order.filledSize, market.sizeDecimals),
      order.orderType === 'MARKET' ? '' : formatDecimal(order.limitPrice, market.priceDecimals),
      order.avgFilledPrice === undefined ? '' : formatDecimal(order.avgFilledPrice, market.priceDecimals),
      money(order.realizedPnl),
      money(order.fees),
      money(order.settledFunding),
      String(order.isReduceOnly),
      order.id,
    ]
  })
  return csvText(HEAD, lines)
}
