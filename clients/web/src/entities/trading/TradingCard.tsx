/**
 * A row of trading where there is no room for columns: the logo, a title of market, side and a word, lines of
 * figures under it, and one thing at the right.
 */
import type { ReactNode } from 'react'
import type { Market } from '../../live/index.ts'
import { MarketLogo } from '../market/MarketLogo.tsx'
import { Side } from '../position/Side.tsx'

export interface TradingCardProps {
  readonly market: Market
  readonly isLong: boolean
  /** Beside the side, as the type of an order. */
  readonly word?: string
  /** What was traded: size and price. */
  readonly figures?: ReactNode
  /** When, and what it cost. */
  readonly caption: ReactNode
  readonly end: ReactNode
}

export function TradingCard({ market, isLong, word, figures, caption, end }: TradingCardProps) {
  return (
    <div className="flex items-center gap-3">
      <MarketLogo market={market} size={26} />
      <div className="min-w-0 flex-1">
        <p className="flex items-center gap-2">
          <span className="truncate font-semibold">{market.label}</span>
          <Side isLong={isLong} />
          {word !== undefined && <span className="text-dense whitespace-nowrap text-t2">{word}</span>}
        </p>
        {figures !== undefined && <p className="truncate text-dense">{figures}</p>}
        <p className="text-caption text-t3">{caption}</p>
      </div>
      {end}
    </div>
  )
}
