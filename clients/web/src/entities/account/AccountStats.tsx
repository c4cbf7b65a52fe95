/**
 * The account block under the ticket: equity, health, maintenance margin and unrealized profit; of a capital account its
 * goal and its floors instead.
 */
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { usd6 } from '@vest/protocol'
import { useFrame, useLive } from '../../live/index.ts'
import { formatMoney, formatSignedMoney } from '../../shared/format/index.ts'
import { withPageTexts } from '../../shared/i18n/index.ts'
import { KeyValue, Skeleton, Term } from '../../ui/index.ts'
import { Explained } from '../explanation/Explained.tsx'
import { AccountBadge } from './AccountBadge.tsx'
import { AccountHealth } from './AccountHealth.tsx'
import { signClass } from './signClass.ts'
import { usePortfolio } from './usePortfolio.ts'

// Few have one.
const CapitalStats = lazy(
  withPageTexts(async () => ({ default: (await import('../capital/CapitalStats.tsx')).CapitalStats })),
)

export function AccountStats() {
  const capital = useFrame(useLive().account, ({ account }) => account?.capital)
  const equity = usePortfolio((portfolio) => portfolio.summary?.equity)
  const positionValue = usePortfolio(({ positions }) => positions.reduce((sum, { value }) => sum + value, 0))
  if (capital === undefined) return <OwnStats />
  return (
    <Suspense fallback={<Skeleton className="h-16" />}>
      <CapitalStats
        facts={capital}
        equity={equity}
        positionValue={usd6(positionValue)}
        badge={<AccountBadge />}
      />
    </Suspense>
  )
}

function OwnStats() {
  const { t } = useTranslation()
  const summary = usePortfolio((portfolio) => portfolio.summary)
  return (
    <section aria-label={t('sidebar.title')}>
      <div className="mb-[6px] flex items-center justify-between text-dense">
        <h2 className="font-semibold">{t('sidebar.title')}</h2>
        <span className="text-t2">
          {t('account.equity')} <span className="font-medium text-t1">{formatMoney(summary?.equity)}</span>
        </span>
      </div>
      {summary && <AccountHealth health={summary.health} />}
      <KeyValue label={<Term help={t('account.maintMarginHelp')}>{t('account.maintMargin')}</Term>}>
        <Explained number={{ kind: 'maintMargin' }} isUnknown={summary === undefined}>
          {formatMoney(summary?.maintMargin, { rounding: 'ceil' })}
        </Explained>
      </KeyValue>
      <KeyValue label={t('account.unrealizedPnl')}>
        <span className={signClass(summary?.unrealizedPnl)}>
          <Explained number={{ kind: 'unrealizedPnl' }} isUnknown={summary === undefined}>
            {formatSignedMoney(summary?.unrealizedPnl)}
          </Explained>
        </span>
      </KeyValue>
    </section>
  )
}
