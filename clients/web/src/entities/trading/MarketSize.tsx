/** A size with the asset that it counts. */
import type { Lots } from '@vest/protocol'
import type { Market } from '../../live/index.ts'
import { formatSize } from '../../shared/format/index.ts'

export function MarketSize({ size, market }: { readonly size: Lots; readonly market: Market }) {
  return (
    <>
      {formatSize(size, market.sizeDecimals)} <span className="text-t3">{market.base}</span>
    </>
  )
}
