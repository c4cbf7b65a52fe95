/**
 * Signing in: first the wallet, then one message that lets this device trade for fourteen days. Which of the two
 * is shown follows from the session; the dialog closes by itself once there is one ([2.33], [4.16]).
 */
import { Link, useRouterState } from '@tanstack/react-router'
import { Info } from 'lucide-react'
import { useState } from 'react'
import { Trans, useTranslation } from 'react-i18next'
import { useSession, useSessionKeeper } from '../../entities/session/index.ts'
import {
  primarySignerOf,
  useWallet,
  type AnnouncedWallet,
  type ConnectedWallet,
} from '../../entities/wallet/index.ts'
import { shortenAddress } from '../../shared/format/index.ts'
import {
  Button,
  Checkbox,
  Dialog,
  EmptyState,
  FormError,
  IconButton,
  Skeleton,
  Spinner,
  Tooltip,
} from '../../ui/index.ts'
import { isQuietPath } from './quietPaths.ts'
import { connectErrorText, registrationErrorText } from './signInError.ts'

export function SignInDialog() {
  const { t } = useTranslation()
  const connected = useWallet((state) => state.connected)
  const closeDialog = useSession((state) => state.closeDialog)
  const status = useSession((state) => state.status)
  const path = useRouterState({ select: (state) => state.location.pathname })
  const [isSigning, setIsSigning] = useState(false)
  if (status === 'ready' || isQuietPath(path)) return null
  const isRegistration = connected !== undefined && status === 'needs-registration'
  return (
    <Dialog
      isOpen
      onClose={closeDialog}
      title={t(isRegistration ? 'signIn.registerTitle' : 'signIn.title')}
      closeLabel={t('common.close')}
      isLocked={isSigning}
    >
      {isRegistration ? (
        <Registration wallet={connected} isSigning={isSigning} setIsSigning={setIsSigning} />
      ) : (
        <WalletList />
      )}
    </Dialog>
  )
}

/**
 * Also where a money dialog needs the wallet of an account that is already signed in. It comes whole: a row that came
 * later would move the others away from under a press, or itself under it.
 */
export function WalletList() {
  const { t } = useTranslation()
  const wallets = useWallet((state) => state.wallets)
  const asking = useWallet((state) => state.asking)
  const isComplete = useWallet((state) => state.isComplete)
  const connect = useWallet((state) => state.connect)
  const [error, setError] = useState<string>()
  const pick = (wallet: AnnouncedWallet): void => {
    setError(undefined)
    connect(wallet).catch((reason: unknown) => setError(connectErrorText(t, reason)))
  }
  if (isComplete && wallets.length === 0)
    return (
      <EmptyState
        title={t('signIn.noWallet')}
        text={t('signIn.noWalletText')}
        action={
          <a
            href="https://ethereum.org/wallets/find-wallet/"
            target="_blank"
            rel="noopener noreferrer"
            className="text-body font-medium text-chalk"
          >
            {t('signIn.findWallet')}
          </a>
        }
      />
    )
  return (
    <>
      <p className="mb-3 text-body text-t2">{t('signIn.text')}</p>
      <ul aria-busy={!isComplete} className="flex flex-col gap-2">
        {!isComplete &&
          [0, 1].map((row) => (
            <li key={row}>
              <Skeleton className="h-[52px]" />
            </li>
          ))}
        {(isComplete ? wallets : []).map((wallet) => (
          <li key={wallet.info.uuid}>
            <button
              type="button"
              disabled={asking !== undefined}
              aria-busy={asking === wallet.info.uuid || undefined}
              onClick={() => pick(wallet)}
              className="press flex h-[52px] w-full items-center gap-3 rounded-[8px] border border-line-2 px-3 text-left hover:bg-s3 disabled:opacity-70"
            >
              {wallet.info.icon === undefined ? (
                <span className="size-7 rounded-[6px] bg-s4" aria-hidden="true" />
              ) : (
                <img src={wallet.info.icon} alt="" width={28} height={28} className="size-7 rounded-[6px]" />
              )}
              <span className="min-w-0 flex-1">
                <span className="block truncate text-nav font-medium">{wallet.info.name}</span>
                <span className="block truncate text-caption text-t3">{wallet.info.rdns}</span>
              </span>
              {asking === wallet.info.uuid && <Spinner size={16} />}
            </button>
          </li>
        ))}
      </ul>
      {asking !== undefined && (
        <p role="status" className="mt-3 text-dense text-t2">
          {t('signIn.confirmInWallet')}
        </p>
      )}
      <FormError text={error} />
    </>
  )
}

interface RegistrationProps {
  readonly wallet: ConnectedWallet
  readonly isSigning: boolean
  readonly setIsSigning: (isSigning: boolean) => void
}

function Registration({ wallet, isSigning, setIsSigning }: RegistrationProps) {
  const { t } = useTranslation()
  const keeper = useSessionKeeper()
  const closeDialog = useSession((state) => state.closeDialog)
  const disconnect = useWallet((state) => state.disconnect)
  const [isRemembered, setIsRemembered] = useState(true)
  const [error, setError] = useState<string>()
  const sign = (): void => {
    setError(undefined)
    setIsSigning(true)
    keeper
      .register(primarySignerOf(wallet), isRemembered)
      .then(closeDialog, (reason: unknown) => setError(registrationErrorText(t, reason)))
      .finally(() => setIsSigning(false))
  }
  return (
    <>
      <p className="text-body text-t2">{t('signIn.registerText')}</p>
      <div className="mt-4 flex items-center gap-3 rounded-[8px] bg-s3 px-[14px] py-3">
        {wallet.info.icon !== undefined && (
          <img src={wallet.info.icon} alt="" width={28} height={28} className="size-7 rounded-[6px]" />
        )}
        <span className="min-w-0 flex-1">
          <span className="block text-nav font-medium">{shortenAddress(wallet.address, 6)}</span>
          <span className="block truncate text-caption text-t3">{wallet.info.name}</span>
        </span>
        <Button size="sm" variant="ghost" onClick={disconnect}>
          {t('signIn.disconnect')}
        </Button>
      </div>
      <div className="mt-4 flex items-center gap-1">
        <Checkbox
          label={t('signIn.remember')}
          isChecked={isRemembered}
          onChange={setIsRemembered}
          isDisabled={isSigning}
        />
        <Tooltip content={t('signIn.rememberHelp')}>
          <IconButton label={t('signIn.rememberHelp')} size={22}>
            <Info size={14} strokeWidth={1.5} />
          </IconButton>
        </Tooltip>
      </div>
      <p className="mt-4 text-dense text-t3">
        <Trans
          i18nKey="signIn.terms"
          components={{
            terms: <Link to="/terms" className="text-chalk underline underline-offset-2" />,
            privacy: <Link to="/privacy" className="text-chalk underline underline-offset-2" />,
          }}
        />
      </p>
      <FormError text={error} />
      <Button size="xl" variant="ink" className="mt-4" isBusy={isSigning} onClick={sign}>
        {t(isSigning ? 'signIn.signing' : 'signIn.sign')}
      </Button>
    </>
  )
}
