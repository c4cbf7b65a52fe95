/**
 * The next steps of a new account on the portfolio page. Each is ticked when done; the card goes with the last, or by Close.
 * Its place is kept until it is known, so that nothing below moves; not where there was nothing left at the last visit,
 * nor for an account of Vest Capital.
 */
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Check, X } from 'lucide-react'
import { useEffect, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useIsCapitalAccount, useIsPrimaryAccount, usePortfolio } from '../../entities/account/index.ts'
import { useWayBack } from '../../entities/recovery/index.ts'
import { rememberedKind, useFailedRead, useSession } from '../../entities/session/index.ts'
import { localStore } from '../../shared/storage/index.ts'
import { Button, cx, Skeleton } from '../../ui/index.ts'
import { firstSteps, type FirstStep } from './firstSteps.ts'

const MARK = 'vest.first-steps'
const CLOSED = 'closed'
const DONE = 'done'

export function FirstStepsCard() {
  const { t } = useTranslation()
  const client = useSession((state) => state.client)
  const address = useSession((state) => state.address)
  const openDialog = useSession((state) => state.openDialog)
  const isPrimary = useIsPrimaryAccount()
  const isCapital = useIsCapitalAccount()
  const [mark, setMark] = useState(() => localStore.getItem(MARK))
  const equity = usePortfolio((portfolio) => portfolio.summary?.equity)
  const { isEmbedded, methods, isUnknown, save } = useWayBack()
  const isOpen = mark !== CLOSED && (isPrimary || !(isCapital || rememberedKind().isCapital))
  const hasFailed = useFailedRead(equity === undefined) !== undefined
  const { data: orders, isError } = useQuery({
    queryKey: ['private', 'firstOrders', address],
    queryFn: async () => {
      const [any, stops] = await Promise.all([
        client.orders({ limit: 1 }),
        client.orders({ orderType: 'STOP_LOSS', limit: 1 }),
      ])
      return { hasOrdered: any.length > 0, hasStop: stops.length > 0 }
    },
    enabled: isOpen && isPrimary,
    retry: false,
  })
  const rows = firstSteps({
    equity,
    hasOrdered: orders?.hasOrdered,
    hasStop: orders?.hasStop,
    waysBack: isEmbedded ? methods?.length : null,
  })
  const isNothingLeft = rows?.length === 0
  useEffect(() => {
    if (isNothingLeft) localStore.setItem(MARK, DONE)
  }, [isNothingLeft])
  if (!isOpen || isNothingLeft) return null
  if (rows === undefined)
    return mark === DONE || hasFailed || isError || isUnknown ? null : (
      <Skeleton className="mt-[14px] h-[142px] max-md:h-[230px]" />
    )
  const close = (): void => {
    localStore.setItem(MARK, CLOSED)
    setMark(CLOSED)
  }
  const actions: Readonly<Record<FirstStep, ReactNode>> = {
    money: (
      <Button size="xs" onClick={() => openDialog('deposit')}>
        {t('header.deposit')}
      </Button>
    ),
    order: <ToTrade label={t('firstSteps.toTrade')} />,
    stop: <ToTrade label={t('firstSteps.toTrade')} />,
    wayBack: (
      <Button size="xs" onClick={save}>
        {t('recovery.save')}
      </Button>
    ),
  }
  return (
    <section
      aria-labelledby="first-steps"
      className="mt-[14px] rounded-[10px] border border-line bg-s1 px-4 py-3"
    >
      <div className="flex items-center gap-2">
        <h2 id="first-steps" className="flex-1 font-semibold">
          {t('firstSteps.title')}
        </h2>
        <Button size="xs" variant="ghost" aria-label={t('firstSteps.close')} onClick={close}>
          <X size={16} strokeWidth={1.5} aria-hidden="true" />
        </Button>
      </div>
      <ol className="mt-1 grid gap-x-6 md:grid-cols-2">
        {rows.map(({ step, isDone }) => (
          <li key={step} className="flex min-h-11 items-center gap-3">
            <span
              className={cx(
                'flex size-5 shrink-0 items-center justify-center rounded-full border',
                isDone ? 'border-transparent bg-ok-tint text-ok' : 'border-line-2',
              )}
            >
              {isDone && <Check size={14} strokeWidth={2} aria-label={t('firstSteps.done')} />}
            </span>
            <span className={cx('min-w-0 flex-1', isDone && 'text-t3')}>{t(`firstSteps.${step}`)}</span>
            {!isDone && actions[step]}
          </li>
        ))}
      </ol>
    </section>
  )
}

const ToTrade = ({ label }: { readonly label: string }) => (
  <Link to="/trade" className="text-dense font-medium text-chalk">
    {label}
  </Link>
)
