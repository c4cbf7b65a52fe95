/** A symbol that is not listed: said plainly, with the way to the markets. */
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../ui/index.ts'

export function UnknownMarket({ symbol }: { readonly symbol: string }) {
  const { t } = useTranslation()
  return (
    <main className="flex flex-1 items-center justify-center">
      <EmptyState
        title={t('market.notFoundTitle')}
        text={t('market.notFoundText', { symbol })}
        action={
          <Link
            to="/markets"
            className="press inline-flex h-9 items-center rounded-[6px] border border-line-2 px-[14px] text-body font-semibold hover:bg-s3"
          >
            {t('positions.browse')}
          </Link>
        }
      />
    </main>
  )
}
