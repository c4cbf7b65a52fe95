/**
 * Seeded randomness: xoshiro128** (Blackman and Vigna, 2018), seeded by SHA-256 of a text. Its state is four
 * 32-bit words, so a path can be saved and taken up again at the very same draw.
 */
import { createHash } from 'node:crypto'

export type RandomState = readonly [number, number, number, number]

export interface Random {
  /** Uniform in 0 ... 2^32 - 1. */
  nextUint32(): number
  /** Uniform in the open interval (0, 1). */
  uniform(): number
  /** Normal with mean 0 and variance 1. */
  normal(): number
  state(): RandomState
}

export function createRandom(seed: RandomState): Random {
  let [a, b, c, d] = seed

  function nextUint32(): number {
    const scrambled = Math.imul(b, 5)
    const result = Math.imul((scrambled << 7) | (scrambled >>> 25), 9) >>> 0
    const shifted = b << 9
    c ^= a
    d ^= b
    b ^= c
    a ^= d
    c ^= shifted
    d = (d << 11) | (d >>> 21)
    return result
  }
  const uniform = (): number => (nextUint32() + 0.5) / 4_294_967_296

  return {
    nextUint32,
    uniform,
    // Box-Muller, one of its two values: without a spare the four words are the whole state.
    normal: () => Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform()),
    state: () => [a >>> 0, b >>> 0, c >>> 0, d >>> 0],
  }
}

/** The state that SHA-256 gives to a text; never all zero in practice, and never here. */
export function seedState(text: string): RandomState {
  const digest = createHash('sha256').update(text).digest()
  return [digest.readUInt32LE(0) | 1, digest.readUInt32LE(4), digest.readUInt32LE(8), digest.readUInt32LE(12)]
}

/** An independent state for each (level, index) under one seed: random access into a tree of generators. */
export function deriveState(seed: RandomState, level: number, index: number): RandomState {
  const key =
    Math.imul(index + 1, 0x9e3779b1) ^ Math.imul(level + 1, 0x85ebca77) ^ Math.floor(index / 4_294_967_296)
  return [
    mix(seed[0] ^ key) | 1,
    mix(seed[1] + key),
    mix(seed[2] ^ Math.imul(key, 0xc2b2ae3d)),
    mix(seed[3] + Math.imul(key, 0x27d4eb2f)),
  ]
}

/** The finaliser of MurmurHash3: every input bit reaches every output bit. */
function mix(value: number): number {
  let bits = value | 0
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b)
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35)
  return (bits ^ (bits >>> 16)) >>> 0
}
