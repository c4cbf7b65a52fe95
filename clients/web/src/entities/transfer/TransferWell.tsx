/** Before → after of equity and health, the consequence of a transfer before the click. */
import type { Usd6 } from '@vest/protocol'
import { useTranslation } from 'react-i18next'
import type { Health } from '@vest/formulas'
import { HEALTH_TEXT, healthFigure, healthTone, usePortfolio } from '../account/index.ts'
import { formatMoney } from '../../shared/format/index.ts'
import { BeforeAfter, KeyValue } from '../../ui/index.ts'
import { transferPreview } from './transferPreview.ts'

/** `change` undefined = no amount yet: only the present figures. */
export function TransferWell({
  change,
  showsEquity = true,
}: {
  readonly change: Usd6 | undefined
  readonly showsEquity?: boolean
}) {
  const { t } = useTranslation()
  const facts = usePortfolio((portfolio) => portfolio.facts)
  const summary = usePortfolio((portfolio) => portfolio.summary)
  const after = facts === undefined || change === undefined ? undefined : transferPreview(facts, change).after
  return (
    <>
      {showsEquity && (
        <KeyValue label={t('transfer.equityAfter')} className="leading-[26px]">
          <BeforeAfter before={formatMoney(summary?.equity)} after={after && formatMoney(after.equity)} />
        </KeyValue>
      )}
      <KeyValue label={t('account.health')} className="leading-[26px]">
        <BeforeAfter
          before={summary === undefined ? '–' : <HealthFigure health={summary.health} />}
          after={after && <HealthFigure health={after.health} />}
        />
      </KeyValue>
    </>
  )
}

const HealthFigure = ({ health }: { readonly health: Health }) => (
  <span className={HEALTH_TEXT[healthTone(health)]}>{healthFigure(health)}</span>
)
