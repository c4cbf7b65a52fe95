/** Between asks and bids: the last price with the direction it came from, and the spread. */
import { ChevronDown, ChevronUp } from 'lucide-react'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { ticks, type Ticks } from '@vest/protocol'
import { useTicker } from '../../entities/market/index.ts'
import { useFrame, useLive, type Market } from '../../live/index.ts'
import { formatPrice, formatScaled } from '../../shared/format/index.ts'
import { cx } from '../../ui/index.ts'

export interface SpreadRowProps {
  readonly market: Market
  readonly spread: number | undefined
  readonly spreadPercent3: number | undefined
  readonly columns: number
}

export function SpreadRow({ market, spread, spreadPercent3, columns }: SpreadRowProps) {
  const { t } = useTranslation()
  const trades = useFrame(useLive().focus, (focus) => focus.trades)
  const mark = useTicker(market.symbol)?.markPrice
  const last = trades?.[0]?.price ?? mark
  const direction = useDirection(last, trades?.[0]?.isBuy)
  const Arrow = direction === 'down' ? ChevronDown : ChevronUp
  return (
    <div role="rowgroup">
      <div role="row">
        <div
          role="gridcell"
          aria-colspan={columns}
          className="flex h-6 items-center gap-[6px] border-y border-line px-3 text-caption"
        >
          <span
            className={cx(
              'flex items-center gap-[6px] text-nav font-semibold',
              direction === 'down' ? 'text-down' : 'text-up',
            )}
          >
            {formatPrice(last, market.priceDecimals)}
            <Arrow size={12} strokeWidth={2} aria-hidden="true" />
          </span>
          <span className="flex-1" />
          <span className="text-t3">{t('book.spread')}</span>
          <span className="text-t2">
            {spread === undefined ? '–' : formatPrice(ticks(spread), market.priceDecimals)}
          </span>
          <span className="text-t2">{formatScaled(spreadPercent3, { decimals: 3, suffix: '%' })}</span>
        </div>
      </div>
    </div>
  )
}

/** Where the last price came from; a price that stands still keeps its direction. */
function useDirection(price: Ticks | undefined, isBuy: boolean | undefined): 'up' | 'down' {
  const held = useRef<{ price: Ticks | undefined; direction: 'up' | 'down' }>({
    price,
    direction: isBuy === false ? 'down' : 'up',
  })
  if (price !== undefined && held.current.price !== price) {
    const before = held.current.price
    held.current = {
      price,
      direction: before === undefined ? (isBuy === false ? 'down' : 'up') : price < before ? 'down' : 'up',
    }
  }
  return held.current.direction
}
