/**
 * Withdraw ([2.36], [4.7]): amount and recipient, the network confirmed in a step of its own, a last look at fee, time
 * and allowance, then each stage.
 */
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isSolanaAddress, type AccountAddress, type ChainInfo } from '@vest/protocol'
import { useChangeAddressBook, type BookChange } from '../../entities/address-book/index.ts'
import { useSession } from '../../entities/session/index.ts'
import { typedAmount } from '../../entities/transfer/index.ts'
import { useChains } from '../../entities/wallet/index.ts'
import { writeNumeric } from '../../shared/numeric/index.ts'
import { Dialog, Skeleton, useIsMounted } from '../../ui/index.ts'
import { CheckAndSign } from './CheckAndSign.tsx'
import { ConfirmNetwork } from './ConfirmNetwork.tsx'
import { useSendWithdrawal } from './useSendWithdrawal.ts'
import { useWithdrawCheck } from './useWithdrawCheck.ts'
import { NOTHING_CHOSEN, useWithdrawChoice, type Chosen } from './useWithdrawChoice.ts'
import { useWithdrawSigner } from './useWithdrawSigner.ts'
import { WithdrawFields } from './WithdrawFields.tsx'
import type { WithdrawState } from './withdrawFlow.ts'
import { WithdrawProgress } from './WithdrawProgress.tsx'

type WithdrawStep = 'form' | 'network' | 'check'
const TITLES = {
  form: 'withdraw.title',
  network: 'withdraw.confirmNetwork',
  check: 'withdraw.check',
} as const

export function WithdrawDialog() {
  const { t } = useTranslation()
  const account = useSession((state) => state.address)
  const closeDialog = useSession((state) => state.closeDialog)
  const { data: chains } = useChains()
  const [step, setStep] = useState<WithdrawStep>('form')
  const [withdrawal, setWithdrawal] = useState<WithdrawState>()
  const [chosen, setChosen] = useState<Chosen>(NOTHING_CHOSEN)
  const isShown = useIsMounted()
  const isEmbedded = useSession((state) => state.email !== undefined)
  const bookChange = useChangeAddressBook()
  const isSigning = withdrawal?.stage === 'sign' && withdrawal.end === undefined
  // The wallet's frame takes the place of the dialog that asked: over it, it could not be reached.
  const isInFrame = (isEmbedded && isSigning) || bookChange.isInFrame
  const shown = withdrawal === undefined ? step : 'form'
  return (
    <Dialog
      isOpen={!isInFrame}
      onClose={closeDialog}
      title={t(TITLES[shown])}
      closeLabel={t('common.close')}
      isLocked={isSigning || bookChange.asked !== undefined}
      back={
        shown === 'form'
          ? undefined
          : {
              label: t('common.back'),
              onBack: () => setStep(shown === 'check' ? 'network' : 'form'),
            }
      }
    >
      {chains === undefined || account === undefined ? (
        <div className="flex flex-col gap-4">
          <Skeleton className="h-16" />
          <Skeleton className="h-11" />
          <Skeleton className="h-24" />
        </div>
      ) : (
        <WithdrawSteps
          // No contract of an EVM chain can check the key of a Solana wallet.
          chains={isSolanaAddress(account) ? chains.filter(({ networkType }) => networkType === 1) : chains}
          home={chains.find((item) => item.isDefault)}
          account={account}
          step={step}
          setStep={setStep}
          withdrawal={withdrawal}
          onState={(state) => isShown.current && setWithdrawal(state)}
          isShown={() => isShown.current}
          chosen={chosen}
          setChosen={(change) => setChosen((before) => ({ ...before, ...change }))}
          bookChange={bookChange}
          onClose={closeDialog}
        />
      )}
    </Dialog>
  )
}

interface WithdrawStepsProps {
  readonly chains: readonly ChainInfo[]
  /** The default chain: what goes to Solana is burned there. */
  readonly home: ChainInfo | undefined
  readonly account: AccountAddress
  readonly step: WithdrawStep
  readonly setStep: (step: WithdrawStep) => void
  readonly withdrawal: WithdrawState | undefined
  readonly onState: (state: WithdrawState | undefined) => void
  readonly isShown: () => boolean
  readonly chosen: Chosen
  readonly setChosen: (change: Partial<Chosen>) => void
  readonly bookChange: BookChange
  readonly onClose: () => void
}

function WithdrawSteps({
  chains,
  home,
  account,
  step,
  setStep,
  withdrawal,
  onState,
  isShown,
  chosen,
  setChosen,
  bookChange,
  onClose,
}: WithdrawStepsProps) {
  const { t } = useTranslation()
  useEffect(() => {
    // What comes next is there when the approval arrives.
    void import('./WithdrawalApprovedDialog.tsx')
  }, [])
  const signer = useWithdrawSigner(account, home)
  const choice = useWithdrawChoice({ account, chains, mayCall: signer.mayCall, chosen, setChosen })
  const { chain, draft, isDelegated } = choice
  const check = useWithdrawCheck(account, chain, draft)
  const { form, judgement } = check
  const isBarred = judgement?.bar !== undefined
  useEffect(() => {
    // For another network, or since a change in another browser: what the book refuses is said in the form.
    if (isBarred && step !== 'form') setStep('form')
  }, [isBarred, step, setStep])
  const send = useSendWithdrawal(signer, { onSent: (sent) => setChosen({ sent }), onState, isShown })
  if (chain === undefined || form === undefined)
    return <p className="text-body text-t2">{t('deposit.noNetwork')}</p>

  if (withdrawal !== undefined) {
    const { sent } = chosen
    return (
      <WithdrawProgress
        withdrawal={withdrawal}
        size={sent?.size}
        isWalletSigning={signer.isEmbedded || (sent?.kind === 'ready' && !sent.isOwn)}
        isKept={isDelegated}
        onClose={onClose}
        onAgain={() => onState(undefined)}
      />
    )
  }

  if (step === 'network' && form.kind === 'ready')
    return (
      <ConfirmNetwork
        chains={chains}
        chain={chain}
        onChain={choice.setChainId}
        onContinue={() => setStep('check')}
      />
    )
  if (step === 'check' && form.kind === 'ready')
    return (
      <CheckAndSign
        chain={chain}
        chains={chains}
        onChain={choice.setChainId}
        form={form}
        terms={check.terms}
        judgement={judgement}
        isDelegated={isDelegated}
        mayCall={signer.mayCall}
        onDelegated={choice.setDelegated}
        onAmount={(size) => choice.edit({ amount: typedAmount(writeNumeric(size, 6)) })}
        onSubmit={() => send(form, chain, isDelegated)}
      />
    )

  return (
    <WithdrawFields
      account={account}
      chain={chain}
      chains={chains}
      form={form}
      choice={choice}
      check={check}
      signer={signer}
      bookChange={bookChange}
      onContinue={() => setStep('network')}
    />
  )
}
