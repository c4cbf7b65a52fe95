/** The claim as it goes on ([4.14]): activation, the account, the switch to it; or why not ([8.62]). */
import { useQueryClient } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { Address } from '@vest/protocol'
import { systemClock } from '@vest/sdk'
import { claimErrorText, readPlan, refreshCapitalWallets } from '../../entities/capital/index.ts'
import { useSessionKeeper } from '../../entities/session/index.ts'
import { ProgressSteps, type ProgressStep, type StepState } from '../../entities/transfer/ProgressSteps.tsx'
import { useFrame, useLive, type CapitalFacts } from '../../live/index.ts'
import { formatMoney, formatPercent, shortenAddress } from '../../shared/format/index.ts'
import { askToNavigate } from '../../shared/navigation/index.ts'
import { Button, Dialog, FormError, KeyValue, useIsMounted } from '../../ui/index.ts'
import { runClaim, type ClaimStage, type ClaimState } from './runClaim.ts'

const START: ClaimState = { stage: 'activation', claim: undefined, end: undefined }

export function ClaimDialog({
  evaluation,
  onClose,
}: {
  readonly evaluation: Address
  readonly onClose: () => void
}) {
  const { t } = useTranslation()
  const live = useLive()
  const keeper = useSessionKeeper()
  const queries = useQueryClient()
  const isShown = useIsMounted()
  const hasBegun = useRef(false)
  const [state, setState] = useState(START)
  const capital = useFrame(live.account, ({ account }) => account?.capital)
  useEffect(() => {
    if (hasBegun.current) return
    hasBegun.current = true
    void runClaim({
      evaluation,
      claim: (account) => keeper.capital.claim(account),
      askStatus: async (account) =>
        (await keeper.capital.wallets()).find((wallet) => wallet.account === account)?.entry.capital_status,
      onCapital: live.onCapital,
      activate: (account) => keeper.activate(account),
      clock: systemClock,
      onState: (next) => isShown.current && setState(next),
    }).then(() => refreshCapitalWallets(queries))
  }, [evaluation, keeper, live, queries, isShown])
  if (state.stage === 'done' && capital?.isFunded === true)
    return <Ready facts={capital} account={state.claim?.funded_address ?? ''} onClose={onClose} />
  const { end } = state
  const failure =
    end?.kind === 'refused'
      ? claimErrorText(t, end.error)
      : end?.kind === 'notSwitched'
        ? t('capitalResult.notSwitched')
        : undefined
  const isRunning = end === undefined
  return (
    <Dialog
      isOpen
      onClose={onClose}
      width={440}
      title={t('capitalResult.claim')}
      closeLabel={t('common.close')}
      footer={
        <Button size="xl" isBusy={isRunning} onClick={onClose}>
          {t(isRunning ? 'capitalResult.activating' : 'common.close')}
        </Button>
      }
    >
      <div className="rounded-[8px] bg-s3 px-[14px] py-4">
        <ProgressSteps steps={stepsOf(t, state)} label={t('capitalResult.steps')} />
      </div>
      {end?.kind === 'review' && (
        <p role="status" className="mt-4 text-dense text-t2">
          {t('capitalResult.inReview')}
        </p>
      )}
      <FormError text={failure} />
    </Dialog>
  )
}

const ORDER: readonly ClaimStage[] = ['activation', 'waiting', 'switch', 'done']

function stepsOf(t: TFunction, state: ClaimState): readonly ProgressStep[] {
  const { stage, end, claim } = state
  const stateOf = (step: ClaimStage): StepState => {
    const distance = ORDER.indexOf(stage) - ORDER.indexOf(step)
    if (distance !== 0) return distance > 0 ? 'done' : 'waiting'
    return end === undefined ? 'active' : end.kind === 'review' ? 'waiting' : 'failed'
  }
  return [
    {
      id: 'activation',
      label: t('capitalResult.stepActivation'),
      state: stateOf('activation'),
      ...(claim === undefined ? {} : { detail: shortenAddress(claim.funded_address, 6) }),
    },
    { id: 'waiting', label: t('capitalResult.stepWaiting'), state: stateOf('waiting') },
    { id: 'switch', label: t('capitalResult.stepSwitch'), state: stateOf('switch') },
  ]
}

function Ready({
  facts,
  account,
  onClose,
}: {
  readonly facts: CapitalFacts
  readonly account: string
  readonly onClose: () => void
}) {
  const { t } = useTranslation()
  const plan = facts.plan && readPlan(facts.plan)
  return (
    <Dialog
      isOpen
      onClose={onClose}
      width={440}
      title={t('capitalResult.ready')}
      closeLabel={t('common.close')}
      footer={
        <Button
          size="xl"
          variant="ink"
          onClick={() => {
            onClose()
            askToNavigate({ pathname: '/trade', search: '' })
          }}
        >
          {t('capitalResult.trade')}
        </Button>
      }
    >
      <span
        aria-hidden="true"
        className="mx-auto flex size-12 items-center justify-center rounded-full bg-ok-tint text-ok"
      >
        <Check size={22} strokeWidth={2} />
      </span>
      <p className="mt-3 text-center text-amount font-semibold">{formatMoney(facts.size)}</p>
      <p role="status" className="text-center text-t2">
        {t('capitalResult.nowTrading', { account: shortenAddress(account, 6) })}
      </p>
      <div className="mt-4 rounded-[8px] bg-s3 px-[14px] py-2">
        <KeyValue label={t('capitalResult.dailyFloor')}>{formatMoney(facts.dailyFloor)}</KeyValue>
        <KeyValue label={t('capitalResult.drawdownFloor')}>{formatMoney(facts.drawdownFloor)}</KeyValue>
        {plan !== undefined && (
          <KeyValue label={t('capitalResult.split')}>
            {formatPercent(plan.splitRatio, { places: 0 })}
          </KeyValue>
        )}
      </div>
    </Dialog>
  )
}
