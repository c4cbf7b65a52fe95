/**
 * Open positions, on the trade page and in the portfolio. A row reads from left to right: what, how much, at
 * what price, how far from liquidation, what it earns. Closing and sharing are the caller's, who brings the buttons.
 */
import { Link } from '@tanstack/react-router'
import { useMemo, type ReactNode } from 'react'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { useFrame, useLive } from '../../live/index.ts'
import {
  formatMoney,
  formatPercent,
  formatPrice,
  formatSignedMoney,
  formatSize,
} from '../../shared/format/index.ts'
import { useTableTexts } from '../../shared/i18n/index.ts'
import { Badge, DataTable, EmptyState, MicroTape, type DataColumn } from '../../ui/index.ts'
import { hiddenPositionsOf, signClass, usePortfolio, type PositionRow } from '../account/index.ts'
import { Explained } from '../explanation/index.ts'
import { HaltBadge, MarketLogo } from '../market/index.ts'
import { useFailedRead, useHasAccount } from '../session/index.ts'
import { ExitPrices } from './ExitPrices.tsx'
import { PositionCard } from './PositionCard.tsx'
import { NoLiquidation } from './NoLiquidation.tsx'
import { Side } from './Side.tsx'

export interface PositionsTableProps {
  /** Only this market. */
  readonly symbol?: string | undefined
  readonly rowHeight: 40 | 44
  readonly renderClose: (row: PositionRow) => ReactNode
  /** Beside the return. */
  readonly renderShare?: ((row: PositionRow) => ReactNode) | undefined
  /** The pencil beside take profit and stop loss. */
  readonly onEditTpsl: (symbol: string) => void
  readonly emptyAction?: ReactNode
  readonly className?: string
}

export function PositionsTable({
  symbol,
  rowHeight,
  renderClose,
  renderShare,
  onEditTpsl,
  emptyAction,
  className,
}: PositionsTableProps) {
  const { t } = useTranslation()
  const texts = useTableTexts()
  const isExpected = useHasAccount()
  const all = usePortfolio((portfolio) => portfolio.positions)
  const isLoaded = usePortfolio((portfolio) => portfolio.isLoaded)
  const isMissing = isExpected && !isLoaded
  const retry = useFailedRead(isMissing, useLive().refreshAccount)
  const status = useFrame(useLive().account, (state) => state.account?.capitalStatus)
  const hidden = hiddenPositionsOf(status)
  const rows = useMemo(
    () =>
      hidden !== undefined
        ? []
        : symbol === undefined
          ? all
          : all.filter((row) => row.market.symbol === symbol),
    [all, symbol, hidden],
  )
  const columns = useMemo(
    () => positionColumns(t, { renderClose, renderShare, onEditTpsl }),
    [t, renderClose, renderShare, onEditTpsl],
  )
  return (
    <DataTable
      label={t('positions.title')}
      columns={columns}
      rows={rows}
      rowId={(row) => row.market.symbol}
      texts={texts}
      isLoading={isMissing}
      onRetry={retry}
      initialSort={{ id: 'value', isDescending: true }}
      rowHeight={rowHeight}
      isTight
      rowClassName={(row) => (row.isHalted ? '[&>td:not(:last-child)]:text-t3' : undefined)}
      cardBelow={1024}
      card={(row) => (
        <PositionCard row={row} close={renderClose(row)} share={renderShare?.(row)} onEditTpsl={onEditTpsl} />
      )}
      empty={
        hidden === undefined ? (
          <EmptyState
            title={t('positions.emptyTitle')}
            text={
              all.length === 0
                ? t('positions.emptyText')
                : t('positions.hiddenByFilter', { filter: t('positions.thisMarket'), number: all.length })
            }
            action={emptyAction}
          />
        ) : (
          <EmptyState
            title={t('capital.hiddenTitle')}
            text={t(`capital.hidden.${hidden}`, { code: status })}
          />
        )
      }
      {...(className === undefined ? {} : { className })}
    />
  )
}

