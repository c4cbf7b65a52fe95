/** How the account on screen has done ([6.5]): its curve between goal and floors, its days, its figures, each as a file. */
import { Download } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDecimal, usd6, type Usd6 } from '@vest/protocol'
import { signClass } from '../../../entities/account/index.ts'
import type { CapitalFacts } from '../../../live/index.ts'
import { csvText, downloadText } from '../../../shared/csv/index.ts'
import {
  formatIsoTime,
  formatMoney,
  formatPercent,
  formatScaled,
  formatSignedMoney,
  MISSING,
} from '../../../shared/format/index.ts'
import { Button, Meter, ReadFailure, Skeleton, useElementWidth } from '../../../ui/index.ts'
import { weeksOf, type ProgressDay } from './progressDays.ts'
import { progressStats } from './progressStats.ts'
import { useProgress, type Progress } from './useProgress.ts'

export function ProgressSection({ facts }: { readonly facts: CapitalFacts }) {
  const { t } = useTranslation()
  const { progress, retry } = useProgress(facts)
  if (progress === undefined)
    return retry === undefined ? (
      <Skeleton className="mt-3 h-64" />
    ) : (
      <ReadFailure
        className="mt-3 h-64"
        text={t('table.failed')}
        retryLabel={t('table.retry')}
        onRetry={retry}
      />
    )
  return (
    <>
      <Curve facts={facts} progress={progress} />
      <div className="mt-3 grid gap-3 lg:grid-cols-2">
        <Days days={progress.days} />
        <Statistics progress={progress} />
      </div>
    </>
  )
}

const money = (value: Usd6 | undefined): string => (value === undefined ? '' : formatDecimal(value, 6))

/** A section with its name, and its content as a file. */
export function Panel({
  title,
  file,
  className = '',
  children,
}: {
  readonly title: string
  readonly file?: { readonly name: string; readonly text: () => string }
  readonly className?: string
  readonly children: ReactNode
}) {
  const { t } = useTranslation()
  return (
    <section
      aria-label={title}
      className={`rounded-[10px] border border-line bg-s1 px-5 py-4 max-md:px-4 ${className}`}
    >
      <div className="mb-3 flex items-center justify-between">
        <h2 className="text-body font-semibold">{title}</h2>
        {file !== undefined && (
          <Button
            size="sm"
            variant="ghost"
            icon={<Download size={14} strokeWidth={1.5} aria-hidden="true" />}
            aria-label={`${title}: ${t('orders.csv')}`}
            onClick={() => downloadText(file.name, file.text())}
          >
            <span className="max-md:sr-only">{t('orders.csv')}</span>
          </Button>
        )}
      </div>
      {children}
    </section>
  )
}

const HEIGHT = 200
const MARGIN = 0.08

function Curve({ facts, progress }: { readonly facts: CapitalFacts; readonly progress: Progress }) {
  const { t } = useTranslation()
  const [ref, width] = useElementWidth<HTMLDivElement>()
  const { hours, days } = progress
  const { goal, drawdownFloor, size } = facts
  const values = hours.map(({ equity }) => equity)
  const low = values.reduce<number>((least, value) => Math.min(least, value), drawdownFloor)
  const high = values.reduce<number>((most, value) => Math.max(most, value), goal ?? size)
  const margin = (high - low) * MARGIN
  const first = hours[0]?.timeMs ?? 0
  const span = Math.max(1, (hours.at(-1)?.timeMs ?? 1) - first)
  const x = (timeMs: number): number => Math.round(((timeMs - first) / span) * width)
  const y = (value: number): number =>
    Math.round(HEIGHT - ((value - low + margin) / (high - low + 2 * margin)) * HEIGHT)
  const path = hours
    .map(({ timeMs, equity }, at) => `${at === 0 ? 'M' : 'L'}${x(timeMs)} ${y(equity)}`)
    .join('')
  const floors = days
    .map(({ dayMs, floor }, at) => {
      const from = Math.max(0, x(dayMs))
      const next = days[at + 1]
      return `${at === 0 ? 'M' : 'L'}${from} ${y(floor)}H${next === undefined ? width : Math.max(0, x(next.dayMs))}`
    })
    .join('')
  return (
    <Panel
      title={t('capitalPage.progress.equity')}
      className="mt-3"
      file={{
        name: 'vest-capital-equity.csv',
        text: () =>
          csvText(
            ['time', 'equity', 'balance', 'goal', 'drawdown floor'],
            hours.map((hour) => [
              formatIsoTime(hour.timeMs),
              money(hour.equity),
              money(hour.balance),
              money(goal),
              money(drawdownFloor),
            ]),
          ),
      }}
    >
      {hours.length < 2 ? (
        <p className="text-dense text-t2">{t('equity.tooEarly')}</p>
      ) : (
        <div ref={ref}>
          <svg
            role="img"
            width={width}
            height={HEIGHT}
            className="block"
            aria-label={t('capitalPage.progress.spoken', {
              low: formatMoney(values.reduce((a, b) => (b < a ? b : a))),
              high: formatMoney(values.reduce((a, b) => (b > a ? b : a))),
            })}
          >
            <rect x={0} y={y(drawdownFloor)} width={width} height={HEIGHT} fill="var(--err)" opacity={0.12} />
            <line x1={0} x2={width} y1={y(drawdownFloor)} y2={y(drawdownFloor)} stroke="var(--err)" />
            {goal !== undefined && <line x1={0} x2={width} y1={y(goal)} y2={y(goal)} stroke="var(--ok)" />}
            <path d={floors} fill="none" stroke="var(--warn-fill)" strokeDasharray="4 3" />
            <path d={path} fill="none" strokeWidth={1.5} className="stroke-t1" />
          </svg>
        </div>
      )}
      <ul className="mt-2 flex flex-wrap gap-4 text-dense text-t2">
        {goal !== undefined && <Key colour="var(--ok)" text={`${t('capital.goal')} ${formatMoney(goal)}`} />}
        <Key colour="var(--warn-fill)" text={`${t('capital.mark.daily')} ${formatMoney(facts.dailyFloor)}`} />
        <Key colour="var(--err)" text={`${t('capital.mark.drawdown')} ${formatMoney(drawdownFloor)}`} />
      </ul>
    </Panel>
  )
}

