/**
 * The chart itself, in a chunk of its own with the chart library. React mounts it once per market, interval
 * and style; data, lines and colours then flow past React straight into the library.
 */
import {
  CandlestickSeries,
  ColorType,
  createChart,
  CrosshairMode,
  HistogramSeries,
  LineSeries,
  LineStyle,
  type IChartApi,
  type ISeriesApi,
  type SeriesType,
  type Time,
  type UTCTimestamp,
} from 'lightweight-charts'
import { useEffect, useRef } from 'react'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { portfolioStore } from '../../entities/account/index.ts'
import { useSession } from '../../entities/session/index.ts'
import { useLive, isOpenOrder, type Live, type Market } from '../../live/index.ts'
import { candleOfMessage, candleOfRow, mergeCandles, type Candle, type ChartInterval } from './candles.ts'
import { chartLines, type ColourToken } from './chartLines.ts'
import { LinesPrimitive } from './linesPrimitive.ts'

export type ChartStyle = 'candles' | 'line'

export interface ChartCanvasProps {
  readonly market: Market
  readonly interval: ChartInterval
  readonly style: ChartStyle
  /** The candle under the crosshair, or the last one. */
  readonly onCandle: (candle: Candle | undefined) => void
  readonly onStatus: (status: 'loading' | 'ready' | 'empty' | 'failed') => void
}

const PAGE = 500
/** Older candles are read when fewer bars than this are left of the view. */
const OLDER_AT = 20

export function ChartCanvas(props: ChartCanvasProps) {
  const { market, interval, style } = props
  const { t } = useTranslation()
  const live = useLive()
  const client = useSession((state) => state.client)
  const container = useRef<HTMLDivElement>(null)
  const callbacks = useRef(props)
  callbacks.current = props

  useEffect(() => {
    if (container.current === null) return
    const drawing = createDrawing({
      container: container.current,
      market,
      style,
      live,
      t,
      onCandle: (candle) => callbacks.current.onCandle(candle),
    })
    let isCurrent = true
    let isReading = false
    let hasAll = false
    callbacks.current.onStatus('loading')

    async function read(endTime?: number): Promise<void> {
      if (isReading) return
      isReading = true
      try {
        const rows = await client.klines({
          symbol: market.symbol,
          interval,
          limit: PAGE,
          ...(endTime === undefined ? {} : { endTime }),
        })
        if (!isCurrent) return
        if (endTime !== undefined && rows.length === 0) hasAll = true
        drawing.add(rows.map(candleOfRow), endTime === undefined ? 'newest' : 'older')
        callbacks.current.onStatus(drawing.isEmpty() ? 'empty' : 'ready')
      } catch {
        // The panel says so and offers to try again; a chart is no reason to lose the page.
        if (isCurrent && endTime === undefined) callbacks.current.onStatus('failed')
      } finally {
        isReading = false
      }
    }

    void read()
    const stops = [
      live.watchCandles(market.symbol, interval, (kline) => {
        if (!isCurrent) return
        drawing.update(candleOfMessage(kline))
        callbacks.current.onStatus('ready')
      }),
      live.onReconnect(() => void read()),
      drawing.onLeftEdge(OLDER_AT, (oldestMs) => {
        if (!hasAll) void read(oldestMs - 1)
      }),
    ]
    return () => {
      isCurrent = false
      for (const stop of stops) stop()
      drawing.remove()
    }
  }, [market, interval, style, live, client, t])

  return <div ref={container} className="absolute inset-0" />
}

// ---------------------------------------------------------------- the library

interface DrawingOptions {
  readonly container: HTMLElement
  readonly market: Market
  readonly style: ChartStyle
  readonly live: Live
  readonly t: TFunction
  readonly onCandle: (candle: Candle | undefined) => void
}

const seconds = (timeMs: number): UTCTimestamp => Math.floor(timeMs / 1000) as UTCTimestamp

