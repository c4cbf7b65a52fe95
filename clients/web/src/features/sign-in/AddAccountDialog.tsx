/** Another wallet beside the active account; once it is connected the page offers to use it. */
import { useTranslation } from 'react-i18next'
import { useSession } from '../../entities/session/index.ts'
import { Dialog } from '../../ui/index.ts'
import { WalletList } from './WalletList.tsx'

export function AddAccountDialog() {
  const { t } = useTranslation()
  const closeDialog = useSession((state) => state.closeDialog)
  return (
    <Dialog isOpen onClose={closeDialog} title={t('accounts.add')} closeLabel={t('common.close')}>
      <WalletList />
    </Dialog>
  )
}
