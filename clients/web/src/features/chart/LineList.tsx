/**
 * The lines of the open orders for the keyboard, and for who does not see the chart: a list that shows itself when the
 * focus is in it. Arrow keys move a line, Enter sends it, Escape drops it; nothing is sent before.
 */
import { useMemo, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { ticks, type Ticks } from '@vest/protocol'
import { usePortfolio } from '../../entities/account/index.ts'
import { useTicker } from '../../entities/market/index.ts'
import { useOrders } from '../../entities/order/index.ts'
import { useFrame, type Market, type Order } from '../../live/index.ts'
import { formatPrice, spoken } from '../../shared/format/index.ts'
import { distanceText, isAtOnce, orderTag, toFloat, waitingTag } from './chartLines.ts'
import { movedPrice, type LineMover } from './lineMoves.ts'
import { waitingExits } from './waitingExits.ts'

/** Ticks of an arrow with Shift, and hundredths of a percent of a page. */
const SHIFT_TICKS = 10
const PAGE_BPS = 50

export function LineList({ market, mover }: { readonly market: Market; readonly mover: LineMover }) {
  const { t } = useTranslation()
  const open = useOrders((lists) => lists.open)
  const orders = useMemo(
    () =>
      open
        .filter((order) => order.symbol === market.symbol)
        .sort((a, b) => a.orderType.localeCompare(b.orderType) || b.limitPrice - a.limitPrice),
    [open, market.symbol],
  )
  if (orders.length === 0) return null
  return (
    <div className="sr-only focus-within:not-sr-only focus-within:absolute focus-within:top-2 focus-within:left-2 focus-within:z-20 focus-within:max-w-[calc(100%-80px)] focus-within:rounded-[8px] focus-within:border focus-within:border-line-2 focus-within:bg-s2 focus-within:p-2 focus-within:shadow-pop">
      <ul aria-label={t('chart.orderLines')}>
        {/* By place: an order that was replaced keeps its row, and the focus with it. */}
        {orders.map((order, index) => (
          <li key={index}>
            <OrderLine order={order} market={market} mover={mover} />
          </li>
        ))}
      </ul>
      <p id="chart-line-help" className="px-2 pt-1 text-caption text-t3">
        {t('chart.moveHelp')}
      </p>
    </div>
  )
}

interface OrderLineProps {
  readonly order: Order
  readonly market: Market
  readonly mover: LineMover
}

function OrderLine({ order, market, mover }: OrderLineProps) {
  const { t } = useTranslation()
  const mark = useTicker(market.symbol)?.markPrice
  const position = usePortfolio((portfolio) =>
    portfolio.positions.find((row) => row.market.symbol === market.symbol),
  )
  const moved = useFrame(mover.moves, (moves) => movedPrice(moves, order.id))
  const isHeld = useFrame(mover.moves, (moves) => moves.held?.orderId === order.id)
  const price = moved ?? order.limitPrice
  const [name, ...rest] = orderTag({ ...order, limitPrice: price }, { market, position, t })
  const details = [
    formatPrice(price, market.priceDecimals),
    ...(mark === undefined ? [] : [distanceText(price, mark)]),
    ...rest.map((part) => part.text),
    ...(mark !== undefined && moved !== undefined && isAtOnce(order, price, mark) ? [t('chart.atOnce')] : []),
    ...(moved !== undefined && !isHeld ? [t('chart.sending')] : []),
    ...waitingExits(order).map((exit) => {
      const tag = waitingTag(exit, { ...order, limitPrice: price }, { market, t })
      return [formatPrice(exit.price, market.priceDecimals), ...tag.map((part) => part.text)].join(' ')
    }),
  ]
  const giveUp = (): void => {
    if (isHeld) mover.drop()
  }
  return (
    <div
      role="slider"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label={name!.text}
      aria-describedby="chart-line-help"
      aria-valuemin={0}
      aria-valuemax={toFloat(ticks(10 * Math.max(order.limitPrice, price)), market)}
      aria-valuenow={toFloat(price, market)}
      aria-valuetext={spoken(details.join(', '))}
      aria-busy={moved !== undefined && !isHeld}
      onKeyDown={(event) => pressKey(event, order, mover)}
      onBlur={giveUp}
      className="flex gap-3 rounded-[4px] px-2 py-1 text-dense -outline-offset-2"
    >
      <span className="font-medium whitespace-nowrap">{name!.text}</span>
      <span className="text-t2">{details.join(' · ')}</span>
    </div>
  )
}

function pressKey(event: KeyboardEvent, order: Order, mover: LineMover): void {
  const { held } = mover.moves.latest()
  const isHeld = held?.orderId === order.id
  if (event.key === 'Enter' && isHeld) mover.release()
  else if (event.key === 'Escape' && isHeld) mover.drop()
  else {
    const step = stepOf(event, order.limitPrice)
    if (step === 0 || (!isHeld && !mover.take(order))) return
    const from = mover.moves.latest().held!.price
    mover.moveTo(ticks(Math.max(1, from + step)))
  }
  event.preventDefault()
  event.stopPropagation()
}

/** Ticks that a key moves a line by; 0 = not such a key. */
export function stepOf({ key, shiftKey }: Pick<KeyboardEvent, 'key' | 'shiftKey'>, price: Ticks): number {
  const page = Math.max(1, Math.round((price * PAGE_BPS) / 10_000))
  const arrow = shiftKey ? SHIFT_TICKS : 1
  switch (key) {
    case 'ArrowUp':
    case 'ArrowRight':
      return arrow
    case 'ArrowDown':
    case 'ArrowLeft':
      return -arrow
    case 'PageUp':
      return page
    case 'PageDown':
      return -page
    default:
      return 0
  }
}
