/** One's own LP orders: those that wait for their time and can be taken back, and all that ever were, with why they were refused. */
import { Download } from 'lucide-react'
import { useMemo, useState, type ReactNode } from 'react'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { shareValue } from '@vest/formulas'
import { readDecimal, type LpOrderRow } from '@vest/protocol'
import { CancelLpButton } from '../../features/lp-order/index.ts'
import { useLpOrders, usePool, type LpPool } from '../../entities/lp/index.ts'
import { csvText, downloadText } from '../../shared/csv/index.ts'
import { formatDateTime, formatMoney, formatScaled, formatIsoTime } from '../../shared/format/index.ts'
import { errorText, useTableTexts } from '../../shared/i18n/index.ts'
import {
  Badge,
  Button,
  DataTable,
  EmptyState,
  TabBar,
  TabPanel,
  Tabs,
  type DataColumn,
  type Tone,
} from '../../ui/index.ts'

type View = 'scheduled' | 'history'

const isWaiting = ({ orderType, status }: LpOrderRow): boolean =>
  orderType === 'SCHEDULE_WITHDRAW' && (status === 'NEW' || status === 'PARTIALLY_FILLED')

export function LpOrderLists() {
  const { t } = useTranslation()
  const texts = useTableTexts()
  const [view, setView] = useState<View>('scheduled')
  const { data: orders, retry } = useLpOrders()
  const { data: pool } = usePool()
  const waiting = useMemo(() => (orders ?? []).filter(isWaiting), [orders])
  const waitingColumns = useMemo(() => columnsOfWaiting(t, pool), [t, pool])
  const historyColumns = useMemo(() => columnsOfHistory(t), [t])
  const table = {
    texts,
    rowId: (row: LpOrderRow) => row.id,
    rowHeight: 40,
    className: 'bg-s1',
    isLoading: orders === undefined && retry === undefined,
    onRetry: orders === undefined ? retry : undefined,
  }
  return (
    <section aria-label={t('lp.orders')} className="overflow-hidden rounded-[10px] border border-line bg-s1">
      <Tabs value={view} onChange={setView}>
        <TabBar
          label={t('lp.orders')}
          value={view}
          className="h-11 px-[10px]"
          items={[
            { value: 'scheduled', label: t('lp.scheduled'), count: waiting.length },
            { value: 'history', label: t('lp.history') },
          ]}
          end={
            <span className="flex items-center pr-2">
              <Button
                size="sm"
                variant="ghost"
                icon={<Download size={14} strokeWidth={1.5} aria-hidden="true" />}
                aria-label={t('common.named', { name: t('lp.orders'), value: t('orders.csv') })}
                isDisabled={orders === undefined}
                onClick={() => downloadText('vest-lp-orders.csv', lpOrdersCsv(orders ?? []))}
              >
                <span className="max-md:sr-only">{t('orders.csv')}</span>
              </Button>
            </span>
          }
        />
        <TabPanel value="scheduled">
          <DataTable
            {...table}
            label={t('lp.scheduled')}
            columns={waitingColumns}
            rows={waiting}
            empty={<EmptyState title={t('lp.noneScheduled')} text={t('lp.noneScheduledText')} />}
            card={(row) => <WaitingCard row={row} pool={pool} />}
          />
        </TabPanel>
        <TabPanel value="history">
          <DataTable
            {...table}
            label={t('lp.history')}
            columns={historyColumns}
            rows={orders ?? []}
            empty={<EmptyState title={t('lp.noHistory')} />}
            card={(row) => <HistoryCard row={row} />}
          />
        </TabPanel>
      </Tabs>
    </section>
  )
}

const shares = (row: LpOrderRow): number | undefined =>
  row.shares === null ? undefined : readDecimal(row.shares, 6)
const sharesText = (row: LpOrderRow): string => formatScaled(shares(row), { decimals: 6 })

const worth = (row: LpOrderRow, pool: LpPool | undefined): string =>
  pool === undefined
    ? '–'
    : `${row.status === 'PARTIALLY_FILLED' ? '≤' : '≈'} ${formatMoney(shareValue(shares(row) ?? 0, pool.totalShares, pool.navLow))}`

const runsAt = (row: LpOrderRow): string => formatDateTime(row.executeTime ?? undefined)

function WaitingBadge({ row, pool }: { readonly row: LpOrderRow; readonly pool: LpPool | undefined }) {
  const { t } = useTranslation()
  if (row.status === 'PARTIALLY_FILLED') return <Badge tone="warn">{t('lp.partly')}</Badge>
  const leftMs = (row.executeTime ?? 0) - (pool?.timeMs ?? 0)
  return <Badge>{leftMs > 0 ? t('lp.in', { time: durationText(t, leftMs) }) : t('lp.due')}</Badge>
}

