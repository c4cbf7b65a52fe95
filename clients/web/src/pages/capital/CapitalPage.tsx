/** Vest Capital ([2.5]): where the account on screen stands, the plans, what happens when, and the rules in plain words. */
import { lazy, Suspense, useEffect, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePortfolio } from '../../entities/account/index.ts'
import { useCapitalWallets } from '../../entities/capital/index.ts'
import { useFailedRead, useHasAccount, useSession } from '../../entities/session/index.ts'
import { PlanChooser } from '../../features/buy-plan/index.ts'
import { useFrame, useLive } from '../../live/index.ts'
import { buttonLook, cx, Skeleton } from '../../ui/index.ts'
import { CapitalSteps } from './CapitalSteps.tsx'
import { OwnAccounts } from './OwnAccounts.tsx'
import { PlanRules } from './PlanRules.tsx'
import { LimitsPanel } from './LimitsPanel.tsx'

const ProgressSection = lazy(async () => {
  // It reads certificates by their schemas.
  await import('../../shared/schemasWithoutCode.ts')
  return { default: (await import('./progress/ProgressSection.tsx')).ProgressSection }
})

export function CapitalPage() {
  const { t } = useTranslation()
  const id = useId()
  const rules = `${id}rules`
  const capital = useFrame(useLive().account, ({ account }) =>
    account?.isCapital === true ? account.capital : undefined,
  )
  const equity = usePortfolio((portfolio) => portfolio.summary?.equity)
  const [isProgressSettled, setIsProgressSettled] = useState(false)
  const isLogin = useSession((state) => state.email !== undefined)
  const { wallets, hasFailed } = useCapitalWallets()
  const hasNoAccount = useFailedRead(equity === undefined) !== undefined
  const isOwnPending = (equity === undefined && !hasNoAccount) || !isProgressSettled
  // What is pressed must not move: the plans and all below come once everything above them has its height.
  const isHeld = useHasAccount() && (isOwnPending || (isLogin && wallets === undefined && !hasFailed))
  useEffect(() => {
    document.title = `${t('capitalPage.title')} · ${t('app.name')}`
  }, [t])
  return (
    <main className="mx-auto flex w-full max-w-[1408px] flex-1 flex-col px-6 py-5 max-md:px-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div>
          <h1 className="text-figure font-semibold">{t('capitalPage.title')}</h1>
          <p className="mt-[2px] text-dense text-t2">{t('capitalPage.lead')}</p>
        </div>
        <a href={`#${rules}`} className={cx(buttonLook('line', 'md'), 'max-md:h-11')}>
          {t('capitalPage.rules')}
        </a>
      </div>
      {capital !== undefined && <PageParts id={id} />}
      {capital !== undefined && equity !== undefined && <LimitsPanel facts={capital} equity={equity} />}
      <div id={`${id}progress`} tabIndex={-1} className="scroll-mt-32 outline-none">
        <Suspense fallback={capital !== undefined && <Skeleton className="mt-3 h-64" />}>
          <ProgressSection facts={capital} onSettled={setIsProgressSettled} />
        </Suspense>
      </div>
      {isHeld ? (
        <div aria-busy="true">
          <span role="status" className="sr-only">
            {t('plan.loading')}
          </span>
          <Skeleton className="mt-5 h-96" />
        </div>
      ) : (
        <>
          <OwnAccounts />
          <h2
            id={`${id}plans`}
            tabIndex={-1}
            className="mt-5 mb-3 scroll-mt-32 text-nav font-semibold outline-none"
          >
            {t('plan.title')}
          </h2>
          <PlanChooser />
          <CapitalSteps />
          <PlanRules id={rules} />
        </>
      )}
    </main>
  )
}

/** Of the owner of an account the page is long: what it holds, each one press away and none hidden behind another. */
function PageParts({ id }: { readonly id: string }) {
  const { t } = useTranslation()
  return (
    <nav aria-label={t('capitalPage.parts')} className="mt-3 flex flex-wrap gap-4 border-b border-line">
      {(['progress', 'plans', 'rules'] as const).map((part) => (
        <a
          key={part}
          href={`#${id}${part}`}
          className="press inline-flex h-9 items-center text-body font-medium text-t2 max-md:h-11"
        >
          {t(`capitalPage.part.${part}`)}
        </a>
      ))}
    </nav>
  )
}
