/** The cause of a verdict in words: the market that moved with its price, or what else ended the account. */
import type { TFunction } from 'i18next'
import type { VerdictCause } from '@vest/formulas'
import { marketLabel } from '../../live/index.ts'
import { formatPrice } from '../../shared/format/index.ts'

export function causeText(t: TFunction, cause: VerdictCause): string {
  if (cause.kind === 'DAY') return t('capitalResult.by.day')
  const market = marketLabel(cause.symbol)
  switch (cause.kind) {
    case 'FUNDING':
      return t('capitalResult.by.funding', { market })
    case 'CORPORATE_ACTION':
      return t('capitalResult.by.corporateAction', { market })
    default: {
      const { price, priceDecimals } = cause
      if (priceDecimals === undefined) return t('capitalResult.by.fillAlone', { market })
      const values = { market, price: formatPrice(price, priceDecimals) }
      if (cause.kind === 'FILL') return t('capitalResult.by.fill', values)
      return t(cause.kind === 'MARK' ? 'capitalResult.by.mark' : 'capitalResult.by.reopening', values)
    }
  }
}
