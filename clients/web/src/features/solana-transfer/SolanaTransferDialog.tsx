/**
 * Money on Solana: out of the embedded wallet to another address, or from a wallet there into the account. First the form,
 * then the transaction with all its states ([2.38]).
 */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import {
  CHAIN_SOLANA,
  formatBaseUnits,
  SOLANA_TOKENS,
  SOLANA_TOKEN_FACTS,
  type AccountAddress,
  type SolanaToken,
} from '@vest/protocol'
import {
  createSolanaRpc,
  readBalances,
  SOLANA_ANSWER_MS,
  solanaOverHttp,
  systemClock,
  type SolanaRpc,
} from '@vest/sdk'
import { useMemo, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useMarket, useTicker } from '../../entities/market/index.ts'
import { RecoveryGate } from '../../entities/recovery/index.ts'
import { useSession } from '../../entities/session/index.ts'
import { explorerLink, rpcAddress, useChains, useFaucet } from '../../entities/wallet/index.ts'
import { useLive } from '../../live/index.ts'
import { shortenAddress } from '../../shared/format/index.ts'
import { numericRules } from '../../shared/numeric/index.ts'
import {
  Button,
  CopyButton,
  Dialog,
  dismissToast,
  NumberField,
  Segmented,
  showToast,
  Skeleton,
  TextField,
  useIsMounted,
} from '../../ui/index.ts'
import { SOL_MARKET, type SolPrice } from './fiatValue.ts'
import { creditText } from './creditText.ts'
import { followSolanaCredit, type SolanaCredit } from './solanaCredit.ts'
import { checkSolanaForm, wholeBalance, type SolanaDraft } from './solanaForm.ts'
import {
  createSolanaTransfer,
  type SolanaSigner,
  type SolanaTransferFlow,
  type TransferPhase,
} from './solanaTransferFlow.ts'
import { TransactionApproval } from './TransactionApproval.tsx'
import { useSolanaSigner } from './useSolanaSigner.ts'

const BALANCE_REFRESH_MS = 10_000

