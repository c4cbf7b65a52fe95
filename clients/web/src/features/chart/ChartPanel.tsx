/** Chart panel: toolbar, canvas and what stands in for it. With all that it draws it is a chunk of its own. */
import { useCallback, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePreferences } from '../../entities/preferences/index.ts'
import { createFrameStore, useFrame, type Market, type Readable } from '../../live/index.ts'
import { Button, cx, Skeleton } from '../../ui/index.ts'
import { isChartInterval, type ChartInterval } from './candles.ts'
import { ChartCanvas } from './ChartCanvas.tsx'
import { CandleLegend, HoverLegend } from './ChartLegend.tsx'
import { ChartToolbar } from './ChartToolbar.tsx'
import type { ChartStyle, Hovered } from './chartView.ts'
import type { ChartStatus } from './followCandles.ts'
import type { LegendSize } from './linesPrimitive.ts'
import { FULL_SCREEN, useFullScreen } from './useFullScreen.ts'

const NOTHING_HOVERED: Hovered = { candle: undefined, fills: [], indicators: [] }

export function ChartPanel({ market }: { readonly market: Market }) {
  const { t } = useTranslation()
  const stored = usePreferences((state) => state.chartInterval)
  const interval: ChartInterval = isChartInterval(stored) ? stored : '1h'
  const [style, setStyle] = useState<ChartStyle>('candles')
  const [readings] = useState(() => createFrameStore(NOTHING_HOVERED))
  const [status, setStatus] = useState<ChartStatus>('loading')
  const [attempt, setAttempt] = useState(0)
  const [toolSlot, setToolSlot] = useState<HTMLElement | null>(null)
  const { isFull, toggle } = useFullScreen()
  const legend = useRef<LegendSize>({ width: 0, height: 0 })
  const noteLegend = useCallback((size: LegendSize) => void (legend.current = size), [])
  const showHovered = useCallback(
    (next: Hovered) => readings.update((held) => (isSameHover(held, next) ? held : next)),
    [readings],
  )
  return (
    // Keeps the place of the chart in the page while it fills the screen.
    <div className="flex min-h-0 min-w-0">
      <section
        aria-label={t('chart.label', { market: market.label })}
        className={cx('flex min-w-0 flex-1 flex-col overflow-hidden bg-s1', isFull && FULL_SCREEN)}
      >
        <ChartToolbar
          interval={interval}
          style={style}
          onStyle={setStyle}
          isFull={isFull}
          onFull={toggle}
          slot={setToolSlot}
          legend={<CandleReading readings={readings} market={market} />}
        />
        <div className="relative min-h-0 flex-1">
          <ChartCanvas
            key={`${market.symbol}-${attempt}`}
            market={market}
            interval={interval}
            style={style}
            legend={legend}
            onHover={showHovered}
            onStatus={setStatus}
            toolSlot={toolSlot}
          />
          {status === 'ready' && <HoverReading readings={readings} market={market} onSize={noteLegend} />}
          {status === 'loading' && <ChartSkeleton />}
          {(status === 'failed' || status === 'empty') && (
            <div className="absolute inset-0 z-10 flex flex-col items-center justify-center gap-3 bg-s1 text-dense text-t2 lg:left-10">
              {t(status === 'failed' ? 'chart.failed' : 'chart.empty')}
              {status === 'failed' && (
                <Button size="sm" onClick={() => setAttempt(attempt + 1)}>
                  {t('common.retry')}
                </Button>
              )}
            </div>
          )}
          <a
            href="https://www.tradingview.com/"
            target="_blank"
            rel="noopener noreferrer"
            className="absolute bottom-[28px] left-2 z-10 text-[11px] text-t3 hover:text-t1 lg:left-12"
          >
            {t('chart.attribution')}
          </a>
        </div>
      </section>
    </div>
  )
}

// Readings change with every candle: who shows them is all that paints then, with the frame that paints the rest.
interface ReadingProps {
  readonly readings: Readable<Hovered>
  readonly market: Market
}

function CandleReading({ readings, market }: ReadingProps) {
  const candle = useFrame(readings, (hovered) => hovered.candle)
  return candle && <CandleLegend candle={candle} decimals={market.priceDecimals} />
}

const HoverReading = ({
  readings,
  market,
  onSize,
}: ReadingProps & { readonly onSize: (size: LegendSize) => void }) => (
  <HoverLegend hovered={useFrame(readings)} market={market} onSize={onSize} />
)

/** Readings are told with every frame and every move of the pointer; mostly nothing has changed. */
function isSameHover(a: Hovered, b: Hovered): boolean {
  const [x, y] = [a.candle, b.candle]
  const isSameCandle =
    x === y || (x?.timeMs === y?.timeMs && x?.close === y?.close && x?.high === y?.high && x?.low === y?.low)
  return (
    isSameCandle &&
    isSameList(a.fills, b.fills, (one, other) => one === other) &&
    isSameList(
      a.indicators,
      b.indicators,
      (one, other) => one.id === other.id && one.name === other.name && one.value === other.value,
    )
  )
}

const isSameList = <T,>(a: readonly T[], b: readonly T[], isSame: (one: T, other: T) => boolean): boolean =>
  a.length === b.length && a.every((one, index) => isSame(one, b[index]!))

const BARS = [34, 46, 40, 58, 64, 52, 70, 78, 66, 74, 60, 48, 56, 44, 38, 50, 62, 54, 68, 72]

function ChartSkeleton() {
  return (
    <div aria-busy="true" className="absolute inset-0 z-10 flex items-end gap-3 bg-s1 p-6 lg:left-10">
      {BARS.map((height, index) => (
        <span key={index} className="flex-1" style={{ height: `${height}%` }}>
          <Skeleton className="h-full w-full" />
        </span>
      ))}
    </div>
  )
}
