/**
 * The chart itself, in a chunk of its own with the chart library. React mounts it once per market, interval and
 * style; data, lines and colours then flow past React straight into the library.
 */
import { lazy, Suspense, useEffect, useRef, useState, type RefObject } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { usePreferences } from '../../entities/preferences/index.ts'
import { useSession } from '../../entities/session/index.ts'
import { useLive, type Market } from '../../live/index.ts'
import { PointMenu } from '../../ui/index.ts'
import type { ChartInterval } from './candles.ts'
import { moveOrder } from './changeOrder.ts'
import { ChartMenuItems, PriceMenu } from './ChartMenu.tsx'
import { createChartView, type ChartStyle, type ChartView, type Hovered } from './chartView.ts'
import { DrawingRail } from './drawings/DrawingRail.tsx'
import { FoldedTools } from './drawings/FoldedTools.tsx'
import { useNeedsDrawings } from './drawings/useNeedsDrawings.ts'
import { followCandles, type ChartStatus } from './followCandles.ts'
import { followLines } from './followLines.ts'
import { readChoices } from './indicatorChoice.ts'
import { LineList } from './LineList.tsx'
import type { LegendSize } from './linesPrimitive.ts'
import { createLineMover, type LineMover } from './lineMoves.ts'
import { followPointer, type ChartPoint } from './linePointer.ts'
import { useOwnFills } from './useOwnFills.ts'

const loadDrawings = async () => ({ default: (await import('./drawings/DrawingLayer.tsx')).DrawingLayer })
const DrawingLayer = lazy(loadDrawings)
/** What fails here is asked for again, and told, when a tool is chosen. */
const fetchDrawings = (): void => void loadDrawings().catch(() => undefined)

export interface ChartCanvasProps {
  readonly market: Market
  readonly interval: ChartInterval
  readonly style: ChartStyle
  /** How much of the pane the figures over the candles take. */
  readonly legend: RefObject<LegendSize>
  readonly onHover: (hovered: Hovered) => void
  readonly onStatus: (status: ChartStatus) => void
  /** Of the toolbar, for what works on the chart alone. */
  readonly toolSlot: Element | null
}

export function ChartCanvas(props: ChartCanvasProps) {
  const { market, interval, style, toolSlot } = props
  const { t } = useTranslation()
  const live = useLive()
  const client = useSession((state) => state.client)
  const hidden = usePreferences((state) => state.chartHidden)
  const area = useRef<HTMLDivElement>(null)
  const container = useRef<HTMLDivElement>(null)
  const [view, setView] = useState<ChartView>()
  const [menuAt, setMenuAt] = useState<ChartPoint>()
  const mover = useLineMover(market)
  const callbacks = useRef(props)
  callbacks.current = props

  useEffect(() => {
    if (container.current === null) return
    const made = createChartView({
      container: container.current,
      market,
      interval,
      style,
      legend: () => callbacks.current.legend.current,
      onHover: (hovered) => callbacks.current.onHover(hovered),
    })
    const stop = followCandles({
      view: made,
      client,
      live,
      market,
      interval,
      onStatus: (status) => callbacks.current.onStatus(status),
    })
    setView(made)
    return () => {
      stop()
      setView(undefined)
      made.remove()
    }
  }, [market, interval, style, live, client])

  useEffect(
    () =>
      view === undefined ? undefined : followLines(view, { live, market, moves: mover.moves, hidden, t }),
    [view, live, market, mover, hidden, t],
  )
  useEffect(
    () =>
      view === undefined || container.current === null
        ? undefined
        : followPointer({ container: container.current, view, mover, market, onMenu: setMenuAt }),
    [view, mover, market],
  )
  const indicators = usePreferences((state) => state.chartIndicators)
  useEffect(() => view?.setIndicators(readChoices(indicators)), [view, indicators])
  const fills = useOwnFills(market, !hidden.includes('fills'))
  useEffect(() => view?.setFills(fills), [view, fills])

  const needsDrawings = useNeedsDrawings(market)

  return (
    <div className="absolute inset-0 flex">
      <DrawingRail onNear={fetchDrawings} />
      <div className="relative min-w-0 flex-1">
        <div ref={area} className="absolute inset-0">
          <div ref={container} className="absolute inset-0" />
        </div>
        <LineList market={market} mover={mover} />
        {view !== undefined && needsDrawings && (
          <Suspense fallback={null}>
            <DrawingLayer market={market} view={view} area={area} />
          </Suspense>
        )}
        <PointMenu point={menuAt} label={t('chart.menu')} width={280} onClose={() => setMenuAt(undefined)}>
          <ChartMenuItems
            key={menuAt?.price}
            market={market}
            price={menuAt?.price}
            onReset={() => view?.resetView()}
          />
        </PointMenu>
      </div>
      {toolSlot !== null &&
        createPortal(
          <>
            <PriceMenu market={market} onReset={() => view?.resetView()} />
            <FoldedTools />
          </>,
          toolSlot,
        )}
    </div>
  )
}

/** One mover for as long as the chart of a market is there; what it needs to send is asked for when it sends. */
function useLineMover(market: Market): LineMover {
  const { t } = useTranslation()
  const live = useLive()
  const client = useSession((state) => state.client)
  const latest = useRef({ t, client })
  latest.current = { t, client }
  const [mover] = useState(() =>
    createLineMover({
      send: (order, price) => {
        const mark = live.tickers.latest().get(market.symbol)?.markPrice
        return moveOrder({ ...latest.current, live, market, mark }, order, price)
      },
    }),
  )
  return mover
}
