/** Figures of the candle under the crosshair, or of the last one. */
import { useTranslation } from 'react-i18next'
import type { Candle } from './candles.ts'

export function CandleLegend({ candle, decimals }: { readonly candle: Candle; readonly decimals: number }) {
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
