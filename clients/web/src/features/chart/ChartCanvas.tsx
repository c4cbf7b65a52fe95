/**
 * The chart itself, in a chunk of its own with the chart library. React mounts it once per market, interval and
 * style; data, lines and colours then flow past React straight into the library.
 */
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePreferences } from '../../entities/preferences/index.ts'
import { useSession } from '../../entities/session/index.ts'
import { useLive, type Market } from '../../live/index.ts'
import type { ChartInterval } from './candles.ts'
import { createDrawing, type ChartStyle, type Drawing, type Hovered } from './drawing.ts'
import { followCandles, type ChartStatus } from './followCandles.ts'
import { followLines } from './followLines.ts'
import { createLineMover } from './lineMoves.ts'
import { useOwnFills } from './useOwnFills.ts'

export interface ChartCanvasProps {
  readonly market: Market
  readonly interval: ChartInterval
  readonly style: ChartStyle
  readonly onHover: (hovered: Hovered) => void
  readonly onStatus: (status: ChartStatus) => void
}

export function ChartCanvas(props: ChartCanvasProps) {
  const { market, interval, style } = props
  const { t } = useTranslation()
  const live = useLive()
  const client = useSession((state) => state.client)
  const hidden = usePreferences((state) => state.chartHidden)
  const container = useRef<HTMLDivElement>(null)
  const [drawing, setDrawing] = useState<Drawing>()
  const [mover] = useState(() => createLineMover({ send: async () => undefined }))
  const callbacks = useRef(props)
  callbacks.current = props

  useEffect(() => {
    if (container.current === null) return
    const made = createDrawing({
      container: container.current,
      market,
      style,
      onHover: (hovered) => callbacks.current.onHover(hovered),
    })
    const stop = followCandles({
      drawing: made,
      client,
      live,
      market,
      interval,
      onStatus: (status) => callbacks.current.onStatus(status),
    })
    setDrawing(made)
    return () => {
      stop()
      setDrawing(undefined)
      made.remove()
    }
  }, [market, interval, style, live, client])

  useEffect(
    () =>
      drawing === undefined
        ? undefined
        : followLines(drawing, { live, market, moves: mover.moves, hidden, t }),
    [drawing, live, market, mover, hidden, t],
  )
  const fills = useOwnFills(market, !hidden.includes('fills'))
  useEffect(() => drawing?.setFills(fills), [drawing, fills])

  return <div ref={container} className="absolute inset-0" />
}
