/** A symbol that is not listed: said plainly, with the way to the markets. */
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { buttonLook, EmptyState } from '../../ui/index.ts'

export function UnknownMarket({ symbol }: { readonly symbol: string }) {
  const { t } = useTranslation()
  return (
    <main className="flex flex-1 items-center justify-center">
      <EmptyState
        title={t('market.notFoundTitle')}
        text={t('market.notFoundText', { symbol })}
        action={
          <Link to="/markets" className={buttonLook('line', 'md')}>
            {t('positions.browse')}
          </Link>
        }
      />
    </main>
  )
}
