/**
 * The steps of price by which a book is grouped, in ticks: 1, 2, 5, 10, … as many as leave a group below 1 % of the
 * price. Our own book offers them, `tickSizes` of GET /exchangeInfo tells them, and `{symbol}@depth_{tick}` takes them.
 */
import type { Ticks } from './units.ts'

const STEPS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000] as const

/** The one that our own book opens with. */
export const DEFAULT_PRICE_STEP = STEPS[0]

/** One that is offered at some price. */
export const isPriceStep = (step: number): boolean => (STEPS as readonly number[]).includes(step)

/** What is offered at this price, smallest first; one tick alone while there is none. */
export const priceSteps = (price: Ticks | undefined): readonly number[] =>
  STEPS.filter((step) => step === DEFAULT_PRICE_STEP || (price !== undefined && step * 100 <= price))
