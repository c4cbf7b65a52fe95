/** What a part of the product is, in facts; where it is not open yet, the page says so and offers a way on. */
import { Link } from '@tanstack/react-router'
import { Clock } from 'lucide-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { INFO_PAGES, type InfoPageName } from './infoPages.ts'

export function InfoPage({ name }: { readonly name: InfoPageName }) {
  const { t } = useTranslation()
  const { text, facts, isOpening, action } = INFO_PAGES[name]
  const title = t(`${text}.title`)
  useEffect(() => {
    document.title = `${title} · ${t('app.name')}`
  }, [title, t])
  return (
    <main className="mx-auto flex w-full max-w-[1408px] flex-1 flex-col px-6 py-5 max-md:px-4">
      <h1 className="text-figure font-semibold">{title}</h1>
      <p className="mt-1 max-w-[860px] text-t2">{t(`${text}.lead`)}</p>
      <section
        aria-label={title}
        className="mt-[14px] overflow-hidden rounded-[10px] border border-line bg-s1"
      >
        {isOpening && (
          <p className="flex min-h-11 items-center gap-[10px] bg-info-tint px-5 py-2 max-md:px-4">
            <Clock size={16} strokeWidth={1.5} className="shrink-0 text-info" aria-hidden="true" />
            <span>
              <span className="font-semibold">{t('info.notOpen')}</span>{' '}
              <span className="text-t2">{t('info.notOpenText')}</span>
            </span>
          </p>
        )}
        {/* Hairlines at the upper and left edge of each cell; the outer ones lie under the card's border. */}
        <ul className={'-mt-px -ml-px grid md:grid-cols-2 xl:grid-cols-3'}>
          {facts.map((fact) => (
            <li key={fact} className="border-t border-l border-line px-5 py-4 max-md:px-4">
              <h2 className="font-semibold">{t(`${fact}.title`)}</h2>
              <p className="mt-1 max-w-[460px] text-t2">{t(`${fact}.text`)}</p>
            </li>
          ))}
        </ul>
        <div className="border-t border-line px-5 py-4 max-md:px-4">
          <PageAction action={action} />
        </div>
      </section>
    </main>
  )
}

const TARGET = { trade: '/trade' } as const

function PageAction({ action }: { readonly action: keyof typeof TARGET }) {
  const { t } = useTranslation()
  return (
    <Link
      to={TARGET[action]}
      className="press inline-flex h-9 items-center rounded-[6px] bg-ink px-[14px] text-body font-semibold text-on-ink max-md:h-11"
    >
      {t(`info.action.${action}`)}
    </Link>
  )
}

export const CapitalPage = () => <InfoPage name="vest-capital" />
