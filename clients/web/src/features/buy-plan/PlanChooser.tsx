/**
 * The plans side by side ([2.5], [2.12]), each with what can be done with it: bought, opened once it is paid, or waited for.
 * Loading, a failed read and an empty list say so ([8.62]) and keep the height of the cards.
 */
import { useTranslation } from 'react-i18next'
import type { AccountAddress } from '@vest/protocol'
import {
  purchaseErrorText,
  useCapitalWallets,
  useSwitchAccount,
  type CapitalPlan,
} from '../../entities/capital/index.ts'
import { useSession } from '../../entities/session/index.ts'
import { useFrame, useLive } from '../../live/index.ts'
import { askToNavigate } from '../../shared/navigation/index.ts'
import { Button, EmptyState, ReadFailure, Skeleton } from '../../ui/index.ts'
import { feeText, PlanCard, PurchasedMark, type PlanBadge } from './PlanCard.tsx'
import { heldPlan, planCardState, type PlanCardState, type PlanFacts } from './planCardState.ts'
import { PRACTICE_RULES, useBuyPlan, type BuyPlan } from './useBuyPlan.ts'
import { usePlans } from './usePlans.ts'

const GRID = 'grid gap-3 md:grid-cols-[repeat(auto-fit,minmax(280px,1fr))]'
const FRAME = 'grid min-h-[345px] place-items-center rounded-[10px] border border-line bg-s1'

export function PlanChooser() {
  const { t } = useTranslation()
  const { plans, error, retry } = usePlans()
  const status = useSession((state) => state.status)
  const isLogin = useSession((state) => state.email !== undefined)
  const { wallets, hasFailed } = useCapitalWallets()
  const isFunded = useFrame(useLive().account, ({ account }) => account?.capital?.isFunded === true)
  const buying = useBuyPlan()
  if (error !== undefined)
    return (
      <div className={FRAME}>
        <ReadFailure
          text={t('plan.failed', { reason: purchaseErrorText(t, error) ?? '' })}
          retryLabel={t('table.retry')}
          onRetry={retry}
        />
      </div>
    )
  // Whether one is held already is part of what a card says.
  const isPending = status === 'connecting' || (isLogin && wallets === undefined && !hasFailed)
  if (plans === undefined || isPending) return <Loading />
  const facts: PlanFacts = {
    status: isLogin ? 'login' : status === 'ready' ? 'wallet' : 'visitor',
    holdings: (wallets ?? [])
      .filter(({ facts: { isFunded: isOther, isPractice } }) => !isOther && !isPractice)
      .map(({ account, facts: { status: accountStatus, plan } }) => ({
        account,
        status: accountStatus,
        priceId: plan?.priceId,
      })),
    isFunded,
    openingId: buying.openingId,
    isPractising: (wallets ?? []).some(
      ({ facts: { isPractice, status: accountStatus } }) => isPractice && accountStatus === 'active',
    ),
  }
  return plans.length === 0 ? (
    <NoPlans facts={facts} buying={buying} />
  ) : (
    <PlanGrid plans={plans} facts={facts} buying={buying} />
  )
}

interface NoPlansProps {
  readonly facts: Pick<PlanFacts, 'status' | 'isPractising'>
  readonly buying: BuyPlan
}

/** Practice has rules of its own, so it is there while no plan is for sale. */
export function NoPlans({ facts, buying }: NoPlansProps) {
  const { t } = useTranslation()
  const openDialog = useSession((session) => session.openDialog)
  return (
    <div className={FRAME}>
      <EmptyState
        title={t('plan.none')}
        text={t('plan.noneText')}
        action={
          <Button
            isBusy={buying.practisingId === PRACTICE_RULES}
            {...(facts.isPractising === true
              ? { reason: t('plan.practising') }
              : // A practice account is of a person with e-mail or Google, as a plan.
                {
                  onClick: () =>
                    facts.status === 'login' ? buying.practise() : openDialog('sign-in', 'plan'),
                })}
          >
            {t('plan.startPractice')}
          </Button>
        }
      />
    </div>
  )
}

