/**
 * The session of a market and how long it goes on, or when the market opens: a figure of the market bar that opens the
 * hours of the coming days. Loaded after the page stands; until then its place is held.
 */
import { lazy, Suspense } from 'react'
import { useTicker } from '../../entities/market/index.ts'
import type { Market } from '../../live/index.ts'

const Session = lazy(async () => ({ default: (await import('./SessionClock.tsx')).SessionClock }))

/** In a list of figures; nothing where the exchange tells no session. */
export function SessionFigure({
  market,
  className,
}: {
  readonly market: Market
  readonly className: string
}) {
  const hasSession = useTicker(market.symbol)?.session !== undefined
  return (
    <div className={className}>
      <Suspense fallback={null}>{hasSession && <Session market={market} />}</Suspense>
    </div>
  )
}

/** On small screens: a line of its own, and none for a market that never closes. */
export function SessionStrip({ market }: { readonly market: Market }) {
  const ticker = useTicker(market.symbol)
  if (ticker?.session === undefined || ticker.nextSession === undefined) return null
  return (
    <dl className="flex h-11 items-center gap-2 border-b border-line px-4">
      <Suspense fallback={null}>
        <Session market={market} />
      </Suspense>
    </dl>
  )
}
