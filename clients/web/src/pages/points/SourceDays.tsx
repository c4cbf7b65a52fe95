/** What the running week would give, by source; what trading brings, day by day, with the 1.5X where it is earned. */
import { useMemo, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { readDecimal, type PointsResponse } from '@vest/protocol'
import { useFrame, useLive } from '../../live/index.ts'
import { formatScaled } from '../../shared/format/index.ts'
import { Badge, cx, ReadFailure, Skeleton, useElementWidth, useOverflowCue } from '../../ui/index.ts'
import { DAY_MS } from '../../shared/durations.ts'
import { tradingDays, type TradingDay } from './pointsDays.ts'
import { useWeekFills } from './usePoints.ts'

const HEIGHT = 132
const pointsText = (points6: number): string => formatScaled(points6, { decimals: 6, places: 2 })

export function SourceDays({ points }: { readonly points: PointsResponse }) {
  const { t } = useTranslation()
  const { epoch } = points
  const markets = useFrame(useLive().markets)
  const { data: fills, retry } = useWeekFills(epoch.startTime)
  const trading = readDecimal(epoch.trading, 6)
  const week = useMemo(
    () =>
      fills === undefined || markets === undefined
        ? undefined
        : tradingDays(fills, {
            startMs: epoch.startTime,
            trading,
            assetOf: (symbol) => markets.get(symbol)?.asset,
          }),
    [fills, markets, epoch.startTime, trading],
  )
  return (
    <section
      aria-label={t('points.bySource')}
      className="overflow-hidden rounded-[10px] border border-line bg-s1"
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 px-5 pt-[14px] max-md:px-4">
        <h2 className="text-body font-semibold">{t('points.bySource')}</h2>
        {week !== undefined && week.extra > 0 && (
          <span className="text-dense font-medium text-chalk">
            {t('points.extra', { points: `+${pointsText(week.extra)}` })}
          </span>
        )}
        <Badge tone="warn" className="ml-auto">
          {t('points.estimate')}
        </Badge>
      </div>
      {week === undefined ? (
        retry === undefined ? (
          <div aria-busy="true" className="px-5 pt-3 max-md:px-4">
            <Skeleton className="h-[132px] w-full" />
            <Skeleton className="mt-2 mb-2 h-[222px] w-full" />
          </div>
        ) : (
          <ReadFailure text={t('table.failed')} retryLabel={t('table.retry')} onRetry={retry} />
        )
      ) : (
        <>
          <Bars days={week.days} startMs={epoch.startTime} />
          <SourceTable days={week.days} points={points} />
        </>
      )}
    </section>
  )
}

/** Monday to Sunday, in UTC. */
const DAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const

function Bars({ days, startMs }: { readonly days: readonly TradingDay[]; readonly startMs: number }) {
  const { t } = useTranslation()
  const [ref, width] = useElementWidth<HTMLDivElement>()
  const most = Math.max(1, ...days.map(({ equities, others }) => equities + others))
  const step = width / days.length
  const bar = Math.min(44, step * 0.55)
  return (
    <div className="px-5 pt-3 max-md:px-4">
      <div ref={ref}>
        <svg role="img" aria-label={t('points.barsSpoken')} width={width} height={HEIGHT} className="block">
          <line x1={0} x2={width} y1={HEIGHT - 22.5} y2={HEIGHT - 22.5} className="stroke-line" />
          {days.map(({ equities, others }, at) => {
            const scale = (HEIGHT - 30) / most
            const x = at * step + (step - bar) / 2
            const base = HEIGHT - 23
            return (
              <g key={DAYS[at]}>
                <rect
                  x={x}
                  y={base - equities * scale}
                  width={bar}
                  height={equities * scale}
                  className="fill-chalk"
                />
                <rect
                  x={x}
                  y={base - (equities + others) * scale}
                  width={bar}
                  height={others * scale}
                  className="fill-t2"
                />
                <text x={x + bar / 2} y={HEIGHT - 6} textAnchor="middle" fontSize={11} className="fill-t3">
                  {t(`points.days.${DAYS[at]!}`)} {new Date(startMs + at * DAY_MS).getUTCDate()}
                </text>
              </g>
            )
          })}
        </svg>
      </div>
    </div>
  )
}

function SourceTable({
  days,
  points: { epoch },
}: {
  readonly days: readonly TradingDay[]
  readonly points: PointsResponse
}) {
  const { t } = useTranslation()
  const cue = useOverflowCue<HTMLDivElement>()
  const rows = [
    { id: 'equities', colour: 'bg-chalk', days: days.map(({ equities }) => equities) },
    { id: 'others', colour: 'bg-t2', days: days.map(({ others }) => others) },
  ] as const
  const sum = (list: readonly number[]): number => list.reduce((all, one) => all + one, 0)
  const [lp, referral] = [readDecimal(epoch.lp, 6), readDecimal(epoch.referral, 6)]
  return (
    <div ref={cue} className="mt-2 overflow-x-auto">
      <table className="w-full border-separate border-spacing-0 text-body" aria-label={t('points.bySource')}>
        <thead>
          <tr className="text-caption text-t3">
            <th scope="col" className="h-[30px] pl-5 text-left font-medium max-md:pl-4">
              <span className="sr-only">{t('points.source')}</span>
            </th>
            {DAYS.map((day) => (
              <th key={day} scope="col" className="px-2 text-right font-medium max-md:hidden">
                {t(`points.days.${day}`)}
              </th>
            ))}
            <th scope="col" className="pr-5 pl-2 text-right font-medium max-md:pr-4">
              {t('points.total')}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              <Source colour={row.colour}>
                {t(`points.sources.${row.id}`)}
                {row.id === 'equities' && (
                  <Badge tone="chalk" className="ml-2">
                    1.5X
                  </Badge>
                )}
              </Source>
              {row.days.map((value, at) => (
                <Figure key={DAYS[at]} isDay>
                  {value === 0 ? '–' : pointsText(value)}
                </Figure>
              ))}
              <Figure isTotal>{pointsText(sum(row.days))}</Figure>
            </tr>
          ))}
          {(
            [
              ['lp', 'bg-t3', lp],
              ['referral', 'bg-line-ctl', referral],
            ] as const
          ).map(([id, colour, value]) => (
            <tr key={id}>
              <Source colour={colour}>{t(`points.sources.${id}`)}</Source>
              <td
                colSpan={7}
                className="h-10 border-t border-line px-2 text-right text-dense text-t3 max-md:hidden"
              >
                {t('points.atTheEnd')}
              </td>
              <Figure isTotal>{pointsText(value)}</Figure>
            </tr>
          ))}
          <tr>
            <Source>{t('points.total')}</Source>
            {days.map(({ equities, others }, at) => (
              <Figure key={DAYS[at]} isDay>
                {equities + others === 0 ? '–' : pointsText(equities + others)}
              </Figure>
            ))}
            <Figure isTotal>{pointsText(readDecimal(epoch.estimated, 6))}</Figure>
          </tr>
        </tbody>
      </table>
    </div>
  )
}

function Source({ colour, children }: { readonly colour?: string; readonly children: ReactNode }) {
  return (
    <th
      scope="row"
      className={cx(
        'h-10 border-t border-line pl-5 text-left whitespace-nowrap max-md:pl-4',
        colour === undefined ? 'font-semibold' : 'font-normal',
      )}
    >
      {colour !== undefined && (
        <span aria-hidden="true" className={cx('mr-2 inline-block size-2 rounded-[2px]', colour)} />
      )}
      {children}
    </th>
  )
}

const Figure = ({
  isDay = false,
  isTotal = false,
  children,
}: {
  readonly isDay?: boolean
  readonly isTotal?: boolean
  readonly children: ReactNode
}) => (
  <td
    className={cx(
      'h-10 border-t border-line px-2 text-right',
      isDay && 'max-md:hidden',
      isTotal && 'pr-5 font-semibold max-md:pr-4',
    )}
  >
    {children}
  </td>
)
