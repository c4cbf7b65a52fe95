/**
 * A position where there is no room for a row: as a card of a list, and as one line under the chart of its market.
 * Both show the tape, on which liquidation, entry and mark are positions on one ruler.
 */
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import {
  formatMoney,
  formatPercent,
  formatPrice,
  formatSignedMoney,
  formatSize,
} from '../../shared/format/index.ts'
import { Badge, cx } from '../../ui/index.ts'
import { signClass, type PositionRow } from '../account/index.ts'
import { Explained } from '../explanation/index.ts'
import { HaltBadge, MarketLogo } from '../market/index.ts'
import { ExitPrices } from './ExitPrices.tsx'
import { NoLiquidation } from './NoLiquidation.tsx'
import { PositionTape } from './PositionTape.tsx'
import { Side } from './Side.tsx'

export interface PositionCardProps {
  readonly row: PositionRow
  readonly close: ReactNode
  /** Beside the return. */
  readonly share?: ReactNode
  readonly onEditTpsl: (symbol: string) => void
}

/** A position on a small screen: what it is and earns, the tape, and what the tape cannot say; the action at the right. */
export function PositionCard({ row, close, share, onEditTpsl }: PositionCardProps) {
  const { t } = useTranslation()
  const { market } = row
  return (
    <div>
      <div className={row.isHalted ? 'text-t3' : undefined}>
        <div className="flex items-center gap-[10px]">
          <MarketLogo market={market} size={26} />
          <div className="min-w-0 flex-1">
            <p className="flex items-center gap-[6px]">
              <span className="truncate font-semibold">{market.label}</span>
              <Badge>{row.leverage}X</Badge>
              <HaltBadge row={row} />
            </p>
            <p className="truncate text-dense">
              <Side isLong={row.isLong} /> {formatSize(row.size, market.sizeDecimals)}{' '}
              <span className="text-t3">{market.base}</span>
            </p>
          </div>
          <p className={`live-price shrink-0 text-right ${signClass(row.unrealizedPnl)}`}>
            <span className="block font-medium">
              <Explained number={{ kind: 'pnl', symbol: market.symbol }}>
                {formatSignedMoney(row.unrealizedPnl)}
              </Explained>
            </span>
            <span className="block text-dense">{formatPercent(row.roePercent2, { signed: true })}</span>
          </p>
          {share}
        </div>
        <PositionTape row={row} />
      </div>
      <div className="mt-[6px] flex items-center justify-between gap-3">
        <dl className={cx('flex min-w-0 flex-wrap gap-x-5 gap-y-1', row.isHalted && 'text-t3')}>
          <CardFigure label={t('positions.markPrice')}>
            <span className="live-price">{formatPrice(row.markPrice, market.priceDecimals)}</span>
          </CardFigure>
          <CardFigure label={t('positions.value')}>
            <span className="live-price">{formatMoney(row.value)}</span>
          </CardFigure>
          <CardFigure label={t('positions.funding')}>
            <span className={signClass(row.funding)}>
              <Explained number={{ kind: 'funding', symbol: market.symbol }}>
                {formatSignedMoney(row.funding)}
              </Explained>
            </span>
          </CardFigure>
          {row.liquidationPrice === undefined && (
            <CardFigure label={t('positions.liqPrice')}>
              <span className="flex items-baseline gap-[6px]">
                <NoLiquidation symbol={market.symbol} />
              </span>
            </CardFigure>
          )}
          <CardFigure label={t('tpsl.column')}>
            <ExitPrices row={row} onEdit={onEditTpsl} />
          </CardFigure>
        </dl>
        {close}
      </div>
    </div>
  )
}

function CardFigure({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt className="text-caption leading-[14px] text-t3">{label}</dt>
      <dd className="text-dense whitespace-nowrap">{children}</dd>
    </div>
  )
}

/** The own position under the chart of its market: one line and the tape. */
export function PositionLine({ row }: { readonly row: PositionRow }) {
  const { market } = row
  return (
    <div className={row.isHalted ? 'text-t3' : undefined}>
      <div className="flex items-center gap-2">
        <MarketLogo market={market} size={22} />
        <span className="min-w-0 truncate font-semibold">
          <Side isLong={row.isLong} /> {formatSize(row.size, market.sizeDecimals)}
        </span>
        <Badge>{row.leverage}X</Badge>
        <span className="flex-1" />
        <span className={`live-price font-medium ${signClass(row.unrealizedPnl)}`}>
          {formatSignedMoney(row.unrealizedPnl)}
        </span>
        <Badge tone={row.roePercent2 > 0 ? 'up' : row.roePercent2 < 0 ? 'down' : 'neutral'}>
          {formatPercent(row.roePercent2, { signed: true })}
        </Badge>
      </div>
      <PositionTape row={row} />
    </div>
  )
}
