/** The equity of the account between its goal and its floors, today or since its beginning. */
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Usd6 } from '@vest/protocol'
import type { CapitalFacts } from '../../../live/index.ts'
import { csvMoney, csvText } from '../../../shared/csv/index.ts'
import { formatIsoTime, formatMoney } from '../../../shared/format/index.ts'
import { Segmented, useElementWidth } from '../../../ui/index.ts'
import { layOutAxis } from '../../../features/chart/tagLayout.ts'
import { Panel } from './Panel.tsx'
import { dayStart } from './progressDays.ts'
import type { Progress } from './useProgress.ts'

const HEIGHT = 200
/** Beside the curve, for the prices of its lines, px. */
const AXIS_WIDTH = 84
const TAG_HEIGHT = 20
const MARGIN = 0.08
/** A date below the curve needs so much room, px. */
const DATE_WIDTH = 64
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
  const date = new Intl.DateTimeFormat(i18n.language, { day: 'numeric', month: 'short', timeZone: 'UTC' })
  const every = Math.max(1, Math.ceil((days.length * DATE_WIDTH) / Math.max(1, width)))
  const last = hours.at(-1)
  return (
    <Panel
      title={t('capitalPage.progress.equity')}
      className="mt-3"
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
      <div className="mb-3 flex">
        <Segmented
          label={t('equity.range')}
          value={range}
          options={RANGES.map((value) => ({ value, label: t(`capitalPage.progress.${value}`) }))}
          onChange={setRange}
        />
      </div>
      {hours.length < 2 ? (
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
            <rect x={0} y={y(drawdownFloor)} width={width} height={HEIGHT} fill="var(--err)" opacity={0.12} />
            <line x1={0} x2={width} y1={y(drawdownFloor)} y2={y(drawdownFloor)} stroke="var(--err)" />
            {goal !== undefined && <line x1={0} x2={width} y1={y(goal)} y2={y(goal)} stroke="var(--ok)" />}
            <path d={floors} fill="none" stroke="var(--warn-fill)" strokeDasharray="4 3" />
            <path d={path} fill="none" strokeWidth={1.5} className="stroke-t1" />
            {last !== undefined && <circle cx={width - 3} cy={y(last.equity)} r={3} className="fill-t1" />}
          </svg>
          <Tags
            left={width + 6}
            lines={[
              { value: last?.equity ?? size, y: y(last?.equity ?? size), colour: 'var(--t1)' },
              ...(goal === undefined ? [] : [{ value: goal, y: y(goal), colour: 'var(--ok)' }]),
              { value: facts.dailyFloor, y: y(facts.dailyFloor), colour: 'var(--warn-fill)' },
              { value: drawdownFloor, y: y(drawdownFloor), colour: 'var(--err)' },
            ]}
          />
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
      <ul className="mt-2 flex flex-wrap gap-4 text-dense text-t2">
        {goal !== undefined && <Key colour="var(--ok)" text={`${t('capital.goal')} ${formatMoney(goal)}`} />}
        <Key colour="var(--warn-fill)" text={`${t('capital.mark.daily')} ${formatMoney(facts.dailyFloor)}`} />
        <Key colour="var(--err)" text={`${t('capital.mark.drawdown')} ${formatMoney(drawdownFloor)}`} />
      </ul>
    </Panel>
  )
}

interface TagLine {
  readonly value: Usd6
  readonly y: number
  readonly colour: string
}

/** The prices of the lines beside the curve, none over another: the present equity stands where it is. */
function Tags({ left, lines }: { readonly left: number; readonly lines: readonly TagLine[] }) {
  const wishes = lines.map(({ y }, at) => ({ y, isFixed: at === 0 }))
  return layOutAxis(wishes, HEIGHT, TAG_HEIGHT).map((y, at) => {
    const line = lines[at]!
    return (
      y !== undefined && (
        <span
          key={line.colour}
          className="absolute rounded-[4px] border px-1 text-caption font-medium"
          style={{ left, top: y - TAG_HEIGHT / 2, borderColor: line.colour }}
        >
          {formatMoney(line.value)}
        </span>
      )
    )
  })
}

const Key = ({ colour, text }: { readonly colour: string; readonly text: string }) => (
  <li className="flex items-center gap-2">
    <span aria-hidden="true" className="h-[2px] w-4" style={{ background: colour }} />
    {text}
  </li>
)
