/** The transfers of the account, each with its links, its steps and what can be done; below them what was credited to no account. */
import { lazy, Suspense, useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../entities/session/index.ts'
import { isWithdrawal, TransfersTable } from '../../entities/transfer/index.ts'
import { chainName, explorerLink, useChains } from '../../entities/wallet/index.ts'
import type { Transfer } from '../../live/index.ts'
import { withPageTexts } from '../../shared/i18n/index.ts'
import { Button, Skeleton } from '../../ui/index.ts'

/** Looked at by few: it comes with its texts when the list is opened. */
const StrayList = lazy(
  withPageTexts(async () => ({ default: (await import('../../features/claim-strays/index.ts')).StrayList })),
)

const TransferSteps = lazy(
  withPageTexts(async () => ({
    default: (await import('../../features/transfer-steps/index.ts')).TransferSteps,
  })),
)

export function Transfers() {
  const { t } = useTranslation()
  const openDialog = useSession((state) => state.openDialog)
  const { data: chains } = useChains()
  const nameOf = useCallback((chainId: number) => chainName(chains, chainId), [chains])
  const link = useCallback(
    (transfer: Transfer) =>
      transfer.txHash === undefined
        ? undefined
        : explorerLink(
            chains?.find((chain) => chain.chainId === transfer.chainId),
            transfer.txHash,
          ),
    [chains],
  )
  const renderAction = useCallback(
    (transfer: Transfer) =>
      isWithdrawal(transfer) && transfer.status === 'VERIFIED' ? (
        <Button
          size="xs"
          variant="ink"
          className="max-md:h-9 max-md:px-3"
          onClick={() => openDialog('withdrawal-approved', transfer.id)}
        >
          {t('header.withdraw')}
        </Button>
      ) : null,
    [openDialog, t],
  )
  const renderDetail = useCallback(
    (transfer: Transfer) => (
      <Suspense fallback={<Skeleton className="m-4 h-24" />}>
        <TransferSteps
          transfer={transfer}
          chains={chains}
          onClaim={() => openDialog('withdrawal-approved', transfer.id)}
          onAgain={() => openDialog('withdraw')}
        />
      </Suspense>
    ),
    [chains, openDialog],
  )
  return (
    <>
      <TransfersTable
        chainName={nameOf}
        explorerLink={link}
        renderAction={renderAction}
        renderDetail={renderDetail}
      />
      <Suspense fallback={null}>
        <div className="px-3 pb-3">
          <StrayList chains={chains} />
        </div>
      </Suspense>
    </>
  )
}
