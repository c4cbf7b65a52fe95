/** Signed change in its colour: percent alone, or amount and percent. Zero is quiet and has no sign. */
import { formatPercent, formatScaled, spoken } from '../../shared/format/index.ts'
import type { Market, Ticker } from '../../live/index.ts'
import { cx } from '../../ui/index.ts'

export const changeClass = (value: number | undefined): string =>
  value === undefined || value === 0 ? 'text-t2' : value > 0 ? 'text-up' : 'text-down'

export const formatChangePercent = (ticker: Ticker | undefined): string =>
  formatPercent(ticker?.priceChangePercent4, { decimals: 4, places: 2, signed: true })

export function ChangePercent({
  ticker,
  className,
}: {
  readonly ticker: Ticker | undefined
  readonly className?: string
}) {
  const text = formatChangePercent(ticker)
  return (
    <span className={cx(changeClass(ticker?.priceChangePercent4), className)} aria-label={spoken(text)}>
      {text}
    </span>
  )
}

export function ChangeBoth({
  ticker,
  market,
}: {
  readonly ticker: Ticker | undefined
  readonly market: Market
}) {
  const amount = formatScaled(ticker?.priceChange, { decimals: market.priceDecimals, signed: true })
  return (
    <span
      className={changeClass(ticker?.priceChange)}
      aria-label={spoken(`${amount} (${formatChangePercent(ticker)})`)}
    >
      {amount} ({formatChangePercent(ticker)})
    </span>
  )
}
