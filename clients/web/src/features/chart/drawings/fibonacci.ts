/** Levels of a Fibonacci retracement: what part of the way from its first point to its second one is given back. */

export const FIBONACCI_RATIOS = [0, 0.236, 0.382, 0.5, 0.618, 0.786, 1] as const

export interface FibonacciLevel {
  readonly ratio: number
  /** In the unit of what was handed in: a price, or a height of the pane. */
  readonly value: number
}

/** Nothing given back is the second point, all of it the first. */
export const fibonacciLevels = (first: number, second: number): readonly FibonacciLevel[] =>
  FIBONACCI_RATIOS.map((ratio) => ({ ratio, value: second + (first - second) * ratio }))
