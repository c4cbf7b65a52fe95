/** How far a withdrawal is until its approval, and what ended it before. */
import type { Usd6 } from '@vest/protocol'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { ProgressSteps, type ProgressStep, type StepState } from '../../entities/transfer/index.ts'
import { ownWords } from '../../entities/wallet/index.ts'
import { formatDateTime, formatMoney } from '../../shared/format/index.ts'
import { errorText } from '../../shared/i18n/index.ts'
import { Button, FormError } from '../../ui/index.ts'
import type { WithdrawEnd, WithdrawStage, WithdrawState } from './withdrawFlow.ts'

const ORDER: readonly WithdrawStage[] = ['sign', 'request', 'approval', 'approved', 'paid']

export interface WithdrawProgressProps {
  readonly withdrawal: WithdrawState
  readonly size: Usd6 | undefined
  readonly isWalletSigning: boolean
  /** The exchange's keeper pays it out: nothing is left to do. */
  readonly isKept?: boolean
  readonly onClose: () => void
  readonly onAgain: () => void
}

export function WithdrawProgress({
  withdrawal,
  size,
  isWalletSigning,
  isKept = false,
  onClose,
  onAgain,
}: WithdrawProgressProps) {
  const { t } = useTranslation()
  const { end } = withdrawal
  const isLater = end?.kind === 'later'
  const isPaid = withdrawal.stage === 'paid'
  const steps: readonly ProgressStep[] = [
    {
      id: 'sign',
      label: t(isWalletSigning ? 'withdraw.steps.signWallet' : 'withdraw.steps.sign'),
      state: withdrawStepState('sign', withdrawal),
    },
    { id: 'request', label: t('withdraw.steps.request'), state: withdrawStepState('request', withdrawal) },
    { id: 'approval', label: t('withdraw.steps.approval'), state: withdrawStepState('approval', withdrawal) },
    {
      id: 'claim',
      label: t(isKept ? 'withdraw.steps.keeper' : 'withdraw.steps.claim'),
      state:
        withdrawal.stage === 'paid'
          ? 'done'
          : withdrawal.stage === 'approved' && !isLater
            ? 'active'
            : 'waiting',
    },
  ]
  const mayRetry =
    end !== undefined &&
    (end.kind === 'declined' ||
      end.kind === 'refused' ||
      end.kind === 'unreachable' ||
      end.kind === 'failed' ||
      end.kind === 'frame')
  return (
    <>
      <div className="mb-5 flex flex-col items-center pt-2">
        <p className="text-amount font-semibold">{formatMoney(size, { prefix: '' })} USDC</p>
        <p className="text-body text-t2">{t(isPaid ? 'withdraw.paid' : 'withdraw.onItsWay')}</p>
      </div>
      <div className="rounded-[8px] bg-s3 px-[14px] py-4">
        <ProgressSteps steps={steps} label={t('withdraw.stepsLabel')} />
      </div>
      {isLater && (
        <p role="status" className="mt-4 rounded-[8px] bg-warn-tint px-3 py-[10px] text-dense">
          {end.eligibleTimeMs === undefined
            ? t('withdraw.later')
            : t('withdraw.laterAt', { time: formatDateTime(end.eligibleTimeMs) })}
        </p>
      )}
      {end !== undefined && !isLater && <FormError text={endText(t, end)} />}
      {isPaid && (
        <Button size="xl" variant="ink" className="mt-5" onClick={onClose}>
          {t('deposit.done')}
        </Button>
      )}
      {end !== undefined && (
        <Button size="xl" className="mt-5" onClick={mayRetry ? onAgain : onClose}>
          {t(mayRetry ? 'common.back' : 'common.close')}
        </Button>
      )}
    </>
  )
}

export function withdrawStepState(id: WithdrawStage, { stage, end }: WithdrawState): StepState {
  const distance = ORDER.indexOf(stage) - ORDER.indexOf(id)
  if (distance > 0) return 'done'
  if (distance < 0) return 'waiting'
  if (end === undefined) return 'active'
  return end.kind === 'later' || end.kind === 'unknown' ? 'waiting' : 'failed'
}

function endText(t: TFunction, end: Exclude<WithdrawEnd, { kind: 'later' }>): string {
  switch (end.kind) {
    case 'declined':
      return t('transfer.declined')
    case 'refused':
      return t('withdraw.failed', { reason: errorText(t, end.code) })
    case 'unreachable':
      return t('withdraw.failed', { reason: t('signIn.unreachable') })
    case 'frame':
      // Its owner closed it: nothing has failed.
      return end.failure === 'userExited'
        ? t('wallet.failed.userExited')
        : t('withdraw.failed', { reason: t(`wallet.failed.${end.failure}`) })
    case 'failed':
      return t('withdraw.failed', { reason: ownWords(t, end.message) || errorText(t, 0) })
    case 'unknown':
      return t('withdraw.unknown')
  }
}
