/** What of the collateral is bound, and by what: the margin of each position and of resting orders ([2.30]). */
import { useMemo, type ReactNode } from 'react'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { usePortfolio } from '../../entities/account/index.ts'
import { Explained } from '../../entities/explanation/index.ts'
import { MarketLogo } from '../../entities/market/index.ts'
import { formatMoney } from '../../shared/format/index.ts'
import { useTableTexts } from '../../shared/i18n/index.ts'
import { Badge, DataTable, EmptyState, type DataColumn } from '../../ui/index.ts'
import { collateralLocks, type CollateralLock } from './collateralLocks.ts'

export function LockedCollateral() {
  const { t } = useTranslation()
  const texts = useTableTexts()
  const positions = usePortfolio((portfolio) => portfolio.positions)
  const summary = usePortfolio((portfolio) => portfolio.summary)
  const rows = useMemo(() => collateralLocks(positions, summary?.openOrderMargin), [positions, summary])
  const columns = useMemo(() => lockColumns(t), [t])
  return (
    <DataTable
      label={t('portfolio.tabs.locked-asset-collateral')}
      columns={columns}
      rows={rows}
      rowId={(row) => row.id}
      texts={texts}
      rowHeight={44}
      initialSort={{ id: 'locked', isDescending: true }}
      isLoading={summary === undefined}
      empty={<EmptyState title={t('portfolio.nothingLocked')} text={t('portfolio.nothingLockedText')} />}
      card={renderCard}
    />
  )
}

function lockColumns(t: TFunction): readonly DataColumn<CollateralLock>[] {
  return [
    {
      id: 'market',
      head: t('portfolio.lockedBy'),
      align: 'left',
      sortValue: (row) => row.market?.label ?? '',
      cell: (row) => <LockName row={row} />,
    },
    { id: 'asset', head: t('portfolio.asset'), align: 'left', cell: () => 'USDC' },
    {
      id: 'value',
      head: t('positions.value'),
      sortValue: (row) => row.value,
      cell: (row) => formatMoney(row.value),
    },
    {
      id: 'locked',
      head: t('portfolio.locked'),
      sortValue: (row) => row.locked,
      cell: (row) => <Locked row={row} />,
    },
  ]
}

const renderCard = (row: CollateralLock): ReactNode => <LockCard row={row} />

function LockName({ row: { market, leverage } }: { readonly row: CollateralLock }) {
  const { t } = useTranslation()
  return (
    <span className="flex min-w-0 items-center gap-2 font-semibold">
      {market !== undefined && <MarketLogo base={market.base} size={22} />}
      {market?.label ?? t('orders.open')}
      {leverage !== undefined && <Badge>{leverage}X</Badge>}
    </span>
  )
}

function LockCard({ row }: { readonly row: CollateralLock }) {
  return (
    <div className="flex items-center justify-between gap-3">
      <LockName row={row} />
      <Locked row={row} />
    </div>
  )
}

/** What was put into an isolated position is a fact of its own; everything else follows from values and ratios. */
function Locked({ row: { market, locked } }: { readonly row: CollateralLock }) {
  const text = formatMoney(locked, { rounding: 'ceil' })
  if (market === undefined) return <Explained number={{ kind: 'openOrderMargin' }}>{text}</Explained>
  if (market.isIsolated) return <>{text}</>
  return <Explained number={{ kind: 'initMargin', symbol: market.symbol }}>{text}</Explained>
}
