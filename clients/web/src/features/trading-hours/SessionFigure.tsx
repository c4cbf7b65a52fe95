/**
 * What of a market goes by the clock, as figures of the market bar: its session and how long it goes on, or when it
 * opens; when funding is paid next. Loaded after the page stands.
 */
import { lazy, Suspense } from 'react'
import { useTicker, type MarketRow } from '../../entities/market/index.ts'
import type { Market } from '../../live/index.ts'

const Funding = lazy(async () => ({ default: (await import('./FundingClock.tsx')).FundingClock }))
const Session = lazy(async () => ({ default: (await import('./SessionClock.tsx')).SessionClock }))

/** Holds a line, not its width. */
const Arriving = () => <span aria-busy="true" className="inline-block h-4 w-px" />

/** The same for a whole figure of a list, which holds terms and definitions alone. */
const ArrivingFigure = () => (
  <>
    <dt className="w-px">&nbsp;</dt>
    <dd aria-busy="true" className="w-px" />
  </>
)

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
      <Suspense fallback={<ArrivingFigure />}>{hasSession && <Session market={market} />}</Suspense>
    </div>
  )
}

/** How long until funding is paid next; nothing while the market stands still. */
export function FundingCountdown({ row }: { readonly row: MarketRow | undefined }) {
  if (row === undefined || row.isHalted) return null
  return (
    <Suspense fallback={<Arriving />}>
      <Funding market={row.market} />
    </Suspense>
  )
}

/** On small screens: a line of its own, and none for a market that never closes. */
export function SessionStrip({ market }: { readonly market: Market }) {
  const ticker = useTicker(market.symbol)
  if (ticker?.session === undefined || ticker.nextSession === undefined) return null
  return (
    <dl className="flex h-11 items-center gap-2 border-b border-line px-4">
      <Suspense fallback={<ArrivingFigure />}>
        <Session market={market} />
      </Suspense>
    </dl>
  )
}
