/** The days of the account as a calendar: the change of each, and how much of its loss limit it used; a press shows one. */
import { useTranslation } from 'react-i18next'
import { formatDecimal, usd6, type Usd6 } from '@vest/protocol'
import { signClass } from '../../../entities/account/index.ts'
import { csvMoney, csvText } from '../../../shared/csv/index.ts'
import { formatMoney, formatPercent } from '../../../shared/format/index.ts'
import { cx, Meter } from '../../../ui/index.ts'
import { Panel } from './Panel.tsx'
import { weeksOf, type ProgressDay } from './progressDays.ts'

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
                        <span className="block text-t3">{number.format(dayMs)}</span>
                        <Day day={day} />
                      </button>
                    )}
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
