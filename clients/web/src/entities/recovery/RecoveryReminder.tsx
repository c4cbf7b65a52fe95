/**
 * Asked again at each login while more than 1,000 USDC depend on one browser. It waits until no other dialog is open, and
 * can be put off.
 */
import { useTranslation } from 'react-i18next'
import { useIsCapitalAccount, usePortfolio } from '../account/index.ts'
import { useSession } from '../session/index.ts'
import { Dialog } from '../../ui/index.ts'
import { isReminderDue } from './isReminderDue.ts'
import { RecoveryAsk } from './RecoveryGate.tsx'
import { usePutOff } from './usePutOff.ts'
import { useWayBack } from './useWayBack.ts'

export function RecoveryReminder() {
  const { t } = useTranslation()
  const { methods, save } = useWayBack()
  const { isPutOff, putOff } = usePutOff()
  const isFree = useSession((state) => state.status === 'ready' && state.dialog === undefined)
  const equity = usePortfolio((portfolio) => portfolio.summary?.equity)
  const isCapital = useIsCapitalAccount()
  const isDue = isReminderDue({ methods, equity, isCapital })
  if (!isDue || isPutOff || !isFree) return null
  return (
    <Dialog isOpen onClose={putOff} title={t('recovery.reminder')} closeLabel={t('common.close')}>
      <RecoveryAsk
        onSave={() => {
          putOff()
          save()
        }}
      />
    </Dialog>
  )
}
