/**
 * The scrolling strip of trending markets plus the top five by volume ([2.24]), desktop only. It moves 40 px a
 * second, stops under pointer and focus, and under reduced motion stands still and scrolls by hand.
 */
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import {
  ChangePercent,
  MarketLogo,
  tickerStrip,
  useMarketRows,
  useTicker,
  type MarketRow,
} from '../entities/market/index.ts'
import { useElementWidth, useMediaQuery } from '../ui/index.ts'

const SPEED_PX_PER_S = 40

export function TickerStrip() {
  const isDesktop = useMediaQuery('(min-width: 1024px)')
  return isDesktop ? <Strip /> : null
}

function Strip() {
  const { t } = useTranslation()
  const rows = useMarketRows()
  const items = tickerStrip(rows)
  const [ref, width] = useElementWidth<HTMLUListElement>()
  return (
    <nav
      aria-label={t('ticker.label')}
      className="group sticky top-20 z-20 h-8 shrink-0 overflow-x-auto overflow-y-hidden border-b border-line bg-bg text-dense whitespace-nowrap no-scrollbar motion-safe:overflow-hidden"
    >
      <div
        className="motion-ticker flex h-full w-max items-center group-focus-within:[animation-play-state:paused] group-hover:[animation-play-state:paused]"
        style={
          width > 0 && items.length > 0
            ? { animation: `ticker ${width / SPEED_PX_PER_S}s linear infinite` }
            : undefined
        }
      >
        <ul ref={ref} className="flex">
          {items.map((row) => (
            <Item key={row.market.symbol} row={row} />
          ))}
        </ul>
        <ul className="flex" aria-hidden="true">
          {items.map((row) => (
            <Item key={row.market.symbol} row={row} isCopy />
          ))}
        </ul>
      </div>
    </nav>
  )
}

function Item({ row, isCopy = false }: { readonly row: MarketRow; readonly isCopy?: boolean }) {
  const { symbol, base } = row.market
  const ticker = useTicker(symbol)
  return (
    <li className="flex h-[14px] items-center border-r border-line px-4">
      <Link
        to="/trade/$symbol"
        params={{ symbol }}
        tabIndex={isCopy ? -1 : undefined}
        className="flex items-center gap-[7px] hover:text-t1"
      >
        <MarketLogo base={base} size={14} />
        <span className="font-medium">{base}</span>
        <ChangePercent ticker={ticker} />
      </Link>
    </li>
  )
}
