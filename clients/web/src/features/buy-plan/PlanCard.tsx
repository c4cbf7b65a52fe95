/** One plan: size, fee, goal and limits in money and percent, and the one thing that can be done with it ([4.19]). */
import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { LimitsTape, PLAN_TERMS, termText, type CapitalPlan } from '../../entities/capital/index.ts'
import { formatMoney, formatPercent, formatScaled } from '../../shared/format/index.ts'
import { Badge, cx, KeyValue, Term } from '../../ui/index.ts'

export type PlanBadge = 'active' | 'paid' | 'funded'

export interface PlanCardProps {
  readonly plan: CapitalPlan
  /** Of the plan that is held. */
  readonly badge?: PlanBadge | undefined
  /** It waits until another has ended. */
  readonly isBack?: boolean
  readonly action: ReactNode
}

const FEE = { decimals: 2, prefix: '$' } as const
export const feeText = (cents: number): string => formatScaled(cents, FEE)

/** 10 where nothing follows the point, 2.5 where something does. */
const percent = (ratio: number): string => formatPercent(ratio, { places: ratio % 100 === 0 ? 0 : 2 })
const whole = (plan: CapitalPlan, key: 'goal' | 'dailyLoss' | 'drawdown'): string =>
  formatMoney(key === 'goal' ? ((plan.goal - plan.size) as typeof plan.size) : plan[key], { places: 0 })

export function PlanCard({ plan, badge, isBack = false, action }: PlanCardProps) {
  const { t } = useTranslation()
  const rows: readonly { readonly name: string; readonly help?: string; readonly value: string }[] = [
    { name: t('plan.goal'), value: `${whole(plan, 'goal')} · ${percent(plan.goalRatio)}` },
    {
      name: t('plan.dailyLoss'),
      help: t('plan.dailyHelp'),
      value: `${whole(plan, 'dailyLoss')} · ${percent(plan.dailyLossRatio)}`,
    },
    {
      name: t('plan.drawdown'),
      help: t('plan.drawdownHelp', { floor: formatMoney(plan.drawdownFloor, { places: 0 }) }),
      value: `${whole(plan, 'drawdown')} · ${t('plan.static', { percent: percent(plan.drawdownRatio) })}`,
    },
    { name: t('plan.leverage'), value: `${plan.leverageMax}X` },
    { name: t('plan.split'), value: t('plan.yours', { percent: percent(plan.splitRatio) }) },
    ...PLAN_TERMS.flatMap((term) => {
      const count = plan.terms[term]
      return count === undefined ? [] : [{ name: t(`plan.term.${term}`), value: termText(t, term, count) }]
    }),
  ]
  return (
    <article
      aria-label={plan.name}
      className={cx(
        'flex flex-col rounded-[10px] border bg-s1 px-[22px] pt-5 pb-[22px]',
        badge === undefined ? 'border-line' : 'border-chalk ring-1 ring-chalk',
      )}
    >
      <div className="flex h-5 items-center justify-between gap-2">
        <h3 className="text-body font-medium text-t2">{plan.name}</h3>
        {badge === undefined ? (
          <span className="text-dense text-t3">{t('plan.fee', { fee: feeText(plan.feeCents) })}</span>
        ) : (
          <Badge tone={badge === 'funded' ? 'info' : 'chalk'}>{t(`plan.badge.${badge}`)}</Badge>
        )}
      </div>
      <p
        className={cx(
          'mt-1 mb-[14px] text-[28px] leading-9 font-semibold tracking-[-0.015em]',
          isBack && 'text-t2',
        )}
      >
        {formatMoney(plan.size, { places: 0 })}
      </p>
      <LimitsTape size={plan.size} drawdownFloor={plan.drawdownFloor} goal={plan.goal} labels="figures" />
      <div className="mt-2 mb-4">
        {rows.map(({ name, help, value }) => (
          <KeyValue
            key={name}
            label={help === undefined ? name : <Term help={help}>{name}</Term>}
            className="text-body! leading-[25px]!"
          >
            <span className={isBack ? 'text-t2' : 'font-medium'}>{value}</span>
          </KeyValue>
        ))}
      </div>
      <div className="mt-auto">{action}</div>
    </article>
  )
}

export const PurchasedMark = () => {
  const { t } = useTranslation()
  return (
    <p className="flex h-11 items-center justify-center gap-2 rounded-[6px] bg-chalk-tint text-nav font-semibold text-chalk">
      <Check size={16} strokeWidth={2} aria-hidden="true" />
      {t('plan.purchased')}
    </p>
  )
}
