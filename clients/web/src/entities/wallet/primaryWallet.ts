/** The wallet that owns an account, of either network: one is connected at a time. */
import type { AccountAddress } from '@vest/protocol'
import type { PrimarySigner, SolanaPrimarySigner } from '@vest/sdk'
import { useMemo } from 'react'
import { solanaSignerOf, useSolanaWallet } from './solana/index.ts'
import { useWallet } from './wallet.ts'
import { primarySignerOf } from './walletSigner.ts'

export interface PrimaryWallet {
  readonly network: 'evm' | 'solana'
  readonly name: string
  readonly icon: string | undefined
  readonly address: AccountAddress
  readonly signer: PrimarySigner | SolanaPrimarySigner
}

export function usePrimaryWallet(): PrimaryWallet | undefined {
  const evm = useWallet((state) => state.connected)
  const solana = useSolanaWallet((state) => state.connected)
  return useMemo(() => {
    if (evm !== undefined) {
      const { name, icon } = evm.info
      return { network: 'evm', name, icon, address: evm.address, signer: primarySignerOf(evm) }
    }
    if (solana === undefined) return undefined
    const { name, icon } = solana.wallet
    return { network: 'solana', name, icon, address: solana.address, signer: solanaSignerOf(solana) }
  }, [evm, solana])
}

export function disconnectWallet(): void {
  useWallet.getState().disconnect()
  useSolanaWallet.getState().disconnect()
}

/** Whichever wallet is connected last stays; answers how to stop. */
export function keepOneWallet(): () => void {
  const stops = [
    useWallet.subscribe(({ connected }, before) => {
      if (connected !== undefined && before.connected === undefined) dropSolana()
    }),
    useSolanaWallet.subscribe(({ connected }, before) => {
      if (connected !== undefined && before.connected === undefined) dropEvm()
    }),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

function dropSolana(): void {
  if (useSolanaWallet.getState().connected !== undefined) useSolanaWallet.getState().disconnect()
}
function dropEvm(): void {
  if (useWallet.getState().connected !== undefined) useWallet.getState().disconnect()
}
