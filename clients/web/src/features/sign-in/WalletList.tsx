/** The wallets of this browser, and connecting one of them. */
import { Wallet } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSolanaWallet, useWallet, type AnnouncedWallet } from '../../entities/wallet/index.ts'
import { EmptyState, FormError, Skeleton, Spinner } from '../../ui/index.ts'
import { connectErrorText } from './signInError.ts'
import { useSolanaRows } from './useSolanaRows.ts'
import { useSuggestHome } from './useSuggestHome.ts'

/** Asks a wallet for its accounts, then to come to the default chain; what it answered otherwise to the first is text. */
export function useConnect() {
  const { t } = useTranslation()
  const asking = useWallet((state) => state.asking)
  const connect = useWallet((state) => state.connect)
  const suggestHome = useSuggestHome()
  const [error, setError] = useState<string>()
  const pick = (wallet: AnnouncedWallet): void => {
    setError(undefined)
    connect(wallet).then(
      // Before any signature can be asked for: the suggestion stands from the moment of the connection.
      ({ provider }) => suggestHome(provider),
      (reason: unknown) => setError(connectErrorText(t, reason)),
    )
  }
  return { pick, asking, error }
}

export interface WalletRowsProps {
  /** The `rdns` of a wallet that has a place of its own. */
  readonly except?: string
}

/**
 * Those of Solana stand last. They come whole: a row that came later would move the others away from under a press, or
 * itself under it.
 */
export function WalletRows({ except }: WalletRowsProps) {
  const { t } = useTranslation()
  const wallets = useWallet((state) => state.wallets)
  const isComplete = useWallet((state) => state.isComplete)
  const { pick, asking, error } = useConnect()
  const solana = useSolanaRows()
  const isAsking = asking !== undefined || solana.isAsking
  const shown = isComplete ? wallets.filter(({ info }) => info.rdns !== except) : []
  if (isComplete && shown.length === 0 && solana.rows.length === 0)
    return (
      <p className="flex gap-[10px] rounded-[8px] bg-s3 px-3 py-[10px] text-dense text-t2">
        <Wallet size={16} strokeWidth={1.5} className="mt-px shrink-0" aria-hidden="true" />
        <span>
          <strong className="font-semibold text-t1">{t('login.noWallet')}</strong> {t('login.noWalletHelp')}
        </span>
      </p>
    )
  return (
    <>
      <ul
        aria-busy={!isComplete}
        className="flex flex-col overflow-hidden rounded-[8px] border border-line-2 *:border-line [&>*+*]:border-t"
      >
        {!isComplete && (
          <li>
            <Skeleton className="h-12" />
          </li>
        )}
        {shown.map((wallet) => (
          <WalletRow
            key={wallet.info.uuid}
            name={wallet.info.name}
            icon={wallet.info.icon}
            network={t('login.evm')}
            isAsking={asking === wallet.info.uuid}
            isDisabled={isAsking}
            onPick={() => pick(wallet)}
          />
        ))}
        {(isComplete ? solana.rows : []).map(({ id, connect, ...other }) => (
          <WalletRow key={id} {...other} isDisabled={isAsking} onPick={connect} />
        ))}
      </ul>
      {isAsking && (
        <p role="status" className="mt-3 text-dense text-t2">
          {t('signIn.confirmInWallet')}
        </p>
      )}
      <FormError text={error ?? solana.error} />
    </>
  )
}

interface WalletRowProps {
  readonly name: string
  readonly icon: string | undefined
  readonly network: string
  readonly isAsking: boolean
  readonly isDisabled: boolean
  readonly onPick: () => void
}

const WalletRow = ({ name, icon, network, isAsking, isDisabled, onPick }: WalletRowProps) => (
  <li>
    <button
      type="button"
      disabled={isDisabled}
      aria-busy={isAsking || undefined}
      onClick={onPick}
      className="press flex h-12 w-full items-center gap-[10px] px-3 text-left -outline-offset-2 hover:bg-s3 disabled:opacity-70 max-md:h-[52px]"
    >
      {icon === undefined ? (
        <span className="size-7 rounded-[6px] bg-s4" aria-hidden="true" />
      ) : (
        <img src={icon} alt="" width={28} height={28} className="size-7 rounded-[6px]" />
      )}
      <span className="min-w-0 flex-1 truncate text-body font-medium">{name}</span>
      {isAsking ? <Spinner size={16} /> : <span className="text-caption text-t3">{network}</span>}
    </button>
  </li>
)

/** Where a money dialog needs the wallet of an account that is already signed in. */
export function WalletList() {
  const { t } = useTranslation()
  const hasNoEvm = useWallet((state) => state.isComplete && state.wallets.length === 0)
  const hasNone = useSolanaWallet((state) => state.wallets.length === 0) && hasNoEvm
  if (!hasNone) return <WalletRows />
  return (
    <EmptyState
      title={t('signIn.noWallet')}
      text={t('signIn.noWalletText')}
      action={
        <a
          href="https://ethereum.org/wallets/find-wallet/"
          target="_blank"
          rel="noopener noreferrer"
          className="text-body font-medium text-chalk"
        >
          {t('signIn.findWallet')}
        </a>
      }
    />
  )
}
