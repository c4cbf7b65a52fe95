/** Where the account on screen stands between its floors and its goal ([6.5]): the ruler, and three indicators below it. */
import { Clock, Flag, TrendingDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Usd6 } from '@vest/protocol'
import { AccountBadge } from '../../entities/account/index.ts'
import {
  capitalName,
  LIMIT_FILL,
  LIMIT_TEXT,
  limitRooms,
  LimitsTape,
  useResetClock,
  wantedDays,
  type LimitRooms,
} from '../../entities/capital/index.ts'
import type { CapitalFacts } from '../../live/index.ts'
import { formatMoney, formatPercent } from '../../shared/format/index.ts'
import { cx, Meter } from '../../ui/index.ts'

export function LimitsPanel({ facts, equity }: { readonly facts: CapitalFacts; readonly equity: Usd6 }) {
  const { t } = useTranslation()
  const clock = useResetClock(facts.nextResetTimeMs)
  const rooms = limitRooms(equity, facts)
  const title = capitalName(t, facts)
  return (
    <section aria-label={title} className="mt-[14px] rounded-[10px] border border-line bg-s1">
      <div className="px-6 pt-5 pb-4 max-md:px-4">
        <div className="flex flex-wrap items-center justify-between gap-2">
          <h2 className="flex items-center gap-[10px] text-title font-semibold">
            {title} <AccountBadge />
          </h2>
          <p className="text-dense text-t2">
            {t('capitalPage.dayFrom')}{' '}
            <span className="font-medium text-t1">{formatMoney(facts.dayBalance)}</span>{' '}
            <span className="ml-2 text-t3">{t('capital.resets', { clock })}</span>
            <TradingDays facts={facts} />
          </p>
        </div>
        <p className="mt-3 mb-1 text-amount font-semibold">{formatMoney(equity)}</p>
        <LimitsTape
          size={facts.size}
          drawdownFloor={facts.drawdownFloor}
          dailyFloor={facts.dailyFloor}
          goal={facts.goal}
          equity={equity}
          labels="both"
        />
      </div>
      <Indicators rooms={rooms} />
    </section>
  )
}

/** Where the plan asks for some before the pass, or before a profit. */
function TradingDays({ facts }: { readonly facts: CapitalFacts }) {
  const { t } = useTranslation()
  const wanted = wantedDays(facts)
  if (wanted === undefined) return null
  return (
    <span className="ml-2">
      {t('capitalPage.tradingDays', { days: Math.min(facts.tradingDays, wanted), of: wanted })}
    </span>
  )
}

function Indicators({ rooms: { goal, daily, drawdown } }: { readonly rooms: LimitRooms }) {
  const { t } = useTranslation()
  return (
    <div className="grid divide-line border-t border-line py-4 max-md:gap-4 md:auto-cols-fr md:grid-flow-col md:divide-x">
      {goal !== undefined && (
        <Indicator
          icon={<Flag size={16} strokeWidth={1.5} />}
          name={t('capital.goal')}
          figure={formatPercent(goal.bps, { places: 1 })}
          note={t('capital.toGo', { amount: formatMoney(goal.left, { rounding: 'ceil' }) })}
          share={goal.bps}
          colour="var(--ok)"
          start={t('capitalPage.earned', { amount: formatMoney(goal.earned) })}
          end={formatMoney(goal.toEarn)}
        />
      )}
      <Indicator
        icon={<Clock size={16} strokeWidth={1.5} />}
        name={t('capital.daily')}
        figure={formatMoney(daily.room)}
        note={t('capitalPage.roomToday')}
        share={daily.usedBps}
        colour={LIMIT_FILL[daily.tone]}
        className={LIMIT_TEXT[daily.tone]}
        start={t('capitalPage.used', {
          amount: formatMoney(daily.used, { rounding: 'ceil' }),
          percent: formatPercent(daily.usedBps, { places: 1 }),
        })}
        end={formatMoney(daily.limit)}
      />
      <Indicator
        icon={<TrendingDown size={16} strokeWidth={1.5} />}
        name={t('capital.drawdown')}
        figure={formatMoney(drawdown.room)}
        note={t('capitalPage.aboveFloor')}
        share={drawdown.usedBps}
        colour={LIMIT_FILL[drawdown.tone]}
        className={LIMIT_TEXT[drawdown.tone]}
        start={t('capitalPage.floor', { amount: formatMoney(drawdown.floor) })}
        end={formatMoney(drawdown.limit)}
      />
    </div>
  )
}

function Indicator({
  icon,
  name,
  figure,
  note,
  share,
  colour,
  className,
  start,
  end,
}: {
  readonly icon: ReactNode
  readonly name: string
  readonly figure: string
  readonly note: string
  /** Basis points. */
  readonly share: number
  readonly colour: string
  readonly className?: string
  readonly start: string
  readonly end: string
}) {
  return (
    <div className="px-6 max-md:px-4">
      <p className="flex items-center gap-2 text-dense text-t2">
        <span aria-hidden="true">{icon}</span>
        {name}
      </p>
      <p className="mt-[2px] flex flex-wrap items-baseline gap-x-2">
        <span className={cx('text-figure font-semibold', className)}>{figure}</span>
        <span className="text-dense text-t2">{note}</span>
      </p>
      <Meter share={share / 10_000} colour={colour} label={`${name} ${figure} ${note}`} />
      <p className="flex justify-between text-dense text-t3">
        <span>{start}</span>
        <span>{end}</span>
      </p>
    </div>
  )
}
