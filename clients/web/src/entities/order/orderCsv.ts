/** The order history as CSV, one row per order. */
import { formatDecimal } from '@vest/protocol'
import { csvMoney, csvText } from '../../shared/csv/index.ts'
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
  const lines = rows.map(({ order, market }) => [
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
    csvMoney(order.realizedPnl),
    csvMoney(order.fees),
    csvMoney(order.settledFunding),
    String(order.isReduceOnly),
    order.id,
  ])
  return csvText(HEAD, lines)
}
