/** Terms and privacy: dated, versioned documents with a list of contents; the version is what a registration records. */
import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { TERMS_VERSION } from '@vest/protocol'
import { CountingChoice } from './CountingChoice.tsx'
import { LEGAL_SECTIONS, type LegalDocument } from './legalSections.ts'

const OTHER = { terms: 'privacy', privacy: 'terms' } as const

function LegalPage({ name }: { readonly name: LegalDocument }) {
  const { t, i18n } = useTranslation()
  const title = t(`nav.${name}`)
  useEffect(() => {
    document.title = `${title} · ${t('app.name')}`
  }, [title, t])
  const date = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'long', timeZone: 'UTC' }).format(
    new Date(`${TERMS_VERSION}T00:00:00Z`),
  )
  const sections: readonly string[] = LEGAL_SECTIONS[name]
  const text = (section: string, part: 'title' | 'text'): string =>
    t(`legal.${name}.${section}.${part}` as 'legal.terms.network.title')
  return (
    <main className="mx-auto flex w-full max-w-[1408px] flex-1 flex-col px-6 py-5 max-md:px-4">
      <h1 className="text-figure font-semibold">{title}</h1>
      <p className="mt-1 max-w-[760px] text-t2">{t(`legal.${name}.lead`)}</p>
      <p className="mt-1 text-dense text-t3">
        {t('legal.version', { version: TERMS_VERSION })} · {t('legal.effective', { date })}
      </p>
      <div className="mt-[14px] grid gap-3 lg:grid-cols-[minmax(0,1fr)_280px]">
        <article className="rounded-[10px] border border-line bg-s1 px-6 py-2 max-md:px-4">
          {sections.map((section, at) => (
            <section key={section} id={section} className="scroll-mt-24 border-line py-4 not-first:border-t">
              <h2 className="font-semibold">
                {at + 1}. {text(section, 'title')}
              </h2>
              <p className="mt-1 max-w-[720px] leading-6 text-t2">{text(section, 'text')}</p>
              {section === 'analytics' && <CountingChoice />}
            </section>
          ))}
        </article>
        <nav
          aria-label={t('legal.contents')}
          className="h-fit rounded-[10px] border border-line bg-s1 px-5 py-4 max-lg:order-first"
        >
          <h2 className="font-semibold">{t('legal.contents')}</h2>
          <ol className="mt-2 flex flex-col gap-[6px] text-dense">
            {sections.map((section, at) => (
              <li key={section}>
                <a href={`#${section}`} className="text-t2 hover:text-t1">
                  {at + 1}. {text(section, 'title')}
                </a>
              </li>
            ))}
          </ol>
          <p className="mt-3 border-t border-line pt-3 text-dense text-t3">{t('legal.accepted')}</p>
          <Link
            to={`/${OTHER[name]}`}
            className="mt-2 inline-block text-dense text-chalk underline underline-offset-2"
          >
            {t(`legal.other.${name}`)}
          </Link>
        </nav>
      </div>
    </main>
  )
}

export const TermsPage = () => <LegalPage name="terms" />
export const PrivacyPage = () => <LegalPage name="privacy" />