function createDrawing({ container, market, style, live, t, onCandle }: DrawingOptions) {
  const chart = createChart(container, { autoSize: true, ...chartOptions(market) })
  const series: ISeriesApi<SeriesType, Time> =
    style === 'candles'
      ? chart.addSeries(CandlestickSeries, seriesOptions(market))
      : chart.addSeries(LineSeries, lineOptions(market))
  const volume = chart.addSeries(HistogramSeries, {
    priceScaleId: '',
    lastValueVisible: false,
    priceLineVisible: false,
  })
  volume.priceScale().applyOptions({ scaleMargins: { top: 0.85, bottom: 0 } })
  series.priceScale().applyOptions({ scaleMargins: { top: 0.06, bottom: 0.18 } })
  const lines = new LinesPrimitive({ resolve: cssColour, fontFamily: fontFamily() })
  series.attachPrimitive(lines)
  let candles: readonly Candle[] = []
  let hovered: Candle | undefined

  const point = (candle: Candle) =>
    style === 'candles'
      ? {
          time: seconds(candle.timeMs),
          open: candle.open,
          high: candle.high,
          low: candle.low,
          close: candle.close,
        }
      : { time: seconds(candle.timeMs), value: candle.close }
  const bar = (candle: Candle) => ({
    time: seconds(candle.timeMs),
    value: candle.volume,
    color: withAlpha(candle.close >= candle.open ? '--up' : '--down', 0.2),
  })
  const tell = (): void => onCandle(hovered ?? candles[candles.length - 1])
  const drawAll = (): void => {
    series.setData(candles.map(point) as never)
    volume.setData(candles.map(bar))
    tell()
  }

  const drawLines = (): void => {
    const state = live.account.get()
    lines.setLines(
      chartLines({
        market,
        mark: live.tickers.get().get(market.symbol)?.markPrice,
        position: portfolioStore(live)
          .get()
          .positions.find((row) => row.market.symbol === market.symbol),
        orders: [...state.orders.values()].filter(
          (order) => order.symbol === market.symbol && isOpenOrder(order),
        ),
        t,
      }),
    )
  }
  drawLines()
  const stopLines = [live.tickers.subscribe(drawLines), live.account.subscribe(drawLines)]

  // Theme and palette are attributes of the root element; the library knows only colours.
  const recolour = new MutationObserver(() => {
    chart.applyOptions(chartOptions(market))
    series.applyOptions((style === 'candles' ? seriesOptions(market) : lineOptions(market)) as never)
    volume.setData(candles.map(bar))
    lines.redraw()
  })
  recolour.observe(document.documentElement, {
    attributes: true,
    attributeFilter: ['data-theme', 'data-updown'],
  })

  chart.subscribeCrosshairMove((move) => {
    const timeS = move.time
    hovered =
      typeof timeS === 'number' ? candles.find((candle) => seconds(candle.timeMs) === timeS) : undefined
    tell()
  })

  return {
    add(arrived: readonly Candle[], side: 'newest' | 'older'): void {
      const wasEmpty = candles.length === 0
      const range = chart.timeScale().getVisibleLogicalRange()
      const before = candles.length
      candles = mergeCandles(candles, arrived)
      drawAll()
      if (wasEmpty) showNewest(chart, candles.length)
      else if (side === 'older' && range !== null) {
        // The view stays on the same candles although there are now more to their left.
        const shift = candles.length - before
        chart.timeScale().setVisibleLogicalRange({ from: range.from + shift, to: range.to + shift })
      }
    },
    update(candle: Candle): void {
      const last = candles[candles.length - 1]
      if (last !== undefined && candle.timeMs < last.timeMs) {
        candles = mergeCandles(candles, [candle])
        drawAll()
        return
      }
      candles = mergeCandles(candles.slice(-1).length === 0 ? [] : candles, [candle])
      series.update(point(candle) as never)
      volume.update(bar(candle))
      tell()
    },
    isEmpty: () => candles.length === 0,
    onLeftEdge(bars: number, load: (oldestMs: number) => void): () => void {
      const check = (range: { readonly from: number } | null): void => {
        const oldest = candles[0]
        if (range !== null && oldest !== undefined && range.from < bars) load(oldest.timeMs)
      }
      chart.timeScale().subscribeVisibleLogicalRangeChange(check)
      return () => chart.timeScale().unsubscribeVisibleLogicalRangeChange(check)
    },
    remove(): void {
      for (const stop of stopLines) stop()
      recolour.disconnect()
      chart.remove()
    },
  }
}

