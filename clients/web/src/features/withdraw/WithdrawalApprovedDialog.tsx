/**
 * The validators have approved: the owner takes the money by a call of the vault in their own wallet ([2.37]).
 * Opens when a transfer reaches VERIFIED and from the transfers table, so that a withdrawal whose window was
 * closed is never lost.
 */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Address, Hex } from 'viem'
import { formatEther } from 'viem'
import { CHAIN_SOLANA, nativeCoin, readDecimal, usd6, type ChainInfo, type TransferRow } from '@vest/protocol'
import { useSession } from '../../entities/session/index.ts'
import { NetworkMark, TransactionHash } from '../../entities/transfer/index.ts'
import {
  ensureChain,
  explorerLink,
  isUserRejection,
  otherNetworkText,
  walletWords,
  useChains,
  useWallet,
  type ConnectedWallet,
} from '../../entities/wallet/index.ts'
import { createChainClient, type WithdrawalCall } from '../../entities/wallet/chainClient.ts'
import { formatMoney, shortenAddress } from '../../shared/format/index.ts'
import { Button, Dialog, FormError, KeyValue, showToast, Skeleton } from '../../ui/index.ts'
import { arrivalText } from './arrivalText.ts'
import { claimButton, type ClaimStage } from './claim.ts'

export function WithdrawalApprovedDialog() {
  const { t } = useTranslation()
  const client = useSession((state) => state.client)
  const id = useSession((state) =>
    state.dialog?.name === 'withdrawal-approved' ? state.dialog.subject : undefined,
  )
  const closeDialog = useSession((state) => state.closeDialog)
  const openDialog = useSession((state) => state.openDialog)
  const connected = useWallet((state) => state.connected)
  const { data: chains } = useChains()
  const [stage, setStage] = useState<ClaimStage>('ready')
  const { data: transfer, isError } = useQuery({
    queryKey: ['private', 'transfer', id],
    enabled: id !== undefined,
    staleTime: 0,
    queryFn: async () =>
      (await client.transfers({ id: id! })).find((row) => row.id.toLowerCase() === id!.toLowerCase()) ?? null,
  })
  const destination = chains?.find((item) => item.chainId === transfer?.chainId)
  // What goes to Solana is burned on the default chain, by a call there.
  const chain = transfer?.chainId === CHAIN_SOLANA ? chains?.find((item) => item.isDefault) : destination
  return (
    <Dialog
      isOpen
      onClose={closeDialog}
      title={t('approved.title')}
      closeLabel={t('common.close')}
      isLocked={stage === 'confirming'}
    >
      {isError || transfer === null ? (
        <FormError text={t('approved.notFound')} />
      ) : transfer === undefined || chain === undefined || destination === undefined ? (
        <div className="flex flex-col items-center gap-4 py-4">
          <Skeleton className="size-12" />
          <Skeleton className="h-9 w-48" />
          <Skeleton className="h-24 w-full" />
        </div>
      ) : (
        <>
          <Summary transfer={transfer} />
          {connected === undefined ? (
            <>
              <Details transfer={transfer} chain={chain} destination={destination} />
              <Button size="xl" variant="ink" className="mt-5" onClick={() => openDialog('switch-account')}>
                {t('signIn.connect')}
              </Button>
            </>
          ) : (
            <Claim
              transfer={transfer}
              chain={chain}
              destination={destination}
              wallet={connected}
              stage={stage}
              setStage={setStage}
              onClose={closeDialog}
            />
          )}
        </>
      )}
    </Dialog>
  )
}

function Summary({ transfer }: { readonly transfer: TransferRow }) {
  const { t } = useTranslation()
  return (
    <div className="flex flex-col items-center pt-2 pb-[18px]">
      <span className="mb-4 flex size-12 items-center justify-center rounded-full bg-ok-tint text-ok">
        <Check size={24} strokeWidth={2} aria-hidden="true" />
      </span>
      <p className="text-amount font-semibold">
        {formatMoney(usd6(readDecimal(transfer.size, 6)), { prefix: '' })} USDC
      </p>
      <p className="text-body text-t2">
        {t(transfer.status === 'FILLED' ? 'approved.filled' : 'approved.text')}
      </p>
    </div>
  )
}

interface DetailsProps {
  readonly transfer: TransferRow
  /** Of the call. */
  readonly chain: ChainInfo
  readonly destination: ChainInfo
  readonly gas?: string
  readonly txHash?: string | undefined
}

function Details({ transfer, chain, destination, gas, txHash }: DetailsProps) {
  const { t } = useTranslation()
  return (
    <div className="rounded-[8px] bg-s3 px-[14px] py-3">
      <KeyValue label={t('withdraw.recipient')} className="leading-[26px]">
        <span title={transfer.recipient ?? undefined}>
          {transfer.recipient === null ? '–' : shortenAddress(transfer.recipient, 6)}
        </span>
      </KeyValue>
      <KeyValue label={t('withdraw.destination')} className="leading-[26px]">
        <span className="flex items-center gap-[6px]">
          <NetworkMark name={destination.name} size={16} />
          {destination.name}
        </span>
      </KeyValue>
      <KeyValue label={t('approved.networkFee')} className="leading-[26px]">
        {gas ?? '–'}
      </KeyValue>
      {txHash !== undefined && (
        <KeyValue label={t('transfer.transaction')} className="leading-[26px]">
          <TransactionHash hash={txHash} link={explorerLink(chain, txHash)} />
        </KeyValue>
      )}
    </div>
  )
}

