/** One's own part: what it is worth, what it cost, and how much of it may leave in which way and when. */
import { useTranslation } from 'react-i18next'
import { signClass } from '../../entities/account/index.ts'
import { usePool, useShare } from '../../entities/lp/index.ts'
import { partText } from '../../features/lp-order/index.ts'
import {
  formatDateTime,
  formatMoney,
  formatPercent,
  formatScaled,
  formatSignedMoney,
} from '../../shared/format/index.ts'
import { cx, EmptyState, KeyValue, ReadFailure, Skeleton } from '../../ui/index.ts'
import { Card } from './Card.tsx'
import { shareInPercent2 } from './sharePricePast.ts'

const PART_CLASS = { free: 'bg-t1', locked: 'bg-t3', scheduled: 'bg-line-ctl' } as const
const PARTS = ['free', 'locked', 'scheduled'] as const

export function OwnShare() {
  const { t } = useTranslation()
  const { data: pool } = usePool()
  const { data: share, retry } = useShare()
  const title = t('lp.yourShare')
  if (share === undefined || pool === undefined)
    return (
      <Card title={title}>
        {retry === undefined ? (
          <div aria-busy="true">
            <Skeleton className="mt-3 h-7 w-40" />
            <Skeleton className="mt-3 h-[150px] w-full" />
          </div>
        ) : (
          <ReadFailure text={t('table.failed')} retryLabel={t('table.retry')} onRetry={retry} />
        )}
      </Card>
    )
  if (share.shares === 0)
    return (
      <Card title={title}>
        {/* As high as what stands for it before. */}
        <div className="grid min-h-[202px] place-items-center">
          <EmptyState title={t('lp.noShare')} text={t('lp.noShareText')} />
        </div>
      </Card>
    )
  const percent2 = share.netDeposits > 0 ? shareInPercent2(share.unrealizedPnl, share.netDeposits) : undefined
  return (
    <Card title={title} end={t('lp.partOfPoolShares', { percent: partText(share.shares, pool.totalShares) })}>
      <p className="mt-1 flex flex-wrap items-baseline gap-x-2">
        <span className="text-amount leading-8 font-semibold">{formatMoney(share.balance)}</span>
        <span className={cx('text-dense font-medium', signClass(share.unrealizedPnl))}>
          {formatSignedMoney(share.unrealizedPnl)} {formatPercent(percent2, { signed: true })}
        </span>
      </p>
      <div aria-hidden="true" className="mt-2 mb-2 flex h-[5px] gap-[2px]">
        {PARTS.map(
          (part) =>
            share[part] > 0 && (
              <span
                key={part}
                className={cx('rounded-[1px]', PART_CLASS[part])}
                style={{ flexGrow: share[part], flexBasis: 0 }}
              />
            ),
        )}
      </div>
      {PARTS.map((part) => (
        <KeyValue
          key={part}
          className="leading-6"
          label={
            <span className="flex items-center gap-[6px]">
              <span aria-hidden="true" className={cx('size-[6px] rounded-full', PART_CLASS[part])} />
              {t(`lp.parts.${part}`, { hours: pool.lockMs / 3_600_000 })}
            </span>
          }
        >
          {formatScaled(share[part], { decimals: 6 })} <span className="text-t3">{t('lp.shares')}</span>
        </KeyValue>
      ))}
      <KeyValue className="leading-6" label={t('lp.paidIn')}>
        {formatMoney(share.netDeposits)}
      </KeyValue>
      {share.unlockTimeMs !== undefined && (
        <KeyValue className="leading-6" label={t('lp.unlocks')}>
          {formatDateTime(share.unlockTimeMs)}
        </KeyValue>
      )}
    </Card>
  )
}
