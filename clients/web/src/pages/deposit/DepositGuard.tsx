/**
 * Who may see the deposit pages ([2.16]): a signed-in owner of an embedded wallet whose account is none of the capital
 * programme. Every other visitor is led to the trading page, as soon as it is known who they are.
 */
import { Navigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useIsCapitalAccount, usePortfolio } from '../../entities/account/index.ts'
import { RecoveryGate } from '../../entities/recovery/index.ts'
import { useSession } from '../../entities/session/index.ts'
import { Skeleton } from '../../ui/index.ts'

export function DepositGuard({ children }: { readonly children: ReactNode }) {
  const status = useSession((state) => state.status)
  const isEmbedded = useSession((state) => state.email !== undefined)
  const isCapital = useIsCapitalAccount()
  const isAccountKnown = usePortfolio((portfolio) => portfolio.summary !== undefined)
  const isPending = status === 'connecting'
  if (!isPending && (status !== 'ready' || !isEmbedded || isCapital)) return <Navigate to="/trade" replace />
  if (isPending || !isAccountKnown)
    return (
      <main aria-busy="true" className="mx-auto w-full max-w-[480px] px-4 py-16">
        <Skeleton className="h-64" />
      </main>
    )
  return <RecoveryGate isPage>{children}</RecoveryGate>
}
