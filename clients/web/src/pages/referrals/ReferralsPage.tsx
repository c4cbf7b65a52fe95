/** Referrals ([2.6], [3.17], [7.19]): the code and its link, what it brought by day and by referee, and what was paid. */
import { useEffect, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { readDecimal, usd6 } from '@vest/protocol'
import { usePrimaryOnly } from '../../entities/account/usePrimaryOnly.ts'
import { useReferrals } from '../../entities/referral/index.ts'
import { useSession } from '../../entities/session/index.ts'
import { VisitorPanel } from '../../entities/session/VisitorPanel.tsx'
import { JoinForm } from '../../features/join-referral/index.ts'
import { formatCompactMoney, formatMoney, formatDateTime } from '../../shared/format/index.ts'
import { cx, ReadFailure, Skeleton } from '../../ui/index.ts'
import { CodeCard } from './CodeCard.tsx'
import { DayList } from './DayList.tsx'
import { Payouts, Referees } from './RefereeLists.tsx'
import { nextPayoutMs } from './payouts.ts'

export function ReferralsPage() {
  const { t } = useTranslation()
  const isVisitor = useSession((state) => state.status !== 'ready')
  const isConnecting = useSession((state) => state.status === 'connecting')
  useEffect(() => {
    document.title = `${t('nav.referrals')} · ${t('app.name')}`
  }, [t])
  usePrimaryOnly()
  return (
    <main className="mx-auto flex w-full max-w-[1408px] flex-1 flex-col px-6 py-5 max-md:px-4">
      <h1 className="text-figure font-semibold">{t('nav.referrals')}</h1>
      <p className="mt-[2px] text-dense text-t2">{t('referral.lead')}</p>
      {isConnecting ? (
        <Waiting />
      ) : isVisitor ? (
        <VisitorPanel
          title={t('referral.visitor')}
          text={t('referral.terms', { discount: 5, reward: 10 })}
          className="mt-[14px]"
        />
      ) : (
        <Own />
      )}
    </main>
  )
}

const Waiting = () => (
  <div aria-busy="true" className="mt-[14px]">
    <Skeleton className="h-[188px] w-full" />
  </div>
)

function Own() {
  const { t } = useTranslation()
  const client = useSession((state) => state.client)
  const { data, retry } = useReferrals()
  if (data === undefined)
    return retry === undefined ? (
      <Waiting />
    ) : (
      <ReadFailure text={t('table.failed')} retryLabel={t('table.retry')} onRetry={retry} />
    )
  return (
    <div className="mt-[14px] grid gap-3 lg:grid-cols-[minmax(0,1fr)_352px]">
      <div className="flex min-w-0 flex-col gap-3">
        <CodeCard referrals={data} />
        <section
          aria-label={t('referral.summary')}
          className="grid grid-cols-2 gap-y-4 rounded-[10px] border border-line bg-s1 py-4 xl:grid-cols-4"
        >
          <Cell label={t('referral.referees')} isFirst>
            {data.referee_count}
          </Cell>
          <Cell label={t('referral.volume')}>
            {formatCompactMoney(usd6(readDecimal(data.referee_volume, 6)))}
          </Cell>
          <Cell label={t('referral.paid')}>{formatMoney(usd6(readDecimal(data.rewards_paid, 6)))}</Cell>
          <Cell
            label={t('referral.pending')}
            note={t('referral.paidAt', { time: formatDateTime(nextPayoutMs(client.correctedNow())) })}
          >
            {formatMoney(usd6(readDecimal(data.rewards_pending, 6)))}
          </Cell>
        </section>
        <DayList />
      </div>
      <div className="flex min-w-0 flex-col gap-3">
        <Referees count={data.referee_count} />
        <Payouts pending={usd6(readDecimal(data.rewards_pending, 6))} />
        <section
          aria-label={t('referral.invited')}
          className="rounded-[10px] border border-line bg-s1 p-5 max-md:p-4"
        >
          <h2 className="mb-3 text-body font-semibold">{t('referral.invited')}</h2>
          <JoinForm referrals={data} />
        </section>
      </div>
    </div>
  )
}

function Cell({
  label,
  note,
  isFirst = false,
  children,
}: {
  readonly label: string
  readonly note?: string
  readonly isFirst?: boolean
  readonly children: ReactNode
}) {
  return (
    <div className={cx('border-line px-5 max-md:px-4', !isFirst && 'xl:border-l')}>
      <p className="text-dense text-t2">{label}</p>
      <p className="mt-[2px] text-figure font-semibold">{children}</p>
      {note !== undefined && <p className="text-dense text-t3">{note}</p>}
    </div>
  )
}
