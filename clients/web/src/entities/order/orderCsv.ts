/**
 * The order history as CSV: plain figures without grouping, UTC times, one row per order. A text that a
 * spreadsheet would take for a formula is defused by a leading apostrophe.
 */
import { formatDecimal } from '@vest/protocol'
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
      new Date(order.postTimeMs).toISOString(),
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
  return [HEAD, ...lines].map((cells) => cells.map(csvCell).join(',')).join('\r\n') + '\r\n'
}

/** A negative figure is a figure; anything else that begins like a formula is text. */
export function csvCell(text: string): string {
  const isNumber = /^-?\d+(\.\d+)?$/.test(text)
  const safe = !isNumber && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Hands a text to the browser as a file. */
export function downloadText(name: string, text: string, type = 'text/csv;charset=utf-8'): void {
  const url = URL.createObjectURL(new Blob([text], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}
