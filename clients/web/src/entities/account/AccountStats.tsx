/** The account block under the ticket: equity, health, maintenance margin and unrealized profit. */
import { useTranslation } from 'react-i18next'
import { formatMoney, formatSignedMoney } from '../../shared/format/index.ts'
import { KeyValue, Term } from '../../ui/index.ts'
import { Explained } from '../explanation/Explained.tsx'
import { AccountHealth } from './AccountHealth.tsx'
import { signClass } from './signClass.ts'
import { usePortfolio } from './usePortfolio.ts'

export function AccountStats() {
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