function positionColumns(
  t: TFunction,
  {
    renderClose,
    renderShare,
    onEditTpsl,
  }: Pick<PositionsTableProps, 'renderClose' | 'renderShare' | 'onEditTpsl'>,
): readonly DataColumn<PositionRow>[] {
  return [
    {
      id: 'market',
      head: t('positions.market'),
      align: 'left',
      sortValue: (row) => row.market.label,
      cell: (row) => <MarketCell row={row} />,
    },
    {
      id: 'side',
      head: t('positions.side'),
      align: 'left',
      sortValue: (row) => (row.isLong ? 1 : 0),
      cell: (row) => <Side isLong={row.isLong} />,
    },
    {
      id: 'size',
      head: t('positions.size'),
      cell: ({ size, market }) => (
        <>
          {formatSize(size, market.sizeDecimals)} <span className="text-t3">{market.base}</span>
        </>
      ),
    },
    {
      id: 'value',
      head: t('positions.value'),
      sortValue: (row) => row.value,
      cell: (row) => <span className="live-price">{formatMoney(row.value)}</span>,
    },
    {
      id: 'entry',
      head: t('positions.entryPrice'),
      cell: ({ entryPrice, market }) => formatPrice(entryPrice, market.priceDecimals),
    },
    {
      id: 'mark',
      head: t('positions.markPrice'),
      cell: ({ markPrice, market }) => (
        <span className="live-price">{formatPrice(markPrice, market.priceDecimals)}</span>
      ),
    },
    {
      id: 'liquidation',
      head: t('positions.liqPrice'),
      sortValue: (row) => row.liquidationBps,
      cell: (row) => <LiquidationCell row={row} />,
    },
    {
      id: 'tpsl',
      head: t('tpsl.column'),
      cell: (row) => <ExitPrices row={row} onEdit={onEditTpsl} />,
    },
    {
      id: 'pnl',
      head: t('positions.pnl'),
      sortValue: (row) => row.unrealizedPnl,
      cell: (row) => <PnlCell row={row} share={renderShare?.(row)} />,
    },
    {
      id: 'funding',
      head: t('positions.funding'),
      sortValue: (row) => row.funding,
      cell: ({ funding, market: { symbol } }) => (
        <span className={signClass(funding)}>
          <Explained number={{ kind: 'funding', symbol }}>{formatSignedMoney(funding)}</Explained>
        </span>
      ),
    },
    {
      id: 'close',
      head: undefined,
      headLabel: t('positions.close'),
      cell: renderClose,
      width: 1,
      isPinned: true,
    },
  ]
}

function MarketCell({ row }: { readonly row: PositionRow }) {
  const { market, leverage } = row
  return (
    <span className="flex items-center gap-2">
      <MarketLogo market={market} size={22} />
      <Link to="/trade/$symbol" params={{ symbol: market.symbol }} className="font-semibold hover:text-chalk">
        {market.label}
      </Link>
      <Badge>{leverage}X</Badge>
      <HaltBadge row={row} />
    </span>
  )
}

/** Neutral from 10 percent on, amber below, red below five. */
export function distanceColour(bps: number): { readonly text: string; readonly fill: string } {
  if (bps < 500) return { text: 'text-err', fill: 'var(--err)' }
  if (bps < 1_000) return { text: 'text-warn', fill: 'var(--warn-fill)' }
  return { text: 'text-t3', fill: 'var(--t3)' }
}

const formatDistance = (bps: number): string => formatPercent(bps, { decimals: 2, places: 1 })

function LiquidationCell({ row }: { readonly row: PositionRow }) {
  const { market, liquidationPrice, liquidationBps } = row
  if (liquidationPrice === undefined || liquidationBps === undefined)
    return (
      <span className="inline-flex flex-col items-end gap-[3px] leading-[14px]">
        <NoLiquidation symbol={market.symbol} />
      </span>
    )
  const colour = distanceColour(liquidationBps)
  return (
    <span className="inline-flex flex-col items-end gap-[3px] leading-[14px]">
      <Explained number={{ kind: 'liquidationPrice', symbol: market.symbol }}>
        {formatPrice(liquidationPrice, market.priceDecimals)}
      </Explained>
      <span className="flex items-center gap-[6px]">
        <MicroTape share={liquidationBps / 3_000} colour={colour.fill} />
        <span className={`text-caption leading-[12px] ${colour.text}`}>{formatDistance(liquidationBps)}</span>
      </span>
    </span>
  )
}

function PnlCell({ row, share }: { readonly row: PositionRow; readonly share: ReactNode }) {
  const { unrealizedPnl, roePercent2, market } = row
  return (
    <span className="inline-flex items-center gap-[6px]">
      <span className={`live-price leading-[14px] ${signClass(unrealizedPnl)}`}>
        <span className="font-medium">
          <Explained number={{ kind: 'pnl', symbol: market.symbol }}>
            {formatSignedMoney(unrealizedPnl)}
          </Explained>
        </span>
        <br />
        <span className="text-caption leading-[13px]">{formatPercent(roePercent2, { signed: true })}</span>
      </span>
      {share}
    </span>
  )
}
