/**
 * The days of the account as a calendar, a month at a time: the change of each and of each week, its fills, and how much of its
 * loss limit it used; a press shows one.
 */
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { formatDecimal, usd6, type Usd6 } from '@vest/protocol'
import { signClass } from '../../../entities/account/index.ts'
import { csvMoney, csvText } from '../../../shared/csv/index.ts'
import { formatMoney, formatPercent } from '../../../shared/format/index.ts'
import { cx, IconButton, Meter } from '../../../ui/index.ts'
import { Panel } from './Panel.tsx'
import { changeOf, monthsOf, weeksOf, type ProgressDay } from './progressDays.ts'

export interface DaysPanelProps {
  readonly days: readonly ProgressDay[]
  /** Its 00:00 UTC. */
  readonly shownMs: number | undefined
  readonly onShow: (dayMs: number) => void
}

export function DaysPanel({ days, shownMs, onShow }: DaysPanelProps) {
  const { t, i18n } = useTranslation()
  const weekday = new Intl.DateTimeFormat(i18n.language, { weekday: 'short', timeZone: 'UTC' })
  const number = new Intl.DateTimeFormat(i18n.language, { day: 'numeric', timeZone: 'UTC' })
  const months = monthsOf(days)
  const at = months.findIndex((month) => month.some(({ dayMs }) => dayMs === shownMs))
  const weeks = weeksOf(months[at] ?? [])
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
              csvMoney(day.openBalance),
              csvMoney(day.floor),
              csvMoney(day.change),
              csvMoney(day.lowest),
              formatDecimal(day.usedBps, 2),
              String(day.fills),
            ]),
          ),
      }}
    >
      {weeks.length === 0 ? (
        <p className="text-dense text-t2">{t('capitalPage.progress.noDays')}</p>
      ) : (
        <>
          {months.length > 1 && <Months months={months} at={at} onShow={onShow} />}
          <table className="w-full table-fixed text-dense">
            <thead>
              <tr className="text-t3">
                {weeks[0]!.map(({ dayMs }) => (
                  <th key={dayMs} scope="col" className="pb-1 text-left font-normal">
                    {weekday.format(dayMs)}
                  </th>
                ))}
                <th scope="col" className="pb-1 text-right font-normal max-md:hidden">
                  {t('capitalPage.progress.week')}
                </th>
              </tr>
            </thead>
            <tbody>
              {weeks.map((week) => (
                <tr key={week[0]!.dayMs}>
                  {week.map(({ dayMs, day }) => (
                    <td key={dayMs} className="h-16 border border-line p-0 align-top">
                      {day === undefined ? (
                        <span className="block p-1 text-t3">{number.format(dayMs)}</span>
                      ) : (
                        <button
                          type="button"
                          aria-pressed={dayMs === shownMs}
                          onClick={() => onShow(dayMs)}
                          className={cx(
                            'block h-16 w-full p-1 text-left hover:bg-s3',
                            dayMs === shownMs && 'ring-1 ring-chalk',
                          )}
                        >
                          <span className="flex justify-between gap-1 text-t3">
                            {number.format(dayMs)}
                            <span className="max-lg:hidden">
                              {t('capitalPage.progress.dayFills', { fills: day.fills })}
                            </span>
                          </span>
                          <Day day={day} />
                        </button>
                      )}
                    </td>
                  ))}
                  <td className={cx('pl-2 text-right max-md:hidden', signClass(changeOf(week)))}>
                    {wholeDollars(changeOf(week))}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </>
      )}
      <p className="mt-2 text-dense text-t3">{t('capitalPage.progress.daysHelp')}</p>
    </Panel>
  )
}

/** From month to month: the last day of the one before, the first of the next. */
function Months({
  months,
  at,
  onShow,
}: {
  readonly months: readonly (readonly ProgressDay[])[]
  readonly at: number
  readonly onShow: (dayMs: number) => void
}) {
  const { t, i18n } = useTranslation()
  const name = new Intl.DateTimeFormat(i18n.language, { month: 'long', year: 'numeric', timeZone: 'UTC' })
  const before = months[at - 1]?.at(-1)
  const next = months[at + 1]?.[0]
  return (
    <div className="mb-2 flex items-center justify-between text-body">
      <IconButton
        label={t('capitalPage.progress.monthBefore')}
        isDisabled={before === undefined}
        onClick={() => before && onShow(before.dayMs)}
      >
        <ChevronLeft size={16} strokeWidth={1.5} aria-hidden="true" />
      </IconButton>
      {name.format(months[at]?.[0]?.dayMs)}
      <IconButton
        label={t('capitalPage.progress.monthNext')}
        isDisabled={next === undefined}
        onClick={() => next && onShow(next.dayMs)}
      >
        <ChevronRight size={16} strokeWidth={1.5} aria-hidden="true" />
      </IconButton>
    </div>
  )
}

/** A cell has no room for cents; the file has them. */
const wholeDollars = (change: Usd6): string =>
  `${change < 0 ? '−' : '+'}${formatMoney(usd6(Math.abs(change)), { places: 0 })}`

function Day({ day }: { readonly day: ProgressDay }) {
  const { t } = useTranslation()
  return (
    <>
      <span className={`block ${signClass(day.change)}`}>{wholeDollars(day.change)}</span>
      <Meter
        share={day.usedBps / 10_000}
        colour={day.usedBps >= 8_000 ? 'var(--err)' : 'var(--t2)'}
        label={t('capitalPage.progress.used', { percent: formatPercent(day.usedBps, { places: 1 }) })}
      />
    </>
  )
}
