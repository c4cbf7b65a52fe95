/** Who is signed in, with which wallet; the accounts of this browser; what can act for it; log out ([2.35]). */
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AccountBadge } from '../../entities/account/index.ts'
import { FrameError } from '../../entities/embedded/frameClient.ts'
import { Avatar, useSession, useSessionKeeper, useSessionStore } from '../../entities/session/index.ts'
import { disconnectWallet, useFaucet, usePrimaryWallet } from '../../entities/wallet/index.ts'
import { shortenAddress } from '../../shared/format/index.ts'
import { AccountSelector } from './AccountSelector.tsx'
import { SessionsLink } from './SessionsLink.tsx'
import { Badge, Button, CopyButton, Dialog, KeyValue, showToast } from '../../ui/index.ts'
import { frameErrorText } from '../../entities/embedded/frameErrorText.ts'
import { useEmbeddedCall } from '../../entities/embedded/useEmbedded.ts'

export function AccountDialog() {
  const { t } = useTranslation()
  const keeper = useSessionKeeper()
  const session = useSessionStore()
  const address = useSession((state) => state.address)
  const email = useSession((state) => state.email)
  const closeDialog = useSession((state) => state.closeDialog)
  const openDialog = useSession((state) => state.openDialog)
  const connected = usePrimaryWallet()
  const faucet = useFaucet()
  const call = useEmbeddedCall()
  const [isLeaving, setIsLeaving] = useState(false)
  if (address === undefined) return null
  const leave = (): void => {
    setIsLeaving(true)
    disconnectWallet()
    // The way in may be open again by then.
    const close = (): void => {
      if (session.getState().dialog?.name === 'account') closeDialog()
    }
    keeper.signOut().then(close, () => {
      close()
      setIsLeaving(false)
      showToast({ tone: 'err', title: t('signIn.logOutFailed') })
    })
  }
  // The passphrase is typed in the wallet's frame, which takes this dialog's place.
  const saveRecovery = (): void => {
    closeDialog()
    call('recovery.save', {}).then(
      () => showToast({ tone: 'ok', title: t('wallet.recoverySaved') }),
      (error: unknown) => {
        if (error instanceof FrameError && error.failure === 'userExited') return
        showToast({ tone: 'err', title: frameErrorText(t, error) })
      },
    )
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
      <AccountSelector active={address} />
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
        {email !== undefined && (
          <Button size="lg" onClick={() => openDialog('solana-transfer', 'send')}>
            {t('wallet.sendOnSolana')}
          </Button>
        )}
        {email !== undefined && (
          <Button size="lg" onClick={saveRecovery}>
            {t('wallet.saveRecovery')}
          </Button>
        )}
        {email === undefined && connected === undefined && (
          <Button size="lg" onClick={() => openDialog('switch-account')}>
            {t('signIn.connect')}
          </Button>
        )}
        <SessionsLink onFollow={closeDialog} />
        <Button size="lg" variant="danger" isBusy={isLeaving} onClick={leave}>
          {t('header.logOut')}
        </Button>
      </div>
    </Dialog>
  )
}
