/** One level of the book: a row of its table, with its depth bar and the mark of own orders. */
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { lots } from '@vest/protocol'
import { ticketRequests } from '../../entities/order/index.ts'
import type { Market } from '../../live/index.ts'
import { formatPrice, formatSize } from '../../shared/format/index.ts'
import { cx } from '../../ui/index.ts'
import { sizeIn, type BookUnit } from './bookUnits.ts'
import type { BookRow, BookTotals } from './bookView.ts'
import type { Place } from './useLevelWalk.ts'

export interface BookLevelProps {
  readonly row: BookRow | undefined
  readonly market: Market
  readonly unit: BookUnit
  readonly totals: BookTotals
  readonly isNarrow: boolean
  readonly place: Place
  /** The one that Tab stops at. */
  readonly isCurrent: boolean
  readonly helpId: string | undefined
}

const DEPTH = {
  ask: 'bg-[color-mix(in_srgb,var(--down)_var(--depth-a),transparent)] border-l-[color-mix(in_srgb,var(--down)_32%,transparent)]',
  bid: 'bg-[color-mix(in_srgb,var(--up)_var(--depth-a),transparent)] border-l-[color-mix(in_srgb,var(--up)_32%,transparent)]',
} as const

export const BookLevel = memo(
  function BookLevel({ row, market, unit, totals, isNarrow, place, isCurrent, helpId }: BookLevelProps) {
    const { t } = useTranslation()
    if (row === undefined) return <div className="h-[23px]" aria-hidden="true" />
    const side = place < 0 ? 'ask' : 'bid'
    const price = formatPrice(row.price, market.priceDecimals)
    const worth = BigInt(row.price) * BigInt(row.size)
    const own =
      row.own === undefined
        ? undefined
        : t('book.ownOrder', { size: formatSize(lots(row.own), market.sizeDecimals), base: market.base })
    return (
      <div
        role="row"
        data-place={place}
        onClick={() => ticketRequests.send({ kind: 'price', price: row.price })}
        className={cx(
          'relative grid h-[23px] w-full cursor-pointer items-center px-3 text-right text-dense leading-[23px] hover:bg-s3',
          isNarrow ? 'grid-cols-2' : 'grid-cols-3',
        )}
      >
        <span role="gridcell" className="relative z-[1] text-left">
          {own !== undefined && (
            <span
              role="img"
              aria-label={own}
              className="absolute top-[10px] -left-2 size-1 rounded-full bg-chalk"
            />
          )}
          <button
            type="button"
            tabIndex={isCurrent ? 0 : -1}
            aria-label={t('book.fill', { price })}
            aria-describedby={helpId}
            className={cx('block w-full text-left', side === 'ask' ? 'text-down' : 'text-up')}
          >
            {price}
          </button>
        </span>
        <span role="gridcell" className="relative z-[1]">
          {sizeIn(unit, row.size, worth, market)}
        </span>
        {!isNarrow && (
          <span role="gridcell" className="relative z-[1] text-t2">
            {totals === 'cumulative'
              ? sizeIn(unit, row.total, row.cumulative, market)
              : sizeIn(unit === 'base' ? 'usd' : 'base', row.size, worth, market)}
          </span>
        )}
        <span
          aria-hidden="true"
          className={cx('absolute inset-y-0 right-0 border-l', DEPTH[side])}
          style={{ width: `${row.width}%` }}
        />
      </div>
    )
  },
  (before, after) =>
    before.market === after.market &&
    before.unit === after.unit &&
    before.totals === after.totals &&
    before.isNarrow === after.isNarrow &&
    before.isCurrent === after.isCurrent &&
    before.helpId === after.helpId &&
    before.row?.price === after.row?.price &&
    before.row?.size === after.row?.size &&
    before.row?.total === after.row?.total &&
    before.row?.cumulative === after.row?.cumulative &&
    before.row?.width === after.row?.width &&
    before.row?.own === after.row?.own,
)
