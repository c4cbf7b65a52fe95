/**
 * The four roundings of the exchange over `bigint`. A native division truncates, which no rule asks for except
 * where it says so; every division of the twin therefore names its direction.
 */
export const floorDiv = (a: bigint, b: bigint): bigint => {
  const quotient = a / b
  return a % b !== 0n && a < 0n !== b < 0n ? quotient - 1n : quotient
}
export const ceilDiv = (a: bigint, b: bigint): bigint => -floorDiv(-a, b)
export const truncDiv = (a: bigint, b: bigint): bigint => a / b
/** Half up: ⌊(2a + b) / 2b⌋. */
export const roundDiv = (a: bigint, b: bigint): bigint => floorDiv(2n * a + b, 2n * b)

export const min = (a: bigint, b: bigint): bigint => (a < b ? a : b)
export const max = (a: bigint, b: bigint): bigint => (a > b ? a : b)
export const abs = (a: bigint): bigint => (a < 0n ? -a : a)
export const clamp = (value: bigint, low: bigint, high: bigint): bigint => max(low, min(value, high))
