/**
 * The scrolling strip of trending markets plus the top five by volume ([2.24]), desktop only. It moves 40 px a
 * second, stops under pointer and focus, and under reduced motion stands still and scrolls by hand. Its figures live;
 * its markets and their order are kept for one whole pass, so that nothing jumps under the eye or the pointer.
 */
import { useState } from 'react'
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
  const { items, renew } = useKeptItems()
  const [ref, width] = useElementWidth<HTMLUListElement>()
  return (
    <nav
      aria-label={t('ticker.label')}
      className="group sticky top-20 z-20 h-8 shrink-0 overflow-x-auto overflow-y-hidden border-b border-line bg-bg text-dense whitespace-nowrap no-scrollbar motion-safe:overflow-hidden"
    >
      <div
        onAnimationIteration={renew}
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

/** The strip as it was when it last began a pass; the first one begins when every price has its day's figures. */
function useKeptItems(): { readonly items: readonly MarketRow[]; readonly renew: () => void } {
  const rows = useMarketRows()
  const [kept, setKept] = useState<readonly string[]>()
  const priced = rows.filter((row) => row.ticker !== undefined)
  const present = () => tickerStrip(rows).map((row) => row.market.symbol)
  if (kept === undefined && priced.length > 0 && priced.every((row) => row.quoteVolume !== undefined))
    setKept(present())
  const bySymbol = new Map(rows.map((row) => [row.market.symbol, row]))
  const items = (kept ?? []).flatMap((symbol) => bySymbol.get(symbol) ?? [])
  return { items, renew: () => setKept(present()) }
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
        <MarketLogo market={row.market} size={14} />
        <span className="font-medium">{base}</span>
        <ChangePercent ticker={ticker} className="live-price" />
      </Link>
    </li>
  )
}
