/**
 * The wallet is missing or stands on another address than the active account ([2.34], [5.11]). Only the
 * owner can change the address in the wallet, so this says how, and offers to use the new one instead.
 */
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession, useSessionKeeper, useSessionStore } from '../../entities/session/index.ts'
import { usePrimaryWallet } from '../../entities/wallet/index.ts'
import { shortenAddress } from '../../shared/format/index.ts'
import { Button, Dialog, KeyValue } from '../../ui/index.ts'
import { WalletList } from './WalletList.tsx'

export function SwitchAccountDialog() {
  const { t } = useTranslation()
  const keeper = useSessionKeeper()
  const session = useSessionStore()
  const account = useSession((state) => state.address)
  const closeDialog = useSession((state) => state.closeDialog)
  const connected = usePrimaryWallet()
  const [isChanging, setIsChanging] = useState(false)
  if (account === undefined) return null
  const change = async (): Promise<void> => {
    if (connected === undefined) return
    setIsChanging(true)
    const { set, openDialog } = session.getState()
    if (await keeper.activate(connected.address)) closeDialog()
    else {
      keeper.leave()
      set({ status: 'needs-registration', address: connected.address, hasApiKey: false })
      openDialog('sign-in')
    }
    setIsChanging(false)
  }
  if (connected === undefined)
    return (
      <Dialog isOpen onClose={closeDialog} title={t('signIn.connect')} closeLabel={t('common.close')}>
        <p className="mb-3 text-body text-t2">
          {t('signIn.connectFor', { address: shortenAddress(account, 6) })}
        </p>
        <WalletList />
      </Dialog>
    )
  return (
    <Dialog isOpen onClose={closeDialog} title={t('signIn.switchTitle')} closeLabel={t('common.close')}>
      <p className="text-body text-t2">{t('signIn.switchText')}</p>
      <div className="mt-4 rounded-[8px] bg-s3 px-[14px] py-2">
        <KeyValue label={t('signIn.activeAccount')}>{shortenAddress(account, 6)}</KeyValue>
        <KeyValue label={connected.name}>{shortenAddress(connected.address, 6)}</KeyValue>
      </div>
      <ol className="mt-4 flex list-decimal flex-col gap-1 pl-5 text-body text-t2">
        <li>{t('signIn.guideOpen', { wallet: connected.name })}</li>
        <li>{t('signIn.guideChoose', { address: shortenAddress(account, 6) })}</li>
        <li>{t('signIn.guideConnect')}</li>
      </ol>
      <div className="mt-5 grid grid-cols-2 gap-2">
        <Button size="lg" onClick={closeDialog}>
          {t('signIn.notNow')}
        </Button>
        <Button size="lg" variant="ink" isBusy={isChanging} onClick={() => void change()}>
          {t('signIn.useOther', { address: shortenAddress(connected.address) })}
        </Button>
      </div>
    </Dialog>
  )
}
