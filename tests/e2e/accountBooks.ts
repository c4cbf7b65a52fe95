/**
 * What a trader's position and balance must be, made from the public API by the product's published formulas
 * and plain sums. The screen and the exchange are both judged by it.
 */
import {
  entryPrice,
  liquidationPrice,
  maintMarginRatio,
  takerFee,
  unrealizedPnl,
  valueScale,
} from '@vest/formulas'
import {
  lots, rate5, ratio4, readDecimal, readFunding12, ticks, usd6,
  type AccountResponse, type MarketInfo, type OrderRow,
} from '@vest/protocol' // prettier-ignore

export type PositionRow = AccountResponse['positions'][number]

const ratioOf = (text: string) => ratio4(readDecimal(text, 4))
export const takerRateOf = (market: MarketInfo) => rate5(readDecimal(market.takerFee, 5))

/** Entry and liquidation price in ticks, of an account's only position. */
export function expectedPosition(
  account: AccountResponse,
  market: MarketInfo,
): { readonly entry: number; readonly liquidation: number | undefined } {
  const row = account.positions[0]!
  const size = lots(readDecimal(row.size, market.sizeDecimals))
  const cost = usd6(readDecimal(row.cost, 6))
  const scale = valueScale(market)
  return {
    entry: entryPrice(cost, size, scale),
    liquidation: liquidationPrice({
      isLong: row.isLong,
      size,
      scale,
      mark: ticks(readDecimal(row.markPrice, market.priceDecimals)),
      equity: usd6(readDecimal(account.totalAccountValue, 6)),
      otherMaintMargin: usd6(0),
      maintMarginRatio: maintMarginRatio(ratioOf(row.initMarginRatio), ratioOf(market.maintMarginRatio)),
    }),
  }
}

/** Profit in micro-dollars at a mark in ticks. */
export const expectedPnl = (
  row: PositionRow,
  market: MarketInfo,
  at: { readonly mark: number; readonly cumFunding: string },
): number =>
  unrealizedPnl(
    {
      isLong: row.isLong,
      size: lots(readDecimal(row.size, market.sizeDecimals)),
      cost: usd6(readDecimal(row.cost, 6)),
      entryFunding: readFunding12(row.entryFunding),
    },
    {
      mark: ticks(at.mark),
      cumFunding: readFunding12(at.cumFunding),
      sizeDecimals: market.sizeDecimals,
      priceDecimals: market.priceDecimals,
    },
  )

export interface RoundTrip {
  readonly openFee: number
  readonly closeFee: number
  readonly closeValue: number
  readonly funding: number
  /** What the two orders together did to the collateral. */
  readonly result: number
}

/**
 * A long opened and closed by one market order each. The closing value follows from what was realised, and is
 * then judged by two figures that know nothing of it: the fee and the average price.
 */
export function roundTrip(input: {
  readonly opening: OrderRow
  readonly closing: OrderRow
  readonly cost: number
}): RoundTrip {
  const { opening, closing, cost } = input
  const money = (text: string | null): number => readDecimal(text ?? '0', 6)
  const openFee = money(opening.fees)
  const closeFee = money(closing.fees)
  const closeFunding = money(closing.settledFunding)
  const closeValue = money(closing.realizedPnl) - closeFunding + closeFee + cost
  const funding = closeFunding + money(opening.settledFunding)
  return { openFee, closeFee, closeValue, funding, result: closeValue - cost + funding - openFee - closeFee }
}

export const expectedFee = (valueUsd6: number, market: MarketInfo): number =>
  takerFee(usd6(valueUsd6), takerRateOf(market))
export const averagePrice = (valueUsd6: number, sizeText: string, market: MarketInfo): number =>
  entryPrice(usd6(valueUsd6), lots(readDecimal(sizeText, market.sizeDecimals)), valueScale(market))
