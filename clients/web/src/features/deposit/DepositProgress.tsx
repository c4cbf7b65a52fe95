/** How far a deposit is, and how it ended. */
import type { ChainInfo } from '@vest/protocol'
import { Check } from 'lucide-react'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import {
  ProgressSteps,
  TransactionHash,
  type ProgressStep,
  type StepState,
} from '../../entities/transfer/index.ts'
import { explorerLink, otherNetworkText, ownWords } from '../../entities/wallet/index.ts'
import { formatMoney } from '../../shared/format/index.ts'
import { errorText } from '../../shared/i18n/index.ts'
import { Button, FormError } from '../../ui/index.ts'
import type { DepositEnd, DepositStage, DepositState } from './depositFlow.ts'

const ORDER: readonly DepositStage[] = ['confirm', 'mining', 'crediting', 'credited']
const SHOWN = ['confirm', 'mining', 'crediting'] as const

export interface DepositProgressProps {
  readonly deposit: DepositState
  readonly chain: ChainInfo | undefined
  /** Signed by the embedded wallet and sent by the exchange. */
  readonly isGasless?: boolean
  readonly onClose: () => void
  readonly onAgain: () => void
}

export function DepositProgress({
  deposit,
  chain,
  isGasless = false,
  onClose,
  onAgain,
}: DepositProgressProps) {
  const { t } = useTranslation()
  const { txHash, end, stage } = deposit
  const isCredited = stage === 'credited'
  const isSent = txHash !== undefined || end?.kind === 'unknown'
  const steps = SHOWN.map((id): ProgressStep => {
    const state = stepState(id, deposit)
    const hasHash = id === 'mining' && txHash !== undefined
    return {
      id,
      label: t(
        `deposit.${isGasless ? 'gaslessSteps' : 'steps'}.${id}.${state === 'done' ? 'done' : 'label'}` as const,
      ),
      state,
      ...(hasHash ? { detail: <TransactionHash hash={txHash} link={explorerLink(chain, txHash)} /> } : {}),
    }
  })
  return (
    <>
      <div className="mb-5 flex flex-col items-center pt-2">
        {isCredited && (
          <span className="mb-3 flex size-12 items-center justify-center rounded-full bg-ok-tint text-ok">
            <Check size={24} strokeWidth={2} aria-hidden="true" />
          </span>
        )}
        <p className="text-amount font-semibold">{formatMoney(deposit.size, { prefix: '' })} USDC</p>
        <p className="text-body text-t2">{t(isCredited ? 'deposit.credited' : 'deposit.onItsWay')}</p>
      </div>
      <div className="rounded-[8px] bg-s3 px-[14px] py-4">
        <ProgressSteps steps={steps} label={t('deposit.stepsLabel')} />
      </div>
      {end !== undefined && <FormError text={endText(t, end, chain)} />}
      {(isCredited || end !== undefined) && (
        <Button
          size="xl"
          variant={isCredited ? 'ink' : 'line'}
          className="mt-5"
          onClick={isCredited || isSent ? onClose : onAgain}
        >
          {t(isCredited ? 'deposit.done' : isSent ? 'common.close' : 'common.back')}
        </Button>
      )}
    </>
  )
}

export function stepState(id: DepositStage, { stage, end }: DepositState): StepState {
  const distance = ORDER.indexOf(stage) - ORDER.indexOf(id)
  if (distance > 0) return 'done'
  if (distance < 0) return 'waiting'
  if (end === undefined) return 'active'
  return end.kind === 'unknown' ? 'waiting' : 'failed'
}

function endText(t: TFunction, end: DepositEnd, chain: ChainInfo | undefined): string {
  switch (end.kind) {
    case 'declined':
      return t('transfer.declined')
    case 'wallet':
      return t('deposit.failed', { reason: ownWords(t, end.message) || t('transfer.walletFailed') })
    case 'frame':
      return t('deposit.failed', { reason: t(`wallet.failed.${end.failure}`) })
    case 'other-network':
      return otherNetworkText(t, chain)
    case 'reverted':
      return t('deposit.failed', { reason: t('transfer.reverted') })
    case 'rejected':
      return t('deposit.failed', { reason: errorText(t, end.code) })
    case 'unknown':
      return t('deposit.unknown')
  }
}
