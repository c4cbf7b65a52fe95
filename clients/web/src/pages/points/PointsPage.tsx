/** Points ([1.4], [2.6]): the running week and what it would give now, by source and day; ranks, past weeks, the rules. */
import { Download } from 'lucide-react'
import { useEffect, useMemo, useState, type ReactNode } from 'react'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { readDecimal, type PointsHistoryRow, type PointsResponse } from '@vest/protocol'
import { usePrimaryOnly } from '../../entities/account/usePrimaryOnly.ts'
import { useSession } from '../../entities/session/index.ts'
import { VisitorPanel } from '../../entities/session/VisitorPanel.tsx'
import { csvText, downloadText } from '../../shared/csv/index.ts'
import { formatDateTime, formatPercent, formatScaled, formatIsoTime } from '../../shared/format/index.ts'
import { useTableTexts } from '../../shared/i18n/index.ts'
import {
  Badge,
  Button,
  Checkbox,
  cx,
  DataTable,
  EmptyState,
  Meter,
  ReadFailure,
  Segmented,
  Skeleton,
  type DataColumn,
} from '../../ui/index.ts'
import { countdown } from './pointsDays.ts'
import { SourceDays } from './SourceDays.tsx'
import { useLeaderboard, usePoints, usePointsHistory, useShowName } from './usePoints.ts'

export const pointsText = (points6: number | undefined): string =>
  formatScaled(points6, { decimals: 6, places: 2 })
const whole = (count: number | undefined): string => formatScaled(count, { decimals: 0 })
const read = (text: string): number => readDecimal(text, 6)

export function PointsPage() {
  const { t } = useTranslation()
  const status = useSession((state) => state.status)
  useEffect(() => {
    document.title = `${t('nav.points')} · ${t('app.name')}`
  }, [t])
  usePrimaryOnly()
  return (
    <main className="mx-auto flex w-full max-w-[1408px] flex-1 flex-col px-6 py-5 max-md:px-4">
      <h1 className="text-figure font-semibold">{t('nav.points')}</h1>
      <p className="mt-[2px] text-dense text-t2">{t('points.lead')}</p>
      {status === 'ready' ? <Own /> : status === 'connecting' ? <Waiting /> : <Visitor />}
    </main>
  )
}

const Waiting = () => (
  <div aria-busy="true" className="mt-[14px]">
    <Skeleton className="h-[150px] w-full" />
  </div>
)

function Visitor() {
  const { t } = useTranslation()
  return (
    <div className="mt-[14px] grid gap-3 lg:grid-cols-[minmax(0,1fr)_352px]">
      <VisitorPanel title={t('points.visitor')} text={t('points.visitorText')} />
      <div className="flex flex-col gap-3">
        <Leaderboard points={undefined} />
        <Rules />
      </div>
    </div>
  )
}

function Own() {
  const { t } = useTranslation()
  const { data: points, retry } = usePoints()
  if (points === undefined)
    return retry === undefined ? (
      <Waiting />
    ) : (
      <ReadFailure text={t('table.failed')} retryLabel={t('table.retry')} onRetry={retry} />
    )
  return (
    <>
      <Summary points={points} />
      <div className="mt-3 grid gap-3 lg:grid-cols-[minmax(0,1fr)_352px]">
        <div className="flex min-w-0 flex-col gap-3">
          <SourceDays points={points} />
          <PastWeeks />
        </div>
        <div className="flex min-w-0 flex-col gap-3">
          <Leaderboard points={points} />
          <Rules />
        </div>
      </div>
    </>
  )
}

