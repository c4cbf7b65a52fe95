/** What the pool holds, by class and by market: the other side of all traders' positions, and so of one's own share. */
import { useMemo } from 'react'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { SignedMoney } from '../../entities/account/index.ts'
import { usePool } from '../../entities/lp/index.ts'
import { MarketLink } from '../../entities/market/index.ts'
import { useFrame, useLive } from '../../live/index.ts'
import { formatMoney, formatPercent } from '../../shared/format/index.ts'
import { useTableTexts } from '../../shared/i18n/index.ts'
import { cx, DataTable, EmptyState, MicroTape, type DataColumn } from '../../ui/index.ts'
import { Card } from './Card.tsx'
import { classParts, grossPart2, holdingsOf, type Holding } from './poolHoldings.ts'

/** Parts of a whole, never sides: no green and no red. */
const PART_CLASS = ['bg-t1', 'bg-t3', 'bg-line-ctl'] as const

export function PoolHoldings() {
  const { t } = useTranslation()
  const texts = useTableTexts()
  const { data: pool, retry } = usePool()
  const markets = useFrame(useLive().markets)
  const holdings = useMemo(() => (pool === undefined ? [] : holdingsOf(pool, markets)), [pool, markets])
  const parts = useMemo(() => (pool === undefined ? [] : classParts(holdings, pool)), [holdings, pool])
  const columns = useMemo(() => holdingColumns(t), [t])
  const isEmpty = pool !== undefined && holdings.length === 0
  return (
    <Card
      isFlush
      title={t('lp.holdings')}
      end={pool && t('lp.gross', { percent: formatPercent(grossPart2(holdings, pool)) })}
    >
      <div className="flex min-h-[calc(327px+var(--lead,0px))] flex-col max-md:min-h-[calc(402px+6*var(--lead,0px))]">
        <div
          className={cx(
            'mt-3 min-h-[calc(29px+var(--lead,0px))] px-5 max-md:px-4',
            parts.length === 0 && 'invisible',
          )}
        >
          <div aria-hidden="true" className="flex h-[5px] gap-[2px]">
            {parts.map(({ asset, value }, at) => (
              <span
                key={asset}
                className={cx('rounded-[1px]', PART_CLASS[at])}
                style={{ flexGrow: value, flexBasis: 0 }}
              />
            ))}
          </div>
          <ul className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-dense">
            {parts.map(({ asset, part2 }, at) => (
              <li key={asset} className="flex items-center gap-[6px]">
                <span aria-hidden="true" className={cx('size-[6px] rounded-full', PART_CLASS[at])} />
                <span className="text-t2">{t(`lp.classes.${asset}`)}</span> {formatPercent(part2)}
              </li>
            ))}
          </ul>
        </div>
        <DataTable
          label={t('lp.holdings')}
          columns={columns}
          rows={holdings}
          rowId={(row) => row.symbol}
          texts={texts}
          rowHeight={40}
          className={cx('bg-s1', isEmpty ? 'my-auto' : 'mt-2')}
          initialPageSize={5}
          isLoading={pool === undefined && retry === undefined}
          onRetry={pool === undefined ? retry : undefined}
          empty={<EmptyState title={t('lp.holdsNothing')} text={t('lp.holdsNothingText')} />}
          card={(row) => <HoldingCard row={row} />}
        />
      </div>
    </Card>
  )
}

function holdingColumns(t: TFunction): readonly DataColumn<Holding>[] {
  return [
    {
      id: 'market',
      head: t('positions.market'),
      align: 'left',
      sortValue: (row) => row.market?.label ?? row.symbol,
      cell: (row) => <Name row={row} />,
    },
    {
      id: 'side',
      head: t('lp.side'),
      align: 'left',
      sortValue: (row) => row.side,
      cell: (row) => <SideText side={row.side} />,
    },
    {
      id: 'value',
      head: t('positions.value'),
      sortValue: (row) => row.value,
      cell: (row) => formatMoney(row.value),
    },
    {
      id: 'part',
      head: t('lp.ofPool'),
      sortValue: (row) => row.part2,
      cell: (row) => (
        <span className="flex items-center justify-end gap-3">
          <MicroTape share={row.part2 / 1_000} colour="var(--t3)" />
          <span className="w-14">{formatPercent(row.part2)}</span>
        </span>
      ),
    },
    {
      id: 'pnl',
      head: t('account.unrealizedPnl'),
      sortValue: (row) => row.unrealizedPnl,
      cell: (row) => <SignedMoney value={row.unrealizedPnl} />,
    },
  ]
}

const Name = ({ row: { market, symbol } }: { readonly row: Holding }) =>
  market === undefined ? <span className="font-semibold">{symbol}</span> : <MarketLink market={market} />

function SideText({ side }: { readonly side: Holding['side'] }) {
  const { t } = useTranslation()
  if (side === 'both') return <span className="text-t2">{t('lp.both')}</span>
  return <span className={side === 'long' ? 'text-up' : 'text-down'}>{t(`side.${side}`)}</span>
}

function HoldingCard({ row }: { readonly row: Holding }) {
  const { t } = useTranslation()
  return (
    <div className="flex items-center justify-between gap-3">
      <div className="min-w-0">
        <p className="flex items-center gap-2">
          <Name row={row} /> <SideText side={row.side} />
        </p>
        <p className="text-caption text-t3">{t('lp.partOfPool', { percent: formatPercent(row.part2) })}</p>
      </div>
      <div className="text-right">
        <p>{formatMoney(row.value)}</p>
        <p className="text-dense">
          <SignedMoney value={row.unrealizedPnl} />
        </p>
      </div>
    </div>
  )
}
