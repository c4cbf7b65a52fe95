/**
 * Goal, daily loss and drawdown of the account on screen ([6.5]): what is left leads, a meter shows what is used, and the
 * day's has the clock to the next. The goal is an evaluation's alone.
 */
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Usd6 } from '@vest/protocol'
import type { CapitalFacts } from '../../live/index.ts'
import { formatDateTime, formatMoney, formatPercent } from '../../shared/format/index.ts'
import { Meter, Term } from '../../ui/index.ts'
import { limitRooms, type LimitTone } from './limitRoom.ts'
import { useResetClock } from './useResetClock.ts'

export interface LimitMetersProps {
  readonly facts: CapitalFacts
  readonly equity: Usd6
  /** Three figures side by side, where height is scarce. */
  readonly isFolded?: boolean
}

export const LIMIT_FILL: Record<LimitTone, string> = {
  neutral: 'var(--t2)',
  warn: 'var(--warn-fill)',
  err: 'var(--err)',
}
export const LIMIT_TEXT: Record<LimitTone, string> = { neutral: '', warn: 'text-warn', err: 'text-err' }

export function LimitMeters({ facts, equity, isFolded = false }: LimitMetersProps) {
  const { t } = useTranslation()
  const clock = useResetClock(facts.nextResetTimeMs)
  const { goal, daily, drawdown } = limitRooms(equity, facts)
  const resets = (
    <Term help={t('capital.resetHelp', { time: formatDateTime(facts.nextResetTimeMs) })}>
      {t('capital.resets', { clock })}
    </Term>
  )
  const rows: readonly LimitRow[] = [
    ...(goal === undefined
      ? []
      : [
          {
            name: t('capital.goal'),
            lead: formatPercent(goal.bps),
            note: t('capital.toGo', { amount: formatMoney(goal.left, { rounding: 'ceil' }) }),
            share: goal.bps / 10_000,
            colour: 'var(--ok)',
            className: '',
          },
        ]),
    {
      name: t('capital.daily'),
      lead: t('capital.room', { amount: formatMoney(daily.room) }),
      short: formatMoney(daily.room),
      note: resets,
      share: daily.usedBps / 10_000,
      colour: LIMIT_FILL[daily.tone],
      className: LIMIT_TEXT[daily.tone],
    },
    {
      name: t('capital.drawdown'),
      lead: t('capital.room', { amount: formatMoney(drawdown.room) }),
      short: formatMoney(drawdown.room),
      note: t('capital.at', { amount: formatMoney(drawdown.floor, { places: 0 }) }),
      share: drawdown.usedBps / 10_000,
      colour: LIMIT_FILL[drawdown.tone],
      className: LIMIT_TEXT[drawdown.tone],
    },
  ]
  return isFolded ? <Folded rows={rows} resets={resets} /> : <Whole rows={rows} />
}

interface LimitRow {
  readonly name: string
  readonly lead: string
  readonly short?: string
  readonly note: ReactNode
  readonly share: number
  readonly colour: string
  readonly className: string
}

const RowMeter = ({ row }: { readonly row: LimitRow }) => (
  <Meter share={row.share} colour={row.colour} label={`${row.name} ${row.lead}`} />
)

const Whole = ({ rows }: { readonly rows: readonly LimitRow[] }) => (
  <ul className="flex flex-col gap-[3px]">
    {rows.map((row) => (
      <li key={row.name}>
        {/* Where both do not fit, the figures go below the name whole. */}
        <div className="flex flex-wrap items-center justify-between gap-x-1 text-dense leading-[18px]">
          <span className="whitespace-nowrap text-t2">{row.name}</span>
          <span className="ml-auto text-right whitespace-nowrap">
            <span className={`font-medium ${row.className}`}>{row.lead}</span>
            <span className="mx-[3px] text-t3">·</span>
            <span className="text-t3">{row.note}</span>
          </span>
        </div>
        <RowMeter row={row} />
      </li>
    ))}
  </ul>
)

function Folded({ rows, resets }: { readonly rows: readonly LimitRow[]; readonly resets: ReactNode }) {
  return (
    <>
      <p className="-mt-6 mb-[2px] text-right text-dense text-t3">{resets}</p>
      <ul className="grid auto-cols-fr grid-flow-col gap-[10px]">
        {rows.map((row) => (
          <li key={row.name}>
            <p className="truncate text-dense text-t2">{row.name}</p>
            <p className={`text-dense font-medium ${row.className}`}>{row.short ?? row.lead}</p>
            <RowMeter row={row} />
          </li>
        ))}
      </ul>
    </>
  )
}
