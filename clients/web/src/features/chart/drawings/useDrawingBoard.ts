/** One board for as long as the chart of a market is there; what it asks for, it asks for when it needs it. */
import { useEffect, useRef, useState } from 'react'
import { usePreferences } from '../../../entities/preferences/index.ts'
import { priceAlerts } from '../../../entities/price-alert/index.ts'
import { useLive, type Market } from '../../../live/index.ts'
import { localStore, newKeptId } from '../../../shared/storage/index.ts'
import type { ChartView } from '../chartView.ts'
import { createDrawingBoard } from './drawingBoard.ts'
import { drawingsKey } from './drawingsKey.ts'
import { createDrawingStore } from './drawingStore.ts'
import { chooseTool, useDrawingTools } from './drawingTools.ts'
import { createShapeCollection } from './shapeCollection.ts'
import { DRAWINGS_HIDDEN } from './useToolActions.ts'

export const areDrawingsHidden = (): boolean =>
  usePreferences.getState().chartHidden.includes(DRAWINGS_HIDDEN)

export function useDrawingBoard(market: Market, view: ChartView, onFull: () => void) {
  const live = useLive()
  const latest = useRef({ view, onFull })
  latest.current = { view, onFull }
  const [made] = useState(() => {
    const drawings = createDrawingStore({ symbol: market.symbol, storage: localStore })
    const board = createDrawingBoard({
      shapes: createShapeCollection({
        market,
        drawings,
        alerts: priceAlerts(),
        mark: () => live.tickers.latest().get(market.symbol)?.markPrice,
        isHidden: areDrawingsHidden,
      }),
      scale: () => latest.current.view.scale(),
      hand: useDrawingTools.getState,
      putDown: () => chooseTool(undefined),
      onFull: () => latest.current.onFull(),
      newId: newKeptId,
    })
    return { board, drawings }
  })
  useEffect(() => {
    const follow = (event: StorageEvent): void => {
      if (event.key === drawingsKey(market.symbol) || event.key === null) made.drawings.adopt()
    }
    addEventListener('storage', follow)
    return () => removeEventListener('storage', follow)
  }, [made, market.symbol])
  return made
}
