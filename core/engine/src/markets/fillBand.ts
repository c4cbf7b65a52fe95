/** The fill band of a market at its present mark and session: who may trade, and rest, how far from the mark. */
import type { Market } from '../state/index.ts'
import { fillBandIn, highestFill, lowestFill } from '@vest/formulas'

/** The lowest price at which anybody sells here now; the market has a mark. */
export const lowestFillIn = ({ mark, session, fillBandBps }: Market): number =>
  lowestFill(mark!, fillBandIn(session, fillBandBps))

/** The highest price at which anybody buys here now. */
export const highestFillIn = ({ mark, session, fillBandBps }: Market): number =>
  highestFill(mark!, fillBandIn(session, fillBandBps))

/** Beyond the edge that is dear for an order of this side: it can neither take nor rest there. */
export const isBeyondBand = (market: Market, isBuy: boolean, price: number): boolean =>
  isBuy ? price > highestFillIn(market) : price < lowestFillIn(market)

/** The farthest price at which an order with this limit may trade. */
export const withinBand = (market: Market, isBuy: boolean, limitPrice: number): number =>
  isBuy ? Math.min(limitPrice, highestFillIn(market)) : Math.max(limitPrice, lowestFillIn(market))
