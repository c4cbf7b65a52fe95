/** The equity of the account between its goal and its floors, today or since its beginning. */
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Usd6 } from '@vest/protocol'
import { layOutAxis } from '../../../features/chart/tagLayout.ts'
import type { CapitalFacts } from '../../../live/index.ts'
import { csvMoney, csvText } from '../../../shared/csv/index.ts'
import { formatIsoTime, formatMoney } from '../../../shared/format/index.ts'
import { Segmented, useElementWidth } from '../../../ui/index.ts'
import { Panel } from './Panel.tsx'
import { dayStart } from './progressDays.ts'
import type { Progress } from './useProgress.ts'

const HEIGHT = 260
/** Beside the curve, for the prices of its lines, px. */
const AXIS_WIDTH = 84
const TAG_HEIGHT = 20
const MARGIN = 0.08
/** A date below the curve needs so much room, px. */
const DATE_WIDTH = 64
/** Between a line and the text that names it, px. */
const NAME_GAP = 6
/** Of the text that names the daily floor, px. */
const NOTE_WIDTH = 260
const RANGES = ['today', 'all'] as const

export function EquityPanel({
  facts,
  progress,
}: {
  readonly facts: CapitalFacts
  readonly progress: Progress
}) {
  const { t, i18n } = useTranslation()
  const [ref, width] = useElementWidth<HTMLDivElement>()
  const [range, setRange] = useState<(typeof RANGES)[number]>('all')
  const todayMs = dayStart(progress.hours.at(-1)?.timeMs ?? 0)
  const isShown = (timeMs: number): boolean => range === 'all' || timeMs >= todayMs
  const hours = progress.hours.filter(({ timeMs }) => isShown(timeMs))
  const days = progress.days.filter(({ dayMs }) => isShown(dayMs))
  const { goal, drawdownFloor, dailyFloor, size } = facts
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
  // Below the last floors, as far as the text reaches.
  const lastFloors = days.filter(
    (_, at) => at === days.length - 1 || x(days[at + 1]!.dayMs) > width - NOTE_WIDTH,
  )
  const noteY = lastFloors.reduce((most, { floor }) => Math.max(most, y(floor)), y(dailyFloor)) + NAME_GAP + 9
  const date = new Intl.DateTimeFormat(i18n.language, { day: 'numeric', month: 'short', timeZone: 'UTC' })
  const every = Math.max(1, Math.ceil((days.length * DATE_WIDTH) / Math.max(1, width)))
  const last = hours.at(-1)
  const isEarly = hours.length < 2
  const lines: readonly TagLine[] = [
    ...(goal === undefined
      ? []
      : [{ name: t('capital.goal'), value: goal, colour: 'var(--ok)', ink: 'text-ok' }]),
    {
      ...{ name: t('capitalPage.day.floor'), value: dailyFloor },
      ...{ colour: 'var(--warn-fill)', ink: 'text-warn' },
    },
    {
      ...{ name: t('capitalResult.drawdownFloor'), value: drawdownFloor },
      ...{ colour: 'var(--err)', ink: 'text-err' },
    },
  ]
  const present: TagLine = {
    ...{ name: t('capitalPage.progress.equity'), value: last?.equity ?? size },
    ...{ colour: 'var(--t1)', ink: 'bg-ink text-on-ink' },
  }
  return (
    <Panel
      title={t('capitalPage.progress.equity')}
      className="mt-3"
      aside={
        <>
          <ul className="flex flex-wrap gap-x-4 text-dense text-t2">
            <Key colour="var(--t1)" text={t('capitalPage.progress.equity')} />
            {lines.map(({ name, value, colour }, at) => (
              <Key
                key={name}
                colour={colour}
                isDashed={at === lines.length - 2}
                // Beside a curve its tag has the amount.
                text={isEarly ? `${name} ${formatMoney(value)}` : name}
              />
            ))}
          </ul>
          <Segmented
            className="ml-auto"
            label={t('equity.range')}
            value={range}
            options={RANGES.map((value) => ({ value, label: t(`capitalPage.progress.${value}`) }))}
            onChange={setRange}
          />
        </>
      }
      file={{
        name: 'vest-capital-equity.csv',
        text: () =>
          csvText(
            ['time', 'equity', 'balance', 'goal', 'drawdown floor'],
            progress.hours.map((hour) => [
              formatIsoTime(hour.timeMs),
              csvMoney(hour.equity),
              csvMoney(hour.balance),
              csvMoney(goal),
              csvMoney(drawdownFloor),
            ]),
          ),
      }}
    >
      {isEarly ? (
        <p className="text-dense text-t2">{t('equity.tooEarly')}</p>
      ) : (
        <div ref={ref} className="relative" style={{ marginRight: AXIS_WIDTH }}>
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
            {days.slice(1).map(({ dayMs }) => (
              <line key={dayMs} x1={x(dayMs)} x2={x(dayMs)} y1={0} y2={HEIGHT} stroke="var(--line)" />
            ))}
            <rect x={0} y={y(drawdownFloor)} width={width} height={HEIGHT} fill="var(--err)" opacity={0.12} />
            <line x1={0} x2={width} y1={y(drawdownFloor)} y2={y(drawdownFloor)} stroke="var(--err)" />
            {goal !== undefined && <line x1={0} x2={width} y1={y(goal)} y2={y(goal)} stroke="var(--ok)" />}
            <path d={floors} fill="none" stroke="var(--warn-fill)" strokeDasharray="4 3" />
            <path d={path} fill="none" strokeWidth={1.5} className="stroke-t1" />
            {last !== undefined && <circle cx={width - 3} cy={y(last.equity)} r={3} className="fill-t1" />}
            <g className="text-caption max-md:hidden">
              <text x={NAME_GAP} y={y(drawdownFloor) - NAME_GAP} fill="var(--err)">
                {t('capitalPage.progress.drawdownNote')}
              </text>
              <text x={width - NAME_GAP} y={noteY} textAnchor="end" fill="var(--warn)">
                {t('capitalPage.progress.floorNote')}
              </text>
            </g>
          </svg>
          <Tags left={width + 6} lines={[present, ...lines]} y={y} />
          <p className="relative h-6 text-dense text-t3">
            {days.map(
              ({ dayMs }, at) =>
                at % every === 0 &&
                x(dayMs) < width - DATE_WIDTH && (
                  <span key={dayMs} className="absolute" style={{ left: Math.max(0, x(dayMs)) }}>
                    {date.format(dayMs)}
                  </span>
                ),
            )}
          </p>
        </div>
      )}
    </Panel>
  )
}

