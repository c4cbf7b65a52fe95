/** Chart panel: toolbar with intervals, style, legend and full screen; the chart loads when it is needed. */
import { ChartCandlestick, ChartSpline, Maximize2, Minimize2 } from 'lucide-react'
import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePreferences } from '../../entities/preferences/index.ts'
import type { Market } from '../../live/index.ts'
import { Button, cx, IconButton, Skeleton } from '../../ui/index.ts'
import {
  CHART_INTERVALS,
  intervalLabel,
  isChartInterval,
  type Candle,
  type ChartInterval,
} from './candles.ts'
import type { ChartStyle } from './ChartCanvas.tsx'

const ChartCanvas = lazy(() =>
  import('./ChartCanvas.tsx').then((module) => ({ default: module.ChartCanvas })),
)

export function ChartPanel({ market }: { readonly market: Market }) {
  const { t } = useTranslation()
  const panel = useRef<HTMLElement>(null)
  const stored = usePreferences((state) => state.chartInterval)
  const change = usePreferences((state) => state.change)
  const interval: ChartInterval = isChartInterval(stored) ? stored : '1h'
  const [style, setStyle] = useState<ChartStyle>('candles')
  const [candle, setCandle] = useState<Candle>()
  const [status, setStatus] = useState<'loading' | 'ready' | 'empty' | 'failed'>('loading')
  const [attempt, setAttempt] = useState(0)
  const { isFull, toggle } = useFullScreen(panel)
  const showCandle = useCallback(
    (next: Candle | undefined) => setCandle((held) => (isSameCandle(held, next) ? held : next)),
    [],
  )
  return (
    <section
      ref={panel}
      aria-label={t('chart.label', { market: market.label })}
      className="flex min-h-0 min-w-0 flex-col overflow-hidden bg-s1"
    >
      <div className="flex h-9 shrink-0 items-center gap-[2px] border-b border-line px-2 max-lg:h-10">
        <div
          role="group"
          aria-label={t('chart.interval')}
          className="no-scrollbar flex min-w-0 gap-[2px] overflow-x-auto"
        >
          {CHART_INTERVALS.map((value) => (
            <button
              key={value}
              type="button"
              aria-pressed={value === interval}
              onClick={() => change({ chartInterval: value })}
              className={cx(
                'h-6 shrink-0 rounded-[4px] px-2 text-dense font-medium -outline-offset-2 max-md:h-8 max-md:px-[10px]',
                value === interval ? 'bg-s3 text-t1' : 'text-t2 hover:text-t1',
              )}
            >
              {intervalLabel(value)}
            </button>
          ))}
        </div>
        <span aria-hidden="true" className="mx-[6px] h-4 w-px shrink-0 bg-line" />
        <IconButton
          label={`${t('chart.style')}: ${t(style === 'candles' ? 'chart.candles' : 'chart.line')}`}
          size={28}
          onClick={() => setStyle(style === 'candles' ? 'line' : 'candles')}
        >
          {style === 'candles' ? (
            <ChartCandlestick size={16} strokeWidth={1.5} />
          ) : (
            <ChartSpline size={16} strokeWidth={1.5} />
          )}
        </IconButton>
        <span className="flex-1" />
        {candle && <Legend candle={candle} decimals={market.priceDecimals} />}
        <IconButton
          label={t(isFull ? 'chart.exitFullscreen' : 'chart.fullscreen')}
          size={28}
          onClick={toggle}
        >
          {isFull ? <Minimize2 size={14} strokeWidth={1.5} /> : <Maximize2 size={14} strokeWidth={1.5} />}
        </IconButton>
      </div>
      <div className="relative min-h-0 flex-1">
        <Suspense fallback={<ChartSkeleton />}>
          <ChartCanvas
            key={`${market.symbol}-${attempt}`}
            market={market}
            interval={interval}
            style={style}
            onCandle={showCandle}
            onStatus={setStatus}
          />
        </Suspense>
        {status === 'loading' && <ChartSkeleton />}
        {(status === 'failed' || status === 'empty') && (
          <div className="absolute inset-0 z-10 flex flex-col items-center justify-center gap-3 bg-s1 text-dense text-t2">
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
          className="absolute bottom-[28px] left-2 z-10 text-[11px] text-t3 hover:text-t1"
        >
          {t('chart.attribution')}
        </a>
      </div>
    </section>
  )
}

const isSameCandle = (a: Candle | undefined, b: Candle | undefined): boolean =>
  a === b || (a?.timeMs === b?.timeMs && a?.close === b?.close && a?.high === b?.high && a?.low === b?.low)

function Legend({ candle, decimals }: { readonly candle: Candle; readonly decimals: number }) {
  const { t } = useTranslation()
  const text = (value: number): string =>
    value.toLocaleString('en-US', { minimumFractionDigits: decimals, maximumFractionDigits: decimals })
  const figures = [
    ['open', candle.open],
    ['high', candle.high],
    ['low', candle.low],
  ] as const
  return (
    <dl className="hidden gap-2 pr-[10px] text-caption text-t3 whitespace-nowrap xl:flex">
      {figures.map(([key, value]) => (
        <div key={key} className="flex gap-1">
          <dt>{t(`chart.${key}`)}</dt>
          <dd className="text-t2">{text(value)}</dd>
        </div>
      ))}
      <div className="flex gap-1">
        <dt>{t('chart.close')}</dt>
        <dd className={candle.close >= candle.open ? 'text-up' : 'text-down'}>{text(candle.close)}</dd>
      </div>
    </dl>
  )
}

const BARS = [34, 46, 40, 58, 64, 52, 70, 78, 66, 74, 60, 48, 56, 44, 38, 50, 62, 54, 68, 72]

function ChartSkeleton() {
  return (
    <div aria-busy="true" className="absolute inset-0 z-10 flex items-end gap-3 bg-s1 p-6">
      {BARS.map((height, index) => (
        <span key={index} className="flex-1" style={{ height: `${height}%` }}>
          <Skeleton className="h-full w-full" />
        </span>
      ))}
    </div>
  )
}

function useFullScreen(element: { readonly current: HTMLElement | null }): {
  readonly isFull: boolean
  readonly toggle: () => void
} {
  const [isFull, setIsFull] = useState(false)
  useEffect(() => {
    const follow = (): void => setIsFull(document.fullscreenElement !== null)
    document.addEventListener('fullscreenchange', follow)
    return () => document.removeEventListener('fullscreenchange', follow)
  }, [])
  const toggle = (): void =>
    void (document.fullscreenElement === null
      ? element.current?.requestFullscreen()
      : document.exitFullscreen())
  return { isFull, toggle }
}
