/** Who came by the code, and what was paid for it. */
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { readUsd6, type Usd6 } from '@vest/protocol'
import { useReferees, useReferralPayouts } from '../../entities/referral/index.ts'
import { Avatar, useSession } from '../../entities/session/index.ts'
import { formatDateTime, formatMoney } from '../../shared/format/index.ts'
import { Badge, Button, EmptyState, ReadFailure, Skeleton } from '../../ui/index.ts'
import { nextPayoutMs, PAID_MIN_USD6 } from './payouts.ts'

const SHOWN = 4

function ListCard({
  title,
  end,
  children,
}: {
  readonly title: string
  readonly end?: string
  readonly children: ReactNode
}) {
  return (
    <section aria-label={title} className="overflow-hidden rounded-[10px] border border-line bg-s1">
      <div className="flex items-center justify-between gap-3 px-4 py-3">
        <h2 className="text-body font-semibold">{title}</h2>
        {end !== undefined && <span className="text-dense text-t2">{end}</span>}
      </div>
      {children}
    </section>
  )
}

interface Listed<T> {
  readonly data: readonly T[] | undefined
  readonly retry: (() => void) | undefined
}

/** What stands where the rows are not there. */
function Unlisted<T>({ list }: { readonly list: Listed<T> }) {
  const { t } = useTranslation()
  return list.retry === undefined ? (
    <div aria-busy="true" className="px-4 pb-4">
      <Skeleton className="h-20 w-full" />
    </div>
  ) : (
    <ReadFailure text={t('table.failed')} retryLabel={t('table.retry')} onRetry={list.retry} />
  )
}

export function Referees({ count }: { readonly count: number }) {
  const { t } = useTranslation()
  const list = useReferees()
  const [showsAll, setShowsAll] = useState(false)
  const rows = list.data ?? []
  const shown = showsAll ? rows : rows.slice(0, SHOWN)
  return (
    <ListCard
      title={t('referral.referees')}
      {...(rows.length > 0 ? { end: t('referral.of', { shown: shown.length, count }) } : {})}
    >
      {list.data === undefined ? (
        <Unlisted list={list} />
      ) : rows.length === 0 ? (
        <EmptyState title={t('referral.nobody')} text={t('referral.nobodyText')} />
      ) : (
        <ul>
          {shown.map((row, at) => (
            <li
              key={`${row.address} ${at}`}
              className="flex items-center gap-3 border-t border-line px-4 py-[10px]"
            >
              <Avatar address={row.address} size={28} />
              <span className="min-w-0 flex-1">
                <span className="block font-medium">{row.address}</span>
                <span className="block text-caption text-t3">
                  {row.joinTime !== null &&
                    t('referral.joinedOn', { date: formatDateTime(row.joinTime, { time: false }) })}
                </span>
              </span>
              <span className="text-right">
                <span className="block font-medium">
                  {row.volume === '0.000000' ? '–' : formatMoney(readUsd6(row.reward))}
                </span>
                <span className="block text-caption text-t3">
                  {row.volume === '0.000000' ? '–' : formatMoney(readUsd6(row.volume))}
                </span>
              </span>
            </li>
          ))}
        </ul>
      )}
      {rows.length > SHOWN && (
        <p className="border-t border-line px-4 py-2">
          <Button size="sm" variant="ghost" className="text-chalk!" onClick={() => setShowsAll(!showsAll)}>
            {t(showsAll ? 'referral.fewer' : 'referral.all')}
          </Button>
        </p>
      )}
    </ListCard>
  )
}

export function Payouts({ pending }: { readonly pending: Usd6 }) {
  const { t } = useTranslation()
  const client = useSession((state) => state.client)
  const list = useReferralPayouts()
  return (
    <ListCard title={t('referral.payouts')} end={t('referral.toCollateral')}>
      {list.data === undefined ? (
        <Unlisted list={list} />
      ) : (
        <ul>
          {pending > 0 && (
            <PayoutRow
              time={formatDateTime(nextPayoutMs(client.correctedNow()), { time: false })}
              badge={<Badge>{t(pending < PAID_MIN_USD6 ? 'referral.waits' : 'referral.pending')}</Badge>}
              amount={pending}
            />
          )}
          {list.data.map((row) => (
            <PayoutRow
              key={row.id}
              time={formatDateTime(row.postTime, { time: false })}
              badge={<Badge tone="ok">{t('referral.paidBadge')}</Badge>}
              amount={readUsd6(row.size)}
            />
          ))}
        </ul>
      )}
      <p className="border-t border-line px-4 py-2 text-dense text-t3">{t('referral.minimum')}</p>
    </ListCard>
  )
}

const PayoutRow = ({
  time,
  badge,
  amount,
}: {
  readonly time: string
  readonly badge: ReactNode
  readonly amount: Usd6
}) => (
  <li className="flex items-center justify-between gap-3 border-t border-line px-4 py-[10px]">
    <span>{time}</span>
    <span className="flex items-center gap-3">
      {badge}
      <span className="font-medium">{formatMoney(amount)}</span>
    </span>
  </li>
)