interface TagLine {
  readonly name: string
  readonly value: Usd6
  readonly colour: string
  /** Of its tag. */
  readonly ink: string
}

/** The prices of the lines beside the curve, none over another: the first, of the present equity, stands where it is. */
function Tags({
  left,
  lines,
  y,
}: {
  readonly left: number
  readonly lines: readonly TagLine[]
  readonly y: (value: number) => number
}) {
  const wishes = lines.map(({ value }, at) => ({ y: y(value), isFixed: at === 0 }))
  return layOutAxis(wishes, HEIGHT, TAG_HEIGHT).map((top, at) => {
    const { name, value, ink } = lines[at]!
    return (
      top !== undefined && (
        <span
          key={name}
          className={`absolute rounded-[4px] border px-1 text-caption font-medium ${ink}`}
          style={{ left, top: top - TAG_HEIGHT / 2, borderColor: 'currentColor' }}
        >
          <span className="sr-only">{name} </span>
          {formatMoney(value)}
        </span>
      )
    )
  })
}

const Key = ({
  colour,
  isDashed = false,
  text,
}: {
  readonly colour: string
  readonly isDashed?: boolean
  readonly text: string
}) => (
  <li className="flex items-center gap-2">
    <span
      aria-hidden="true"
      className="w-4"
      style={{ borderTop: `2px ${isDashed ? 'dashed' : 'solid'} ${colour}` }}
    />
    {text}
  </li>
)
