/** What a shape says of itself, to who sees it and to who does not. */
import type { TFunction } from 'i18next'
import type { Market } from '../../../live/index.ts'
import { formatDateTime, formatPercent, formatPrice, formatScaled } from '../../../shared/format/index.ts'
import { toTicks } from '../chartLines.ts'
import type { Bars } from './barTime.ts'
import { isLevel, type Shape } from './drawing.ts'
import { fibonacciLevels, type FibonacciLevel } from './fibonacci.ts'
import { measureBetween } from './measure.ts'

export interface ShapeWords {
  readonly t: TFunction
  readonly market: Market
}

export const shapeName = (t: TFunction, { kind }: Pick<Shape, 'kind'>): string => t(`drawing.kind.${kind}`)

export const priceOfShape = (price: number, market: Market): string =>
  formatPrice(toTicks(price, market), market.priceDecimals)

/** Its points in words. */
export function shapePlace({ t, market }: ShapeWords, shape: Shape): string {
  const words = shape.anchors.map(({ timeMs, price }) => {
    const shown = priceOfShape(price, market)
    return isLevel(shape) ? shown : t('drawing.point', { price: shown, time: formatDateTime(timeMs) })
  })
  return words.join(' – ')
}

/** What is measured, in two lines: price with its percent, bars with their time. */
export function measureLines({ t, market }: ShapeWords, shape: Shape, bars: Bars): readonly string[] {
  const {
    change,
    percent2,
    bars: count,
    durationMs,
  } = measureBetween(shape.anchors[0]!, shape.anchors[1]!, bars)
  const decimals = market.priceDecimals
  const price = formatScaled(Math.round(change * 10 ** decimals), { decimals, signed: true })
  const percent = formatPercent(percent2, { decimals: 2, signed: true })
  return [`${price} (${percent})`, t('drawing.span', { bars: count, time: durationText(t, durationMs) })]
}

/** The two largest units: 3d 4h, 4h 5m, 5m. */
function durationText(t: TFunction, durationMs: number): string {
  const minutes = Math.round(Math.abs(durationMs) / 60_000)
  const parts = [
    { n: Math.floor(minutes / 1_440), key: 'drawing.days' },
    { n: Math.floor(minutes / 60) % 24, key: 'drawing.hours' },
    { n: minutes % 60, key: 'drawing.minutes' },
  ] as const
  const first = parts.findIndex(({ n }) => n > 0)
  if (first < 0) return t('drawing.minutes', { n: 0 })
  return parts
    .slice(first, first + 2)
    .filter(({ n }) => n > 0)
    .map(({ n, key }) => t(key, { n }))
    .join(' ')
}

/** At the lines of a retracement. */
export function fibonacciTexts(
  market: Market,
  { anchors }: Shape,
): readonly (FibonacciLevel & { readonly text: string })[] {
  return fibonacciLevels(anchors[0]!.price, anchors[1]!.price).map((level) => ({
    ...level,
    text: `${level.ratio} (${priceOfShape(level.value, market)})`,
  }))
}
