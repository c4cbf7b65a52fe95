/** sfc32: a small seeded generator, so that a simulation is one number. Never used by the product. */
export interface Prng {
  /** In [0, 1). */
  next(): number
  /** Integer in [min, max]. */
  int(min: number, max: number): number
  chance(probability: number): boolean
  pick<T>(items: readonly T[]): T
}

export function createPrng(seed: number): Prng {
  let a = 0x9e3779b9 ^ seed
  let b = 0x243f6a88 + seed
  let c = 0xb7e15162 ^ (seed << 7)
  let d = 1
  const raw = (): number => {
    a |= 0
    b |= 0
    c |= 0
    d |= 0
    const t = (((a + b) | 0) + d) | 0
    d = (d + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = ((c << 21) | (c >>> 11)) + t
    c |= 0
    return t >>> 0
  }
  for (let i = 0; i < 20; i += 1) raw()
  const next = (): number => raw() / 4_294_967_296
  const int = (min: number, max: number): number => min + Math.floor(next() * (max - min + 1))
  return {
    next,
    int,
    chance: (probability) => next() < probability,
    pick: (items) => items[int(0, items.length - 1)]!,
  }
}
