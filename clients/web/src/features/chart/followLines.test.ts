import type { TFunction } from 'i18next'
import { afterEach, expect, it, vi } from 'vitest'
import { createFrameStore, EMPTY_ACCOUNT, type AccountState, type Live } from '../../live/index.ts'
import { at, COIN, MARKETS, restingOrder, tickerOf } from '../../testing/fixtures.ts'
import type { ChartLine } from './chartLines.ts'
import { followLines } from './followLines.ts'
import { NO_MOVES } from './lineMoves.ts'

const atOnce = (callback: () => void): void => callback()
const limit = restingOrder(1)

afterEach(() => vi.unstubAllGlobals())

it('lines follow the orders with the exits that ride on them, until no chart wants them', () => {
  vi.stubGlobal('requestAnimationFrame', atOnce)
  const account = createFrameStore<AccountState>(
    { ...EMPTY_ACCOUNT, orders: new Map([[limit.id, limit]]) },
    atOnce,
  )
  const live = {
    account,
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
  const riding = { ...limit, stopLossPrice: at(COIN, 290) }
  account.set({ ...EMPTY_ACCOUNT, orders: new Map([[limit.id, riding]]) })
  expect(prices()).toEqual(['300.00', '290.00'])
  account.set({ ...EMPTY_ACCOUNT, orders: new Map([[limit.id, limit]]) })
  expect(prices()).toEqual(['300.00'])
  stop()
  account.set(EMPTY_ACCOUNT)
  expect(prices()).toEqual(['300.00'])
})
