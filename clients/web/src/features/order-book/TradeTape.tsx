/** The last trades of the market, newest first. */
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { useFrame, useLive, type Market, type Trade } from '../../live/index.ts'
import { formatClock, formatPrice, formatSize } from '../../shared/format/index.ts'
import { cx } from '../../ui/index.ts'
import { BookSkeleton, HEAD } from './BookSkeleton.tsx'

const TAPE_ROWS = 60

export function TradeTape({ market }: { readonly market: Market }) {
  const { t } = useTranslation()
  const trades = useFrame(useLive().focus, (focus) =>
    focus.symbol === market.symbol ? focus.trades : undefined,
  )
  return (
    <div className="h-full overflow-hidden">
      <div className={cx(HEAD, 'grid-cols-3')} aria-hidden="true">
        <span className="text-left">{t('book.price')}</span>
        <span>{t('book.size', { base: market.base })}</span>
        <span>{t('book.time')}</span>
      </div>
      {trades === undefined ? (
        <BookSkeleton rows={8} />
      ) : trades.length === 0 ? (
        <p className="px-3 py-6 text-center text-dense text-t2">{t('book.noTrades')}</p>
      ) : (
        <ol tabIndex={0} aria-label={t('book.trades')} className="h-[calc(100%-24px)] overflow-y-auto">
          {trades.slice(0, TAPE_ROWS).map((trade) => (
            <TradeRow key={trade.id} trade={trade} market={market} />
          ))}
        </ol>
      )}
    </div>
  )
}

const TradeRow = memo(function TradeRow({
  trade,
  market,
}: {
  readonly trade: Trade
  readonly market: Market
}) {
  return (
    <li
      className={cx(
        'grid h-[23px] grid-cols-3 items-center px-3 text-right text-dense',
        trade.isBuy ? 'motion-safe:animate-arrive-up' : 'motion-safe:animate-arrive-down',
      )}
    >
      <span className={cx('text-left', trade.isBuy ? 'text-up' : 'text-down')}>
        {formatPrice(trade.price, market.priceDecimals)}
      </span>
      <span>{formatSize(trade.size, market.sizeDecimals)}</span>
      <span className="text-t3">{formatClock(trade.timeMs)}</span>
    </li>
  )
})