const Key = ({ colour, text }: { readonly colour: string; readonly text: string }) => (
  <li className="flex items-center gap-2">
    <span aria-hidden="true" className="h-[2px] w-4" style={{ background: colour }} />
    {text}
  </li>
)

function Days({ days }: { readonly days: readonly ProgressDay[] }) {
  const { t, i18n } = useTranslation()
  const weekday = new Intl.DateTimeFormat(i18n.language, { weekday: 'short', timeZone: 'UTC' })
  const number = new Intl.DateTimeFormat(i18n.language, { day: 'numeric', timeZone: 'UTC' })
  const weeks = weeksOf(days)
  return (
    <Panel
      title={t('capitalPage.progress.days')}
      file={{
        name: 'vest-capital-days.csv',
        text: () =>
          csvText(
            ['day', 'opening balance', 'daily floor', 'change', 'lowest equity', 'limit used %', 'fills'],
            days.map((day) => [
              new Date(day.dayMs).toISOString().slice(0, 10),
              money(day.openBalance),
              money(day.floor),
              money(day.change),
              money(day.lowest),
              formatDecimal(day.usedBps, 2),
              String(day.fills),
            ]),
          ),
      }}
    >
      {weeks.length === 0 ? (
        <p className="text-dense text-t2">{t('capitalPage.progress.noDays')}</p>
      ) : (
        <table className="w-full table-fixed text-dense">
          <thead>
            <tr className="text-t3">
              {weeks[0]!.map(({ dayMs }) => (
                <th key={dayMs} scope="col" className="pb-1 text-left font-normal">
                  {weekday.format(dayMs)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {weeks.map((week) => (
              <tr key={week[0]!.dayMs}>
                {week.map(({ dayMs, day }) => (
                  <td key={dayMs} className="h-16 border border-line p-1 align-top">
                    <span className="block text-t3">{number.format(dayMs)}</span>
                    {day !== undefined && <Day day={day} />}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <p className="mt-2 text-dense text-t3">{t('capitalPage.progress.daysHelp')}</p>
    </Panel>
  )
}

/** Where a cell is narrow. */
const wholeDollars = (change: Usd6): string =>
  `${change < 0 ? '−' : '+'}${formatMoney(usd6(Math.abs(change)), { places: 0 })}`

function Day({ day }: { readonly day: ProgressDay }) {
  const { t } = useTranslation()
  return (
    <>
      <span className={`block truncate ${signClass(day.change)}`}>
        <span className="max-md:hidden">{formatSignedMoney(day.change)}</span>
        <span className="md:hidden">{wholeDollars(day.change)}</span>
      </span>
      <Meter
        share={day.usedBps / 10_000}
        colour={day.usedBps >= 8_000 ? 'var(--err)' : 'var(--t2)'}
        label={t('capitalPage.progress.used', { percent: formatPercent(day.usedBps, { places: 1 }) })}
      />
    </>
  )
}

function Statistics({ progress: { trades, days } }: { readonly progress: Progress }) {
  const { t } = useTranslation()
  const stats = progressStats(trades, days)
  const signed = (value: Usd6 | undefined): ReactNode =>
    value === undefined ? MISSING : <span className={signClass(value)}>{formatSignedMoney(value)}</span>
  const percent = (bps: number | undefined): string =>
    bps === undefined ? MISSING : formatPercent(bps, { places: 1 })
  const figures = [
    ['realised', signed(stats.realised)],
    ['winRate', percent(stats.winBps)],
    [
      'profitFactor',
      stats.profitFactor2 === undefined ? MISSING : formatScaled(stats.profitFactor2, { decimals: 2 }),
    ],
    ['averageWin', signed(stats.averageWin)],
    ['averageLoss', signed(stats.averageLoss)],
    ['best', signed(stats.best)],
    ['worst', signed(stats.worst)],
    ['bestDay', signed(stats.bestDay?.change)],
    ['worstDay', signed(stats.worstDay?.change)],
    ['consistency', percent(stats.bestDayBps)],
    ['fees', formatMoney(stats.fees)],
    ['funding', signed(stats.funding)],
  ] as const
  return (
    <Panel
      title={t('capitalPage.progress.statistics')}
      file={{
        name: 'vest-capital-trades.csv',
        text: () =>
          csvText(
            ['closed', 'market', 'side', 'result', 'fees', 'funding'],
            trades.map((trade) => [
              formatIsoTime(trade.closeTimeMs),
              trade.market.symbol,
              trade.isLong ? 'long' : 'short',
              money(trade.realizedPnl),
              money(trade.fees),
              money(trade.funding),
            ]),
          ),
      }}
    >
      <p className="mb-3 text-dense text-t3">
        {t('capitalPage.progress.trades', { trades: stats.trades, won: stats.won, lost: stats.lost })}
      </p>
      <dl className="grid grid-cols-3 gap-x-4 gap-y-3 max-md:grid-cols-2">
        {figures.map(([name, figure]) => (
          <div key={name}>
            <dt className="text-dense text-t2">{t(`capitalPage.progress.${name}`)}</dt>
            <dd className="text-body font-medium">{figure}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  )
}
