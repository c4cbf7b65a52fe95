import { describe, expect, it } from 'vitest'
import { aggregate, EMPTY_MEMORY, type IndexMemory, type Quote } from './aggregate.ts'
import { aggregationParameters, type OracleMarket } from './oracleMarket.ts'

const NOW = 1_800_000_000_000
const bitcoin: OracleMarket = {
  marketId: 0,
  symbol: 'BTC-PERP',
  priceDecimals: 2,
  asset: 'crypto',
  category: 'crypto',
  tier: 'T0',
}
const parameters = aggregationParameters(bitcoin, 2)

/** "a 100 b 101@-3500" = source a says 100 now, b said 101 three and a half seconds ago. */
function quotes(text: string, nowMs = NOW): readonly Quote[] {
  return [...text.matchAll(/(\w+) (\S+?)(?:@(-?\d+))?(?:x(\d+))?(?:~(\d+))?(?= |$)/g)].map(
    ([, sourceId, price, offsetMs, weight, confBps]) => ({
      sourceId: sourceId!,
      price: Number(price),
      timeMs: nowMs + Number(offsetMs ?? 0),
      weight: Number(weight ?? 1),
      confBps: Number(confBps ?? 5),
    }),
  )
}
const evaluate = (text: string, previous: IndexMemory = EMPTY_MEMORY, nowMs = NOW) =>
  aggregate({ quotes: quotes(text, nowMs), previous, parameters, nowMs })
const priceOf = (text: string) => evaluate(text).index?.price

describe('aggregation of sources', () => {
  it.each([
    ['the middle of three', 'a 10000 b 10010 c 10020', 10010],
    ['the lower of two equals', 'a 10000 b 10010', 10000],
    ['the heavier side', 'a 10000 b 10010 c 10020x3', 10020],
    ['half the weight, rounded up, is enough', 'a 10000x2 b 10010 c 10020', 10000],
    ['nothing from one source alone', 'a 10000', undefined],
    ['nothing without sources', '', undefined],
    ['a source that is too old is dropped', 'a 10020@-3001 b 10000 c 10010', 10000],
    ['a source at its age limit counts', 'a 10020@-3000 b 10000 c 10010', 10010],
    ['a source ahead of our clock is dropped', 'a 10020@1001 b 10000 c 10010', 10000],
    ['a source a little ahead of our clock counts', 'a 10020@1000 b 10000 c 10010', 10010],
    ['an unsure source is dropped', 'a 10020~51 b 10000 c 10010', 10000],
    ['a source times ten moves nothing', 'a 100000 b 10010 c 10020', 10010],
    ['two of three far apart leave no source', 'a 10000 b 11000 c 20000', undefined],
    ['zero is no price', 'a 0 b 10000', undefined],
    ['a negative price is no price', 'a -10000 b 10000', undefined],
    ['not a number is no price', 'a NaN b 10000', undefined],
    ['half a tick is no price', 'a 10000.5 b 10010', undefined],
    ['a source speaks with its newest word only', 'a 10000@-2000 a 10030 b 10010 c 10020', 10020],
  ])('%s', (_, text, expected) => {
    expect(priceOf(text)).toBe(expected)
  })

  it('says how far the surviving sources lie from the price, and when the price was seen', () => {
    expect(evaluate('a 10000@-900 b 10010@-300 c 10025@-100').index).toEqual({
      price: 10010,
      conf: 15,
      sourceTimeMs: NOW - 300,
      held: false,
    })
  })

  it('never dates a price ahead of our own clock', () => {
    expect(evaluate('a 10000@500 b 10010@400 c 10020@900').index?.sourceTimeMs).toBe(NOW)
  })
})

describe('jump filter', () => {
  const settled = evaluate('a 10000 b 10000').memory
  const at = (seconds: number) => NOW + seconds * 1_000

  it('takes a move within the limit at once', () => {
    expect(evaluate('a 10200 b 10205', settled).index?.price).toBe(10200)
  })

  it('takes a larger move at once when all sources agree', () => {
    expect(evaluate('a 11000 b 11010 c 11020', settled).index).toMatchObject({ price: 11010, held: false })
  })

  it('holds a larger move that sources do not agree on, and takes it at the third confirmation', () => {
    const said = 'a 10950 b 11000 c 11050'
    const first = evaluate(said, settled, at(1))
    expect(first.index).toEqual({ price: 10000, sourceTimeMs: NOW, conf: 0, held: true })
    const second = evaluate(said, first.memory, at(2))
    expect(second.index?.held).toBe(true)
    const third = evaluate(said, second.memory, at(3))
    expect(third.index).toEqual({ price: 11000, sourceTimeMs: at(3), conf: 50, held: false })
  })

  it('begins to count anew when the candidate moves by more than 20 basis points', () => {
    const first = evaluate('a 10950 b 11000 c 11050', settled, at(1))
    const second = evaluate('a 11000 b 11050 c 11100', first.memory, at(2))
    expect(second.memory.candidates).toHaveLength(1)
    const third = evaluate('a 11000 b 11050 c 11100', second.memory, at(3))
    expect(third.index?.held).toBe(true)
    expect(evaluate('a 11000 b 11050 c 11100', third.memory, at(4)).index?.price).toBe(11050)
  })

  it('begins to count anew when the index came back, and when sources were missing', () => {
    const first = evaluate('a 10950 b 11000 c 11050', settled, at(1))
    expect(evaluate('a 10000 b 10001', first.memory, at(2)).memory.candidates).toEqual([])
    const missing = evaluate('a 10950', first.memory, at(2))
    expect(missing.index).toBeUndefined()
    expect(missing.memory.candidates).toEqual([])
  })

  it('does not let quotes confirm themselves by being looked at again', () => {
    let memory = settled
    for (let look = 0; look < 10; look += 1) {
      const found = aggregate({
        quotes: quotes('a 10950@-2000 b 11000@-2000 c 11050@-2000', at(2)),
        previous: memory,
        parameters,
        nowMs: at(2) + look * 100,
      })
      expect(found.index).toMatchObject({ price: 10000, held: true })
      memory = found.memory
    }
  })

  it('lets a held price grow old', () => {
    let memory = settled
    for (let second = 1; second <= 5; second += 1) {
      const wandering = 11_000 + second * 100
      const said = `a ${wandering - 50} b ${wandering} c ${wandering + 50}`
      const found = evaluate(said, memory, at(second))
      expect(found.index).toMatchObject({ held: true, sourceTimeMs: NOW })
      memory = found.memory
    }
  })
})

describe('limits by class', () => {
  const limits = (asset: OracleMarket['asset'], category: OracleMarket['category'], tier: string) => {
    const { sourceAgeMsMax, deviationBpsMax, jumpBps } = aggregationParameters(
      { ...bitcoin, asset, category, tier },
      2,
    )
    return [sourceAgeMsMax, deviationBpsMax, jumpBps]
  }
  it.each([
    ['crypto', 'crypto', 'T0', [3_000, 100, 200]],
    ['crypto', 'crypto', 'T4', [3_000, 100, 500]],
    ['stock', 'stock', 'T2', [5_000, 75, 300]],
    ['stock', 'dat', 'T5', [5_000, 75, 300]],
    ['stock', 'index', 'T1', [5_000, 75, 150]],
    ['stock', 'etf', 'T1', [5_000, 75, 150]],
    ['forex', 'forex', 'F', [5_000, 25, 75]],
  ] as const)('%s %s %s', (asset, category, tier, expected) => {
    expect(limits(asset, category, tier)).toEqual(expected)
  })
})
