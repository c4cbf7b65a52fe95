/**
 * Profit Withdraw of a funded account ([2.36], [5.10], [6.6]): what may be taken, how it is shared and what it changes
 * before anything is signed; then one press in the wallet, and it is on the primary account.
 */
import { availableProfit } from '@vest/formulas'
import { Lock, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { ratio4, usd6, type Ratio4, type Usd6 } from '@vest/protocol'
import { systemClock } from '@vest/sdk'
import { usePortfolio } from '../../entities/account/index.ts'
import { claimErrorText, readPlan, wantedDays } from '../../entities/capital/index.ts'
import { useExchangeTime, useSession, useSessionKeeper } from '../../entities/session/index.ts'
import { AmountField, NO_AMOUNT, type AmountDraft } from '../../entities/transfer/index.ts'
import { ProgressSteps, type StepState } from '../../entities/transfer/ProgressSteps.tsx'
import { useFrame, useLive, type CapitalFacts } from '../../live/index.ts'
import { formatDateTime, formatMoney, formatPercent, shortenAddress } from '../../shared/format/index.ts'
import { askToNavigate } from '../../shared/navigation/index.ts'
import {
  Badge,
  BeforeAfter,
  Button,
  Dialog,
  FormError,
  KeyValue,
  Skeleton,
  useIsMounted,
} from '../../ui/index.ts'
import { checkProfit, mustWait, sharesOf, type ProfitForm, type ProfitProblem } from './profitForm.ts'
import { runProfit, type ProfitEnd, type ProfitState } from './runProfit.ts'

/** Of a plan that names no other share ([9.7]). */
const SPLIT_DEFAULT = ratio4(9_000)

const text = (amount: Usd6): string => `${formatMoney(amount, { prefix: '' })} USDC`

export function ProfitWithdrawDialog() {
  const { t } = useTranslation()
  const closeDialog = useSession((state) => state.closeDialog)
  const facts = useFrame(useLive().account, ({ account }) => account?.capital)
  const [draft, setDraft] = useState<AmountDraft>(NO_AMOUNT)
  const [confirming, setConfirming] = useState<Usd6>()
  const [running, setRunning] = useState<ProfitState>()
  const isShown = useIsMounted()
  const isSigning = running?.stage === 'sign' && running.end === undefined
  const isConfirm = confirming !== undefined && running === undefined
  return (
    <Dialog
      // The wallet's frame takes the place of the dialog that asked: over it, it could not be reached.
      isOpen={!isSigning}
      onClose={closeDialog}
      title={t(isConfirm ? 'profit.confirm' : 'capital.profitWithdraw')}
      closeLabel={t('common.close')}
      back={isConfirm ? { label: t('common.back'), onBack: () => setConfirming(undefined) } : undefined}
    >
      {facts === undefined ? (
        <Skeleton className="h-40" />
      ) : running !== undefined && confirming !== undefined ? (
        <Progress
          running={running}
          size={confirming}
          onAgain={() => setRunning(undefined)}
          onClose={closeDialog}
        />
      ) : confirming !== undefined ? (
        <Confirm facts={facts} size={confirming} onState={(state) => isShown.current && setRunning(state)} />
      ) : (
        <Form facts={facts} draft={draft} onDraft={setDraft} onContinue={setConfirming} />
      )}
    </Dialog>
  )
}

const splitOf = ({ plan }: CapitalFacts): Ratio4 =>
  (plan === undefined ? undefined : readPlan(plan)?.splitRatio) ?? SPLIT_DEFAULT

function Form({
  facts,
  draft,
  onDraft,
  onContinue,
}: {
  readonly facts: CapitalFacts
  readonly draft: AmountDraft
  readonly onDraft: (draft: AmountDraft) => void
  readonly onContinue: (size: Usd6) => void
}) {
  const { t } = useTranslation()
  const closeDialog = useSession((state) => state.closeDialog)
  const equity = usePortfolio((portfolio) => portfolio.summary?.equity)
  const positions = usePortfolio((portfolio) => portfolio.positions)
  const [isRefused, setIsRefused] = useState(false)
  const value = usd6(positions.reduce((sum, position) => sum + position.value, 0))
  const available = equity === undefined ? undefined : availableProfit(equity, facts.size, value)
  const hasPositions = positions.length > 0
  const { profitFromTimeMs } = facts
  const nowMs = useExchangeTime(profitFromTimeMs === undefined ? [] : [profitFromTimeMs])
  const days = wantedDays(facts)
  const isTooEarly = mustWait({ ...facts, wantedDays: days }, nowMs)
  const form = checkProfit(draft, { available, hasPositions, isTooEarly, isRefused })
  return (
    <div className="flex flex-1 flex-col">
      <AmountField
        amount={draft}
        available={available}
        onChange={onDraft}
        onRefusal={setIsRefused}
        hint={t('withdraw.available', { amount: formatMoney(available) })}
        error={
          form.kind === 'blocked' && form.problem === 'below-minimum'
            ? t('transfer.minTransferAmount')
            : undefined
        }
      />
      <p className="mt-4 mb-[6px] text-dense text-t2">{t('withdraw.recipient')}</p>
      <Recipient primary={facts.primaryAddress} />
      {hasPositions ? (
        <p
          role="status"
          className="mt-4 flex items-start gap-2 rounded-[8px] bg-warn-tint px-3 py-[10px] text-dense"
        >
          <TriangleAlert size={16} strokeWidth={1.5} className="shrink-0 text-warn" aria-hidden="true" />
          {t('profit.flatFirst')}
        </p>
      ) : (
        <>
          <Shares size={form.size} facts={facts} />
          {isTooEarly ? (
            <Terms facts={facts} days={days} />
          ) : (
            <Floors size={form.size} facts={facts} equity={equity} />
          )}
        </>
      )}
      <div className="mt-4 mb-3 flex items-center justify-between text-dense text-t2">
        {hasPositions ? (
          <>
            <span>{t('profit.openPositions', { count: positions.length })}</span>
            <button
              type="button"
              className="min-h-6 text-chalk"
              onClick={() => {
                closeDialog()
                askToNavigate({ pathname: '/portfolio', search: '?view=positions' })
              }}
            >
              {t('profit.toPositions')}
            </button>
          </>
        ) : (
          t('profit.signs')
        )}
      </div>
      <ContinueButton form={form} onContinue={onContinue} />
    </div>
  )
}

function ContinueButton({
  form,
  onContinue,
}: {
  readonly form: ProfitForm
  readonly onContinue: (size: Usd6) => void
}) {
  const { t } = useTranslation()
  const reasons: Partial<Record<ProfitProblem, string>> = {
    openPositions: t('profit.closePositions'),
    tooEarly: t('profit.notYet'),
    'below-minimum': t('transfer.insufficientSize'),
    insufficient: t('transfer.insufficientSize'),
    refused: t('orderState.fieldRefused'),
  }
  return (
    <Button
      size="xl"
      variant="ink"
      isBlocked={form.kind === 'blocked'}
      reason={form.kind === 'blocked' ? reasons[form.problem] : undefined}
      onClick={() => form.kind === 'ready' && onContinue(form.size)}
    >
      {t('withdraw.continue')}
    </Button>
  )
}

/** Read-only: profit goes to the primary account of the person, and nowhere else. */
function Recipient({ primary }: { readonly primary: string }) {
  const { t } = useTranslation()
  return (
    <p
      title={primary}
      className="flex h-11 items-center gap-2 rounded-[8px] border border-dashed border-line-2 px-3 text-body"
    >
      <Lock size={16} strokeWidth={1.5} className="text-t2" aria-hidden="true" />
      <span className="flex-1">{shortenAddress(primary, 6)}</span>
      <Badge>{t('header.primary')}</Badge>
    </p>
  )
}

function Shares({ size, facts }: { readonly size: Usd6 | undefined; readonly facts: CapitalFacts }) {
  const { t } = useTranslation()
  const ratio = splitOf(facts)
  const shares = size === undefined ? undefined : sharesOf(size, ratio)
  const percent = (part: number): string => formatPercent(part, { places: part % 100 === 0 ? 0 : 2 })
  return (
    <div className="mt-4 rounded-[8px] bg-s3 px-[14px] py-3">
      <div aria-hidden="true" className="mb-2 flex h-[6px] gap-[2px] overflow-hidden rounded-[3px]">
        <span className="bg-t1" style={{ width: `${ratio / 100}%` }} />
        <span className="flex-1 bg-line-ctl" />
      </div>
      <KeyValue label={t('profit.yours', { percent: percent(ratio) })}>
        <span className="font-medium">{shares === undefined ? '–' : text(shares.yours)}</span>
      </KeyValue>
      <KeyValue label={t('profit.kept', { percent: percent(10_000 - ratio) })}>
        {shares === undefined ? '–' : text(shares.kept)}
      </KeyValue>
    </div>
  )
}

/** What the plan still makes a profit wait for. */
function Terms({ facts, days }: { readonly facts: CapitalFacts; readonly days: number | undefined }) {
  const { t } = useTranslation()
  const { profitFromTimeMs, tradingDays } = facts
  return (
    <div role="status" className="mt-3 rounded-[8px] bg-s3 px-[14px] py-2">
      {profitFromTimeMs !== undefined && (
        <KeyValue label={t('profit.nextFrom')}>{formatDateTime(profitFromTimeMs)}</KeyValue>
      )}
      {days !== undefined && (
        <KeyValue label={t('profit.tradingDays')}>
          {t('profit.daysOf', { days: Math.min(tradingDays, days), of: days })}
        </KeyValue>
      )}
    </div>
  )
}

/** A payout lowers the balance and today's floor by as much; the room of the day stays. */
function Floors({
  size,
  facts,
  equity,
}: {
  readonly size: Usd6 | undefined
  readonly facts: CapitalFacts
  readonly equity: Usd6 | undefined
}) {
  const { t } = useTranslation()
  const after = (before: Usd6): string | undefined =>
    size === undefined ? undefined : formatMoney(usd6(before - size))
  return (
    <div className="mt-3 rounded-[8px] bg-s3 px-[14px] py-2">
      <KeyValue label={t('account.equity')}>
        <BeforeAfter before={formatMoney(equity)} after={equity === undefined ? undefined : after(equity)} />
      </KeyValue>
      <KeyValue label={t('capitalResult.dailyFloor')}>
        <BeforeAfter before={formatMoney(facts.dailyFloor)} after={after(facts.dailyFloor)} />
      </KeyValue>
      <KeyValue label={t('capitalResult.drawdownFloor')}>
        {formatMoney(facts.drawdownFloor)} <span className="text-t3">{t('profit.stays')}</span>
      </KeyValue>
    </div>
  )
}

function Confirm({
  facts,
  size,
  onState,
}: {
  readonly facts: CapitalFacts
  readonly size: Usd6
  readonly onState: (state: ProfitState) => void
}) {
  const { t } = useTranslation()
  const live = useLive()
  const keeper = useSessionKeeper()
  const client = useSession((state) => state.client)
  const account = useSession((state) => state.address)
  const { yours } = sharesOf(size, splitOf(facts))
  const submit = (): void => {
    void runProfit({
      size,
      withdraw: (amount) => keeper.capital.withdrawProfit(amount),
      client,
      onTransfer: (listener) => live.onTransfer(() => listener()),
      clock: systemClock,
      onState: (state) => onState(state),
    })
  }
  return (
    <div className="flex flex-1 flex-col">
      <p className="mt-2 text-center text-amount font-semibold">{text(yours)}</p>
      <p className="text-center text-t2">{t('profit.toPrimary')}</p>
      <Shares size={size} facts={facts} />
      <div className="mt-3 mb-4 rounded-[8px] bg-s3 px-[14px] py-2">
        <KeyValue label={t('profit.from')}>
          {shortenAddress(account ?? '', 6)} <span className="text-t2">{t('capital.badge.funded')}</span>
        </KeyValue>
        <KeyValue label={t('withdraw.shortTo')}>
          {shortenAddress(facts.primaryAddress, 6)} <span className="text-t2">{t('header.primary')}</span>
        </KeyValue>
        <KeyValue label={t('profit.leaves')}>{text(size)}</KeyValue>
      </div>
      <Button size="xl" variant="ink" onClick={submit}>
        {t('profit.confirm')}
      </Button>
    </div>
  )
}

function Progress({
  running,
  size,
  onAgain,
  onClose,
}: {
  readonly running: ProfitState
  readonly size: Usd6
  readonly onAgain: () => void
  readonly onClose: () => void
}) {
  const { t } = useTranslation()
  const { stage, end } = running
  const isPaid = stage === 'paid'
  const reason = useFrame(useLive().account, ({ account }) => account?.capital?.reason)
  const isInReview = !isPaid && stage === 'settle' && reason === 'IN_REVIEW'
  const mayRetry = end !== undefined && end.kind !== 'unknown'
  const stateOf = (isNow: boolean, isDone: boolean): StepState =>
    isDone ? 'done' : !isNow ? 'waiting' : end === undefined ? 'active' : mayRetry ? 'failed' : 'waiting'
  return (
    <>
      <p className="mt-2 text-center text-amount font-semibold">{text(size)}</p>
      <p role="status" className="mb-5 text-center text-t2">
        {t(isPaid ? 'profit.paid' : isInReview ? 'profit.inReview' : 'profit.onItsWay')}
      </p>
      <div className="rounded-[8px] bg-s3 px-[14px] py-4">
        <ProgressSteps
          label={t('withdraw.stepsLabel')}
          steps={[
            { id: 'sign', label: t('profit.stepSign'), state: stateOf(stage === 'sign', stage !== 'sign') },
            { id: 'settle', label: t('profit.stepSettle'), state: stateOf(stage === 'settle', isPaid) },
          ]}
        />
      </div>
      <FormError text={end === undefined || isInReview ? undefined : endText(t, end)} />
      {(isPaid || isInReview || end !== undefined) && (
        <Button
          size="xl"
          variant={isPaid ? 'ink' : 'line'}
          className="mt-5"
          onClick={mayRetry ? onAgain : onClose}
        >
          {t(mayRetry ? 'common.back' : isPaid ? 'deposit.done' : 'common.close')}
        </Button>
      )}
    </>
  )
}

function endText(t: TFunction, end: ProfitEnd): string {
  if (end.kind === 'declined') return t('wallet.failed.userExited')
  if (end.kind === 'unknown') return t('withdraw.unknown')
  return t('withdraw.failed', { reason: claimErrorText(t, end.error) ?? '' })
}
