import { describe, expect, it } from 'vitest'
import { type Address, timeMs } from '@vest/protocol'
import { forgetOld, isNonceUsed, noncesOf, useNonce } from './nonces.ts'
import { isIdKnown, takeId } from './orderIds.ts'
import { decodeStateBytes, encodeStateBytes } from '../snapshot/snapshot.ts'
import { type SignerNonces } from '../state/tables/signingKeys.ts'
import { createExchange, type Exchange } from '../state/exchange.ts'

const SIGNER: Address = `0x${'5'.repeat(40)}`
const HOUR_MS = 3_600_000
/** The beginning of an hour. */
const START_MS = 472_222 * HOUR_MS

function exchangeAt(atMs: number): Exchange {
  const exchange = createExchange()
  exchange.timeMs = timeMs(atMs)
  return exchange
}
const goTo = (exchange: Exchange, atMs: number): void => {
  exchange.timeMs = timeMs(atMs)
  forgetOld(exchange)
}

describe('nonces of a key', () => {
  const used = (exchange: Exchange, nonces: readonly number[]): readonly number[] => {
    const { index } = noncesOf(exchange, SIGNER)
    return nonces.filter((nonce) => isNonceUsed(exchange, index, nonce))
  }

  it('are found in the run that goes on, in earlier runs and among those that came late', () => {
    const exchange = exchangeAt(START_MS)
    const { index } = noncesOf(exchange, SIGNER)
    for (const nonce of [5, 6, 7, 20, 21, 40, 60, 61, 10, 3])
      useNonce(exchange, index, nonce, exchange.timeMs)
    const all = Array.from({ length: 70 }, (_, nonce) => nonce)
    expect(used(exchange, all)).toEqual([3, 5, 6, 7, 10, 20, 21, 40, 60, 61])
    expect(exchange.signers[index]!.runs).toEqual([5, 7, 472_222, 20, 21, 472_222, 40, 40, 472_222])
    expect([...exchange.signers[index]!.stragglers.keys()]).toEqual([10, 3])
  })

  it('that count on begin a new run with a new hour, to the millisecond', () => {
    const exchange = exchangeAt(START_MS)
    const { index } = noncesOf(exchange, SIGNER)
    useNonce(exchange, index, 1, exchange.timeMs)
    goTo(exchange, START_MS + HOUR_MS - 1)
    useNonce(exchange, index, 2, exchange.timeMs)
    expect(exchange.signers[index]!.runs).toEqual([])
    goTo(exchange, START_MS + HOUR_MS)
    useNonce(exchange, index, 3, exchange.timeMs)
    expect(exchange.signers[index]!.runs).toEqual([1, 2, 472_222])
    expect(used(exchange, [1, 2, 3, 4])).toEqual([1, 2, 3])
  })

  it('that never were, or are forgotten, cost an hour nothing', () => {
    const exchange = exchangeAt(START_MS)
    const { index } = noncesOf(exchange, SIGNER)
    const idle = noncesOf(exchange, `0x${'6'.repeat(40)}`)
    useNonce(exchange, index, 7, exchange.timeMs)
    let looks = 0
    const lookAt = (entry: SignerNonces): unknown =>
      Object.defineProperty(entry, 'hour', { get: () => ((looks += 1), START_MS / HOUR_MS) })
    lookAt(idle)
    goTo(exchange, START_MS + HOUR_MS)
    expect(looks).toBe(0)
    lookAt(exchange.signers[index]!)
    goTo(exchange, START_MS + 2 * HOUR_MS)
    expect(looks).toBeGreaterThan(0)
    goTo(exchange, START_MS + 26 * HOUR_MS)
    expect(used(exchange, [7])).toEqual([])
    looks = 0
    goTo(exchange, START_MS + 27 * HOUR_MS)
    expect(looks).toBe(0)
    useNonce(exchange, index, 8, exchange.timeMs)
    expect(used(exchange, [7, 8])).toEqual([8])
  })

  it('are known through a whole day and forgotten with the hour after it, run by run', () => {
    const exchange = exchangeAt(START_MS)
    const { index } = noncesOf(exchange, SIGNER)
    // A run and a late one in each of the first three hours, too far apart for what lies between to be taken for used.
    const FAR = 4_000_000
    for (let hour = 0; hour < 3; hour += 1) {
      goTo(exchange, START_MS + hour * HOUR_MS)
      useNonce(exchange, index, FAR + 10 * hour, exchange.timeMs)
      useNonce(exchange, index, 50 + hour, exchange.timeMs)
    }
    const all = [50, 51, 52, FAR, FAR + 10, FAR + 20]
    goTo(exchange, START_MS + 25 * HOUR_MS - 1)
    expect(used(exchange, all)).toEqual(all)
    goTo(exchange, START_MS + 25 * HOUR_MS)
    expect(used(exchange, all)).toEqual([51, 52, FAR + 10, FAR + 20])
    goTo(exchange, START_MS + 26 * HOUR_MS)
    expect(used(exchange, all)).toEqual([52, FAR + 20])
    goTo(exchange, START_MS + 27 * HOUR_MS)
    expect(used(exchange, all)).toEqual([])
    // What a new one should exceed is known all the same.
    expect(exchange.signers[index]!.last).toBe(FAR + 20)
    useNonce(exchange, index, FAR + 21, exchange.timeMs)
    expect(used(exchange, [FAR + 20, FAR + 21, FAR + 22])).toEqual([FAR + 21])
  })

  it('are forgotten later where the parameter says so', () => {
    const exchange = exchangeAt(START_MS)
    exchange.parameters.nonceKeptMs = 24 * HOUR_MS + 1
    const { index } = noncesOf(exchange, SIGNER)
    for (const nonce of [1, 5, 3]) useNonce(exchange, index, nonce, exchange.timeMs)
    goTo(exchange, START_MS + 25 * HOUR_MS)
    expect(used(exchange, [1, 3, 5])).toEqual([1, 3, 5])
    goTo(exchange, START_MS + 26 * HOUR_MS)
    expect(used(exchange, [1, 3, 5])).toEqual([])
  })

  it('of something signed for a time to come are known for a day from then on', () => {
    const known = (nonces: readonly number[]): readonly number[] => {
      const exchange = exchangeAt(START_MS)
      const { index } = noncesOf(exchange, SIGNER)
      const signedMs = START_MS + 37 * HOUR_MS
      // One of a run, one that began a run, one that came late; the last is signed for the present.
      for (const nonce of [6, 7, 20, 3]) useNonce(exchange, index, nonce, signedMs)
      useNonce(exchange, index, 30, START_MS)
      goTo(exchange, signedMs)
      return used(exchange, nonces)
    }
    expect(known([3, 6, 7, 20])).toEqual([3, 6, 7, 20])
    const exchange = exchangeAt(START_MS)
    const { index } = noncesOf(exchange, SIGNER)
    useNonce(exchange, index, 1, START_MS + 37 * HOUR_MS)
    goTo(exchange, START_MS + (37 + 25) * HOUR_MS - 1)
    expect(used(exchange, [1])).toEqual([1])
    goTo(exchange, START_MS + (37 + 25) * HOUR_MS)
    expect(used(exchange, [1])).toEqual([])
  })

  it('of a run that goes on keep the longer of both memories', () => {
    const exchange = exchangeAt(START_MS)
    const { index } = noncesOf(exchange, SIGNER)
    useNonce(exchange, index, 1, START_MS)
    useNonce(exchange, index, 2, START_MS + 30 * HOUR_MS)
    useNonce(exchange, index, 3, START_MS)
    expect(exchange.signers[index]!.runs).toEqual([1, 1, 472_222])
    goTo(exchange, START_MS + 54 * HOUR_MS)
    expect(used(exchange, [1, 2, 3])).toEqual([2, 3])
  })

  describe('that leap', () => {
    /** As many milliseconds as a program that signs with the time leaves between two messages. */
    const LEAP = 7
    const leapt = (messages: number): Exchange => {
      const exchange = exchangeAt(START_MS)
      const { index } = noncesOf(exchange, SIGNER)
      for (let n = 1; n <= messages; n += 1) useNonce(exchange, index, n * LEAP, exchange.timeMs)
      return exchange
    }
    const kept = ({ signers }: Exchange): number => signers[0]!.runs.length / 3 + signers[0]!.stragglers.size

    it('are kept one by one as long as there are not many', () => {
      const exchange = leapt(20_000)
      expect(kept(exchange)).toBe(19_999)
      expect(used(exchange, [1, 6, 7, 8, 13, 14, 139_999, 140_000])).toEqual([7, 14, 140_000])
    })

    it('are all known, with what lay between the oldest of them: what could be under way is told apart', () => {
      const messages = 200_000
      const exchange = leapt(messages)
      expect(kept(exchange)).toBeLessThanOrEqual(20_000)
      const { index } = noncesOf(exchange, SIGNER)
      let between = 0
      for (let n = 1; n <= messages; n += 1) {
        expect(isNonceUsed(exchange, index, n * LEAP)).toBe(true)
        // As many as a key can send in a minute are behind it.
        if (n > messages - 10_000) expect(isNonceUsed(exchange, index, n * LEAP - 3)).toBe(false)
        else if (isNonceUsed(exchange, index, n * LEAP - 3)) between += 1
      }
      expect(between).toBeGreaterThan(messages / 2)
    })

    it('and those that come from below, one after the other, as well', () => {
      const exchange = leapt(0)
      const { index } = noncesOf(exchange, SIGNER)
      const highest = 1_000_000
      for (let n = 0; n < 100_000; n += 1) useNonce(exchange, index, highest - n * LEAP, exchange.timeMs)
      expect(kept(exchange)).toBeLessThanOrEqual(40_000)
      for (let n = 0; n < 100_000; n += 1) expect(isNonceUsed(exchange, index, highest - n * LEAP)).toBe(true)
      for (let n = 90_000; n < 100_000; n += 1)
        expect(isNonceUsed(exchange, index, highest - n * LEAP - 3)).toBe(false)
    })

    it('of two programs with one key, far from each other, leave each other alone', () => {
      const exchange = leapt(0)
      const { index } = noncesOf(exchange, SIGNER)
      const [millis, micros] = [1_700_000_000_000, 1_700_000_000_000_000]
      for (let n = 1; n <= 60_000; n += 1) {
        for (const nonce of [micros + n * 10 * LEAP, millis + n * LEAP]) {
          expect(isNonceUsed(exchange, index, nonce)).toBe(false)
          useNonce(exchange, index, nonce, exchange.timeMs)
        }
      }
      expect(kept(exchange)).toBeLessThanOrEqual(40_000)
      for (let n = 1; n <= 60_000; n += 1)
        for (const nonce of [micros + n * 10 * LEAP, millis + n * LEAP])
          expect(isNonceUsed(exchange, index, nonce)).toBe(true)
    })

    it('leave a run an hour once nothing of it can arrive any more, and are forgotten hour by hour', () => {
      const exchange = leapt(0)
      const { index } = noncesOf(exchange, SIGNER)
      const day = 24 * HOUR_MS
      const kept: number[] = []
      for (let at = 0; at < day; at += 10_000) {
        goTo(exchange, START_MS + at)
        useNonce(exchange, index, exchange.timeMs, exchange.timeMs)
        kept.push(exchange.signers[0]!.runs.length / 3)
      }
      // What the hour and the one before left, beside one for each that is over.
      expect(Math.max(...kept)).toBeLessThan(2 * 360 + 24)
      const between = (hour: number): number => START_MS + hour * HOUR_MS + 5_000
      expect(used(exchange, [between(0), between(21), between(22), between(23)])).toEqual([
        between(0),
        between(21),
      ])
      goTo(exchange, START_MS + 25 * HOUR_MS - 1)
      expect(used(exchange, [START_MS, between(0)])).toEqual([START_MS, between(0)])
      goTo(exchange, START_MS + 25 * HOUR_MS)
      expect(used(exchange, [START_MS, between(0)])).toEqual([])
      expect(used(exchange, [START_MS + HOUR_MS, between(1)])).toEqual([START_MS + HOUR_MS, between(1)])
    })

    it('are forgotten after a day as others are', () => {
      const exchange = leapt(100_000)
      goTo(exchange, START_MS + 25 * HOUR_MS)
      expect(kept(exchange)).toBe(0)
      expect(used(exchange, [LEAP, 700_000])).toEqual([])
    })

    it('are in the text of the state, joined to runs or one by one: it is read back as it was written', () => {
      const exchange = leapt(200_000)
      expect(kept(exchange)).toBeGreaterThan(10_000)
      const text = encodeStateBytes(exchange)
      const back = decodeStateBytes(text)
      expect(kept(back)).toBe(kept(exchange))
      expect(encodeStateBytes(back).equals(text)).toBe(true)
    })
  })

  it('of a key that counts take no memory but for its run, nor do late ones that are forgotten', () => {
    const exchange = exchangeAt(START_MS)
    const entry = noncesOf(exchange, SIGNER)
    const maps = () => Object.values(entry).filter((held) => held instanceof Map)
    const use = (nonce: number) => useNonce(exchange, entry.index, nonce, exchange.timeMs)
    for (const nonce of [1, 2, 3]) use(nonce)
    expect(used(exchange, [1, 2, 3, 4])).toEqual([1, 2, 3])
    expect(encodeStateBytes(decodeStateBytes(encodeStateBytes(exchange)))).toEqual(encodeStateBytes(exchange))
    expect(maps()).toEqual([])
    use(9)
    use(5)
    expect(used(exchange, [4, 5, 9])).toEqual([5, 9])
    expect(maps()).toEqual([new Map([[5, 472_222]])])
    for (let hour = 1; hour < 30; hour += 1) goTo(exchange, START_MS + hour * HOUR_MS)
    expect(used(exchange, [5, 9])).toEqual([])
    use(10)
    for (let hour = 30; hour < 60; hour += 1) goTo(exchange, START_MS + hour * HOUR_MS)
    expect(maps()).toEqual([])
  })

  it('of one key are not those of another', () => {
    const exchange = exchangeAt(START_MS)
    const one = noncesOf(exchange, SIGNER)
    const other = noncesOf(exchange, `0x${'6'.repeat(40)}`)
    useNonce(exchange, one.index, 7, exchange.timeMs)
    expect(noncesOf(exchange, SIGNER)).toBe(one)
    expect(isNonceUsed(exchange, other.index, 7)).toBe(false)
    expect(isNonceUsed(exchange, one.index, 7)).toBe(true)
  })
})

