/**
 * The book as a table. Rows are keyed by place, not by price, and drawn from one snapshot per frame; the stacked depth
 * bars draw the curve as a staircase. A click fills the limit price. For the keyboard it is one stop: arrow keys walk
 * from level to level, Enter fills.
 */
import { useId, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { BOOK_ROW_PX } from '@vest/protocol'
import { useOrders } from '../../entities/order/index.ts'
import { useFrame, useLive, type Market } from '../../live/index.ts'
import { cx, useElementSize, useMediaQuery } from '../../ui/index.ts'
import { BookLevel } from './BookLevel.tsx'
import { BookSkeleton, HEAD } from './BookSkeleton.tsx'
import { unitName, type BookUnit } from './bookUnits.ts'
import { bookView, rowsPerSide, type BookRow, type BookTotals, type BookView } from './bookView.ts'
import { LevelHelp } from './LevelHelp.tsx'
import { SpreadRow } from './SpreadRow.tsx'
import { rowAt, useLevelWalk } from './useLevelWalk.ts'

export interface OrderBookProps {
  readonly market: Market
  readonly step: number
  readonly unit: BookUnit
  readonly totals: BookTotals
}

export function OrderBook({ market, step, unit, totals }: OrderBookProps) {
  const { t } = useTranslation()
  const helpId = useId()
  const [ref, { height }] = useElementSize<HTMLDivElement>()
  // Between 1024 and 1280 px there is room for price and size only.
  const isNarrow = useMediaQuery('(max-width: 1279px)')
  const rows = rowsPerSide(height + 36, BOOK_ROW_PX)
  const view = useBookView({ market, step, totals, rows })
  const { current, shown, handlers } = useLevelWalk(view)
  const side = (name: 'ask' | 'bid', levels: readonly BookRow[]) => (
    <div
      role="rowgroup"
      aria-label={t(name === 'ask' ? 'book.asks' : 'book.bids')}
      className={cx('flex', name === 'ask' ? 'flex-col-reverse' : 'flex-col')}
    >
      {Array.from({ length: rows }, (_, index) => {
        const place = name === 'ask' ? -1 - index : index
        return (
          <BookLevel
            key={index}
            row={levels[index]}
            market={market}
            unit={unit}
            totals={totals}
            isNarrow={isNarrow}
            place={place}
            isCurrent={place === current}
            helpId={shown?.place === place ? helpId : undefined}
          />
        )
      })}
    </div>
  )
  const shownRow = view === undefined || shown === undefined ? undefined : rowAt(view, shown.place)
  return (
    <div ref={ref} className="live-price h-full overflow-hidden">
      {view === undefined ? (
        <BookSkeleton rows={rows} />
      ) : (
        <div role="grid" aria-label={t('book.title')} {...handlers}>
          <BookHead market={market} unit={unit} totals={totals} isNarrow={isNarrow} />
          {side('ask', view.asks)}
          <SpreadRow
            market={market}
            spread={view.spread}
            spreadPercent3={view.spreadPercent3}
            columns={isNarrow ? 2 : 3}
          />
          {side('bid', view.bids)}
        </div>
      )}
      {shown !== undefined && shownRow !== undefined && (
        <LevelHelp id={helpId} row={shownRow} market={market} at={shown} />
      )}
    </div>
  )
}

function useBookView(input: {
  readonly market: Market
  readonly step: number
  readonly totals: BookTotals
  readonly rows: number
}): BookView | undefined {
  const { market, step, totals, rows } = input
  const live = useLive()
  const book = useFrame(live.focus, (focus) => (focus.symbol === market.symbol ? focus.book : undefined))
  const open = useOrders((lists) => lists.open)
  const ownOrders = useMemo(
    () => open.filter((order) => order.symbol === market.symbol),
    [open, market.symbol],
  )
  return useMemo(
    () => (book === undefined ? undefined : bookView({ book, step, rows, ownOrders, totals })),
    [book, step, rows, ownOrders, totals],
  )
}

type BookHeadProps = Omit<OrderBookProps, 'step'> & { readonly isNarrow: boolean }

function BookHead({ market, unit, totals, isNarrow }: BookHeadProps) {
  const { t } = useTranslation()
  const sizeHead = (name: BookUnit): string => t('book.size', { base: unitName(name, market) })
  return (
    <div role="rowgroup">
      <div role="row" className={cx(HEAD, isNarrow ? 'grid-cols-2' : 'grid-cols-3')}>
        <span role="columnheader" className="text-left">
          {t('book.price')}
        </span>
        <span role="columnheader">{sizeHead(unit)}</span>
        {!isNarrow && (
          <span role="columnheader">
            {totals === 'cumulative' ? t('book.total') : sizeHead(unit === 'base' ? 'usd' : 'base')}
          </span>
        )}
      </div>
    </div>
  )
}