export function SolanaTransferDialog() {
  const { t } = useTranslation()
  const isDeposit = useSession((state) => state.dialog?.subject === 'deposit')
  const closeDialog = useSession((state) => state.closeDialog)
  const { data: chains } = useChains()
  const { signer, isPending } = useSolanaSigner()
  const chain = chains?.find(({ chainId }) => chainId === CHAIN_SOLANA)
  const url = chain && rpcAddress(chain, location.origin)
  const rpc = useMemo(() => (url === undefined ? undefined : rpcAt(url)), [url])
  const [phase, setPhase] = useState<TransferPhase>()
  const [flow, setFlow] = useState<SolanaTransferFlow>()
  const isShown = useIsMounted()
  const [credit, setCredit] = useState<SolanaCredit>()
  const live = useLive()
  const solPrice = useSolPrice()
  const client = useSession((state) => state.client)
  const account = useSession((state) => state.address)
  const queries = useQueryClient()
  const faucet = useFaucet()
  const way = useDepositWay(isDeposit)
  const isBusy = phase?.kind === 'asking' || phase?.kind === 'submitting'
  // The wallet's frame takes the place of the dialog that asked: over it, it could not be reached.
  const isInFrame = phase?.kind === 'asking' && signer?.isFrame === true

  /** Also once the dialog is closed: then a toast tells. */
  const follow = (signature: string): void => {
    const key = `credit-${signature}`
    let isTold = false
    void followSolanaCredit({
      signature,
      clock: systemClock,
      claim: client.depositSolana,
      readDeposits: () => client.transfers({ orderType: 'DEPOSIT', limit: 50 }),
      onTransfer: (listener) => live.onTransfer(() => listener()),
      onCredit(next) {
        const trouble = creditText(t, next)
        if (isShown.current) setCredit(next)
        if (next.kind === 'credited') dismissToast(key)
        else if (trouble !== undefined && (isTold || !isShown.current))
          showToast({ key, tone: next.kind === 'refused' ? 'err' : 'warn', title: trouble })
      },
      onLong() {
        isTold = true
        showToast({ key, tone: 'pending', title: t('solanaTransfer.credit.long') })
      },
    })
  }
  const start = (draft: SolanaDraft, amount: bigint, recipient: string): void => {
    if (rpc === undefined || signer === undefined) return
    const made = createSolanaTransfer({
      rpc,
      signer,
      clock: systemClock,
      transfer: {
        from: signer.address,
        to: recipient,
        token: draft.token,
        amount,
        memo: isDeposit ? (way?.memo ?? undefined) : undefined,
      },
      onPhase: (next) => isShown.current && setPhase(next),
      onSent: (signature) => {
        void queries.invalidateQueries({ queryKey: ['private', 'solanaBalances'] })
        if (isDeposit) follow(signature)
      },
    })
    setFlow(made)
    void made.begin()
  }
  const addFunds =
    faucet.isAvailable && signer !== undefined
      ? () => {
          const asked = faucet.ask(signer.address as AccountAddress, CHAIN_SOLANA)
          void asked.then(() => flow?.begin())
        }
      : undefined
  const nameOf = (address: string): string | undefined => {
    if (address === way?.address) return t('solanaTransfer.vestDeposit')
    if (address.toLowerCase() === account?.toLowerCase() || address === way?.memo)
      return t('solanaTransfer.yourAccount')
    return undefined
  }
  const content = (): ReactNode => {
    if (phase !== undefined && flow !== undefined)
      return (
        <TransactionApproval
          phase={phase}
          credit={credit}
          solPrice={solPrice}
          nameOf={nameOf}
          explorer={(signature) => explorerLink(chain, signature)}
          texts={isDeposit ? { successDescription: t('solanaTransfer.depositArrives') } : {}}
          onAddFunds={addFunds}
          onApprove={() => void flow.approve()}
          onRetry={() => void flow.begin()}
          onClose={closeDialog}
        />
      )
    if (chains === undefined || isPending || (isDeposit && way === undefined))
      return (
        <div className="flex flex-col gap-4">
          <Skeleton className="h-11" />
          <Skeleton className="h-16" />
        </div>
      )
    if (rpc === undefined || signer === undefined)
      return <p className="text-body text-t2">{t('solanaTransfer.noWallet')}</p>
    return (
      <SolanaTransferForm
        rpc={rpc}
        signer={signer}
        isDeposit={isDeposit}
        depositAddress={way?.address}
        onSubmit={start}
      />
    )
  }
  return (
    <Dialog
      isOpen={!isInFrame}
      onClose={closeDialog}
      title={t(
        phase === undefined
          ? isDeposit
            ? 'solanaTransfer.depositTitle'
            : 'solanaTransfer.sendTitle'
          : phase.kind === 'receipt'
            ? 'solanaTransfer.receipt'
            : 'solanaTransfer.title',
      )}
      closeLabel={t('common.close')}
      isLocked={isBusy}
    >
      {isDeposit ? <RecoveryGate>{content()}</RecoveryGate> : content()}
    </Dialog>
  )
}

function useSolPrice(): SolPrice | undefined {
  const market = useMarket(SOL_MARKET)
  const ticker = useTicker(SOL_MARKET)
  if (market === undefined || ticker === undefined) return undefined
  return { index: ticker.indexPrice, priceDecimals: market.priceDecimals }
}

/** The exchange's own wallet there, and the memo that says whose money it is. */
function useDepositWay(isNeeded: boolean) {
  const client = useSession((state) => state.client)
  const account = useSession((state) => state.address)
  const { data } = useQuery({
    queryKey: ['private', 'depositAddresses', account],
    enabled: isNeeded,
    queryFn: () => client.depositAddresses(),
    staleTime: Number.POSITIVE_INFINITY,
  })
  return data?.find(({ chainId }) => chainId === CHAIN_SOLANA)
}

interface FormProps {
  readonly rpc: SolanaRpc
  readonly signer: SolanaSigner
  readonly isDeposit: boolean
  readonly depositAddress: string | undefined
  readonly onSubmit: (draft: SolanaDraft, amount: bigint, recipient: string) => void
}

