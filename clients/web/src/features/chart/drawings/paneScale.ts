/** Where time and price stand on the pane of the candles, and back. */
import type { PaneSize, Point } from '../tagLayout.ts'
import { barAt, candleOfBar, timeAt, type Bars } from './barTime.ts'
import type { Anchor } from './drawing.ts'
import { magnetPrice } from './magnet.ts'

/** What the chart library knows of its pane at this moment. */
export interface PaneScale extends Bars {
  readonly size: PaneSize
  /** Of the first candle, and from one bar to the next. */
  readonly firstX: number
  readonly pitchPx: number
  yOf(price: number): number
  priceOf(y: number): number
  /** To what the market can be quoted in. */
  roundPrice(price: number): number
}

export const barOfX = ({ firstX, pitchPx }: PaneScale, x: number): number => (x - firstX) / pitchPx

export const xOfBar = ({ firstX, pitchPx }: PaneScale, bar: number): number => firstX + bar * pitchPx

/** Undefined while there are no candles. */
export function pointOf(scale: PaneScale, { timeMs, price }: Anchor): Point | undefined {
  const bar = barAt(scale, timeMs)
  return bar === undefined ? undefined : { x: xOfBar(scale, bar), y: scale.yOf(price) }
}

/** What a hand points at: always a whole bar, since there is nothing between two; by the magnet a price of its candle. */
export function anchorAt(scale: PaneScale, { x, y }: Point, hasMagnet: boolean): Anchor | undefined {
  const bar = Math.round(barOfX(scale, x))
  const timeMs = timeAt(scale, bar)
  const price = scale.priceOf(y)
  if (timeMs === undefined || !Number.isFinite(price)) return undefined
  return { timeMs, price: scale.roundPrice(hasMagnet ? magnetPrice(price, candleOfBar(scale, bar)) : price) }
}
