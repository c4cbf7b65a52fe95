/**
 * Where a browser comes to when a payment is finished ([2.14]). It changes nothing: it waits until the exchange says that
 * the payment has arrived, says so, and only then offers to begin.
 */
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Check, Clock, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { Address } from '@vest/protocol'
import {
  purchaseErrorText,
  readPlan,
  refreshCapitalWallets,
  useCapitalWallets,
  type CapitalWallet,
} from '../../entities/capital/index.ts'
import { useSession, useSessionKeeper } from '../../entities/session/index.ts'
import { ProgressSteps, type ProgressStep } from '../../entities/transfer/ProgressSteps.tsx'
import { feeText } from '../../features/buy-plan/index.ts'
import { formatMoney, shortenAddress } from '../../shared/format/index.ts'
import { askToNavigate } from '../../shared/navigation/index.ts'
import { Button, buttonLook, FormError, Spinner } from '../../ui/index.ts'
import { PaymentCard } from './PaymentCard.tsx'
import { lastEvaluation, paymentStageOf, type PaymentStage } from './paymentStage.ts'

/** The message of the provider takes seconds; some banks an hour. */
const ASK_MS = 2_000
const LATE_MS = 60_000

export function PaymentSuccessPage() {
  const { t } = useTranslation()
  const status = useSession((state) => state.status)
  const isLogin = useSession((state) => state.email !== undefined)
  const openDialog = useSession((state) => state.openDialog)
  const { wallets, hasFailed } = useCapitalWallets(ASK_MS)
  const wallet = lastEvaluation(wallets)
  const stage = paymentStageOf(wallet)
  useEffect(() => {
    document.title = `${t('payment.title')} · ${t('app.name')}`
  }, [t])
  const isPending = status === 'connecting'
  if (!isPending && !isLogin)
    return (
      <PaymentCard
        tone="neutral"
        icon={<Clock size={22} strokeWidth={1.5} />}
        title={t('payment.received')}
        text={t('payment.logIn')}
        actions={
          <Button size="lg" variant="ink" onClick={() => openDialog('sign-in', 'plan')}>
            {t('header.login')}
          </Button>
        }
      />
    )
  if (wallets !== undefined && stage === undefined)
    return (
      <PaymentCard
        tone="neutral"
        icon={<X size={22} strokeWidth={1.5} />}
        title={t('payment.nothing')}
        text={t('payment.nothingText')}
        actions={<ToPlans />}
      />
    )
  if (wallet !== undefined && stage === 'over')
    return (
      <PaymentCard
        tone="err"
        icon={<X size={22} strokeWidth={1.5} />}
        title={t('payment.over')}
        text={t('payment.overText')}
        actions={<ToPlans />}
      />
    )
  return <PaymentProgress wallet={wallet} stage={stage} hasFailed={hasFailed} />
}

export function PaymentProgress({
  wallet,
  stage = 'confirming',
  hasFailed,
}: {
  readonly wallet: CapitalWallet | undefined
  readonly stage: PaymentStage | undefined
  readonly hasFailed: boolean
}) {
  const { t } = useTranslation()
  const isLate = useIsLate() && stage === 'confirming'
  const isThere = stage === 'ready' || stage === 'opened'
  const plan = wallet?.facts.plan && readPlan(wallet.facts.plan)
  const words = {
    plan: plan?.name ?? '',
    fee: plan === undefined ? '' : feeText(plan.feeCents),
    size: formatMoney(plan?.size, { places: 0 }),
  }
  const word = isThere ? 'ready' : isLate ? 'late' : stage === 'confirmed' ? 'confirmed' : 'received'
  return (
    <PaymentCard
      tone={isThere ? 'ok' : isLate ? 'warn' : 'neutral'}
      icon={
        isThere ? (
          <Check size={22} strokeWidth={2} />
        ) : isLate ? (
          <Clock size={22} strokeWidth={1.5} />
        ) : (
          <Spinner size={20} />
        )
      }
      title={t(`payment.${word}`)}
      text={plan === undefined ? t('payment.asking') : t(`payment.${word}Text`, words)}
      actions={isThere && wallet !== undefined ? <Begin wallet={wallet} stage={stage} /> : <ToTrading />}
    >
      <ProgressSteps
        steps={stepsOf(t, stage, isLate, hasFailed, wallet?.account)}
        label={t('payment.steps')}
      />
    </PaymentCard>
  )
}

function stepsOf(
  t: TFunction,
  stage: PaymentStage,
  isLate: boolean,
  hasFailed: boolean,
  account: string | undefined,
): readonly ProgressStep[] {
  const isConfirmed = stage !== 'confirming'
  const isThere = stage === 'ready' || stage === 'opened'
  return [
    { id: 'checkout', label: t('payment.stepCheckout'), state: 'done' },
    {
      id: 'confirmed',
      label: t('payment.stepConfirmed'),
      state: isConfirmed ? 'done' : isLate ? 'waiting' : 'active',
      ...(isConfirmed || !hasFailed ? {} : { detail: t('payment.unreachable') }),
    },
    {
      id: 'account',
      label: t('payment.stepAccount'),
      state: isThere ? 'done' : isConfirmed ? 'active' : 'waiting',
      ...(isThere && account !== undefined ? { detail: shortenAddress(account, 6) } : {}),
    },
  ]
}

/** Opens the account that the payment has brought, and goes there. */
function Begin({ wallet, stage }: { readonly wallet: CapitalWallet; readonly stage: PaymentStage }) {
  const { t } = useTranslation()
  const keeper = useSessionKeeper()
  const queries = useQueryClient()
  const [isOpening, setIsOpening] = useState(false)
  const [failure, setFailure] = useState<string>()
  const begin = (): void => {
    setIsOpening(true)
    setFailure(undefined)
    const account = wallet.account as Address
    const opened =
      stage === 'ready'
        ? keeper.capital.open(account)
        : keeper.activate(account).then((isActive) => {
            if (!isActive) throw new Error(t('capital.switchFailed', { address: shortenAddress(account, 6) }))
          })
    opened
      .then(
        () => {
          void refreshCapitalWallets(queries)
          askToNavigate({ pathname: '/trade', search: '' })
        },
        (error: unknown) => setFailure(purchaseErrorText(t, error)),
      )
      .finally(() => setIsOpening(false))
  }
  return (
    <div className="flex flex-col gap-3">
      <div className="flex gap-2 [&>*]:flex-1">
        <Link to="/vest-capital" className={buttonLook('line', 'lg')}>
          {t('payment.rules')}
        </Link>
        <Button size="lg" variant="ink" isBusy={isOpening} onClick={begin}>
          {t('payment.begin')}
        </Button>
      </div>
      <FormError text={failure} />
    </div>
  )
}

export const ToTrading = () => {
  const { t } = useTranslation()
  return (
    <Link to="/trade" className={buttonLook('line', 'lg')}>
      {t('payment.toTrading')}
    </Link>
  )
}

export const ToPlans = () => {
  const { t } = useTranslation()
  return (
    <Link to="/vest-capital" className={buttonLook('ink', 'lg')}>
      {t('payment.toPlans')}
    </Link>
  )
}

function useIsLate(): boolean {
  const [isLate, setIsLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsLate(true), LATE_MS)
    return () => clearTimeout(timer)
  }, [])
  return isLate
}
