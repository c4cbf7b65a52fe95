/**
 * Divides an integer number of units by weights without a remainder: each gets ⌊ total · weight / Σ weights ⌋, and the
 * rest goes unit by unit to the largest remainders, equal ones in the given order.
 */
import { assert } from '@vest/protocol'

export function divideByWeight(total: number, weights: readonly number[]): number[] {
  const sum = weights.reduce((all, weight) => all + BigInt(weight), 0n)
  assert(sum > 0n, 'the weights have a sum above 0')
  const parts = weights.map((weight, at) => {
    const product = BigInt(total) * BigInt(weight)
    return { at, units: Number(product / sum), remainder: product % sum }
  })
  let left = total - parts.reduce((all, { units }) => all + units, 0)
  const byRemainder = [...parts].sort((a, b) =>
    a.remainder === b.remainder ? a.at - b.at : a.remainder > b.remainder ? -1 : 1,
  )
  for (const part of byRemainder) {
    if (left === 0) break
    part.units += 1
    left -= 1
  }
  return parts.map(({ units }) => units)
}
