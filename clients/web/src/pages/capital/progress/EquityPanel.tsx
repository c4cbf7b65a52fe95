/** The equity of the account between its goal and its floors, today or since its beginning. */
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CapitalFacts } from '../../../live/index.ts'
import { csvMoney, csvText } from '../../../shared/csv/index.ts'
import { formatIsoTime, formatMoney } from '../../../shared/format/index.ts'
import { Segmented } from '../../../ui/index.ts'
import { EquityCurve, type EquityLine } from './EquityCurve.tsx'
import { Panel } from './Panel.tsx'
import { dayStart } from './progressDays.ts'
import type { Progress } from './useProgress.ts'

const RANGES = ['today', 'all'] as const

export function EquityPanel({
  facts,
  progress,
}: {
  readonly facts: CapitalFacts
  readonly progress: Progress
}) {
  const { t } = useTranslation()
  const [range, setRange] = useState<(typeof RANGES)[number]>('all')
  const todayMs = dayStart(progress.hours.at(-1)?.timeMs ?? 0)
  const isShown = (timeMs: number): boolean => range === 'all' || timeMs >= todayMs
  const hours = progress.hours.filter(({ timeMs }) => isShown(timeMs))
  const isEarly = hours.length < 2
  const { goal, drawdownFloor, dailyFloor } = facts
  const lines: readonly EquityLine[] = [
    ...(goal === undefined ? [] : [{ kind: 'goal', name: t('capital.goal'), value: goal } as const]),
    { kind: 'daily', name: t('capitalPage.day.floor'), value: dailyFloor },
    { kind: 'drawdown', name: t('capitalResult.drawdownFloor'), value: drawdownFloor },
  ]
  return (
    <Panel
      title={t('capitalPage.progress.equity')}
      className="mt-3"
      beside={
        <ul className="flex flex-wrap gap-x-4 text-dense text-t2">
          <Key colour="var(--t1)" text={t('capitalPage.progress.equity')} />
          {lines.map(({ kind, name, value }) => (
            <Key
              key={kind}
              colour={KEY_COLOUR[kind]}
              isDashed={kind === 'daily'}
              // Beside a curve its tag has the amount.
              text={isEarly ? `${name} ${formatMoney(value)}` : name}
            />
          ))}
        </ul>
      }
      aside={
        <Segmented
          label={t('equity.range')}
          value={range}
          options={RANGES.map((value) => ({ value, label: t(`capitalPage.progress.${value}`) }))}
          onChange={setRange}
        />
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
        <EquityCurve
          {...{ hours, lines }}
          days={progress.days.filter(({ dayMs }) => isShown(dayMs))}
          size={facts.size}
        />
      )}
    </Panel>
  )
}

const KEY_COLOUR: Record<EquityLine['kind'], string> = {
  goal: 'var(--ok)',
  daily: 'var(--warn-fill)',
  drawdown: 'var(--err)',
}

function Key({
  colour,
  isDashed = false,
  text,
}: {
  readonly colour: string
  readonly isDashed?: boolean
  readonly text: string
}) {
  return (
    <li className="flex items-center gap-2">
      <span
        aria-hidden="true"
        className="w-4"
        style={{ borderTop: `2px ${isDashed ? 'dashed' : 'solid'} ${colour}` }}
      />
      {text}
    </li>
  )
}