describe('ids of orders', () => {
  const termsOf = (...words: readonly number[]): Int32Array => Int32Array.from([9, 9, 9, 9, 9, 9, ...words])

  it('are taken once, and told apart by the last 52 bits', () => {
    const exchange = exchangeAt(START_MS)
    const id = termsOf(0x1234_5678, 77)
    expect(isIdKnown(exchange, id, 0)).toBe(false)
    expect(takeId(exchange, id, 0)).toBe(true)
    expect(takeId(exchange, id, 0)).toBe(false)
    expect(isIdKnown(exchange, id, 0)).toBe(true)
    for (const other of [termsOf(0x1234_5679, 77), termsOf(0x1234_5678, 78)])
      expect(isIdKnown(exchange, other, 0)).toBe(false)
  })

  it('are known for two to four minutes', () => {
    const exchange = exchangeAt(START_MS)
    forgetOld(exchange)
    const [first, second] = [termsOf(1, 1), termsOf(2, 2)]
    takeId(exchange, first, 0)
    goTo(exchange, START_MS + 119_999)
    takeId(exchange, second, 0)
    // A turn: what was new is old, and refused from there as well.
    goTo(exchange, START_MS + 120_000)
    expect([first, second].map((id) => takeId(exchange, id, 0))).toEqual([false, false])
    expect([first, second].map((id) => isIdKnown(exchange, id, 0))).toEqual([true, true])
    goTo(exchange, START_MS + 239_999)
    expect([first, second].map((id) => isIdKnown(exchange, id, 0))).toEqual([true, true])
    goTo(exchange, START_MS + 240_000)
    expect([first, second].map((id) => isIdKnown(exchange, id, 0))).toEqual([false, false])
    expect([first, second].map((id) => takeId(exchange, id, 0))).toEqual([true, true])
  })
})
