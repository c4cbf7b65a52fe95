import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Address, timeMs } from '@vest/protocol'
import { forgetOld, isNonceUsed, noncesOf, useNonce } from './nonces.ts'
import { createExchange } from '../state/exchange.ts'

const SIGNER: Address = `0x${'5'.repeat(40)}`
const HOUR_MS = 3_600_000

/** Does it lie between two that were used in one hour, of which nothing can be under way any more? */
function isBetween(nonce: number, usedMs: ReadonlyMap<number, number>, nowMs: number): boolean {
  const hourOf = (atMs: number) => Math.floor(atMs / HOUR_MS)
  const hoursOf = (isOn: (one: number) => boolean) =>
    new Set([...usedMs].filter(([one]) => isOn(one)).map(([, atMs]) => hourOf(atMs)))
  const above = hoursOf((one) => one > nonce)
  return [...hoursOf((one) => one < nonce)].some((hour) => above.has(hour) && hour <= hourOf(nowMs) - 2)
}

describe('nonces of a key', () => {
  it('are used exactly once, in any order, counted or by the clock, and known for a whole day after it, and after the time it was signed for', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.record({
            nonce: fc.oneof(fc.nat(40), fc.integer({ min: 1_700_000_000_000, max: 1_700_000_000_300 })),
            laterMs: fc.oneof(fc.constant(0), fc.nat(5 * HOUR_MS)),
            aheadMs: fc.oneof(fc.constant(0), fc.constant(-10_000), fc.nat(60 * HOUR_MS)),
          }),
          { maxLength: 300 },
        ),
        (steps) => {
          const exchange = createExchange()
          exchange.timeMs = timeMs(1_700_000_000_000)
          const usedMs = new Map<number, number>()
          for (const { nonce, laterMs, aheadMs } of steps) {
            exchange.timeMs = timeMs(exchange.timeMs + laterMs)
            forgetOld(exchange)
            const nonces = noncesOf(exchange, SIGNER)
            const atMs = usedMs.get(nonce)
            const isUsed = isNonceUsed(exchange, nonces.index, nonce)
            // One that never was is refused only between two of one hour that is long over.
            if (atMs === undefined) expect(isUsed && !isBetween(nonce, usedMs, exchange.timeMs)).toBe(false)
            else if (exchange.timeMs - atMs <= 24 * HOUR_MS) expect(isUsed).toBe(true)
            if (isUsed) continue
            useNonce(exchange, nonces.index, nonce, exchange.timeMs + aheadMs)
            usedMs.set(nonce, exchange.timeMs + Math.max(0, aheadMs))
            expect(isNonceUsed(exchange, nonces.index, nonce)).toBe(true)
          }
        },
      ),
      { numRuns: 200 },
    )
  })

  it('between two of an hour that is long over count as used, as long as those two are known; no others', () => {
    const step = fc.record({
      // Of the clock, sparse; of another program with the same key, which counts; of one that counts far above.
      nonce: fc.oneof(
        fc.integer({ min: 0, max: 4_000 }).map((n) => 1_700_000_000_000 + 1_000 * n),
        fc.nat(30).map((n) => 2 * n),
        fc.nat(9).map((n) => 1_700_000_000_000_000 + 1_000_000 * n),
      ),
      laterMs: fc.oneof(fc.constant(0), fc.nat(HOUR_MS / 6), fc.nat(5 * HOUR_MS)),
    })
    fc.assert(
      fc.property(
        fc.array(step, { maxLength: 120, size: 'max' }),
        fc.array(fc.nat(), { maxLength: 10 }),
        (steps, asked) => {
          const exchange = createExchange()
          exchange.timeMs = timeMs(1_700_000_000_000)
          const { index } = noncesOf(exchange, SIGNER)
          const hours = new Map<number, number>()
          const hourNow = (): number => Math.floor(exchange.timeMs / HOUR_MS)
          const isKnown = (nonce: number): boolean => {
            if (hours.has(nonce)) return true
            const known = [...hours.keys()].toSorted((a, b) => a - b)
            const [before, next] = [known.findLast((one) => one < nonce), known.find((one) => one > nonce)]
            if (before === undefined || next === undefined || next - before > HOUR_MS) return false
            return hours.get(before) === hours.get(next) && hours.get(next)! <= hourNow() - 2
          }
          for (const { nonce, laterMs } of steps) {
            exchange.timeMs = timeMs(exchange.timeMs + laterMs)
            forgetOld(exchange)
            for (const [one, hour] of hours) if (hour < hourNow() - 24) hours.delete(one)
            expect(isNonceUsed(exchange, index, nonce)).toBe(isKnown(nonce))
            if (isKnown(nonce)) continue
            useNonce(exchange, index, nonce, exchange.timeMs)
            hours.set(nonce, hourNow())
          }
          for (const { nonce } of steps)
            for (const near of [nonce - 1, nonce + 1, ...asked.map((one) => nonce + (one % 5_000))])
              expect(isNonceUsed(exchange, index, near)).toBe(isKnown(near))
        },
      ),
      { numRuns: 300 },
    )
  })

  it('of a key that counts take no memory', () => {
    const exchange = createExchange()
    const nonces = noncesOf(exchange, SIGNER)
    for (let nonce = 1; nonce <= 10_000; nonce++) useNonce(exchange, nonces.index, nonce, 0)
    expect(nonces.runs).toEqual([])
    expect(nonces.stragglers.size).toBe(0)
    expect(nonces.last).toBe(10_000)
  })
})
