/**
 * The transfers of the account, each with its links, its steps and what can be done; below them the address book, and what
 * was credited to no account.
 */
import { lazy, Suspense, useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { savedAs } from '../../entities/address-book/judgeRecipient.ts'
import { useAddressBook } from '../../entities/address-book/useAddressBook.ts'
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

const AddressBookPanel = lazy(
  withPageTexts(async () => ({
    default: (await import('../../features/address-book/index.ts')).AddressBookPanel,
  })),
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
  const { facts } = useAddressBook()
  const labelOf = useCallback(
    ({ recipient, chainId }: Transfer) =>
      facts && recipient !== undefined ? savedAs(facts, recipient, chainId)?.label : undefined,
    [facts],
  )
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
          label={labelOf(transfer)}
          onClaim={() => openDialog('withdrawal-approved', transfer.id)}
          onAgain={() => openDialog('withdraw')}
        />
      </Suspense>
    ),
    [chains, labelOf, openDialog],
  )
  return (
    <>
      <TransfersTable
        chainName={nameOf}
        labelOf={labelOf}
        explorerLink={link}
        renderAction={renderAction}
        renderDetail={renderDetail}
      />
      <Suspense fallback={null}>
        <div className="px-3 pb-3">
          <AddressBookPanel chains={chains} />
          <StrayList chains={chains} />
        </div>
      </Suspense>
    </>
  )
}
