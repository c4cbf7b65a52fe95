/** One day of the calendar: what it may lose, how near it came to that, its curve above its floor, and its values as a file. */
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { Usd6 } from '@vest/protocol'
import { SignedMoney } from '../../../entities/account/index.ts'
import { LIMIT_FILL, LIMIT_TICKS, limitTone } from '../../../entities/capital/index.ts'
import { csvMoney, csvText } from '../../../shared/csv/index.ts'
import { formatIsoTime, formatMoney, formatTime } from '../../../shared/format/index.ts'
import { Dot, KeyValue, Meter, useElementWidth } from '../../../ui/index.ts'
import { dayFacts } from './dayFacts.ts'
import { ExportButton, Panel } from './Panel.tsx'
import { DAY_MS, type HourValue, type ProgressDay } from './progressDays.ts'
import type { Progress } from './useProgress.ts'

const HEIGHT = 88

export function DayPanel({ day, progress }: { readonly day: ProgressDay; readonly progress: Progress }) {
  const { t, i18n } = useTranslation()
  const { hours, nearest, used, trades, won, costs } = dayFacts(day, progress.hours, progress.trades)
  const name = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'full', timeZone: 'UTC' }).format(
    day.dayMs,
  )
  const usedText = t('capitalPage.day.used', {
    // With the room, which is rounded down, it is the whole limit.
    amount: formatMoney(used, { rounding: 'ceil' }),
    time: formatTime(day.lowestTimeMs),
  })
  const file = {
    name: `vest-capital-${new Date(day.dayMs).toISOString().slice(0, 10)}.csv`,
    text: () =>
      csvText(
        ['time', 'equity', 'balance', 'daily floor'],
        hours.map((hour) => [
          formatIsoTime(hour.timeMs),
          csvMoney(hour.equity),
          csvMoney(hour.balance),
          csvMoney(day.floor),
        ]),
      ),
  }
  return (
    <Panel
      title={name}
      aside={
        <span className="text-body font-semibold">
          <SignedMoney value={day.change} />
        </span>
      }
    >
      <Meter
        share={day.usedBps / 10_000}
        colour={LIMIT_FILL[limitTone(day.usedBps)]}
        ticks={LIMIT_TICKS}
        label={usedText}
      />
      <p className="mb-2 flex justify-between text-dense text-t3">
        <span>{usedText}</span>
        <span>{formatMoney((day.openBalance - day.floor) as Usd6)}</span>
      </p>
      <KeyValue label={t('capitalPage.dayFrom')}>{formatMoney(day.openBalance)}</KeyValue>
      <KeyValue label={t('capitalPage.day.floor')}>{formatMoney(day.floor)}</KeyValue>
      <KeyValue label={t('capitalPage.day.lowest')}>{formatMoney(day.lowest)}</KeyValue>
      <KeyValue label={t('capitalPage.day.nearest')}>{formatMoney(nearest)}</KeyValue>
      <KeyValue label={t('capitalPage.day.closed')}>
        {trades}
        <Dot />
        <span className="text-t2">{t('capitalPage.day.won', { won })}</span>
      </KeyValue>
      <KeyValue label={t('capitalPage.day.costs')}>
        <SignedMoney value={costs} />
      </KeyValue>
      <Curve hours={hours} day={day} />
      <div className="mt-2 flex flex-wrap items-center justify-between gap-2">
        <Link
          to="/portfolio"
          search={{ view: 'fills' }}
          className="inline-flex min-h-6 items-center text-dense font-medium text-chalk max-md:min-h-11"
        >
          {t('capitalPage.day.fills', { fills: day.fills })}
        </Link>
        <ExportButton of={name} file={file} variant="line" />
      </div>
    </Panel>
  )
}

/** From 00:00 to 24:00 UTC; one value is no curve. */
function Curve({ hours, day }: { readonly hours: readonly HourValue[]; readonly day: ProgressDay }) {
  const { t } = useTranslation()
  const [ref, width] = useElementWidth<HTMLDivElement>()
  if (hours.length < 2) return null
  const high = hours.reduce((most, { equity }) => Math.max(most, equity), -Infinity)
  const low = Math.min(day.floor, day.lowest)
  const x = (timeMs: number): number => Math.round(((timeMs - day.dayMs) / DAY_MS) * width)
  const y = (value: number): number =>
    Math.round(4 + (1 - (value - low) / Math.max(1, high - low)) * (HEIGHT - 8))
  const path = hours.map((hour, at) => `${at === 0 ? 'M' : 'L'}${x(hour.timeMs)} ${y(hour.equity)}`).join('')
  const floorY = y(day.floor)
  return (
    <div ref={ref} className="mt-2">
      <svg
        role="img"
        width={width}
        height={HEIGHT}
        className="block"
        aria-label={t('capitalPage.progress.spoken', {
          low: formatMoney(day.lowest),
          high: formatMoney(high as Usd6),
        })}
      >
        <line
          {...{ x1: 0, x2: width, y1: floorY, y2: floorY }}
          stroke="var(--warn-fill)"
          strokeDasharray="4 3"
        />
        <path d={path} fill="none" strokeWidth={1.5} className="stroke-t1" />
        <circle cx={x(day.lowestTimeMs)} cy={y(day.lowest)} r={3} fill="var(--warn-fill)" />
      </svg>
      <p className="mb-2 flex justify-between text-dense text-t3">
        <span>00:00</span>
        <span>12:00</span>
        <span>24:00 UTC</span>
      </p>
    </div>
  )
}
