/** What holds the collateral, how much each of it holds, and what sets it free ([2.30]). */
import { useQuery } from '@tanstack/react-query'
import { useMemo, type ReactNode } from 'react'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { valueOf } from '@vest/formulas'
import { lots, timeMs, usd6 } from '@vest/protocol'
import { usePortfolio } from '../../entities/account/index.ts'
import { Explained, type ExplainedNumber } from '../../entities/explanation/index.ts'
import { MarketLogo } from '../../entities/market/index.ts'
import { useOrders, withMarkets } from '../../entities/order/index.ts'
import { useFailedRead, useSession } from '../../entities/session/index.ts'
import { useTransfers } from '../../entities/transfer/index.ts'
import { useFrame, useLive } from '../../live/index.ts'
import { formatDateTime, formatMoney } from '../../shared/format/index.ts'
import { useTableTexts } from '../../shared/i18n/index.ts'
import { wholeList } from '../../shared/wholeList.ts'
import { Badge, DataTable, EmptyState, type DataColumn } from '../../ui/index.ts'
import { collateralLocks, type CollateralLock } from './collateralLocks.ts'

export function LockedCollateral() {
  const { t } = useTranslation()
  const texts = useTableTexts()
  const summary = usePortfolio((portfolio) => portfolio.summary)
  const { locks, retry: retryLp } = useLocks()
  const retryAccount = useFailedRead(summary === undefined, useLive().refreshAccount)
  const retry = retryAccount ?? retryLp
  const columns = useMemo(() => lockColumns(t), [t])
  return (
    <DataTable
      label={t('portfolio.tabs.locked-asset-collateral')}
      columns={columns}
      // Half of a list would say that the rest is free.
      rows={retry === undefined ? locks : []}
      rowId={(row) => row.id}
      texts={texts}
      rowHeight={44}
      initialSort={{ id: 'locked', isDescending: true }}
      isLoading={summary === undefined}
      onRetry={retry}
      empty={<EmptyState title={t('portfolio.nothingLocked')} text={t('portfolio.nothingLockedText')} />}
      card={renderCard}
    />
  )
}

function useLocks(): { readonly locks: readonly CollateralLock[]; readonly retry: (() => void) | undefined } {
  const live = useLive()
  const client = useSession((state) => state.client)
  const address = useSession((state) => state.address)
  const isReady = useSession((state) => state.status === 'ready')
  const positions = usePortfolio((portfolio) => portfolio.positions)
  const open = useOrders((lists) => lists.open)
  const transfers = useTransfers()
  const markets = useFrame(live.markets)
  const softCredit = useFrame(live.account, (state) => state.account?.softCredit)
  const lp = useQuery({
    queryKey: ['lpOrders', address],
    queryFn: ({ signal }) => wholeList(client.pages.lpOrders(), signal),
    enabled: isReady,
  })
  const lpOrders = lp.data
  const { data: pool } = useQuery({ queryKey: ['pool'], queryFn: () => client.pool() })
  const locks = useMemo(
    () =>
      collateralLocks({
        positions,
        orders: withMarkets(open, markets).map(({ order, market }) => ({
          order,
          market,
          value: valueOf(order.limitPrice, lots(order.size - order.filledSize), market.scale),
        })),
        transfers,
        softCredit: softCredit ?? usd6(0),
        lpOrders: lpOrders ?? [],
        lpLockMs: pool?.lockMs,
        nowMs: timeMs(Date.now()),
      }),
    [positions, open, markets, transfers, softCredit, lpOrders, pool],
  )
  return { locks, retry: lp.isError && !lp.isFetching ? () => void lp.refetch() : undefined }
}

function lockColumns(t: TFunction): readonly DataColumn<CollateralLock>[] {
  return [
    {
      id: 'lockedBy',
      head: t('portfolio.lockedBy'),
      align: 'left',
      sortValue: (row) => row.market?.label ?? row.kind,
      cell: (row) => <LockName row={row} />,
    },
    {
      id: 'kind',
      head: t('portfolio.lockKind'),
      align: 'left',
      sortValue: (row) => row.kind,
      cell: (row) => t(`portfolio.lockKinds.${row.kind}`),
    },
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
    {
      id: 'free',
      head: t('portfolio.free'),
      sortValue: (row) => row.freeTimeMs,
      cell: (row) => freeText(t, row),
    },
  ]
}

const freeText = (t: TFunction, { kind, freeTimeMs }: CollateralLock): string =>
  freeTimeMs === undefined ? t(`portfolio.freeWhen.${kind}`) : formatDateTime(freeTimeMs)

const renderCard = (row: CollateralLock): ReactNode => <LockCard row={row} />

function LockName({ row: { market, leverage } }: { readonly row: CollateralLock }) {
  return (
    <span className="flex min-w-0 items-center gap-2 font-semibold">
      {market === undefined ? (
        'USDC'
      ) : (
        <>
          <MarketLogo market={market} size={22} />
          {market.label}
        </>
      )}
      {leverage !== undefined && <Badge>{leverage}X</Badge>}
    </span>
  )
}

function LockCard({ row }: { readonly row: CollateralLock }) {
  const { t } = useTranslation()
  return (
    <div className="flex items-center justify-between gap-3">
      <div className="min-w-0">
        <LockName row={row} />
        <p className="text-caption text-t3">
          {t(`portfolio.lockKinds.${row.kind}`)} · {freeText(t, row)}
        </p>
      </div>
      <Locked row={row} />
    </div>
  )
}

/** The margin of a position or an order follows from value and ratio, and explains itself; the rest is fact. */
function Locked({ row: { kind, market, order, locked } }: { readonly row: CollateralLock }) {
  const text = formatMoney(locked, { rounding: 'ceil' })
  if (market === undefined || kind === 'isolated') return <>{text}</>
  const number: ExplainedNumber =
    order === undefined
      ? { kind: 'initMargin', symbol: market.symbol }
      : {
          kind: 'orderMargin',
          market,
          price: order.limitPrice,
          size: lots(order.size - order.filledSize),
          initMarginRatio: order.initMarginRatio,
        }
  return <Explained number={number}>{text}</Explained>
}