/** Days, hours and minutes; never more than is left. */
export function durationText(t: TFunction, ms: number): string {
  const minutes = Math.floor(ms / 60_000)
  const [days, hours, rest] = [Math.floor(minutes / 1_440), Math.floor(minutes / 60) % 24, minutes % 60]
  const clock = `${String(hours).padStart(2, '0')}:${String(rest).padStart(2, '0')}`
  return days > 0 ? t('lp.days', { days, clock }) : clock
}

const columnsOfWaiting = (t: TFunction, pool: LpPool | undefined): readonly DataColumn<LpOrderRow>[] => [
  {
    id: 'requested',
    head: t('lp.requested'),
    align: 'left',
    sortValue: (row) => row.postTime,
    cell: (row) => formatDateTime(row.postTime),
  },
  { id: 'shares', head: t('lp.sharesHead'), sortValue: (row) => shares(row), cell: sharesText },
  { id: 'runsAt', head: t('lp.runsAt'), sortValue: (row) => row.executeTime ?? undefined, cell: runsAt },
  { id: 'worth', head: t('lp.atTodaysPrice'), cell: (row) => worth(row, pool) },
  { id: 'status', head: t('lp.status'), cell: (row) => <WaitingBadge row={row} pool={pool} /> },
  {
    id: 'cancel',
    head: '',
    headLabel: t('lp.takeBack'),
    cell: (row) => <CancelLpButton id={row.id} shares={sharesText(row)} />,
  },
]

function WaitingCard({ row, pool }: { readonly row: LpOrderRow; readonly pool: LpPool | undefined }) {
  const { t } = useTranslation()
  return (
    <div className="flex items-center justify-between gap-3">
      <div className="min-w-0">
        <p className="font-medium">
          {sharesText(row)} <span className="text-t3">{t('lp.shares')}</span>
        </p>
        <p className="text-caption text-t3">
          {t('lp.runsAt')} {runsAt(row)}
        </p>
      </div>
      <div className="flex items-center gap-3">
        <div className="text-right">
          <p>{worth(row, pool)}</p>
          <WaitingBadge row={row} pool={pool} />
        </div>
        <CancelLpButton id={row.id} shares={sharesText(row)} />
      </div>
    </div>
  )
}

const STATUS_TONE: Readonly<Record<LpOrderRow['status'], Tone>> = {
  NEW: 'neutral',
  PARTIALLY_FILLED: 'warn',
  FILLED: 'ok',
  CANCELLED: 'neutral',
  REJECTED: 'err',
}

/** Why, in words; the number comes last. */
function Status({ row }: { readonly row: LpOrderRow }): ReactNode {
  const { t } = useTranslation()
  return (
    <span className="inline-flex flex-col items-end">
      <Badge tone={STATUS_TONE[row.status]}>{t(`orderStatus.${row.status}`)}</Badge>
      {row.code !== null && (
        <span className="max-w-[260px] text-caption whitespace-normal text-t3">
          {errorText(t, row.code)} ({row.code})
        </span>
      )}
    </span>
  )
}

const columnsOfHistory = (t: TFunction): readonly DataColumn<LpOrderRow>[] => [
  {
    id: 'time',
    head: t('orders.time'),
    align: 'left',
    sortValue: (row) => row.postTime,
    cell: (row) => formatDateTime(row.postTime),
  },
  { id: 'type', head: t('orders.type'), align: 'left', cell: (row) => t(`lp.types.${row.orderType}`) },
  {
    id: 'amount',
    head: t('transfer.amount'),
    sortValue: (row) => readDecimal(row.size, 6),
    cell: (row) => formatScaled(readDecimal(row.size, 6), { decimals: 6, places: 2 }),
  },
  { id: 'shares', head: t('lp.sharesHead'), sortValue: (row) => shares(row), cell: sharesText },
  {
    id: 'fee',
    head: t('lp.fee'),
    cell: (row) => formatScaled(readDecimal(row.fees, 6), { decimals: 6, places: 2, rounding: 'ceil' }),
  },
  { id: 'status', head: t('lp.status'), cell: (row) => <Status row={row} /> },
]

function HistoryCard({ row }: { readonly row: LpOrderRow }) {
  const { t } = useTranslation()
  return (
    <div className="flex items-start justify-between gap-3">
      <div className="min-w-0">
        <p className="font-medium">
          {t(`lp.types.${row.orderType}`)}{' '}
          {formatScaled(readDecimal(row.size, 6), { decimals: 6, places: 2 })}
        </p>
        <p className="text-caption text-t3">{formatDateTime(row.postTime)}</p>
      </div>
      <Status row={row} />
    </div>
  )
}

export const lpOrdersCsv = (rows: readonly LpOrderRow[]): string =>
  csvText(
    ['time', 'type', 'amount', 'shares', 'fee', 'status', 'code', 'runsAt', 'id'],
    rows.map((row) => [
      formatIsoTime(row.postTime),
      row.orderType,
      row.size,
      row.shares ?? '',
      row.fees,
      row.status,
      row.code === null ? '' : String(row.code),
      row.executeTime === null ? '' : formatIsoTime(row.executeTime),
      row.id,
    ]),
  )
