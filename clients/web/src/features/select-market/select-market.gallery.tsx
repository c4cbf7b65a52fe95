/** The markets table in its two shapes. */
import { MARKET_LIST } from '../../testing/gallery/markets.ts'
import type { Scene, SceneState } from '../../testing/gallery/scene.ts'
import { VISITOR } from '../../testing/gallery/world.ts'
import { MarketsTable } from './MarketsTable.tsx'

const STATES: Readonly<Record<string, SceneState>> = {
  loading: { world: { markets: undefined }, isPending: true },
  error: { world: { markets: undefined, hasFailed: true } },
  empty: { world: { markets: [] } },
  normal: {},
  visitor: { world: VISITOR },
  'without-prices': { world: { markets: MARKET_LIST, tickers: new Map() } },
}

export const scenes: readonly Scene[] = [
  { name: 'markets-table', widthPx: 1_128, render: () => <MarketsTable variant="page" />, states: STATES },
  {
    name: 'markets-dropdown',
    widthPx: 560,
    render: () => <MarketsTable variant="dropdown" />,
    states: STATES,
  },
]
