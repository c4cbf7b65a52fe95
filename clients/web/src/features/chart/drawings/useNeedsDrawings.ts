/** Whether the code of drawings is needed: a tool is chosen, or there are drawings or alerts to show. Once needed, it stays. */
import { useEffect, useState } from 'react'
import { priceAlerts } from '../../../entities/price-alert/index.ts'
import { useFrame, type Market } from '../../../live/index.ts'
import { drawingsKey, hasDrawings } from './drawingsKey.ts'
import { useDrawingTools } from './drawingTools.ts'

export function useNeedsDrawings({ symbol }: Pick<Market, 'symbol'>): boolean {
  const hasTool = useDrawingTools((state) => state.tool !== undefined)
  const hasAlert = useFrame(priceAlerts(), (alerts) => alerts.some((alert) => alert.symbol === symbol))
  const [isNeeded, setIsNeeded] = useState(() => hasDrawings(symbol))
  useEffect(() => {
    const follow = ({ key }: StorageEvent): void => {
      if (key === drawingsKey(symbol)) setIsNeeded(true)
    }
    addEventListener('storage', follow)
    return () => removeEventListener('storage', follow)
  }, [symbol])
  if ((hasTool || hasAlert) && !isNeeded) setIsNeeded(true)
  return isNeeded || hasTool || hasAlert
}
