/** The curve of equity between its lines: the days below it, the amounts of the lines beside it, none over another. */
import { useTranslation } from 'react-i18next'
import type { Usd6 } from '@vest/protocol'
import { layOutAxis } from '../../../features/chart/tagLayout.ts'
import { formatMoney } from '../../../shared/format/index.ts'
import { useElementWidth } from '../../../ui/index.ts'
import type { HourValue, ProgressDay } from './progressDays.ts'

const HEIGHT = 260
/** Beside the curve, for the amounts of its lines, px. */
const AXIS_WIDTH = 84
const TAG_HEIGHT = 20
const MARGIN = 0.08
/** A date below the curve needs so much room, px. */
const DATE_WIDTH = 64
/** Between a line and the text that explains it, px, and what the longest text takes. */
const NOTE_GAP = 6
const NOTE_HEIGHT = 9
const NOTE_WIDTH = 260

export interface EquityLine {
  readonly kind: 'goal' | 'daily' | 'drawdown'
  readonly name: string
  readonly value: Usd6
}

export interface EquityCurveProps {
  /** Oldest first, at least two. */
  readonly hours: readonly HourValue[]
  readonly days: readonly ProgressDay[]
  readonly lines: readonly EquityLine[]
  /** What the account began with: always in sight. */
  readonly size: Usd6
}

export function EquityCurve({ hours, days, lines, size }: EquityCurveProps) {
  const { t, i18n } = useTranslation()
  const [ref, width] = useElementWidth<HTMLDivElement>()
  const values = hours.map(({ equity }) => equity)
  const bounds = lines.flatMap(({ kind, value }) => (kind === 'daily' ? [] : [value]))
  const low = [...values, ...bounds].reduce((least, value) => (value < least ? value : least), size)
  const high = [...values, ...bounds].reduce((most, value) => (value > most ? value : most), size)
  const margin = (high - low) * MARGIN
  const [first, last] = [hours[0]!, hours.at(-1)!]
  const span = Math.max(1, last.timeMs - first.timeMs)
  const x = (timeMs: number): number => Math.max(0, Math.round(((timeMs - first.timeMs) / span) * width))
  const y = (value: number): number =>
    Math.round(HEIGHT - ((value - low + margin) / (high - low + 2 * margin)) * HEIGHT)
  const path = hours
    .map(({ timeMs, equity }, at) => `${at === 0 ? 'M' : 'L'}${x(timeMs)} ${y(equity)}`)
    .join('')
  const steps = days.map(({ dayMs, floor }, at) => {
    const next = days[at + 1]
    return { fromX: x(dayMs), toX: next === undefined ? width : x(next.dayMs), y: y(floor) }
  })
  const floors = steps
    .map((step, at) => `${at === 0 ? 'M' : 'L'}${step.fromX} ${step.y}H${step.toX}`)
    .join('')
  // Below the last floors, as far as the text reaches.
  const noteY = steps
    .filter(({ toX }) => toX > width - NOTE_WIDTH)
    .reduce((lowest, step) => Math.max(lowest, step.y), 0)
  const date = new Intl.DateTimeFormat(i18n.language, { day: 'numeric', month: 'short', timeZone: 'UTC' })
  const every = Math.max(1, Math.ceil((days.length * DATE_WIDTH) / Math.max(1, width)))
  const dated = days.filter((_, at) => at % every === 0)
  return (
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
        {dated.slice(1).map(({ dayMs }) => (
          <line key={dayMs} x1={x(dayMs)} x2={x(dayMs)} y1={0} y2={HEIGHT} stroke="var(--line)" />
        ))}
        {lines.map(
          ({ kind, value }) => kind !== 'daily' && <Line key={kind} {...{ kind, width }} y={y(value)} />,
        )}
        <path d={floors} fill="none" stroke="var(--warn-fill)" strokeDasharray="4 3" />
        <path d={path} fill="none" strokeWidth={1.5} className="stroke-t1" />
        <circle cx={width - 3} cy={y(last.equity)} r={3} className="fill-t1" />
        <text
          x={width - NOTE_GAP}
          y={noteY + NOTE_GAP + NOTE_HEIGHT}
          textAnchor="end"
          fill="var(--warn)"
          className="text-caption max-md:hidden"
        >
          {t('capitalPage.progress.floorNote')}
        </text>
      </svg>
      <Tags left={width + NOTE_GAP} {...{ lines, y }} equity={last.equity} />
      <p className="relative h-6 text-dense text-t3">
        {dated.map(
          ({ dayMs }) =>
            x(dayMs) < width - DATE_WIDTH && (
              <span key={dayMs} className="absolute" style={{ left: x(dayMs) }}>
                {date.format(dayMs)}
              </span>
            ),
        )}
      </p>
    </div>
  )
}

/** One that never moves; what lies below the drawdown floor is lost. */
function Line({
  kind,
  width,
  y,
}: {
  readonly kind: 'goal' | 'drawdown'
  readonly width: number
  readonly y: number
}) {
  const { t } = useTranslation()
  if (kind === 'goal') return <line x1={0} x2={width} y1={y} y2={y} stroke="var(--ok)" />
  return (
    <>
      <rect x={0} y={y} width={width} height={HEIGHT} fill="var(--err)" opacity={0.12} />
      <line x1={0} x2={width} y1={y} y2={y} stroke="var(--err)" />
      <text x={NOTE_GAP} y={y - NOTE_GAP} fill="var(--err)" className="text-caption max-md:hidden">
        {t('capitalPage.progress.drawdownNote')}
      </text>
    </>
  )
}

const INK: Record<EquityLine['kind'], string> = { goal: 'text-ok', daily: 'text-warn', drawdown: 'text-err' }

/** The amounts of the lines; that of the present equity stands where it is, others make room. */
function Tags({
  left,
  lines,
  equity,
  y,
}: {
  readonly left: number
  readonly lines: readonly EquityLine[]
  readonly equity: Usd6
  readonly y: (value: number) => number
}) {
  const { t } = useTranslation()
  const tags = [
    { name: t('capitalPage.progress.equity'), value: equity, ink: 'bg-ink text-on-ink' },
    ...lines.map(({ kind, name, value }) => ({ name, value, ink: INK[kind] })),
  ]
  const places = layOutAxis(
    tags.map(({ value }, at) => ({ y: y(value), isFixed: at === 0 })),
    HEIGHT,
    TAG_HEIGHT,
  )
  return tags.map(({ name, value, ink }, at) => {
    const place = places[at]
    return (
      place !== undefined && (
        <span
          key={name}
          className={`absolute rounded-[4px] border px-1 text-caption font-medium ${ink}`}
          style={{ left, top: place - TAG_HEIGHT / 2, borderColor: 'currentColor' }}
        >
          <span className="sr-only">{name} </span>
          {formatMoney(value)}
        </span>
      )
    )
  })
}
