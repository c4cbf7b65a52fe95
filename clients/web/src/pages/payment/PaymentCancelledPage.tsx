/** Where a browser comes to that left the payment ([2.14]): nothing was charged, and nothing is changed here. */
import { CreditCard } from 'lucide-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { readPlan, useCapitalWallets, type CapitalWallet } from '../../entities/capital/index.ts'
import { feeText } from '../../features/buy-plan/index.ts'
import { formatMoney } from '../../shared/format/index.ts'
import { KeyValue } from '../../ui/index.ts'
import { PaymentCard } from './PaymentCard.tsx'
import { ToPlans, ToTrading } from './PaymentSuccessPage.tsx'
import { lastEvaluation } from './paymentStage.ts'

export function PaymentCancelledPage() {
  const { t } = useTranslation()
  useEffect(() => {
    document.title = `${t('payment.cancelled')} · ${t('app.name')}`
  }, [t])
  return <PaymentCancelled last={lastEvaluation(useCapitalWallets().wallets)} />
}

/** With what was about to be bought, where the exchange still holds it. */
export function PaymentCancelled({ last }: { readonly last: CapitalWallet | undefined }) {
  const { t } = useTranslation()
  const facts = last?.facts
  const plan = facts?.status === 'created' && facts.plan ? readPlan(facts.plan) : undefined
  return (
    <PaymentCard
      tone="neutral"
      icon={<CreditCard size={22} strokeWidth={1.5} />}
      title={t('payment.cancelled')}
      text={t('payment.cancelledText')}
      actions={
        <>
          <ToTrading />
          <ToPlans />
        </>
      }
    >
      {plan && (
        <>
          <KeyValue label={t('payment.plan')}>
            {plan.name}, {formatMoney(plan.size, { places: 0 })}
          </KeyValue>
          <KeyValue label={t('payment.fee')}>{feeText(plan.feeCents)}</KeyValue>
        </>
      )}
    </PaymentCard>
  )
}
