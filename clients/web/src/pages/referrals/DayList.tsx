/** What referees did day by day: a bar for each reward, and the same as a table and a file. */
import { Download } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { readUsd6, type ReferralDayRow } from '@vest/protocol'
import { useReferralDays } from '../../entities/referral/index.ts'
import { useSession } from '../../entities/session/index.ts'
import { csvText, downloadText } from '../../shared/csv/index.ts'
import { formatMoney } from '../../shared/format/index.ts'
import { useTableTexts } from '../../shared/i18n/index.ts'
import { Button, DataTable, EmptyState, Segmented, useElementWidth, type DataColumn } from '../../ui/index.ts'
import { barsOf, dayText, RANGE_DAYS, rowsOf, type DayRange } from './referralDays.ts'

const HEIGHT = 72
const RANGES = Object.keys(RANGE_DAYS) as readonly DayRange[]

export function DayList() {
  const { t } = useTranslation()
  const texts = useTableTexts()
  const client = useSession((state) => state.client)
  const [range, setRange] = useState<DayRange>('month')
  const { data, retry } = useReferralDays()
  const rows = useMemo(() => rowsOf(data ?? [], range, client.correctedNow()), [data, range, client])
  const columns = useMemo(() => dayColumns(t), [t])
  return (
    <section
      aria-label={t('referral.byDay')}
      className="overflow-hidden rounded-[10px] border border-line bg-s1 pt-[14px]"
    >
      <div className="flex flex-wrap items-center gap-3 px-5 max-md:px-4">
        <h2 className="text-body font-semibold">{t('referral.byDay')}</h2>
        <span className="ml-auto flex items-center gap-2">
          <Segmented
            label={t('equity.range')}
            value={range}
            options={RANGES.map((value) => ({ value, label: t(`referral.ranges.${value}`) }))}
            onChange={setRange}
          />
          <Button
            size="sm"
            variant="ghost"
            icon={<Download size={14} strokeWidth={1.5} aria-hidden="true" />}
            aria-label={t('common.named', { name: t('referral.byDay'), value: t('orders.csv') })}
            isDisabled={data === undefined}
            onClick={() => downloadText('vest-referrals.csv', referralDaysCsv(data ?? []))}
          >
            <span className="max-md:sr-only">{t('orders.csv')}</span>
          </Button>
        </span>
      </div>
      {rows.length > 0 && <Bars rows={rows} range={range} />}
      <DataTable
        label={t('referral.byDay')}
        columns={columns}
        rows={rows}
        rowId={(row) => String(row.time)}
        texts={texts}
        rowHeight={36}
        className="mt-2 bg-s1"
        isLoading={data === undefined && retry === undefined}
        onRetry={data === undefined ? retry : undefined}
        empty={<EmptyState title={t('referral.noDays')} text={t('referral.noDaysText')} />}
        card={(row) => <DayCard row={row} />}
      />
    </section>
  )
}

function Bars({ rows, range }: { readonly rows: readonly ReferralDayRow[]; readonly range: DayRange }) {
  const { t } = useTranslation()
  const client = useSession((state) => state.client)
  const [ref, width] = useElementWidth<HTMLDivElement>()
  const bars = barsOf(rows, range, client.correctedNow())
  const most = Math.max(1, ...bars.map(({ reward }) => reward))
  const step = width / bars.length
  return (
    <div className="mt-3 px-5 max-md:px-4">
      <div ref={ref}>
        <svg role="img" aria-label={t('referral.barsSpoken')} width={width} height={HEIGHT} className="block">
          <line x1={0} x2={width} y1={HEIGHT - 0.5} y2={HEIGHT - 0.5} className="stroke-line" />
          {bars.map(({ time, reward }, at) => {
            const height = (reward / most) * (HEIGHT - 2)
            return (
              <rect
                key={time}
                x={at * step + 1}
                y={HEIGHT - 1 - height}
                width={Math.max(1, step - 3)}
                height={height}
                className={at === bars.length - 1 ? 'fill-chalk' : 'fill-t2'}
              />
            )
          })}
        </svg>
      </div>
      <p className="mt-1 flex justify-between text-caption text-t3">
        <span>{dayText(bars[0]!.time)}</span>
        <span>{t('referral.today')}</span>
      </p>
    </div>
  )
}

const dayColumns = (t: TFunction): readonly DataColumn<ReferralDayRow>[] => [
  {
    id: 'day',
    head: t('referral.day'),
    align: 'left',
    sortValue: (row) => row.time,
    cell: (row) => dayText(row.time),
  },
  { id: 'traders', head: t('referral.traders'), sortValue: (row) => row.traders, cell: (row) => row.traders },
  {
    id: 'volume',
    head: t('referral.volumeHead'),
    sortValue: (row) => readUsd6(row.volume),
    cell: (row) => formatMoney(readUsd6(row.volume)),
  },
  {
    id: 'fees',
    head: t('referral.fees'),
    sortValue: (row) => readUsd6(row.fees),
    cell: (row) => formatMoney(readUsd6(row.fees)),
  },
  {
    id: 'reward',
    head: t('referral.reward'),
    sortValue: (row) => readUsd6(row.reward),
    cell: (row) => <b className="font-semibold">{formatMoney(readUsd6(row.reward))}</b>,
  },
]

function DayCard({ row }: { readonly row: ReferralDayRow }) {
  const { t } = useTranslation()
  return (
    <div className="flex items-center justify-between gap-3">
      <div>
        <p className="font-medium">{dayText(row.time)}</p>
        <p className="text-caption text-t3">
          {t('referral.traders')} {row.traders} · {formatMoney(readUsd6(row.volume))}
        </p>
      </div>
      <b className="font-semibold">{formatMoney(readUsd6(row.reward))}</b>
    </div>
  )
}

export const referralDaysCsv = (rows: readonly ReferralDayRow[]): string =>
  csvText(
    ['day', 'traders', 'volume', 'fees', 'reward'],
    rows.map((row) => [
      new Date(row.time).toISOString().slice(0, 10),
      String(row.traders),
      row.volume,
      row.fees,
      row.reward,
    ]),
  )
