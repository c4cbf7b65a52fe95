/**
 * Deposit ([2.36]): network, amount and consequence, then every step as it happens. A wallet sends one transfer; an
 * embedded wallet signs an authorization without asking, and pays no gas ([6.4]).
 */
import { useQueryClient } from '@tanstack/react-query'
import { Wallet } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isSolanaAddress, mulDivCeil, usd6, type Address, type ChainInfo, type Usd6 } from '@vest/protocol'
import { systemClock } from '@vest/sdk'
import { useSession } from '../../entities/session/index.ts'
import {
  AmountField,
  balanceOf,
  checkTransferAmount,
  NO_AMOUNT,
  TransferWell,
} from '../../entities/transfer/index.ts'
import {
  evmChains,
  FAUCET_ASKED_MAX,
  gaslessToken,
  SolanaMoneyNote,
  useChains,
  useFaucet,
  useWallet,
  useWalletBalances,
  type ConnectedWallet,
} from '../../entities/wallet/index.ts'
import { NetworkSelect } from '../../entities/wallet/NetworkSelect.tsx'
import { useLive } from '../../live/index.ts'
import { RecoveryGate } from '../../entities/recovery/index.ts'
import { formatMoney } from '../../shared/format/index.ts'
import { askToNavigate } from '../../shared/navigation/index.ts'
import { Button, Dialog, KeyValue, Skeleton, useIsMounted } from '../../ui/index.ts'
import { runDeposit, type DepositState } from './depositFlow.ts'
import { DepositProgress } from './DepositProgress.tsx'
import { runGaslessDeposit } from './gaslessDeposit.ts'

const loadEmbedded = () => import('../../entities/embedded/loadEmbedded.ts')

export function DepositDialog() {
  const { t } = useTranslation()
  const account = useSession((state) => state.address)
  const isEmbedded = useSession((state) => state.email !== undefined)
  const closeDialog = useSession((state) => state.closeDialog)
  const openDialog = useSession((state) => state.openDialog)
  const connected = useWallet((state) => state.connected)
  const { data: chains } = useChains()
  const [deposit, setDeposit] = useState<DepositState>()
  // Only the account itself can pay in by a plain transfer ([5.11], [6.4]).
  const isSolana = account !== undefined && isSolanaAddress(account)
  const payer: Payer | undefined =
    account === undefined || isSolana
      ? undefined
      : isEmbedded
        ? { address: account, wallet: undefined }
        : connected?.address === account
          ? { address: account, wallet: connected }
          : undefined
  const isRightWallet = payer !== undefined
  const isIdle = deposit === undefined
  const isShown = useIsMounted()
  useEffect(() => {
    if (!isSolana && !isRightWallet && isIdle) openDialog('switch-account')
  }, [isSolana, isRightWallet, isIdle, openDialog])
  const isWaitingForWallet = deposit !== undefined && deposit.stage === 'confirm' && deposit.end === undefined
  return (
    <Dialog
      isOpen
      onClose={closeDialog}
      title={t('deposit.title')}
      closeLabel={t('common.close')}
      isLocked={isWaitingForWallet}
    >
      <RecoveryGate>
        {isSolana ? (
          <SolanaMoneyNote account={account} />
        ) : chains === undefined || payer === undefined ? (
          <div className="flex flex-col gap-4">
            <Skeleton className="h-11" />
            <Skeleton className="h-16" />
            <Skeleton className="h-24" />
          </div>
        ) : deposit !== undefined ? (
          <DepositProgress
            deposit={deposit}
            chain={chains.find(({ chainId }) => chainId === deposit.chainId)}
            isGasless={isEmbedded}
            onClose={closeDialog}
            onAgain={() => setDeposit(undefined)}
          />
        ) : (
          <DepositForm
            chains={evmChains(chains).filter((chain) => !isEmbedded || gaslessToken(chain) !== undefined)}
            payer={payer}
            onState={(state) => isShown.current && setDeposit(state)}
          />
        )}
      </RecoveryGate>
    </Dialog>
  )
}

/** Whose USDC it is; without a wallet that sends it, the embedded one signs it away. */
interface Payer {
  readonly address: Address
  readonly wallet: ConnectedWallet | undefined
}

interface DepositFormProps {
  readonly chains: readonly ChainInfo[]
  readonly payer: Payer
  readonly onState: (state: DepositState) => void
}