interface ClaimProps {
  readonly transfer: TransferRow
  readonly chain: ChainInfo
  readonly destination: ChainInfo
  readonly wallet: ConnectedWallet
  readonly stage: ClaimStage
  readonly setStage: (stage: ClaimStage) => void
  readonly onClose: () => void
}

function Claim({ transfer, chain, destination, wallet, stage, setStage, onClose }: ClaimProps) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const [txHash, setTxHash] = useState<string>()
  const [error, setError] = useState<string>()
  const client = createChainClient({ chain, provider: wallet.provider, origin: location.origin })
  const call = withdrawalCall(transfer)
  const estimate = useQuery({
    queryKey: ['private', 'wallet', 'claim', transfer.id, wallet.address],
    enabled: call !== undefined && stage === 'ready',
    staleTime: 0,
    refetchInterval: 10_000,
    queryFn: async () => {
      if (await client.isCompleted(transfer.id as Hex)) return { isCompleted: true } as const
      const [cost, balance] = await Promise.all([
        client.withdrawalGas(call!, wallet.address),
        client.gasBalance(wallet.address),
      ])
      return { isCompleted: false, cost, balance } as const
    },
  })
  const isCompleted = estimate.data?.isCompleted === true || transfer.status === 'FILLED'
  useEffect(() => {
    if (!isCompleted || stage !== 'ready') return
    showToast({ key: `filled-${transfer.id}`, tone: 'warn', title: t('approved.alreadyFilled') })
    onClose()
  }, [isCompleted, stage, transfer.id, onClose, t])

  const claim = async (): Promise<void> => {
    if (call === undefined) return
    setError(undefined)
    setStage('confirming')
    try {
      await ensureChain(wallet.provider, chain, location.origin)
      if (!(await client.isOwnNetwork())) {
        setStage('ready')
        setError(otherNetworkText(t, chain))
        return
      }
      const hash = await client.sendWithdrawal(call, wallet.address)
      setTxHash(hash)
      setStage('mining')
      if (!(await client.isMined(hash))) {
        setError(t('withdraw.failed', { reason: t('transfer.reverted') }))
        setStage('ready')
        return
      }
      setStage('done')
      await queries.invalidateQueries({ queryKey: ['private', 'wallet'] })
    } catch (reason) {
      setStage('ready')
      setError(
        isUserRejection(reason)
          ? t('transfer.declined')
          : t('withdraw.failed', { reason: walletWords(t, reason) || t('transfer.walletFailed') }),
      )
    }
  }

  const button = claimButton({
    stage,
    estimate: estimate.data === undefined || estimate.data.isCompleted ? undefined : estimate.data,
    hasFailed: estimate.isError,
    hasCall: call !== undefined,
  })
  const { symbol: coin } = nativeCoin(chain.chainId)
  const gas =
    estimate.data === undefined || estimate.data.isCompleted
      ? undefined
      : `≈ ${trimEther(estimate.data.cost)} ${coin}`
  return (
    <>
      <Details {...{ transfer, chain, destination, txHash }} {...(gas === undefined ? {} : { gas })} />
      {stage === 'done' && (
        <p role="status" className="mt-4 text-body text-t2">
          {transfer.chainId === CHAIN_SOLANA
            ? t('approved.burned', { network: chain.name, arrival: arrivalText(t, destination) })
            : t('approved.sent')}
        </p>
      )}
      <FormError
        text={
          error ??
          (button === 'failed'
            ? t('approved.estimateFailed', { reason: walletWords(t, estimate.error) })
            : undefined)
        }
      />
      <div className="mt-5">
        {button === 'estimating' && (
          <Button size="xl" isBlocked isBusy aria-label={t('approved.estimating')} />
        )}
        {button === 'no-gas' && (
          <Button size="xl" variant="warn" aria-disabled="true">
            {t('approved.insufficientGas', { coin })}
          </Button>
        )}
        {(button === 'ready' || button === 'busy') && (
          <Button size="xl" variant="ink" isBusy={button === 'busy'} onClick={() => void claim()}>
            {t(stage === 'mining' ? 'approved.mining' : 'approved.withdraw')}
          </Button>
        )}
        {button === 'failed' && (
          <Button size="xl" onClick={() => void estimate.refetch()}>
            {t('common.retry')}
          </Button>
        )}
        {(button === 'done' || button === 'not-approved') && (
          <Button size="xl" variant={button === 'done' ? 'ink' : 'line'} onClick={onClose}>
            {t(button === 'done' ? 'deposit.done' : 'common.close')}
          </Button>
        )}
      </div>
    </>
  )
}

/** The arguments as the exchange published them; undefined until all are there. */
function withdrawalCall(transfer: TransferRow): WithdrawalCall | undefined {
  const { requestArgs, signer, signature, signatureProof, validatorSignature } = transfer
  if (requestArgs === null || signer === null || signature === null || validatorSignature === null)
    return undefined
  return {
    requestArgs: requestArgs as Hex,
    signer: signer as Address,
    signature: signature as Hex,
    // Absent where the account signed itself: there is nothing to prove.
    signatureProof: (signatureProof ?? '0x') as Hex,
    validatorSignature: validatorSignature as Hex,
    isToSolana: transfer.chainId === CHAIN_SOLANA,
  }
}

/** Five decimals, rounded up: a fee is never shown smaller than it is. */
function trimEther(wei: bigint): string {
  const step = 10n ** 13n
  return formatEther(((wei + step - 1n) / step) * step)
}