function SolanaTransferForm({ rpc, signer, isDeposit, depositAddress, onSubmit }: FormProps) {
  const { t } = useTranslation()
  const [draft, setDraft] = useState<SolanaDraft>({ token: 'USDC', amount: '', recipient: '' })
  const [isRefused, setIsRefused] = useState(false)
  const { data: balances, isError } = useQuery({
    queryKey: ['private', 'solanaBalances', signer.address],
    queryFn: () => readBalances(rpc, signer.address),
    refetchInterval: BALANCE_REFRESH_MS,
  })
  const { token } = draft
  const { decimals } = SOLANA_TOKEN_FACTS[token]
  const balance = balances?.[token]
  const recipient = isDeposit ? (depositAddress ?? '') : draft.recipient
  const form = checkSolanaForm({ ...draft, recipient }, { isDeposit, own: signer.address, balance })
  const problem = form.kind === 'blocked' ? form.problem : undefined
  const isWrongRecipient = problem === 'recipient-invalid' || problem === 'recipient-own'
  return (
    <div className="flex flex-1 flex-col gap-4">
      <div className="flex items-center gap-2 text-dense text-t2">
        <span className="min-w-0 flex-1">
          {t('solanaTransfer.from')} <span title={signer.address}>{shortenAddress(signer.address, 6)}</span>
        </span>
        <CopyButton text={signer.address} label={t('header.copyAddress')} copiedLabel={t('common.copied')} />
      </div>
      {!isDeposit && (
        <Segmented<SolanaToken>
          label={t('solanaTransfer.token')}
          value={token}
          options={SOLANA_TOKENS.map((each) => ({ value: each, label: each }))}
          onChange={(next) => setDraft({ ...draft, token: next, amount: '' })}
        />
      )}
      <div>
        <div className="mb-[6px] flex items-center justify-between text-dense">
          <span className="text-t2">{t('transfer.amount')}</span>
          <span className="text-t3">
            {isError
              ? t('deposit.balanceFailed')
              : balance === undefined
                ? '–'
                : `${t('solanaTransfer.balance')} ${formatBaseUnits(balance, decimals)} ${token}`}
          </span>
        </div>
        <NumberField
          key={token}
          name="solana-amount"
          size="amount"
          ariaLabel={t('transfer.amount')}
          placeholder="0.00"
          value={draft.amount}
          rules={numericRules.size({ unit: 'base', sizeDecimals: decimals })}
          onChange={(amount) => setDraft({ ...draft, amount })}
          onRefusal={setIsRefused}
          error={problem === 'below-minimum' ? t('transfer.minTransferAmount') : undefined}
          valueClassName="text-left!"
          unit={
            <span className="flex items-center gap-3">
              {balance !== undefined && token !== 'SOL' && (
                <Button
                  size="xs"
                  variant="soft"
                  onClick={() => setDraft({ ...draft, amount: wholeBalance(balance, token) })}
                >
                  {t('common.max')}
                </Button>
              )}
              {token}
            </span>
          }
        />
      </div>
      {!isDeposit && (
        <TextField
          label={t('solanaTransfer.to')}
          name="recipient"
          aria-label={t('solanaTransfer.recipient')}
          placeholder={t('solanaTransfer.recipientHint')}
          autoComplete="off"
          spellCheck={false}
          value={draft.recipient}
          onChange={(next) => setDraft({ ...draft, recipient: next })}
          error={
            isWrongRecipient
              ? t(
                  problem === 'recipient-own'
                    ? 'solanaTransfer.ownRecipient'
                    : 'solanaTransfer.wrongRecipient',
                )
              : undefined
          }
        />
      )}
      <p className="text-dense text-t2">
        {t(isDeposit ? 'solanaTransfer.depositText' : 'solanaTransfer.sendText')}
      </p>
      <div className="flex-1" />
      {isRefused ? (
        <Button size="xl" reason={t('orderState.fieldRefused')} />
      ) : problem === 'insufficient' ? (
        <Button size="xl" reason={t('transfer.insufficientSize')} />
      ) : (
        <Button
          size="xl"
          variant="ink"
          isBlocked={form.kind !== 'ready'}
          onClick={() => form.kind === 'ready' && onSubmit(draft, form.amount, form.recipient)}
        >
          {t('solanaTransfer.continue')}
        </Button>
      )}
    </div>
  )
}

const rpcAt = (url: string): SolanaRpc =>
  createSolanaRpc(
    solanaOverHttp(url, (to, init) => fetch(to, { ...init, signal: AbortSignal.timeout(SOLANA_ANSWER_MS) })),
  )
