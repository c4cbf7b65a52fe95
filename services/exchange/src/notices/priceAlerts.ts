/**
 * When an alert calls: the mark has reached its price. One that calls every time waits until the mark has left the price by
 * a tenth of a percent, so that a price that trembles about it calls once.
 */
import { divCeil, mulDivFloor, ticks, type Ticks } from '@vest/protocol'
import type { KeptAlert } from './noticeDocument.ts'

const AWAY_PART = 1_000

export const isReached = ({ price, isAbove }: Pick<KeptAlert, 'price' | 'isAbove'>, mark: Ticks): boolean =>
  isAbove ? mark >= price : mark <= price

const isAway = ({ price, isAbove }: KeptAlert, mark: Ticks): boolean => {
  const step = Math.max(1, divCeil(price, AWAY_PART))
  return isAbove ? mark <= price - step : mark >= price + step
}

export type AlertStep = 'calls' | 'arms' | undefined

export function alertStep(alert: KeptAlert, mark: Ticks): AlertStep {
  if (alert.isArmed) return isReached(alert, mark) ? 'calls' : undefined
  return isAway(alert, mark) ? 'arms' : undefined
}

/** The same value in units of another share; never nothing. */
export const splitPrice = (price: Ticks, newShares: number, oldShares: number): Ticks =>
  ticks(Math.max(1, mulDivFloor(price, oldShares, newShares)))
