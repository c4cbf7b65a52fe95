/**
 * Where a browser comes to when a payment is finished ([2.14]). It changes nothing: it waits until the exchange says that
 * the payment has arrived, says so, and only then offers to begin.
 */
import { useQuery, useQueryClient } from '@tanstack/react-query'
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
import { useExchangeTime, useSession, useSessionKeeper } from '../../entities/session/index.ts'
import { ProgressSteps, type ProgressStep } from '../../entities/transfer/ProgressSteps.tsx'
import { feeText } from '../../features/buy-plan/index.ts'
import { formatMoney, shortenAddress } from '../../shared/format/index.ts'
import { askToNavigate } from '../../shared/navigation/index.ts'
import { Button, buttonLook, FormError, Spinner } from '../../ui/index.ts'
import { PaymentCard } from './PaymentCard.tsx'
import { lastEvaluation, paymentStageOf, type PaymentStage } from './paymentStage.ts'
import {
  isLateAt,
  momentText,
  nextMinuteMs,
  readPaymentTimes,
  waitText,
  type PaymentTimes,
} from './paymentTimes.ts'

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
  const times = usePaymentTimes(stage === undefined || stage === 'over' ? undefined : wallet?.account)
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
  return <PaymentProgress wallet={wallet} stage={stage} times={times} hasFailed={hasFailed} />
}

export function PaymentProgress({
  wallet,
  stage = 'confirming',
  times,
  hasFailed,
}: {
  readonly wallet: CapitalWallet | undefined
  readonly stage: PaymentStage | undefined
  readonly times: PaymentTimes
  readonly hasFailed: boolean
}) {
  const { t } = useTranslation()
  const client = useSession((state) => state.client)
  const email = useSession((state) => state.email)
  const { finishedTimeMs } = times
  const nowMs = useExchangeTime(
    finishedTimeMs === undefined ? [] : [nextMinuteMs(finishedTimeMs, client.correctedNow())],
  )
  const isLateHere = useIsLate()
  const isLate =
    stage === 'confirming' &&
    (isLateHere || (finishedTimeMs !== undefined && isLateAt(finishedTimeMs, nowMs)))
  const isThere = stage === 'ready' || stage === 'opened'
  const plan = wallet?.facts.plan && readPlan(wallet.facts.plan)
  const words = {
    email,
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
        steps={stepsOf(t, { stage, isLate, hasFailed, account: wallet?.account, times, nowMs })}
        label={t('payment.steps')}
      />
    </PaymentCard>
  )
}

interface StepFacts {
  readonly stage: PaymentStage
  readonly isLate: boolean
  readonly hasFailed: boolean
  readonly account: string | undefined
  readonly times: PaymentTimes
  readonly nowMs: number
}

function stepsOf(
  t: TFunction,
  { stage, isLate, hasFailed, account, times, nowMs }: StepFacts,
): readonly ProgressStep[] {
  const isConfirmed = stage !== 'confirming'
  const isThere = stage === 'ready' || stage === 'opened'
  const { finishedTimeMs, paidTimeMs } = times
  return [
    {
      id: 'checkout',
      label: t('payment.stepCheckout'),
      state: 'done',
      aside: momentText(finishedTimeMs, nowMs),
    },
    {
      id: 'confirmed',
      label: t('payment.stepConfirmed'),
      state: isConfirmed ? 'done' : isLate ? 'late' : 'active',
      aside: isConfirmed ? momentText(paidTimeMs, nowMs) : waitText(t, finishedTimeMs, nowMs),
      ...(isConfirmed || !hasFailed ? {} : { detail: t('payment.unreachable') }),
    },
    {
      id: 'account',
      label: t('payment.stepAccount'),
      state: isThere ? 'done' : isConfirmed ? 'active' : 'waiting',
      ...(isThere && account !== undefined ? { aside: shortenAddress(account, 6) } : {}),
    },
  ]
}

/** Asked again until both are known; a time that could not be read is not there. */
function usePaymentTimes(account: string | undefined): PaymentTimes {
  const keeper = useSessionKeeper()
  const { data } = useQuery({
    queryKey: ['private', 'capitalPayment', account],
    queryFn: async () => readPaymentTimes(await keeper.capital.payment(account as Address)),
    enabled: account !== undefined,
    refetchInterval: ({ state }) =>
      state.data?.finishedTimeMs === undefined || state.data.paidTimeMs === undefined ? ASK_MS : false,
  })
  return data ?? {}
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
