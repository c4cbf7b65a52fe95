import { timeMs, type KlineMessage } from '@vest/protocol'
import { describe, expect, it } from 'vitest'
import { createCandlesPerFrame } from './candlesPerFrame.ts'

const candle = (startMs: number, close: string): KlineMessage => [
  timeMs(startMs), '1.00', '9.00', '1.00', close, timeMs(startMs + 59_999), '1', '1', '1',
] // prettier-ignore

function start() {
  const frames: (() => void)[] = []
  const heard: string[] = []
  const candles = createCandlesPerFrame(
    (kline) => heard.push(`${kline[0]} ${kline[4]}`),
    (callback) => frames.push(callback),
  )
  return { candles, heard, frames, paint: () => frames.splice(0).forEach((frame) => frame()) }
}

describe('candles per frame', () => {
  it('one frame hands over each candle once, in its newest form; one that ended is not lost', () => {
    const { candles, heard, frames, paint } = start()
    candles.take(candle(60_000, '1.10'))
    candles.take(candle(60_000, '1.20'))
    candles.take(candle(120_000, '1.30'))
    expect([heard, frames.length]).toEqual([[], 1])
    paint()
    expect(heard).toEqual(['60000 1.20', '120000 1.30'])
    candles.take(candle(120_000, '1.40'))
    paint()
    expect(heard.slice(2)).toEqual(['120000 1.40'])
  })

  it('nothing is handed over once it is stopped', () => {
    const { candles, heard, paint } = start()
    candles.take(candle(60_000, '1.10'))
    candles.stop()
    paint()
    expect(heard).toEqual([])
  })
})