/** A candle and its gap, so that small screens show fewer of them and not thinner ones. */
const BAR_PITCH_PX = 7.3
const RIGHT_MARGIN_BARS = 6

function showNewest(chart: IChartApi, count: number): void {
  const bars = Math.max(20, Math.round(chart.timeScale().width() / BAR_PITCH_PX))
  chart
    .timeScale()
    .setVisibleLogicalRange({ from: count - bars + RIGHT_MARGIN_BARS, to: count + RIGHT_MARGIN_BARS })
}

// ---------------------------------------------------------------- colours

const rootStyle = (): CSSStyleDeclaration => getComputedStyle(document.documentElement)
const cssColour = (token: ColourToken | '--s1' | '--line' | '--t3'): string =>
  rootStyle().getPropertyValue(token).trim()
const fontFamily = (): string => getComputedStyle(document.body).fontFamily

/** A token (always #rrggbb) with an alpha. */
function withAlpha(token: Parameters<typeof cssColour>[0], alpha: number): string {
  const hex = cssColour(token)
  const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16))
  return `rgba(${red}, ${green}, ${blue}, ${alpha})`
}

function chartOptions(market: Market) {
  const isSmall = matchMedia('(max-width: 767px)').matches
  const crosshair = {
    color: cssColour('--t3'),
    style: LineStyle.Dashed,
    width: 1 as const,
    labelBackgroundColor: cssColour('--ink'),
  }
  return {
    layout: {
      background: { type: ColorType.Solid as const, color: cssColour('--s1') },
      textColor: cssColour('--t3'),
      fontSize: 11,
      fontFamily: fontFamily(),
      // The link to TradingView stands in the panel's own corner, in our type and inside our style policy.
      attributionLogo: false,
    },
    grid: {
      horzLines: { color: withAlpha('--line', 0.65) },
      vertLines: { color: withAlpha('--line', 0.45) },
    },
    crosshair: { mode: CrosshairMode.Normal, vertLine: crosshair, horzLine: crosshair },
    rightPriceScale: { borderColor: cssColour('--line'), minimumWidth: isSmall ? 56 : 64 },
    timeScale: {
      borderColor: cssColour('--line'),
      timeVisible: true,
      secondsVisible: false,
      minimumHeight: 24,
      rightOffset: 6,
    },
    localization: {
      priceFormatter: (price: number) =>
        price.toLocaleString('en-US', {
          minimumFractionDigits: market.priceDecimals,
          maximumFractionDigits: market.priceDecimals,
        }),
      timeFormatter: (time: Time) => localTime(time),
    },
  }
}

const two = (value: number): string => value.toString().padStart(2, '0')
function localTime(time: Time): string {
  if (typeof time !== 'number') return String(time)
  const date = new Date(time * 1000)
  return `${date.getMonth() + 1}/${date.getDate()} ${two(date.getHours())}:${two(date.getMinutes())}`
}

const seriesOptions = (market: Market) => ({
  upColor: cssColour('--up'),
  downColor: cssColour('--down'),
  wickUpColor: cssColour('--up'),
  wickDownColor: cssColour('--down'),
  borderVisible: false,
  lastValueVisible: false,
  priceLineVisible: false,
  priceFormat: {
    type: 'price' as const,
    precision: market.priceDecimals,
    minMove: 1 / 10 ** market.priceDecimals,
  },
})

const lineOptions = (market: Market) => ({
  color: cssColour('--chalk'),
  lineWidth: 2 as const,
  lastValueVisible: false,
  priceLineVisible: false,
  priceFormat: {
    type: 'price' as const,
    precision: market.priceDecimals,
    minMove: 1 / 10 ** market.priceDecimals,
  },
})
