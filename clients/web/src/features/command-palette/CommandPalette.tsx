/** Markets, pages, actions, and an order as traders type it: one field for all of them. */
import { useNavigate } from '@tanstack/react-router'
import { CornerDownLeft } from 'lucide-react'
import { useMemo, useState, type ReactNode } from 'react'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { Ticks } from '@vest/protocol'
import { isNamed, MarketLogo, namesOf } from '../../entities/market/index.ts'
import { ticketRequests } from '../../entities/order/index.ts'
import { Side } from '../../entities/position/Side.tsx'
import { MarketSize } from '../../entities/trading/index.ts'
import { useFrame, useLive, type Market } from '../../live/index.ts'
import { formatPrice } from '../../shared/format/index.ts'
import { Palette, type PaletteOption } from '../../ui/index.ts'
import { parseOrderLine, type OrderLine } from './parseOrderLine.ts'
import { rankCommands, type Command } from './rankCommands.ts'

export interface CommandPaletteProps {
  readonly onClose: () => void
  /** Pages and actions, the likelier ones first. */
  readonly commands: readonly Command[]
  /** What stands in it from the beginning. */
  readonly typed: string
}

const SHOWN = 12
/** Without a text: a few markets, then where one can go. */
const MARKETS_FIRST = 5

export function CommandPalette({ onClose, commands, typed }: CommandPaletteProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const live = useLive()
  const markets = useFrame(live.markets)
  const tickers = useFrame(live.tickers)
  const [text, setText] = useState(typed)
  const all = useMemo(() => [...(markets?.values() ?? [])], [markets])
  const line = parseOrderLine(text, {
    markets: all,
    markOf: (symbol) => tickers.get(symbol)?.markPrice,
  })
  const go = (market: Market): void => {
    onClose()
    void navigate({ to: '/trade/$symbol', params: { symbol: market.symbol } })
  }
  const fill = (order: OrderLine): void => {
    if (order.kind !== 'order') return
    go(order.market)
    ticketRequests.sendTo(order.market.symbol, { kind: 'order', ...order.order })
  }
  const options: PaletteOption[] =
    line === undefined
      ? found(text, all, commands).map((command) =>
          'symbol' in command
            ? {
                id: command.symbol,
                group: t('palette.markets'),
                content: <MarketOption market={command} mark={tickers.get(command.symbol)?.markPrice} />,
                onSelect: () => go(command),
              }
            : {
                id: command.id,
                group: t(`palette.${command.group}`),
                content: command.title,
                onSelect: () => {
                  onClose()
                  command.run()
                },
              },
        )
      : [
          {
            id: 'order',
            group: t('palette.order'),
            isDisabled: line.kind === 'problem',
            content: <OrderOption line={line} t={t} />,
            onSelect: () => fill(line),
          },
        ]
  return (
    <Palette
      isOpen
      onClose={onClose}
      label={t('palette.title')}
      placeholder={t('palette.placeholder')}
      text={text}
      onText={setText}
      options={options}
      empty={t('palette.nothing')}
      footer={t('palette.help')}
    />
  )
}

/** Markets by name, then pages and actions. */
function found(
  text: string,
  markets: readonly Market[],
  commands: readonly Command[],
): readonly (Market | Command)[] {
  const named = markets.map((market) => ({
    market,
    title: market.label,
    others: namesOf(market),
  }))
  const isAsked = text.trim() !== ''
  const ranked = rankCommands(named, text, isAsked ? SHOWN : MARKETS_FIRST).map(({ market }) => market)
  // Written in a way that no name is ("btc usd", "s and p"), yet naming it.
  const meant = isAsked ? markets.filter((market) => !ranked.includes(market) && isNamed(market, text)) : []
  const best = [...meant.slice(0, SHOWN), ...ranked]
  const others = rankCommands(commands, text, SHOWN)
  return [...best.slice(0, Math.max(MARKETS_FIRST, SHOWN - others.length)), ...others]
}

function MarketOption({ market, mark }: { readonly market: Market; readonly mark: Ticks | undefined }) {
  return (
    <>
      <MarketLogo market={market} size={20} />
      <span className="font-semibold">{market.label}</span>
      <span className="min-w-0 flex-1 truncate text-dense text-t2">{market.displayName}</span>
      <span className="text-dense">{formatPrice(mark, market.priceDecimals)}</span>
    </>
  )
}

function OrderOption({ line, t }: { readonly line: OrderLine; readonly t: TFunction }) {
  const { market } = line
  if (line.kind === 'problem')
    return (
      <>
        <MarketLogo market={market} size={20} />
        <span className="text-warn">{t(`palette.problems.${line.problem}`, { word: line.word })}</span>
      </>
    )
  const { isBuy, size, price, takeProfit, stopLoss } = line.order
  const at = (label: string, value: Ticks | undefined): ReactNode =>
    value !== undefined && (
      <span>
        <span className="text-t2">{label}</span> {formatPrice(value, market.priceDecimals)}
      </span>
    )
  return (
    <>
      <MarketLogo market={market} size={20} />
      <span className="flex min-w-0 flex-1 flex-wrap gap-x-3">
        <span>
          <Side isLong={isBuy} />{' '}
          {size === undefined ? (
            <span className="font-semibold">{market.label}</span>
          ) : (
            <MarketSize size={size} market={market} />
          )}
        </span>
        {price === undefined ? <span className="text-t2">{t('orderType.MARKET')}</span> : at('@', price)}
        {at(t('palette.takeProfit'), takeProfit)}
        {at(t('palette.stopLoss'), stopLoss)}
      </span>
      <span className="text-dense whitespace-nowrap text-t2">{t('palette.fill')}</span>
      <CornerDownLeft size={14} strokeWidth={1.5} aria-hidden="true" className="text-t2" />
    </>
  )
}
