/** A market in a row of a table: its logo and its name, which leads to its trading page. */
import { Link } from '@tanstack/react-router'
import type { Market } from '../../live/index.ts'
import { MarketLogo } from './MarketLogo.tsx'

export function MarketLink({ market }: { readonly market: Market }) {
  return (
    <span className="flex items-center gap-2">
      <MarketLogo market={market} size={20} />
      <Link to="/trade/$symbol" params={{ symbol: market.symbol }} className="font-semibold hover:text-chalk">
        {market.label}
      </Link>
    </span>
  )
}
