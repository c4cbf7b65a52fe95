/**
 * The fill band of a market at its present mark and session: the range of prices at which orders may trade and rest.
 */
import { fillBandIn, highestFill, lowestFill } from '@vest/formulas'
import type { Market } from '../state/index.ts'

/** The lowest price at which an order may sell here now; the market has a mark. */
export const lowestFillIn = ({ mark, session, fillBandBps }: Market): number =>
  lowestFill(mark!, fillBandIn(session, fillBandBps))

/** The highest price at which an order may buy here now. */
export const highestFillIn = ({ mark, session, fillBandBps }: Market): number =>
  highestFill(mark!, fillBandIn(session, fillBandBps))

/** Beyond the end of the band that is unfavourable to this side, where an order can neither take nor rest. */
export const isBeyondBand = (market: Market, isBuy: boolean, price: number): boolean =>
  isBuy ? price > highestFillIn(market) : price < lowestFillIn(market)

/** The farthest price at which an order with this limit may trade. */
export const withinBand = (market: Market, isBuy: boolean, limitPrice: number): number =>
  isBuy ? Math.min(limitPrice, highestFillIn(market)) : Math.max(limitPrice, lowestFillIn(market))
