/**
 * What every page has and none waits for: notices and their stack, what a reader of the screen hears, the command
 * palette, the wallet of devnet, and what follows the session.
 */
import { lazy, Suspense, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useIsPrimaryAccount } from '../entities/account/usePortfolio.ts'
import { forgetPutOff } from '../entities/recovery/putOff.ts'
import { hasRememberedAccount, useSession } from '../entities/session/index.ts'
import { ListingNotices } from '../features/announce-listings/index.ts'
import { forgetSeen } from '../features/capital-result/seenResults.ts'
import { DemoWallet } from '../features/demo-wallet/index.ts'
import { OrderNotices } from '../features/notify-orders/index.ts'
import { TransferNotices } from '../features/notify-transfers/index.ts'
import { AlertNotices, AlertsHost } from '../features/price-alerts/index.ts'
import { SessionEffects } from '../features/sign-in/index.ts'
import { analyticsPath } from '../shared/analytics/analyticsPath.ts'
import { withPageTexts } from '../shared/i18n/index.ts'
import { localStore } from '../shared/storage/index.ts'
import { ToastStack } from '../ui/index.ts'
import { ArmedBadge } from './ArmedBadge.tsx'
import { LiveAnnouncer } from './LiveAnnouncer.tsx'
import { PaletteHost } from './PaletteHost.tsx'

const JoinStored = lazy(async () => ({
  default: (await import('../features/join-referral/JoinStored.tsx')).JoinStored,
}))

/** Nothing but for a person who came by a link and has an account by now. */
function WaitingCode() {
  const isReady = useSession(({ status }) => status === 'ready')
  const isPrimary = useIsPrimaryAccount()
  return isReady && isPrimary && localStore.getItem('ref-code') !== null ? (
    <Suspense>
      <JoinStored />
    </Suspense>
  ) : null
}

const CapitalResultHost = lazy(async () => ({
  default: (await import('../features/capital-result/CapitalResultHost.tsx')).CapitalResultHost,
}))

/** Nothing but for a person who may have a plan. */
function CapitalResults() {
  const mayHave = useSession(({ email }) => email !== undefined)
  const isVisitor = useSession(({ status }) => status === 'visitor')
  useEffect(() => {
    if (isVisitor) forgetSeen()
  }, [isVisitor])
  return mayHave ? (
    <Suspense>
      <CapitalResultHost />
    </Suspense>
  ) : null
}

const RecoveryReminder = lazy(
  withPageTexts(async () => ({
    default: (await import('../entities/recovery/RecoveryReminder.tsx')).RecoveryReminder,
  })),
)

/** Nothing but for owners of an embedded wallet. */
function WayBack() {
  const isEmbedded = useSession(({ email }) => email !== undefined)
  const isOut = useSession(({ email, status }) => email === undefined && status !== 'connecting')
  useEffect(() => {
    // Before the session of the last visit is restored no person is signed in yet either.
    if (isOut && !hasRememberedAccount()) forgetPutOff()
  }, [isOut])
  return isEmbedded ? (
    <Suspense>
      <RecoveryReminder />
    </Suspense>
  ) : null
}

const AnalyticsHost = lazy(async () => ({
  default: (await import('./AnalyticsHost.tsx')).AnalyticsHost,
}))

/** Nothing where the operator counts nothing. */
function Counter() {
  const path = analyticsPath()
  return path === undefined ? null : (
    <Suspense>
      <AnalyticsHost path={path} />
    </Suspense>
  )
}

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
      <WaitingCode />
      <CapitalResults />
      <WayBack />
      <Counter />
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
