/** Any other path ([2.15]). */
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { lastMarket } from './lastMarket.ts'

export function NotFoundPage() {
  const { t } = useTranslation()
  return (
    <main className="mx-auto mt-16 flex max-w-[480px] flex-col items-center rounded-[12px] border border-line bg-s1 px-6 py-10 text-center max-md:mx-4">
      <p className="text-caption text-t3">404</p>
      <h1 className="mt-1 text-figure font-semibold">{t('notFound.title')}</h1>
      <p className="mt-1 text-t2">{t('notFound.text')}</p>
      <Link
        to="/trade/$symbol"
        params={{ symbol: lastMarket() }}
        className="press mt-5 inline-flex h-9 items-center rounded-[6px] bg-ink px-[14px] text-body font-semibold text-on-ink"
      >
        {t('notFound.action')}
      </Link>
    </main>
  )
}
