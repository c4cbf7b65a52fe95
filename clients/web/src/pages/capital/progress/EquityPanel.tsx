/** The equity of the account between its goal and its floors. */
import { useTranslation } from 'react-i18next'
import type { CapitalFacts } from '../../../live/index.ts'
import { csvMoney, csvText } from '../../../shared/csv/index.ts'
import { formatIsoTime, formatMoney } from '../../../shared/format/index.ts'
import { useElementWidth } from '../../../ui/index.ts'
import { Panel } from './Panel.tsx'
import type { Progress } from './useProgress.ts'

const HEIGHT = 200
const MARGIN = 0.08

export function EquityPanel({
  facts,
  progress,
}: {
  readonly facts: CapitalFacts
  readonly progress: Progress
}) {
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
              csvMoney(hour.equity),
              csvMoney(hour.balance),
              csvMoney(goal),
              csvMoney(drawdownFloor),
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
