/** Beside the name of a market that stands still: shut by its calendar, or stopped without a plan. */
import { useTranslation } from 'react-i18next'
import type { Ticker } from '../../live/index.ts'
import { Badge } from '../../ui/index.ts'

export function HaltBadge({
  row,
}: {
  readonly row: { readonly isHalted: boolean; readonly ticker: Ticker | undefined } | undefined
}) {
  const { t } = useTranslation()
  if (row === undefined || !row.isHalted) return null
  return row.ticker?.session === 'CLOSED' ? (
    <Badge>{t('hours.CLOSED')}</Badge>
  ) : (
    <Badge tone="warn">{t('market.halted')}</Badge>
  )
}