function Summary({ points }: { readonly points: PointsResponse }) {
  const { t } = useTranslation()
  const { epoch, total, rank, count } = points
  const estimated = read(epoch.estimated)
  const part = Math.floor((estimated * 1_000_000) / Math.max(1, read(epoch.pool)))
  return (
    <section
      aria-label={t('points.summary')}
      className="mt-[14px] grid gap-y-4 rounded-[10px] border border-line bg-s1 py-4 max-xl:grid-cols-2 xl:grid-cols-4"
    >
      <Cell label={t('points.epoch', { id: epoch.id })} end={t('points.endsIn')} isFirst>
        <Countdown epoch={epoch} />
      </Cell>
      <Cell
        label={t('points.estimated')}
        end={<Badge tone="warn">{t('points.estimate')}</Badge>}
        notes={[
          t('points.partOfEpoch', { percent: formatPercent(part, { decimals: 4, places: 3 }) }),
          t('points.shared', { points: formatScaled(read(epoch.pool), { decimals: 6, places: 0 }) }),
        ]}
      >
        {pointsText(estimated)}
      </Cell>
      <Cell
        label={t('points.rank')}
        end={<Badge tone="warn">{t('points.estimate')}</Badge>}
        notes={[t('points.ofCount', { people: whole(epoch.count) })]}
      >
        {whole(epoch.rank ?? undefined)}
      </Cell>
      <Cell
        label={t('points.allEpochs')}
        notes={[
          rank === null
            ? t('points.noneYet')
            : t('points.rankOf', { rank: whole(rank), people: whole(count) }),
        ]}
      >
        {pointsText(read(total))}
      </Cell>
    </section>
  )
}

function Cell({
  label,
  end,
  notes = [],
  isFirst = false,
  children,
}: {
  readonly label: string
  readonly end?: ReactNode
  readonly notes?: readonly string[]
  readonly isFirst?: boolean
  readonly children: ReactNode
}) {
  return (
    <div className={cx('border-line px-5 max-md:px-4', !isFirst && 'xl:border-l')}>
      <p className="flex items-center justify-between gap-2 text-dense text-t2">
        <span>{label}</span>
        {end}
      </p>
      <div className="mt-[2px] text-figure font-semibold">{children}</div>
      {notes.map((note) => (
        <p key={note} className="text-dense text-t3">
          {note}
        </p>
      ))}
    </div>
  )
}

const UNITS = ['d', 'h', 'm', 's'] as const

function Countdown({ epoch }: { readonly epoch: PointsResponse['epoch'] }) {
  const { t } = useTranslation()
  const client = useSession((state) => state.client)
  const [nowMs, setNowMs] = useState(() => client.correctedNow())
  useEffect(() => {
    const timer = setInterval(() => setNowMs(client.correctedNow()), 1_000)
    return () => clearInterval(timer)
  }, [client])
  const parts = countdown(epoch.endTime - nowMs)
  const done = (nowMs - epoch.startTime) / (epoch.endTime - epoch.startTime)
  return (
    <>
      <p role="timer" className="flex gap-4">
        {parts.map((part, at) => (
          <span key={UNITS[at]} className="flex flex-col">
            <span className="tabular-nums">{at === 0 ? part : String(part).padStart(2, '0')}</span>
            <span className="text-caption font-normal text-t3">{t(`points.units.${UNITS[at]!}`)}</span>
          </span>
        ))}
      </p>
      <p className="mt-1 text-dense font-normal text-t3">{formatDateTime(epoch.endTime)}</p>
      <Meter
        share={done}
        colour="var(--t2)"
        ticks={[1, 2, 3, 4, 5, 6].map((day) => day / 7)}
        label={t('points.weekSpoken', { percent: `${Math.floor(Math.min(1, Math.max(0, done)) * 100)}%` })}
      />
    </>
  )
}

/** As many as the exchange lists; the place for them is kept, so that what stands below never moves. */
const LISTED = 10
const BOARD_ROW_PX = 36

