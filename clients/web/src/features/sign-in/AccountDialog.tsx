/** Who is signed in, with which wallet; other accounts of this browser; log out ([2.35]). */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AccountBadge } from '../../entities/account/index.ts'
import { Avatar, useSession, useSessionKeeper } from '../../entities/session/index.ts'
import { disconnectWallet, useFaucet, usePrimaryWallet } from '../../entities/wallet/index.ts'
import { shortenAddress } from '../../shared/format/index.ts'
import { Badge, Button, CopyButton, Dialog, KeyValue, showToast } from '../../ui/index.ts'

export function AccountDialog() {
  const { t } = useTranslation()
  const keeper = useSessionKeeper()
  const address = useSession((state) => state.address)
  const email = useSession((state) => state.email)
  const closeDialog = useSession((state) => state.closeDialog)
  const openDialog = useSession((state) => state.openDialog)
  const connected = usePrimaryWallet()
  const faucet = useFaucet()
  const [isLeaving, setIsLeaving] = useState(false)
  const { data: accounts = [] } = useQuery({
    queryKey: ['private', 'accounts', address],
    queryFn: () => keeper.accounts(),
    staleTime: 0,
  })
  if (address === undefined) return null
  const others = accounts.filter((account) => account !== address)
  const leave = (): void => {
    setIsLeaving(true)
    disconnectWallet()
    keeper.signOut().then(closeDialog, () => {
      setIsLeaving(false)
      showToast({ tone: 'err', title: t('signIn.logOutFailed') })
    })
  }
  return (
    <Dialog isOpen onClose={closeDialog} title={t('header.account')} closeLabel={t('common.close')}>
      <div className="flex items-center gap-3 rounded-[8px] bg-s3 px-[14px] py-3">
        <Avatar address={address} size={36} />
        <span className="min-w-0 flex-1">
          <span className="block truncate text-nav font-medium" title={email ?? address}>
            {email ?? shortenAddress(address, 6)}
          </span>
          <span className="block text-caption text-t3">
            <AccountBadge />
          </span>
        </span>
        <CopyButton text={address} label={t('header.copyAddress')} copiedLabel={t('common.copied')} />
      </div>
      <div className="mt-3">
        <KeyValue label={t('signIn.wallet')}>
          {email === undefined ? (connected?.name ?? t('signIn.walletMissing')) : t('wallet.title')}
        </KeyValue>
        {email !== undefined && (
          <KeyValue label={t('signIn.walletAddress')}>{shortenAddress(address)}</KeyValue>
        )}
        {email === undefined && connected !== undefined && connected.address !== address && (
          <KeyValue label={t('signIn.walletAddress')}>
            <span className="flex items-center gap-2">
              {shortenAddress(connected.address)} <Badge tone="warn">{t('signIn.differs')}</Badge>
            </span>
          </KeyValue>
        )}
      </div>
      {others.length > 0 && (
        <section aria-label={t('signIn.otherAccounts')} className="mt-4">
          <h3 className="mb-2 text-dense text-t2">{t('signIn.otherAccounts')}</h3>
          <ul className="flex flex-col gap-2">
            {others.map((other) => (
              <li key={other}>
                <button
                  type="button"
                  onClick={() =>
                    void keeper
                      .activate(other)
                      .then((isActive) => (isActive ? closeDialog() : openDialog('sign-in')))
                  }
                  className="press flex h-11 w-full items-center gap-3 rounded-[8px] border border-line-2 px-3 text-left hover:bg-s3"
                >
                  <Avatar address={other} size={24} />
                  <span className="text-body">{shortenAddress(other, 6)}</span>
                </button>
              </li>
            ))}
          </ul>
        </section>
      )}
      <div className="mt-5 flex flex-col gap-2">
        {faucet.isAvailable && (
          <Button
            size="lg"
            isBusy={faucet.isBusy}
            onClick={() => void faucet.ask(email === undefined ? (connected?.address ?? address) : address)}
          >
            {t('faucet.get')}
          </Button>
        )}
        {email === undefined && connected === undefined && (
          <Button size="lg" onClick={() => openDialog('switch-account')}>
            {t('signIn.connect')}
          </Button>
        )}
        <Button size="lg" variant="danger" isBusy={isLeaving} onClick={leave}>
          {t('header.logOut')}
        </Button>
      </div>
    </Dialog>
  )
}