export function PlanGrid({
  plans,
  facts,
  buying,
}: {
  readonly plans: readonly CapitalPlan[]
  readonly facts: PlanFacts
  readonly buying: BuyPlan
}) {
  const { t } = useTranslation()
  return (
    <>
      {facts.status === 'wallet' && <p className="mb-3 text-dense text-t2">{t('plan.signInFirst')}</p>}
      {heldPlan(facts.holdings) !== undefined && (
        <p className="mb-3 text-dense text-t2">{t('plan.oneAtATime')}</p>
      )}
      <div className={GRID}>
        {plans.map((plan) => {
          const state = planCardState(plan.priceId, facts)
          return (
            <PlanCard
              key={plan.priceId}
              plan={plan}
              badge={badgeOf(state)}
              isBack={state.kind === 'unavailable'}
              action={
                <>
                  <PlanAction plan={plan} state={state} buying={buying} />
                  {facts.status === 'login' && (
                    <Button
                      variant="ghost"
                      className="mt-2 w-full"
                      isBusy={buying.practisingId === plan.priceId}
                      {...(facts.isPractising
                        ? { reason: t('plan.practising') }
                        : { onClick: () => buying.practise(plan.priceId) })}
                    >
                      {t('plan.practise')}
                    </Button>
                  )}
                </>
              }
            />
          )
        })}
      </div>
    </>
  )
}

const BADGES: Partial<Record<PlanCardState['kind'], PlanBadge>> = {
  purchased: 'active',
  switchToEval: 'funded',
  open: 'paid',
}
const badgeOf = ({ kind }: PlanCardState): PlanBadge | undefined => BADGES[kind]

function PlanAction({
  plan,
  state,
  buying,
}: {
  readonly plan: CapitalPlan
  readonly state: PlanCardState
  readonly buying: BuyPlan
}) {
  const { t } = useTranslation()
  const openDialog = useSession((session) => session.openDialog)
  const { switchTo, isSwitching } = useSwitchAccount()
  switch (state.kind) {
    case 'logIn':
      return (
        <Button size="lg" variant="ink" onClick={() => openDialog('sign-in', 'plan')}>
          {t('plan.logIn')}
        </Button>
      )
    case 'addLogin':
      return (
        <Button size="lg" onClick={() => openDialog('sign-in', 'plan')}>
          {t('plan.addLogin')}
        </Button>
      )
    case 'buy':
    case 'opening':
      return (
        <Button
          size="lg"
          variant="ink"
          isBusy={state.kind === 'opening'}
          onClick={() => buying.buy(plan.priceId)}
        >
          {state.kind === 'opening' ? t('plan.opening') : t('plan.buy', { fee: feeText(plan.feeCents) })}
        </Button>
      )
    case 'open':
      return (
        <Button
          size="lg"
          variant="ink"
          isBusy={buying.openingAccount !== undefined}
          onClick={() => buying.open(state.account)}
        >
          {t('plan.open')}
        </Button>
      )
    case 'switchToEval':
      return (
        <Button
          size="lg"
          variant="ink"
          isBusy={isSwitching}
          onClick={() =>
            void switchTo(state.account as AccountAddress).then(
              (isThere) => isThere && askToNavigate({ pathname: '/trade', search: '' }),
            )
          }
        >
          {t('plan.switchToEval')}
        </Button>
      )
    case 'purchased':
      return <PurchasedMark />
    case 'unavailable':
      return (
        <Button size="lg" isBlocked>
          {t('plan.unavailable')}
        </Button>
      )
  }
}

function Loading() {
  const { t } = useTranslation()
  return (
    <div aria-busy="true" className={GRID}>
      <span role="status" className="sr-only">
        {t('plan.loading')}
      </span>
      {[1, 2, 3].map((n) => (
        <div key={n} className="h-[345px] rounded-[10px] border border-line bg-s1 px-[22px] py-5">
          <Skeleton className="h-4 w-20" />
          <Skeleton className="mt-3 h-8 w-32" />
          <Skeleton className="mt-6 h-4 w-full" />
          <Skeleton className="mt-6 h-32 w-full" />
          <Skeleton className="mt-6 h-11 w-full" />
        </div>
      ))}
    </div>
  )
}
