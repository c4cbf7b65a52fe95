import type { TFunction } from 'i18next'
import { afterEach, expect, it, vi } from 'vitest'
import { createFrameStore, EMPTY_ACCOUNT, type Live } from '../../live/index.ts'
import { at, COIN, MARKETS, restingOrder, tickerOf } from '../../testing/fixtures.ts'
import type { ChartLine } from './chartLines.ts'
import { followLines } from './followLines.ts'
import { NO_MOVES } from './lineMoves.ts'
import { NO_EXITS, waitingExitsStore } from './waitingExits.ts'

const atOnce = (callback: () => void): void => callback()
const limit = restingOrder(1)

afterEach(() => vi.unstubAllGlobals())

it('exits that ride on a limit order are drawn as soon as they are read, and gone when they are not wanted', () => {
  vi.stubGlobal('requestAnimationFrame', atOnce)
  const live = {
    account: createFrameStore({ ...EMPTY_ACCOUNT, orders: new Map([[limit.id, limit]]) }, atOnce),
    markets: createFrameStore(MARKETS, atOnce),
    tickers: createFrameStore(new Map([[COIN.symbol, tickerOf(COIN, 312.48)]]), atOnce),
  } as unknown as Live
  let lines: readonly ChartLine[] = []
  const stop = followLines(
    { setLines: (next) => (lines = next) },
    {
      live,
      market: COIN,
      moves: createFrameStore(NO_MOVES, atOnce),
      hidden: ['mark'],
      t: ((key: string) => key) as unknown as TFunction,
    },
  )
  const prices = () => lines.map((line) => line.axisText)
  expect(prices()).toEqual(['300.00'])
  waitingExitsStore(live).set(new Map([[limit.id, [{ orderType: 'STOP_LOSS', price: at(COIN, 290) }]]]))
  expect(prices()).toEqual(['300.00', '290.00'])
  waitingExitsStore(live).set(NO_EXITS)
  expect(prices()).toEqual(['300.00'])
  stop()
  waitingExitsStore(live).set(new Map([[limit.id, [{ orderType: 'STOP_LOSS', price: at(COIN, 280) }]]]))
  expect(prices()).toEqual(['300.00'])
})