/** The first ones, and oneself where one is not among them. */
function Leaderboard({ points }: { readonly points: PointsResponse | undefined }) {
  const { t } = useTranslation()
  const [scope, setScope] = useState<'epoch' | 'all'>('epoch')
  const { data, retry } = useLeaderboard(scope)
  const own =
    points === undefined
      ? undefined
      : scope === 'epoch'
        ? { rank: points.epoch.rank, points: points.epoch.estimated }
        : { rank: points.rank, points: points.total }
  const isOwn = (row: { readonly rank: number; readonly points: string }): boolean =>
    own !== undefined && own.rank === row.rank && own.points === row.points
  const isListed = data?.some(isOwn) === true
  const places = LISTED + (own !== undefined && own.rank !== null && own.rank > LISTED ? 1 : 0)
  const place = { minHeight: places * BOARD_ROW_PX }
  return (
    <section
      aria-label={t('points.leaderboard')}
      className="overflow-hidden rounded-[10px] border border-line bg-s1"
    >
      <div className="flex items-center justify-between gap-3 px-4 py-3">
        <h2 className="text-body font-semibold">{t('points.leaderboard')}</h2>
        <Segmented
          label={t('points.scope')}
          value={scope}
          options={[
            { value: 'epoch', label: t('points.thisEpoch') },
            { value: 'all', label: t('points.allTime') },
          ]}
          onChange={setScope}
        />
      </div>
      {data === undefined ? (
        retry === undefined ? (
          <div aria-busy="true" style={place}>
            {Array.from({ length: places }, (_, at) => (
              <div key={at} className="flex h-9 items-center gap-4 border-t border-line px-4">
                <Skeleton className="h-[10px] w-6" />
                <Skeleton className="mr-auto h-[10px] w-24" />
                <Skeleton className="h-[10px] w-16" />
              </div>
            ))}
          </div>
        ) : (
          <div className="flex flex-col justify-center border-t border-line" style={place}>
            <ReadFailure text={t('table.failed')} retryLabel={t('table.retry')} onRetry={retry} />
          </div>
        )
      ) : data.length === 0 ? (
        <p
          className="flex items-center justify-center border-t border-line px-4 text-center text-dense text-t2"
          style={place}
        >
          {t('points.nobody')}
        </p>
      ) : (
        <ol style={place}>
          {data.map((row, at) => (
            <BoardRow
              key={at}
              rank={row.rank}
              points={row.points}
              isOwn={isOwn(row)}
              name={row.address ?? undefined}
            />
          ))}
          {own !== undefined && own.rank !== null && !isListed && (
            <BoardRow rank={own.rank} points={own.points} isOwn />
          )}
        </ol>
      )}
      {points === undefined ? (
        <p className="border-t border-line px-4 py-2 text-dense text-t3">{t('points.noNames')}</p>
      ) : (
        <ShowOwnName isShown={points.shown} />
      )}
    </section>
  )
}

/** An account is named only after its owner has said so here. */
function ShowOwnName({ isShown }: { readonly isShown: boolean }) {
  const { t } = useTranslation()
  const { change, isChanging, hasFailed } = useShowName()
  return (
    <div className="border-t border-line px-4 py-2">
      <Checkbox
        label={t('points.showName')}
        isChecked={isShown}
        isDisabled={isChanging}
        onChange={(next) => void change(next)}
      />
      {hasFailed && (
        <p role="alert" className="text-dense text-err">
          {t('points.showNameFailed')}
        </p>
      )}
    </div>
  )
}

function BoardRow({
  rank,
  points,
  isOwn,
  name,
}: {
  readonly rank: number
  readonly points: string
  readonly isOwn: boolean
  /** As others see it; absent where its owner did not say so. */
  readonly name?: string | undefined
}) {
  const { t } = useTranslation()
  return (
    <li
      className={cx(
        'flex h-9 items-center gap-4 border-t border-line px-4 text-body',
        isOwn && 'bg-chalk-tint',
      )}
    >
      <span className="w-10 font-semibold">{whole(rank)}</span>
      <span className={cx('flex-1', isOwn ? 'font-semibold' : name === undefined && 'text-t3')}>
        {isOwn ? t('points.you') : (name ?? t('points.somebody'))}
        {isOwn && name !== undefined && <span className="font-normal text-t3"> {name}</span>}
      </span>
      <span className="font-medium">{pointsText(read(points))}</span>
    </li>
  )
}

