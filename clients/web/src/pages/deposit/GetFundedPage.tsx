/** A plan instead of a deposit ([2.12]): the same cards as on the page of the programme, which tells the rest. */
import { Link } from '@tanstack/react-router'
import { ChevronRight, Flag, Shield } from 'lucide-react'
import { useEffect, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { PlanChooser } from '../../features/buy-plan/index.ts'
import { CapitalSteps } from '../capital/CapitalSteps.tsx'
import { buttonLook, cx } from '../../ui/index.ts'
import { DepositBack } from './DepositBack.tsx'
import { DepositGuard } from './DepositGuard.tsx'

export const GetFundedPage = () => (
  <DepositGuard>
    <Plans />
  </DepositGuard>
)

function Plans() {
  const { t } = useTranslation()
  useEffect(() => {
    document.title = `${t('depositPage.getFunded')} · ${t('app.name')}`
  }, [t])
  return (
    <main className="mx-auto w-full max-w-[1072px] flex-1 px-4 py-6">
      <DepositBack />
      <div className="mt-2 mb-[18px] flex flex-wrap items-end justify-between gap-3">
        <div>
          <h1 className="text-figure font-semibold">{t('depositPage.getFunded')}</h1>
          <p className="mt-[2px] text-t2">{t('capitalPage.lead')}</p>
        </div>
        <Link
          to="/vest-capital"
          className="inline-flex min-h-6 items-center gap-1 text-dense font-medium text-chalk max-md:min-h-11"
        >
          {t('capitalPage.learnMore')}
          <ChevronRight size={14} strokeWidth={1.5} aria-hidden="true" />
        </Link>
      </div>
      <PlanChooser />
      <CapitalSteps />
      <div className="mt-3 grid gap-3 md:grid-cols-2">
        <Fact icon={<Flag size={16} strokeWidth={1.5} />} what="practice" />
        <Fact
          icon={<Shield size={16} strokeWidth={1.5} />}
          what="rules"
          action={
            <Link to="/vest-capital" className={cx(buttonLook('line', 'md'), 'shrink-0 max-md:h-11')}>
              {t('payment.rules')}
            </Link>
          }
        />
      </div>
    </main>
  )
}

function Fact({
  icon,
  what,
  action,
}: {
  readonly icon: ReactNode
  readonly what: 'practice' | 'rules'
  readonly action?: ReactNode
}) {
  const { t } = useTranslation()
  return (
    <section
      className={cx(
        'flex items-center gap-3 rounded-[10px] border border-line bg-s1 px-5 py-4 max-md:px-4',
        what === 'practice' && 'border-dashed',
      )}
    >
      <span aria-hidden="true" className="text-t2">
        {icon}
      </span>
      <div className="flex-1">
        <h2 className="text-body font-medium">{t(`getFunded.${what}.title`)}</h2>
        <p className="mt-[2px] text-dense text-t2">{t(`getFunded.${what}.text`)}</p>
      </div>
      {action}
    </section>
  )
}
