/**
 * What every page has and none waits for: notices and their stack, what a reader of the screen hears, the command
 * palette, the wallet of devnet, and what follows the session.
 */
import { useTranslation } from 'react-i18next'
import { ListingNotices } from '../features/announce-listings/index.ts'
import { DemoWallet } from '../features/demo-wallet/index.ts'
import { OrderNotices } from '../features/notify-orders/index.ts'
import { TransferNotices } from '../features/notify-transfers/index.ts'
import { AlertNotices, AlertsHost } from '../features/price-alerts/index.ts'
import { SessionEffects } from '../features/sign-in/index.ts'
import { ToastStack } from '../ui/index.ts'
import { ArmedBadge } from './ArmedBadge.tsx'
import { LiveAnnouncer } from './LiveAnnouncer.tsx'
import { PaletteHost } from './PaletteHost.tsx'

export function LateParts() {
  const { t } = useTranslation()
  return (
    <>
      <ArmedBadge />
      <OrderNotices />
      <TransferNotices />
      <ListingNotices />
      <AlertNotices />
      <AlertsHost />
      <LiveAnnouncer />
      <SessionEffects />
      <DemoWallet />
      <PaletteHost />
      <ToastStack
        closeLabel={t('common.close')}
        regionLabel={t('toast.region')}
        moreLabel={(count) => t('toast.more', { count })}
        fewerLabel={t('toast.fewer')}
      />
    </>
  )
}
