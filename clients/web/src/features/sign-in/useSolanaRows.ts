/** The Solana wallets of this browser as rows of the list of wallets, and connecting one of them. */
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSolanaWallet } from '../../entities/wallet/index.ts'
import { connectErrorText } from './signInError.ts'

/** A wallet that is found in another way than by EIP-6963. */
export interface OtherWallet {
  readonly id: string
  readonly name: string
  /** A data URI. */
  readonly icon: string | undefined
  /** As the row says it at its right. */
  readonly network: string
  readonly isAsking: boolean
  readonly connect: () => void
}

export interface SolanaRows {
  readonly rows: readonly OtherWallet[]
  readonly isAsking: boolean
  readonly error: string | undefined
}

export function useSolanaRows(): SolanaRows {
  const { t } = useTranslation()
  const wallets = useSolanaWallet((state) => state.wallets)
  const asking = useSolanaWallet((state) => state.asking)
  const connect = useSolanaWallet((state) => state.connect)
  const [error, setError] = useState<string>()
  const rows = wallets.map((wallet): OtherWallet => ({
    id: wallet.name,
    name: wallet.name,
    icon: wallet.icon,
    network: t('solana.network'),
    isAsking: asking === wallet.name,
    connect: () => {
      setError(undefined)
      connect(wallet).catch((reason: unknown) => setError(connectErrorText(t, reason)))
    },
  }))
  return { rows, isAsking: asking !== undefined, error }
}
