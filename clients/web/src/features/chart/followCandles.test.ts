import { expect, it, vi } from 'vitest'
import type { KlineRow } from '@vest/protocol'
import { createFrameStore, type Ticker } from '../../live/index.ts'
import { COIN, tickerOf } from '../../testing/fixtures.ts'
import type { Candle } from './candles.ts'
import type { ChartView } from './chartView.ts'
import { followCandles, type CandleSource } from './followCandles.ts'

const row = (timeMs: number, open: string): KlineRow => [timeMs, open, open, open, open, '1', timeMs, '1', 1]
const ticker = (status: Ticker['status']) => new Map([[COIN.symbol, { ...tickerOf(COIN, 100), status }]])

/** A chart whose pages wait until they are answered. */
function begin() {
  const atOnce = (callback: () => void): void => callback()
  const tickers = createFrameStore(ticker('TRADING'), atOnce)
  const asked: { readonly endTime: number | undefined; readonly answer: (rows: KlineRow[]) => void }[] = []
  const added: { readonly candles: readonly Candle[]; readonly side: string }[] = []
  let reachLeft: (oldestMs: number) => void = () => undefined
  let reconnect: () => void = () => undefined
  const none = (): void => undefined
  const stop = followCandles({
    view: {
      add: (candles: readonly Candle[], side: string) => added.push({ candles, side }),
      isEmpty: () => false,
      update: none,
      onLeftEdge(_bars: number, listener: (oldestMs: number) => void) {
        reachLeft = listener
        return none
      },
    } as unknown as ChartView,
    client: {
      klines: ({ endTime }: { readonly endTime?: number }) =>
        new Promise<KlineRow[]>((answer) => void asked.push({ endTime, answer })),
    } as unknown as CandleSource['client'],
    live: {
      tickers,
      watchCandles: () => none,
      onReconnect(listener: () => void) {
        reconnect = listener
        return none
      },
    } as unknown as CandleSource['live'],
    market: COIN,
    interval: '1m',
    onStatus: none,
  })
  const answered = async (place: number, ...rows: KlineRow[]): Promise<void> => {
    asked[place]!.answer(rows)
    await vi.waitFor(() => expect(added.at(-1)?.candles).toHaveLength(rows.length))
  }
  return {
    tickers,
    asked,
    added,
    answered,
    stop,
    reachLeft: (ms: number) => reachLeft(ms),
    reconnect: () => reconnect(),
  }
}

it('the newest candles are read again when a market comes back from a halt, in which shares may have been split', async () => {
  const { tickers, asked, added, answered, stop } = begin()
  await answered(0, row(60_000, '100'))
  tickers.set(ticker('TRADING'))
  tickers.set(ticker('HALT'))
  expect(asked).toHaveLength(1)
  tickers.set(ticker('TRADING'))
  expect(asked.map(({ endTime }) => endTime)).toEqual([undefined, undefined])
  await answered(1, row(60_000, '25'), row(120_000, '26'))
  expect(added.map(({ side }) => side)).toEqual(['newest', 'newest'])
  stop()
  tickers.set(ticker('HALT'))
  tickers.set(ticker('TRADING'))
  expect(asked.length).toBe(2)
})

it('candles that are due while older ones are being read are read after them', async () => {
  const { asked, answered, reachLeft, reconnect, stop } = begin()
  await answered(0, row(60_000, '100'))
  reachLeft(60_000)
  reconnect()
  reachLeft(60_000)
  expect(asked.map(({ endTime }) => endTime)).toEqual([undefined, 59_999])
  await answered(1, row(0, '90'), row(30_000, '95'))
  await vi.waitFor(() => expect(asked.map(({ endTime }) => endTime)).toEqual([undefined, 59_999, undefined]))
  stop()
})
