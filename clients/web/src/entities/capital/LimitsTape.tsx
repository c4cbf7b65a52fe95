/**
 * Drawdown floor to goal as one ruler ([6.5]): the zone below the floor, where it began, today's floor, the goal, and
 * equity as a dot, which stands out where it is through a floor. Without equity it is the ruler of a plan.
 */
import { useTranslation } from 'react-i18next'
import type { Usd6 } from '@vest/protocol'
import { formatMoney } from '../../shared/format/index.ts'
import { Tape, type TapeMark } from '../../ui/index.ts'

export interface LimitsTapeProps {
  readonly size: Usd6
  readonly drawdownFloor: Usd6
  readonly goal?: Usd6 | undefined
  readonly dailyFloor?: Usd6 | undefined
  readonly equity?: Usd6 | undefined
  /** Under the marks: their names, their figures, both, or nothing. */
  readonly labels?: 'names' | 'figures' | 'both' | 'none'
  readonly surface?: string
}

/** Of the way from floor to goal, on both sides. */
const MARGIN = 0.07

export function LimitsTape({
  size,
  drawdownFloor,
  goal,
  dailyFloor,
  equity,
  labels = 'names',
  surface = 'var(--s1)',
}: LimitsTapeProps) {
  const { t } = useTranslation()
  const end = goal ?? Math.max(equity ?? size, size + (size - drawdownFloor))
  const margin = (end - drawdownFloor) * MARGIN
  const word = (key: 'drawdown' | 'start' | 'daily' | 'goal', money: Usd6) =>
    labels === 'none'
      ? {}
      : labels === 'figures'
        ? { label: formatMoney(money, { places: 0 }) }
        : {
            label: t(`capital.mark.${key}`),
            ...(labels === 'both' ? { figure: formatMoney(money) } : {}),
          }
  const isThrough =
    equity !== undefined && (equity <= drawdownFloor || (dailyFloor !== undefined && equity <= dailyFloor))
  const marks: TapeMark[] = [
    {
      at: drawdownFloor,
      colour: 'var(--err)',
      shape: 'bar',
      urgency: 1,
      ...word('drawdown', drawdownFloor),
    },
    { at: size, colour: 'var(--t3)', shape: 'bar', urgency: 4, ...word('start', size) },
    ...(dailyFloor === undefined
      ? []
      : [
          {
            at: dailyFloor,
            colour: 'var(--warn-fill)',
            shape: 'bar',
            urgency: 2,
            ...word('daily', dailyFloor),
          } as const,
        ]),
    ...(goal === undefined
      ? []
      : [{ at: goal, colour: 'var(--ok)', shape: 'bar', urgency: 3, ...word('goal', goal) } as const]),
    ...(equity === undefined
      ? []
      : [{ at: equity, colour: isThrough ? 'var(--err)' : 'var(--t1)', shape: 'dot' } as const]),
  ]
  const spoken = [
    t('capital.spoken.drawdown', { amount: formatMoney(drawdownFloor) }),
    ...(dailyFloor === undefined ? [] : [t('capital.spoken.daily', { amount: formatMoney(dailyFloor) })]),
    ...(equity === undefined ? [] : [t('capital.spoken.equity', { amount: formatMoney(equity) })]),
    ...(goal === undefined ? [] : [t('capital.spoken.goal', { amount: formatMoney(goal) })]),
  ].join(', ')
  return (
    <Tape
      min={drawdownFloor - margin}
      max={end + margin}
      segments={[
        { from: drawdownFloor - margin, to: drawdownFloor, colour: 'var(--err)' },
        ...(equity === undefined || equity === size
          ? []
          : [{ from: size, to: equity, colour: equity > size ? 'var(--ok)' : 'var(--err)' }]),
      ]}
      marks={marks}
      label={spoken}
      surface={surface}
    />
  )
}
