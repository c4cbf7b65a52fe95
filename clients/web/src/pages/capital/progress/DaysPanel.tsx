/**
 * The days of the account as a calendar, a month at a time: the change of each and of each week, its fills, and how much of its
 * loss limit it used; a press shows one.
 */
import { ChevronLeft, ChevronRight, type LucideIcon } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { formatDecimal, type Usd6 } from '@vest/protocol'
import { SignedMoney, signClass } from '../../../entities/account/index.ts'
import { LIMIT_FILL, limitTone } from '../../../entities/capital/index.ts'
import { csvMoney, csvText } from '../../../shared/csv/index.ts'
import { formatMoney, formatPercent, formatSignedMoney } from '../../../shared/format/index.ts'
import { cx, IconButton, Meter } from '../../../ui/index.ts'
import { Panel } from './Panel.tsx'
import { changeOf, monthsOf, weeksOf, type ProgressDay } from './progressDays.ts'

export interface DaysPanelProps {
  readonly days: readonly ProgressDay[]
  /** 00:00 UTC of the day that goes on, and of the one that is shown. */
  readonly todayMs: number
  readonly shownMs: number | undefined
  readonly onShow: (dayMs: number) => void
}

export function DaysPanel({ days, todayMs, shownMs, onShow }: DaysPanelProps) {
  const { t, i18n } = useTranslation()
  const weekday = new Intl.DateTimeFormat(i18n.language, { weekday: 'short', timeZone: 'UTC' })
  const months = monthsOf(days)
  const at = months.findIndex((month) => month.some(({ dayMs }) => dayMs === shownMs))
  const weeks = weeksOf(months[at] ?? [], days)
  return (
    <Panel
      title={t('capitalPage.progress.days')}
      aside={weeks.length > 0 && <Months months={months} at={at} onShow={onShow} />}
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
        <table className="w-full table-fixed text-dense">
          <thead>
            <tr className="text-t3">
              {weeks[0]!.map(({ dayMs }) => (
                <th key={dayMs} scope="col" className="px-1 pb-1 text-left font-normal">
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
                  <td key={dayMs} className="h-16 p-[2px]">
                    <Cell
                      {...{ dayMs, day }}
                      isToday={dayMs === todayMs}
                      isShown={dayMs === shownMs}
                      onShow={() => onShow(dayMs)}
                    />
                  </td>
                ))}
                <td className="pl-2 text-right max-md:hidden">
                  <SignedMoney value={changeOf(week)} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
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
  const step = (key: 'monthBefore' | 'monthNext', to: ProgressDay | undefined, Icon: LucideIcon) => (
    <IconButton
      label={t(`capitalPage.progress.${key}`)}
      isDisabled={to === undefined}
      onClick={() => to && onShow(to.dayMs)}
    >
      <Icon size={16} strokeWidth={1.5} aria-hidden="true" />
    </IconButton>
  )
  return (
    <div className="flex items-center gap-1 text-dense text-t2">
      {step('monthBefore', months[at - 1]?.at(-1), ChevronLeft)}
      {name.format(months[at]?.[0]?.dayMs)}
      {step('monthNext', months[at + 1]?.[0], ChevronRight)}
    </div>
  )
}

interface CellProps {
  readonly dayMs: number
  readonly day: ProgressDay | undefined
  readonly isToday: boolean
  readonly isShown: boolean
  readonly onShow: () => void
}

function Cell({ dayMs, day, isToday, isShown, onShow }: CellProps) {
  const { t, i18n } = useTranslation()
  const number = new Intl.DateTimeFormat(i18n.language, { day: 'numeric', timeZone: 'UTC' }).format(dayMs)
  const box = 'block h-full w-full rounded-[6px] p-1 text-left'
  if (day === undefined) return <span className={cx(box, 'border border-line text-t3')}>{number}</span>
  const used = formatPercent(day.usedBps, { places: 1 })
  return (
    <button
      type="button"
      aria-pressed={isShown}
      onClick={onShow}
      className={cx(box, 'bg-s2 hover:bg-s3', isShown && 'ring-1 ring-chalk')}
    >
      <span className={cx('block truncate', isToday ? 'font-semibold' : 'text-t2')}>
        {number}
        {isToday && <span className="max-md:hidden"> · {t('capitalPage.progress.today')}</span>}
      </span>
      <span className={cx('block whitespace-nowrap', signClass(day.change))}>
        <span className="max-md:hidden">{formatSignedMoney(day.change)}</span>
        <span className="text-caption md:hidden">{wholeDollars(day.change)}</span>
      </span>
      <span className="block truncate text-t3 max-md:hidden">
        {day.fills === 0
          ? t('capitalPage.progress.noFills')
          : t('capitalPage.progress.dayFills', { fills: day.fills })}
      </span>
      <Meter
        share={day.usedBps / 10_000}
        colour={LIMIT_FILL[limitTone(day.usedBps)]}
        label={t('capitalPage.progress.used', { percent: used })}
      />
    </button>
  )
}

/** A cell of a small screen has no room for more; the day below it and the file have the cents. */
const wholeDollars = (change: Usd6): string => formatMoney(change, { places: 0, signed: true, prefix: '' })
