/** How the chart library is to look: our tokens, our type, our number formats. */
import {
  ColorType,
  CrosshairMode,
  LineStyle,
  TickMarkType,
  type IChartApi,
  type Time,
} from 'lightweight-charts'
import type { Market } from '../../live/index.ts'
import type { ChartInterval } from './candles.ts'
import { cssColour, fontFamily, withAlpha } from './chartColours.ts'
import { axisTime, candleTime, type AxisPlace } from './chartTime.ts'
import { priceLabel } from './priceLabel.ts'

export function chartOptions(interval: ChartInterval, language: string) {
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
      panes: { separatorColor: cssColour('--line'), separatorHoverColor: withAlpha('--line', 0.5) },
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
      tickMarkMaxCharacterLength: 11,
      tickMarkFormatter: (time: Time, kind: TickMarkType) =>
        typeof time === 'number' ? axisTime(time * 1_000, { interval, place: PLACES[kind], language }) : null,
    },
    localization: {
      timeFormatter: (time: Time) =>
        typeof time === 'number' ? candleTime(time * 1_000, interval) : String(time),
    },
  }
}

const PLACES: Readonly<Record<TickMarkType, AxisPlace>> = {
  [TickMarkType.Year]: 'year',
  [TickMarkType.Month]: 'month',
  [TickMarkType.DayOfMonth]: 'day',
  [TickMarkType.Time]: 'time',
  [TickMarkType.TimeWithSeconds]: 'time',
}

const priceFormat = (market: Market) => ({
  type: 'custom' as const,
  formatter: (price: number) => priceLabel(price, market.priceDecimals),
  minMove: 1 / 10 ** market.priceDecimals,
})

export const candleOptions = (market: Market) => ({
  upColor: cssColour('--up'),
  downColor: cssColour('--down'),
  wickUpColor: cssColour('--up'),
  wickDownColor: cssColour('--down'),
  borderVisible: false,
  lastValueVisible: false,
  priceLineVisible: false,
  priceFormat: priceFormat(market),
})

export const lineOptions = (market: Market) => ({
  color: cssColour('--chalk'),
  lineWidth: 2 as const,
  lastValueVisible: false,
  priceLineVisible: false,
  priceFormat: priceFormat(market),
})

/** A candle and its gap, so that small screens show fewer of them and not thinner ones. */
const BAR_PITCH_PX = 7.3
const RIGHT_MARGIN_BARS = 6

export function showNewest(chart: IChartApi, count: number): void {
  const bars = Math.max(20, Math.round(chart.timeScale().width() / BAR_PITCH_PX))
  chart
    .timeScale()
    .setVisibleLogicalRange({ from: count - bars + RIGHT_MARGIN_BARS, to: count + RIGHT_MARGIN_BARS })
}
