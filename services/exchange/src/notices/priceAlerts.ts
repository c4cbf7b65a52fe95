/**
 * Decides when an alert is told: the mark has reached its price. A repeating alert then waits until the mark has left the price
 * by 0.1 %, so that a mark that moves around the price is told once.
 */
import { isPriceReached } from '@vest/formulas'
import { divCeil, mulDivFloor, ticks, type Ticks } from '@vest/protocol'
import type { KeptAlert } from './noticeDocument.ts'

const AWAY_PART = 1_000

const isAway = ({ price, isAbove }: KeptAlert, mark: Ticks): boolean => {
  const step = Math.max(1, divCeil(price, AWAY_PART))
  return isAbove ? mark <= price - step : mark >= price + step
}

export type AlertStep = 'calls' | 'arms' | undefined

export function alertStep(alert: KeptAlert, mark: Ticks): AlertStep {
  if (alert.isArmed) return isPriceReached(alert, mark) ? 'calls' : undefined
  return isAway(alert, mark) ? 'arms' : undefined
}

/** The same value in units of another share; never nothing. */
export const splitPrice = (price: Ticks, newShares: number, oldShares: number): Ticks =>
  ticks(Math.max(1, mulDivFloor(price, oldShares, newShares)))