function PastWeeks() {
  const { t } = useTranslation()
  const texts = useTableTexts()
  const { data, retry } = usePointsHistory()
  const columns = useMemo(() => weekColumns(t), [t])
  return (
    <section
      aria-label={t('points.past')}
      className="overflow-hidden rounded-[10px] border border-line bg-s1"
    >
      <div className="flex items-center justify-between gap-3 px-5 pt-3 max-md:px-4">
        <h2 className="text-body font-semibold">{t('points.past')}</h2>
        <Button
          size="sm"
          variant="ghost"
          icon={<Download size={14} strokeWidth={1.5} aria-hidden="true" />}
          aria-label={t('common.named', { name: t('points.past'), value: t('orders.csv') })}
          isDisabled={data === undefined}
          onClick={() => downloadText('vest-points.csv', pointsCsv(data ?? []))}
        >
          <span className="max-md:sr-only">{t('orders.csv')}</span>
        </Button>
      </div>
      <DataTable
        label={t('points.past')}
        columns={columns}
        rows={data ?? []}
        rowId={(row) => String(row.epochId)}
        texts={texts}
        rowHeight={36}
        className="mt-1 bg-s1"
        isLoading={data === undefined && retry === undefined}
        onRetry={data === undefined ? retry : undefined}
        empty={<EmptyState title={t('points.noPast')} text={t('points.noPastText')} />}
        card={(row) => (
          <div className="flex items-center justify-between gap-3">
            <div>
              <p className="font-medium">{t('points.epoch', { id: row.epochId })}</p>
              <p className="text-caption text-t3">
                {formatDateTime(row.endTime)} · {t('points.rankHead')} {whole(row.rank)}
              </p>
            </div>
            <b className="font-semibold">{pointsText(read(row.total))}</b>
          </div>
        )}
      />
    </section>
  )
}

const weekColumns = (t: TFunction): readonly DataColumn<PointsHistoryRow>[] => [
  {
    id: 'epoch',
    head: t('points.epochHead'),
    align: 'left',
    sortValue: (row) => row.epochId,
    cell: (row) => row.epochId,
  },
  ...(['trading', 'lp', 'referral'] as const).map((source) => ({
    id: source,
    head: t(`points.sources.${source}`),
    sortValue: (row: PointsHistoryRow) => read(row[source]),
    cell: (row: PointsHistoryRow) => pointsText(read(row[source])),
  })),
  {
    id: 'total',
    head: t('points.total'),
    sortValue: (row) => read(row.total),
    cell: (row) => <b className="font-semibold">{pointsText(read(row.total))}</b>,
  },
  { id: 'rank', head: t('points.rankHead'), sortValue: (row) => row.rank, cell: (row) => whole(row.rank) },
]

export const pointsCsv = (rows: readonly PointsHistoryRow[]): string =>
  csvText(
    ['epoch', 'start', 'end', 'trading', 'liquidity', 'referrals', 'total', 'rank'],
    rows.map((row) => [
      String(row.epochId),
      formatIsoTime(row.startTime),
      formatIsoTime(row.endTime),
      row.trading,
      row.lp,
      row.referral,
      row.total,
      String(row.rank),
    ]),
  )

const RULES = ['trading', 'equities', 'liquidity', 'referrals', 'notCounted'] as const

function Rules() {
  const { t } = useTranslation()
  return (
    <section
      aria-label={t('points.rules')}
      className="rounded-[10px] border border-line bg-s1 px-5 py-4 max-md:px-4"
    >
      <h2 className="text-body font-semibold">{t('points.rules')}</h2>
      {RULES.map((rule) => (
        <div key={rule} className="mt-3 border-t border-line pt-3">
          <h3 className="text-dense font-semibold">{t(`points.rule.${rule}`)}</h3>
          <p className="text-dense text-t2">{t(`points.ruleText.${rule}`)}</p>
        </div>
      ))}
    </section>
  )
}
