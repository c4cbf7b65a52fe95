/**
 * What an account has behind it, as the exchange tells it, in the units of its markets. Of a position that has ended
 * the profit is broken down by prices, fees and funding.
 */
import { profitOfPrices } from '@vest/formulas'
import {
  lots,
  ratio4,
  readDecimal,
  readUsd6,
  ticks,
  timeMs,
  type ClosedPositionRow,
  type FillRow,
  type FundingPaymentRow,
  type Lots,
  type OrderType,
  type Ratio4,
  type Ticks,
  type TimeMs,
  type Usd6,
} from '@vest/protocol'
import type { Market, Markets } from '../../live/index.ts'

export interface ClosedPosition {
  readonly id: string
  readonly market: Market
  readonly isLong: boolean
  readonly size: Lots
  /** Averages over everything that came in, and left. */
  readonly entryPrice: Ticks
  readonly exitPrice: Ticks
  readonly initMarginRatio: Ratio4
  readonly openTimeMs: TimeMs
  readonly closeTimeMs: TimeMs
  /** Of the last fill. */
  readonly closeType: OrderType
  readonly pricePnl: Usd6
  readonly fees: Usd6
  /** > 0 = received. */
  readonly funding: Usd6
  readonly realizedPnl: Usd6
}

export interface Fill {
  /** A trade may fill two orders of one account. */
  readonly id: string
  readonly orderId: string
  readonly market: Market
  readonly isBuy: boolean
  readonly orderType: OrderType
  readonly price: Ticks
  readonly size: Lots
  readonly value: Usd6
  readonly fee: Usd6
  readonly isMaker: boolean
  readonly realizedPnl: Usd6
  readonly timeMs: TimeMs
}

export interface FundingPayment {
  readonly id: string
  readonly market: Market
  readonly isLong: boolean
  readonly size: Lots
  /** The hourly rate, 8 decimals. */
  readonly rate8: number
  /** > 0 = received. */
  readonly payment: Usd6
  readonly timeMs: TimeMs
}

/** A record whose market is not listed any more is left out: nothing says what its figures mean. */
function inMarkets<Row extends { readonly symbol: string }, Read>(
  rows: readonly Row[],
  markets: Markets,
  read: (row: Row, market: Market) => Read,
): readonly Read[] {
  return rows.flatMap((row) => {
    const market = markets.get(row.symbol)
    return market === undefined ? [] : [read(row, market)]
  })
}

export const readClosedPositions = (rows: readonly ClosedPositionRow[], markets: Markets) =>
  inMarkets(rows, markets, (row, market): ClosedPosition => {
    const realizedPnl = readUsd6(row.realizedPnl)
    const fees = readUsd6(row.fees)
    const funding = readUsd6(row.settledFunding)
    return {
      id: row.id,
      market,
      isLong: row.isLong,
      size: lots(readDecimal(row.size, market.sizeDecimals)),
      entryPrice: ticks(readDecimal(row.entryPrice, market.priceDecimals)),
      exitPrice: ticks(readDecimal(row.exitPrice, market.priceDecimals)),
      initMarginRatio: ratio4(readDecimal(row.initMarginRatio, 4)),
      openTimeMs: timeMs(row.openTime),
      closeTimeMs: timeMs(row.closeTime),
      closeType: row.closeType,
      pricePnl: profitOfPrices({ realizedPnl, fees, settledFunding: funding }),
      fees,
      funding,
      realizedPnl,
    }
  })

export const readFills = (rows: readonly FillRow[], markets: Markets) =>
  inMarkets(rows, markets, (row, market): Fill => ({
    id: `${row.id} ${row.orderId}`,
    orderId: row.orderId,
    market,
    isBuy: row.isBuy,
    orderType: row.orderType,
    price: ticks(readDecimal(row.price, market.priceDecimals)),
    size: lots(readDecimal(row.size, market.sizeDecimals)),
    value: readUsd6(row.quoteQty),
    fee: readUsd6(row.fee),
    isMaker: row.isMaker,
    realizedPnl: readUsd6(row.realizedPnl),
    timeMs: timeMs(row.time),
  }))

export const readFundingPayments = (rows: readonly FundingPaymentRow[], markets: Markets) =>
  inMarkets(rows, markets, (row, market): FundingPayment => ({
    id: row.id,
    market,
    isLong: row.isLong,
    size: lots(readDecimal(row.size, market.sizeDecimals)),
    rate8: readDecimal(row.rate, 8),
    payment: readUsd6(row.payment),
    timeMs: timeMs(row.time),
  }))
