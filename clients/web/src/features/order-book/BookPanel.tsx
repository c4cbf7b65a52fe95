/**
 * Order book and trades. Rows are keyed by position, not by price, and drawn from one snapshot per frame; the
 * stacked depth bars draw the curve as a staircase. A click fills the limit price.
 */
import { ChevronDown, ChevronUp, PanelRight } from 'lucide-react'
import { memo, useMemo, useRef, useState } from 'react'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { BOOK_ROW_PX, lots, ticks, usd6, type Ticks } from '@vest/protocol'
import { useTicker } from '../../entities/market/index.ts'
import { ticketRequests, useOrders } from '../../entities/order/index.ts'
import { usePreferences } from '../../entities/preferences/index.ts'
import { useFrame, useLive, type Market, type Trade } from '../../live/index.ts'
import { formatClock, formatMoney, formatPrice, formatScaled, formatSize } from '../../shared/format/index.ts'
import {
  cx,
  IconButton,
  Menu,
  MenuRadioGroup,
  Skeleton,
  TabBar,
  TabPanel,
  Tabs,
  useElementSize,
  useMediaQuery,
} from '../../ui/index.ts'
import { bookView, groupSteps, rowsPerSide, type BookRow } from './bookView.ts'

type BookTab = 'book' | 'trades'

export function BookPanel({ market }: { readonly market: Market }) {
  const { t } = useTranslation()
  const live = useLive()
  const [tab, setTab] = useState<BookTab>('book')
  const [step, setStep] = useState(1)
  const isOpen = usePreferences((state) => state.isBookOpen)
  const change = usePreferences((state) => state.change)
  const hasConnected = useFrame(live.connection, (connection) => connection.hasConnected)
  const ticker = useTicker(market.symbol)
  const steps = groupSteps(ticker?.markPrice)
  const shownStep = steps.includes(step) ? step : 1
  if (!isOpen || !hasConnected)
    return (
      <section aria-label={t('book.title')} className="flex w-9 flex-col items-center gap-3 bg-s1 pt-1">
        <IconButton
          label={t('book.expand')}
          size={28}
          isDisabled={!hasConnected}
          onClick={() => change({ isBookOpen: true })}
        >
          <PanelRight size={16} strokeWidth={1.5} />
        </IconButton>
        <span className="text-dense text-t2 [writing-mode:vertical-rl]">{t('book.title')}</span>
      </section>
    )
  return (
    <section aria-label={t('book.title')} className="flex min-w-0 flex-col overflow-hidden bg-s1">
      <Tabs value={tab} onChange={setTab} className="flex min-h-0 flex-1 flex-col">
        <TabBar
          label={t('book.title')}
          className="h-9 px-[6px]"
          value={tab}
          items={[
            { value: 'book', label: t('book.title') },
            { value: 'trades', label: t('book.trades') },
          ]}
          end={
            <span className="flex items-center">
              {tab === 'book' && (
                <Menu
                  label={t('book.grouping')}
                  width={120}
                  trigger={
                    <button
                      type="button"
                      aria-label={t('book.grouping')}
                      className="flex h-7 items-center gap-[3px] px-1 text-dense text-t2 hover:text-t1"
                    >
                      {formatPrice(ticks(shownStep), market.priceDecimals)}
                      <ChevronDown size={12} strokeWidth={1.5} aria-hidden="true" />
                    </button>
                  }
                >
                  <MenuRadioGroup
                    label={t('book.grouping')}
                    value={String(shownStep)}
                    options={steps.map((value) => ({
                      value: String(value),
                      label: formatPrice(ticks(value), market.priceDecimals),
                    }))}
                    onChange={(value) => setStep(Number(value))}
                  />
                </Menu>
              )}
              <IconButton label={t('book.collapse')} size={28} onClick={() => change({ isBookOpen: false })}>
                <PanelRight size={16} strokeWidth={1.5} />
              </IconButton>
            </span>
          }
        />
        <TabPanel value="book" className="min-h-0 flex-1">
          <OrderBook market={market} step={shownStep} />
        </TabPanel>
        <TabPanel value="trades" className="min-h-0 flex-1 overflow-hidden">
          <TradeTape market={market} />
        </TabPanel>
      </Tabs>
    </section>
  )
}

const HEAD = 'grid h-6 items-center px-3 text-right text-caption text-t3'

function OrderBook({ market, step }: { readonly market: Market; readonly step: number }) {
  const { t } = useTranslation()
  const live = useLive()
  const [ref, { height }] = useElementSize<HTMLDivElement>()
  // Between 1024 and 1280 px there is room for price and size only.
  const isNarrow = useMediaQuery('(max-width: 1279px)')
  const book = useFrame(live.focus, (focus) => (focus.symbol === market.symbol ? focus.book : undefined))
  const isStale = useFrame(live.connection, (connection) => connection.isStale)
  const open = useOrders((lists) => lists.open)
  const ownOrders = useMemo(
    () => open.filter((order) => order.symbol === market.symbol),
    [open, market.symbol],
  )
  const rows = rowsPerSide(height + 36, BOOK_ROW_PX)
  const view = useMemo(
    () => (book === undefined ? undefined : bookView({ book, step, rows, ownOrders })),
    [book, step, rows, ownOrders],
  )
  const columns = isNarrow ? 'grid-cols-2' : 'grid-cols-3'
  return (
    <div ref={ref} className={cx('h-full overflow-hidden', isStale && 'opacity-50')}>
      <div className={cx(HEAD, columns)} aria-hidden="true">
        <span className="text-left">{t('book.price')}</span>
        <span>{t('book.size', { base: market.base })}</span>
        {!isNarrow && <span>{t('book.total')}</span>}
      </div>
      {view === undefined ? (
        <BookSkeleton rows={rows} />
      ) : (
        <>
          <ol aria-label={t('book.asks')} className="flex flex-col-reverse">
            {Array.from({ length: rows }, (_, index) => (
              <Level key={index} row={view.asks[index]} market={market} side="ask" isNarrow={isNarrow} />
            ))}
          </ol>
          <SpreadRow market={market} spread={view.spread} spreadPercent3={view.spreadPercent3} />
          <ol aria-label={t('book.bids')}>
            {Array.from({ length: rows }, (_, index) => (
              <Level key={index} row={view.bids[index]} market={market} side="bid" isNarrow={isNarrow} />
            ))}
          </ol>
        </>
      )}
    </div>
  )
}

