/** The account block of an evaluation or funded account, in the place of health and maintenance margin ([6.5]). */
import { availableProfit } from '@vest/formulas'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Usd6 } from '@vest/protocol'
import type { CapitalFacts } from '../../live/index.ts'
import { formatMoney } from '../../shared/format/index.ts'
import { KeyValue, Skeleton, Term, useMediaQuery } from '../../ui/index.ts'
import { capitalName } from './capitalName.ts'
import { LimitMeters } from './LimitMeters.tsx'

export interface CapitalStatsProps {
  readonly facts: CapitalFacts
  /** Undefined until every price is there. */
  readonly equity: Usd6 | undefined
  readonly positionValue: Usd6
  /** Badge of the account. */
  readonly badge: ReactNode
}

export function CapitalStats({ facts, equity, positionValue, badge }: CapitalStatsProps) {
  const { t } = useTranslation()
  const isLow = useMediaQuery('(max-height: 900px)')
  return (
    <section aria-label={t('sidebar.title')}>
      <div className="mb-[6px] flex items-center justify-between text-dense">
        <h2 className="flex items-center gap-2 font-semibold">
          {capitalName(t, facts)} {badge}
        </h2>
        {!isLow && (
          <span className="text-t2">
            {t('account.equity')} <span className="font-medium text-t1">{formatMoney(equity)}</span>
          </span>
        )}
      </div>
      {equity === undefined ? (
        <Skeleton className="h-12" />
      ) : (
        <LimitMeters facts={facts} equity={equity} isFolded={isLow} />
      )}
      {facts.isFunded && !isLow && (
        <KeyValue label={<Term help={t('capital.profitHelp')}>{t('capital.profit')}</Term>}>
          {formatMoney(equity === undefined ? undefined : availableProfit(equity, facts.size, positionValue))}
        </KeyValue>
      )}
    </section>
  )
}