function DepositForm({ chains, payer, onState }: DepositFormProps) {
  const { address, wallet } = payer
  const { t } = useTranslation()
  const live = useLive()
  const queries = useQueryClient()
  const client = useSession((state) => state.client)
  const closeDialog = useSession((state) => state.closeDialog)
  const openDialog = useSession((state) => state.openDialog)
  const faucet = useFaucet()
  const [chainId, setChainId] = useState<number>()
  const [draft, setDraft] = useState(NO_AMOUNT)
  const [isRefused, setIsRefused] = useState(false)
  const chain = chains.find((item) => item.chainId === chainId) ?? chains[0]
  const { data: balances, isError } = useWalletBalances(chain, { address, provider: wallet?.provider })
  if (chain === undefined) return <p className="text-body text-t2">{t('deposit.noNetwork')}</p>
  const balance = balances === undefined ? undefined : balanceOf(balances.units, balances.decimals)
  const amount = checkTransferAmount(draft, balance)
  const submit = (): void => {
    if (amount.kind !== 'ready' || isRefused) return
    const common = {
      chain,
      size: amount.size,
      onTransfer: (listener: () => void) => live.onTransfer(() => listener()),
      clock: systemClock,
      onState,
    }
    const running =
      wallet === undefined
        ? runGaslessDeposit({
            ...common,
            authorize: async (params) =>
              (await (await loadEmbedded()).embeddedWalletOf(client)).call('deposit.authorize', params),
            send: client.depositAuthorized,
            find: async (id) => (await client.transfers({ id }))[0],
          })
        : runDeposit({
            ...common,
            wallet,
            origin: location.origin,
            openChain: async () =>
              (await import('../../entities/wallet/chainClient.ts')).createChainClient({
                chain,
                provider: wallet.provider,
                origin: location.origin,
              }),
            readDeposits: () => client.transfers({ orderType: 'DEPOSIT', limit: 50 }),
          })
    void running.then(() => queries.invalidateQueries({ queryKey: ['private', 'wallet'] }))
  }
  /** Every other way to bring money. */
  const openOtherWays = (): void => {
    closeDialog()
    askToNavigate({ pathname: '/deposit', search: '' })
  }
  return (
    <div className="flex flex-1 flex-col">
      <NetworkSelect
        label={t('deposit.from')}
        chains={chains}
        value={chain}
        onChange={setChainId}
        end={
          isError
            ? t('deposit.balanceFailed')
            : t('deposit.balance', { amount: formatMoney(balance, { prefix: '' }) })
        }
      />
      <div className="h-4" />
      <AmountField
        amount={draft}
        available={balance}
        onChange={setDraft}
        onRefusal={setIsRefused}
        hint={t('transfer.minimum')}
        error={amount.kind === 'below-minimum' ? t('transfer.minTransferAmount') : undefined}
      />
      <div className="mt-[14px] rounded-[8px] bg-s3 px-[14px] py-3">
        <KeyValue label={t('transfer.arrives')} className="leading-[26px]">
          {t('transfer.instant')}
        </KeyValue>
        <TransferWell
          change={amount.kind === 'ready' || amount.kind === 'insufficient' ? amount.size : undefined}
        />
      </div>
      <p className="mt-5 mb-3 flex items-center gap-2 text-dense text-t2">
        <Wallet size={16} strokeWidth={1.5} aria-hidden="true" />
        {t(wallet === undefined ? 'deposit.gasless' : 'deposit.oneTransfer')}
      </p>
      {wallet === undefined && (
        <button
          type="button"
          className="mb-3 text-left text-dense font-medium text-chalk max-md:min-h-11"
          onClick={openOtherWays}
        >
          {t('deposit.otherWays')}
        </button>
      )}
      {wallet === undefined && (
        <button
          type="button"
          className="mb-3 text-left text-dense font-medium text-chalk max-md:min-h-11"
          onClick={() => openDialog('solana-transfer', 'deposit')}
        >
          {t('solana.payEmbedded')}
        </button>
      )}
      {isRefused ? (
        <Button size="xl" reason={t('orderState.fieldRefused')} />
      ) : amount.kind === 'insufficient' && (!faucet.isAvailable || amount.missing <= FAUCET_ASKED_MAX) ? (
        <Button
          size="xl"
          variant="ink"
          isBusy={faucet.isBusy}
          onClick={() =>
            faucet.isAvailable
              ? void faucet.ask(address, chain.chainId, wholeCents(amount.missing))
              : openOtherWays()
          }
        >
          {t('deposit.fund', { amount: formatMoney(amount.missing, { prefix: '', rounding: 'ceil' }) })}
        </Button>
      ) : amount.kind === 'insufficient' || amount.kind === 'below-minimum' ? (
        <Button size="xl" reason={t('transfer.insufficientSize')} />
      ) : amount.kind === 'empty' && faucet.isAvailable && balance === 0 ? (
        <Button
          size="xl"
          variant="ink"
          isBusy={faucet.isBusy}
          onClick={() => void faucet.ask(address, chain.chainId)}
        >
          {t('faucet.get')}
        </Button>
      ) : (
        <Button size="xl" variant="ink" isBlocked={amount.kind !== 'ready'} onClick={submit}>
          {amount.kind === 'ready'
            ? t('deposit.submit', { amount: formatMoney(amount.size, { prefix: '' }) })
            : t('deposit.title')}
        </Button>
      )}
    </div>
  )
}

const CENT_USD6 = 10_000
/** As the button says it: rounded up. */
const wholeCents = (amount: Usd6): Usd6 => usd6(mulDivCeil(amount, 1, CENT_USD6) * CENT_USD6)
