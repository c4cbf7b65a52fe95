/** The past of an account as CSV, a file for each of its lists. */
import { formatDecimal } from '@vest/protocol'
import { csvMoney, csvText } from '../../shared/csv/index.ts'
import { formatIsoTime } from '../../shared/format/index.ts'
import type { ClosedPosition, Fill, FundingPayment } from './pastRows.ts'

const time = formatIsoTime

export const closedPositionsCsv = (rows: readonly ClosedPosition[]): string =>
  csvText(
    [
      'opened',
      'closed',
      'market',
      'side',
      'size',
      'entryPrice',
      'exitPrice',
      'closedBy',
      'pricePnl',
      'fees',
      'funding',
      'realizedPnl',
      'id',
    ],
    rows.map((row) => [
      time(row.openTimeMs),
      time(row.closeTimeMs),
      row.market.symbol,
      row.isLong ? 'LONG' : 'SHORT',
      formatDecimal(row.size, row.market.sizeDecimals),
      formatDecimal(row.entryPrice, row.market.priceDecimals),
      formatDecimal(row.exitPrice, row.market.priceDecimals),
      row.closeType,
      csvMoney(row.pricePnl),
      csvMoney(row.fees),
      csvMoney(row.funding),
      csvMoney(row.realizedPnl),
      row.id,
    ]),
  )

export const fillsCsv = (rows: readonly Fill[]): string =>
  csvText(
    ['time', 'market', 'side', 'type', 'role', 'price', 'size', 'value', 'fee', 'realizedPnl', 'orderId'],
    rows.map((row) => [
      time(row.timeMs),
      row.market.symbol,
      row.isBuy ? 'BUY' : 'SELL',
      row.orderType,
      row.isMaker ? 'MAKER' : 'TAKER',
      formatDecimal(row.price, row.market.priceDecimals),
      formatDecimal(row.size, row.market.sizeDecimals),
      csvMoney(row.value),
      csvMoney(row.fee),
      csvMoney(row.realizedPnl),
      row.orderId,
    ]),
  )

export const fundingCsv = (rows: readonly FundingPayment[]): string =>
  csvText(
    ['time', 'market', 'side', 'size', 'hourlyRate', 'payment', 'id'],
    rows.map((row) => [
      time(row.timeMs),
      row.market.symbol,
      row.isLong ? 'LONG' : 'SHORT',
      formatDecimal(row.size, row.market.sizeDecimals),
      formatDecimal(row.rate8, 8),
      csvMoney(row.payment),
      row.id,
    ]),
  )