function BookSkeleton({ rows }: { readonly rows: number }) {
  return (
    <div aria-busy="true">
      {Array.from({ length: rows * 2 + 1 }, (_, index) => (
        <div key={index} className="grid h-[23px] grid-cols-3 items-center gap-6 px-3">
          <Skeleton className="h-[10px]" />
          <Skeleton className="h-[10px]" />
          <Skeleton className="h-[10px]" />
        </div>
      ))}
    </div>
  )
}

interface LevelProps {
  readonly row: BookRow | undefined
  readonly market: Market
  readonly side: 'ask' | 'bid'
  readonly isNarrow: boolean
}

const DEPTH = {
  ask: 'bg-[color-mix(in_srgb,var(--down)_var(--depth-a),transparent)] border-l-[color-mix(in_srgb,var(--down)_32%,transparent)]',
  bid: 'bg-[color-mix(in_srgb,var(--up)_var(--depth-a),transparent)] border-l-[color-mix(in_srgb,var(--up)_32%,transparent)]',
} as const

const Level = memo(
  function Level({ row, market, side, isNarrow }: LevelProps) {
    const { t } = useTranslation()
    if (row === undefined) return <li className="h-[23px]" aria-hidden="true" />
    const price = formatPrice(row.price, market.priceDecimals)
    return (
      <li>
        <button
          type="button"
          tabIndex={-1}
          title={levelHelp(t, row, market)}
          onClick={() => ticketRequests.send({ kind: 'price', price: row.price })}
          className={cx(
            'relative grid h-[23px] w-full items-center px-3 text-right text-dense leading-[23px] hover:bg-s3',
            isNarrow ? 'grid-cols-2' : 'grid-cols-3',
          )}
        >
          <span
            aria-hidden="true"
            className={cx('absolute inset-y-0 right-0 border-l', DEPTH[side])}
            style={{ width: `${row.width}%` }}
          />
          <span className={cx('relative text-left', side === 'ask' ? 'text-down' : 'text-up')}>
            {row.own !== undefined && (
              <span aria-hidden="true" className="absolute top-[10px] -left-2 size-1 rounded-full bg-chalk" />
            )}
            {price}
          </span>
          <span className="relative">{formatSize(row.size, market.sizeDecimals)}</span>
          {!isNarrow && (
            <span className="relative text-t2">{formatSize(row.total, market.sizeDecimals)}</span>
          )}
        </button>
      </li>
    )
  },
  (before, after) =>
    before.market === after.market &&
    before.side === after.side &&
    before.isNarrow === after.isNarrow &&
    before.row?.price === after.row?.price &&
    before.row?.size === after.row?.size &&
    before.row?.total === after.row?.total &&
    before.row?.width === after.row?.width &&
    before.row?.own === after.row?.own,
)

/** Average price and value of taking everything down to this row, and the user's own size in it. */
function levelHelp(t: TFunction, row: BookRow, market: Market): string {
  const average = ticks(Number(row.cumulative / BigInt(row.total)))
  const value = row.cumulative * BigInt(market.scale)
  const words = t('book.rowHelp', {
    price: formatPrice(average, market.priceDecimals),
    value:
      value <= BigInt(Number.MAX_SAFE_INTEGER)
        ? formatMoney(usd6(Number(value)))
        : formatScaled(value, { decimals: 6, places: 2, prefix: '$' }),
  })
  return row.own === undefined
    ? words
    : `${t('book.ownOrder', { size: formatSize(lots(row.own), market.sizeDecimals), base: market.base })} · ${words}`
}

function SpreadRow({
  market,
  spread,
  spreadPercent3,
}: {
  readonly market: Market
  readonly spread: number | undefined
  readonly spreadPercent3: number | undefined
}) {
  const { t } = useTranslation()
  const trades = useFrame(useLive().focus, (focus) => focus.trades)
  const mark = useTicker(market.symbol)?.markPrice
  const last = trades?.[0]?.price ?? mark
  const direction = useDirection(last, trades?.[0]?.isBuy)
  const Arrow = direction === 'down' ? ChevronDown : ChevronUp
  return (
    <div className="flex h-6 items-center gap-[6px] border-y border-line px-3 text-caption">
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

const TAPE_ROWS = 60

function TradeTape({ market }: { readonly market: Market }) {
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
        <ol aria-label={t('book.trades')} className="h-[calc(100%-24px)] overflow-y-auto">
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
