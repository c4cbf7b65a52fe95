/** How many times the pool's value covers the maintenance of what it holds, and what follows from it, in words. */
import { useTranslation } from 'react-i18next'
import { coverPercent, usePool } from '../../entities/lp/index.ts'
import { formatMoney } from '../../shared/format/index.ts'
import { Badge, KeyValue, ReadFailure, Skeleton, Tape, Term } from '../../ui/index.ts'
import { Card } from './Card.tsx'
import { STATE_TONE } from './stateTone.ts'

const [INSOLVENT_PERCENT, STRESSED_PERCENT, MOST_PERCENT] = [100, 200, 1_000]

export function PoolSolvency() {
  const { t } = useTranslation()
  const { data: pool, retry } = usePool()
  if (pool === undefined)
    return (
      <Card title={t('lp.solvency')}>
        {retry === undefined ? (
          <div aria-busy="true">
            <Skeleton className="mt-3 h-[100px] w-full" />
            <p aria-hidden="true" className="invisible mt-2 text-dense">
              {t('lp.stateText.NORMAL')}
            </p>
          </div>
        ) : (
          <ReadFailure text={t('table.failed')} retryLabel={t('table.retry')} onRetry={retry} />
        )}
      </Card>
    )
  const cover = coverPercent(pool)
  const coverText = cover === undefined ? t('lp.holdsNothing') : cover > 99_999 ? '> 99,999%' : `${cover}%`
  return (
    <Card
      title={t('lp.solvency')}
      end={<Badge tone={STATE_TONE[pool.state]}>{t(`lp.state.${pool.state}`)}</Badge>}
    >
      <div className="mt-2 mb-1">
        <Tape
          min={0}
          max={MOST_PERCENT}
          segments={[
            { from: 0, to: INSOLVENT_PERCENT, colour: 'var(--err)' },
            { from: INSOLVENT_PERCENT, to: STRESSED_PERCENT, colour: 'var(--warn-fill)' },
          ]}
          marks={[
            { at: INSOLVENT_PERCENT, colour: 'var(--err)', shape: 'bar', label: '100%', urgency: 2 },
            { at: STRESSED_PERCENT, colour: 'var(--warn-fill)', shape: 'bar', label: '200%', urgency: 3 },
            {
              at: Math.min(cover ?? MOST_PERCENT, MOST_PERCENT),
              colour: 'var(--t1)',
              shape: 'dot',
              label: coverText,
              urgency: 1,
            },
          ]}
          label={t('lp.coverSpoken', { cover: coverText })}
        />
      </div>
      <KeyValue className="leading-6" label={t('lp.poolValue')}>
        {formatMoney(pool.navLow)}
      </KeyValue>
      <KeyValue
        className="leading-6"
        label={<Term help={t('lp.maintenanceHelp')}>{t('lp.maintenance')}</Term>}
      >
        {formatMoney(pool.maintMargin, { rounding: 'ceil' })}
      </KeyValue>
      <KeyValue className="leading-6" label={t('lp.insurance')}>
        {formatMoney(pool.insurance)}
      </KeyValue>
      <p className="mt-2 text-dense text-t3">{t(`lp.stateText.${pool.state}`)}</p>
    </Card>
  )
}
