/** A line in the ticket about the hour or the mode of its market. Most of the time there is none, so it is loaded when there is. */
import { lazy, Suspense } from 'react'
import { useTicker } from '../../entities/market/index.ts'
import type { Market } from '../../live/index.ts'

const Line = lazy(async () => ({ default: (await import('./MarketNoticeLine.tsx')).MarketNoticeLine }))

export function MarketNotice({ market }: { readonly market: Market }) {
  const ticker = useTicker(market.symbol)
  const isOrdinary =
    ticker === undefined ||
    (ticker.status === 'TRADING' &&
      (ticker.mode ?? 'OPEN') === 'OPEN' &&
      (ticker.session ?? 'REGULAR') === 'REGULAR' &&
      ticker.nextSession?.session !== 'CLOSED')
  if (isOrdinary) return null
  return (
    <Suspense fallback={null}>
      <Line market={market} ticker={ticker} />
    </Suspense>
  )
}
