import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { aggregate, EMPTY_MEMORY, type IndexMemory, type Quote } from './aggregate.ts'
import { aggregationParameters } from './oracleMarket.ts'

const NOW = 1_800_000_000_000
const parameters = aggregationParameters(
  { marketId: 0, symbol: 'ETH-PERP', priceDecimals: 3, asset: 'crypto', category: 'crypto', tier: 'T0' },
  2,
)

/** Anything a broken or hostile source may send. */
const hostileNumber = fc.oneof(
  fc.integer({ min: -1_000_000, max: 100_000_000 }),
  fc.constantFrom(NaN, Infinity, -Infinity, 0, -0, 0.5, 1e300, Number.MAX_SAFE_INTEGER, -1),
  fc.double(),
)
const hostileQuote = (sourceId: string): fc.Arbitrary<Quote> =>
  fc.record({
    sourceId: fc.constant(sourceId),
    price: hostileNumber,
    confBps: hostileNumber,
    timeMs: fc.oneof(fc.integer({ min: NOW - 60_000, max: NOW + 60_000 }), hostileNumber),
    weight: fc.oneof(fc.constant(1), hostileNumber),
  })
const honestQuotes = (price: number, nowMs: number, spread: readonly [number, number]): readonly Quote[] =>
  spread.map((bps, source) => ({
    sourceId: `honest-${source}`,
    price: Math.round(price * (1 + bps / 10_000)),
    confBps: 3,
    timeMs: nowMs - 100 - source,
    weight: 1,
  }))
const smallBps = fc.double({ min: -10, max: 10, noNaN: true })

describe('aggregation', () => {
  it('never lets one hostile source of three take the index outside the honest two', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 10_000, max: 50_000_000 }),
        fc.tuple(smallBps, smallBps),
        fc.array(fc.array(hostileQuote('hostile'), { maxLength: 4 }), { minLength: 1, maxLength: 30 }),
        (price, spread, attacks) => {
          let memory: IndexMemory = EMPTY_MEMORY
          for (const [turn, attack] of attacks.entries()) {
            const nowMs = NOW + turn * 1_000
            const honest = honestQuotes(price, nowMs, spread)
            // Weight 1 like every other source's: weights are ours to give.
            const quotes = [...honest, ...attack.map((quote) => ({ ...quote, weight: 1 }))]
            const { index, memory: next } = aggregate({ quotes, previous: memory, parameters, nowMs })
            memory = next
            const prices = honest.map((quote) => quote.price)
            expect(index).toBeDefined()
            expect(index!.price).toBeGreaterThanOrEqual(Math.min(...prices))
            expect(index!.price).toBeLessThanOrEqual(Math.max(...prices))
            expect(index!.sourceTimeMs).toBeLessThanOrEqual(nowMs)
            expect(index!.sourceTimeMs).toBeGreaterThanOrEqual(nowMs - parameters.sourceAgeMsMax)
          }
        },
      ),
    )
  })

  it('answers any input with positive integers within its own limits, or not at all', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.constantFrom('a', 'b', 'c', 'd').chain((sourceId) => hostileQuote(sourceId)),
          { maxLength: 12 },
        ),
        fc.option(fc.integer({ min: 1, max: 100_000_000 }), { nil: undefined }),
        (quotes, last) => {
          const previous =
            last === undefined ? EMPTY_MEMORY : ({ ...EMPTY_MEMORY, price: last } as IndexMemory)
          const { index } = aggregate({ quotes, previous, parameters, nowMs: NOW })
          if (index === undefined) return
          expect(Number.isSafeInteger(index.price) && index.price > 0).toBe(true)
          expect(Number.isSafeInteger(index.conf) && index.conf >= 0).toBe(true)
          expect(index.conf * 10_000).toBeLessThanOrEqual(2 * parameters.deviationBpsMax * index.price * 1.02)
          expect(quotes.some((quote) => quote.price === index.price)).toBe(true)
        },
      ),
    )
  })

  it('does not depend on the order of sources', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(
          fc.record({
            sourceId: fc.string({ minLength: 1, maxLength: 3 }),
            price: fc.integer({ min: 9_900, max: 10_100 }),
            confBps: fc.constant(1),
            timeMs: fc.integer({ min: NOW - 3_000, max: NOW }),
            weight: fc.integer({ min: 1, max: 5 }),
          }),
          { selector: (quote) => quote.sourceId, maxLength: 7 },
        ),
        fc.integer({ min: 0, max: 6 }),
        (quotes, rotation) => {
          const turned = [...quotes.slice(rotation), ...quotes.slice(0, rotation)]
          const evaluate = (input: readonly Quote[]) =>
            aggregate({ quotes: input, previous: EMPTY_MEMORY, parameters, nowMs: NOW }).index
          expect(evaluate(turned)).toEqual(evaluate(quotes))
        },
      ),
    )
  })

  it('moves beyond the jump limit only by agreement of all or by three turns with news', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.integer({ min: 9_000, max: 11_000 }), fc.integer({ min: 0, max: 40 })), {
          minLength: 1,
          maxLength: 20,
        }),
        (walk) => {
          let memory: IndexMemory = EMPTY_MEMORY
          let said: number[] = []
          for (const [turn, [price, gapBps]] of walk.entries()) {
            const nowMs = NOW + turn * 1_000
            const before = memory.price
            const quotes = honestQuotes(price, nowMs, [0, gapBps])
            const { index, memory: next } = aggregate({ quotes, previous: memory, parameters, nowMs })
            memory = next
            said = [...said, price]
            if (index === undefined || before === undefined || index.held) continue
            const isJump = Math.abs(index.price - before) * 10_000 > parameters.jumpBps * before
            if (!isJump) continue
            const prices = quotes.map((quote) => quote.price)
            const agrees = (Math.max(...prices) - Math.min(...prices)) * 10_000 <= 20 * Math.min(...prices)
            const lastThree = said.slice(-3)
            const confirmed =
              lastThree.length === 3 &&
              Math.max(...lastThree) - Math.min(...lastThree) <= (20 * index.price) / 10_000 + 1
            expect(agrees || confirmed).toBe(true)
          }
        },
      ),
    )
  })
})
