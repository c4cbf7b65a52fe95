/** Figures of the candle under the crosshair, or of the last one: prices, indicators, own fills. */
import { useLayoutEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Market } from '../../live/index.ts'
import { formatPrice, formatSize, MISSING } from '../../shared/format/index.ts'
import type { Candle } from './candles.ts'
import type { LegendSize } from './linesPrimitive.ts'
import { priceLabel } from './priceLabel.ts'
import type { Hovered, IndicatorReading } from './chartView.ts'

export function CandleLegend({ candle, decimals }: { readonly candle: Candle; readonly decimals: number }) {
  const { t } = useTranslation()
  const text = (value: number): string => priceLabel(value, decimals)
  const figures = [
    ['open', candle.open],
    ['high', candle.high],
    ['low', candle.low],
  ] as const
  return (
    <dl className="hidden gap-2 pr-[10px] text-caption text-t3 whitespace-nowrap min-[1400px]:flex">
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

/** Over the candles, and never in the pointer's way. */
export interface HoverLegendProps {
  readonly hovered: Hovered
  readonly market: Market
  /** Is told how large it is, so that no tag of a line stands under it. */
  readonly onSize: (size: LegendSize) => void
}

export function HoverLegend({ hovered, market, onSize }: HoverLegendProps) {
  const { t } = useTranslation()
  const legend = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    onSize({ width: legend.current?.offsetWidth ?? 0, height: legend.current?.offsetHeight ?? 0 })
  })
  if (hovered.indicators.length === 0 && hovered.fills.length === 0) return null
  return (
    <div
      ref={legend}
      className="pointer-events-none absolute top-1 left-2 z-10 flex max-w-[calc(100%-90px)] lg:left-12 lg:max-w-[calc(100%-130px)] flex-wrap gap-x-3 text-caption text-t3"
    >
      <dl aria-label={t('chart.indicators')} className="contents">
        {grouped(hovered.indicators).map(({ kind, name, readings }) => (
          <div key={`${kind} ${name}`} className="flex gap-1 whitespace-nowrap">
            <dt>
              {t(`chart.indicator.${kind}`)} {name}
            </dt>
            {readings.map((reading) => (
              <dd key={reading.id} className={TEXT[reading.colour] ?? 'text-t2'}>
                {reading.value === undefined
                  ? MISSING
                  : priceLabel(reading.value, reading.pane === 'own' ? 1 : market.priceDecimals)}
              </dd>
            ))}
          </div>
        ))}
      </dl>
      {hovered.fills.map((fill) => (
        <p key={String(fill.isBuy)} className="whitespace-nowrap text-chalk">
          {t(fill.isBuy ? 'chart.bought' : 'chart.sold', {
            size: formatSize(fill.size, market.sizeDecimals),
            price: formatPrice(fill.price, market.priceDecimals),
          })}
        </p>
      ))}
    </div>
  )
}

const TEXT: Readonly<Partial<Record<IndicatorReading['colour'], string>>> = {
  '--info': 'text-info',
  '--t1': 'text-t1',
  '--t2': 'text-t2',
  '--t3': 'text-t3',
}

/** The three lines of a band are one entry with three figures. */
function grouped(readings: readonly IndicatorReading[]) {
  const groups = new Map<
    string,
    { kind: IndicatorReading['kind']; name: string; readings: IndicatorReading[] }
  >()
  for (const reading of readings) {
    const key = `${reading.kind} ${reading.name}`
    const group = groups.get(key) ?? { kind: reading.kind, name: reading.name, readings: [] }
    group.readings.push(reading)
    groups.set(key, group)
  }
  return [...groups.values()]
}
