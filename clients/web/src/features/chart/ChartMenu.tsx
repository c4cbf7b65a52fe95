/**
 * What can be done at a price of the chart. A limit order fills the ticket and is sent there; a stop loss or take
 * profit of the open position is set at once, and its item says size and profit before. An open menu stays at the mark
 * of its opening, or an item would mean another price, or be another, when the press on it ends.
 */
import { MousePointerClick } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Ticks } from '@vest/protocol'
import { priceText } from '@vest/sdk'
import { usePortfolio, type PositionRow } from '../../entities/account/index.ts'
import { useTicker } from '../../entities/market/index.ts'
import { ticketRequests, useOrders } from '../../entities/order/index.ts'
import { useSession } from '../../entities/session/index.ts'
import { useLive, type Market } from '../../live/index.ts'
import { formatPrice, formatSignedMoney, formatSize } from '../../shared/format/index.ts'
import { IconButton, Menu, MenuItem, MenuLabel, MenuSeparator, showToast } from '../../ui/index.ts'
import { planTrigger, setTrigger, type TriggerType } from './changeOrder.ts'
import { exitPnl, isAtOnce, remainingOf } from './chartLines.ts'
import { leaveFullScreen } from './useFullScreen.ts'
import { useSetAlert } from './useSetAlert.ts'

export interface ChartMenuItemsProps {
  readonly market: Market
  readonly price: Ticks | undefined
  readonly onReset: () => void
}

export function ChartMenuItems({ market, price, onReset }: ChartMenuItemsProps) {
  const { t } = useTranslation()
  const mark = useMarkAtOpening(market)
  if (price === undefined) return <MenuItem onSelect={onReset}>{t('chart.resetView')}</MenuItem>
  const shown = formatPrice(price, market.priceDecimals)
  // The ticket is where it is finished and sent.
  const order = (isBuy: boolean): void => {
    leaveFullScreen()
    ticketRequests.send({ kind: 'order', isBuy, price })
  }
  const copy = (): void =>
    void navigator.clipboard.writeText(priceText(market, price)).then(
      () => showToast({ tone: 'info', title: t('chart.priceCopied', { price: shown }) }),
      () => showToast({ tone: 'warn', title: t('chart.copyFailed') }),
    )
  return (
    <>
      <MenuLabel>{shown}</MenuLabel>
      <MenuItem onSelect={() => order(true)}>{t('chart.buyLimitAt', { price: shown })}</MenuItem>
      <MenuItem onSelect={() => order(false)}>{t('chart.sellLimitAt', { price: shown })}</MenuItem>
      <TriggerItem market={market} price={price} markAtOpening={mark} />
      {/* None where the mark is: it would be told at once. */}
      {price !== mark && <AlertItem market={market} price={price} />}
      <MenuSeparator />
      <MenuItem onSelect={copy}>{t('chart.copyPrice')}</MenuItem>
      <MenuItem onSelect={onReset}>{t('chart.resetView')}</MenuItem>
    </>
  )
}

function useMarkAtOpening(market: Market): Ticks | undefined {
  const mark = useTicker(market.symbol)?.markPrice
  const [atOpening] = useState(mark)
  return atOpening
}

interface PriceMenuProps {
  readonly market: Market
  readonly onReset: () => void
}

/** The menu of the chart without a pointer: at the mark price. */
export function PriceMenu({ market, onReset }: PriceMenuProps) {
  const { t } = useTranslation()
  return (
    <Menu
      label={t('chart.menu')}
      align="start"
      width={280}
      trigger={
        <IconButton label={t('chart.menu')} size={28}>
          <MousePointerClick size={16} strokeWidth={1.5} />
        </IconButton>
      }
    >
      <MarkMenuItems market={market} onReset={onReset} />
    </Menu>
  )
}

function MarkMenuItems({ market, onReset }: PriceMenuProps) {
  return <ChartMenuItems market={market} price={useMarkAtOpening(market)} onReset={onReset} />
}

function AlertItem({ market, price }: { readonly market: Market; readonly price: Ticks }) {
  const { t } = useTranslation()
  const setAlert = useSetAlert(market)
  return (
    <MenuItem onSelect={() => setAlert(price)}>
      {t('alert.at', { price: formatPrice(price, market.priceDecimals) })}
    </MenuItem>
  )
}

/** Stop loss on one side of the mark, take profit on the other: at a price only one of them would wait. */
function TriggerItem({
  market,
  price,
  markAtOpening,
}: {
  readonly market: Market
  readonly price: Ticks
  readonly markAtOpening: Ticks | undefined
}) {
  const { t } = useTranslation()
  const live = useLive()
  const client = useSession((state) => state.client)
  const mark = useTicker(market.symbol)?.markPrice
  const open = useOrders((lists) => lists.open)
  const position = usePortfolio((portfolio) =>
    portfolio.positions.find((row) => row.market.symbol === market.symbol),
  )
  const type =
    position === undefined || markAtOpening === undefined
      ? undefined
      : triggerAt(position, price, markAtOpening)
  if (type === undefined || position === undefined) return null
  const own = open.filter((order) => order.symbol === market.symbol)
  const plan = planTrigger(type, position, own)
  if (plan === undefined) return null
  const { isBuy, size } =
    plan.kind === 'place' ? plan : { isBuy: plan.order.isBuy, size: remainingOf(plan.order) }
  const pnl = exitPnl({ isBuy, limitPrice: price, size, filledSize: 0 as never }, position, market)
  const words = {
    price: formatPrice(price, market.priceDecimals),
    size: formatSize(size, market.sizeDecimals),
    pnl: formatSignedMoney(pnl),
  }
  return (
    <MenuItem onSelect={() => void setTrigger({ client, live, t, market, mark }, type, plan, price)}>
      {t(type === 'STOP_LOSS' ? 'chart.stopLossAt' : 'chart.takeProfitAt', words)}
    </MenuItem>
  )
}

function triggerAt(position: PositionRow, price: Ticks, mark: Ticks): TriggerType | undefined {
  const isBuy = !position.isLong
  return (['STOP_LOSS', 'TAKE_PROFIT'] as const).find(
    (orderType) => !isAtOnce({ orderType, isBuy }, price, mark),
  )
}
