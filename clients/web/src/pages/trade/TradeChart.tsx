/** The chart in its cell: asked for with the page, shown when it has arrived. */
import { lazy, Suspense } from 'react'
import type { Market } from '../../live/index.ts'
import { ChartPlace } from './TradeSkeleton.tsx'

const ChartPanel = lazy(async () => ({ default: (await import('../../features/chart/index.ts')).ChartPanel }))

export function TradeChart({ market }: { readonly market: Market }) {
  return (
    <Suspense fallback={<ChartPlace />}>
      <ChartPanel market={market} />
    </Suspense>
  )
}
