/**
 * Signing in on one screen: by mail, with Google, or with a wallet. A wallet then signs one message that lets this device
 * trade for fourteen days; people who come by mail or with Google sign nothing. What is shown follows from the session
 * and from how far they are; the dialog closes by itself once there is a session ([2.33], [4.16]).
 */
import { Link, useRouterState } from '@tanstack/react-router'
import { useState } from 'react'
import { Trans, useTranslation } from 'react-i18next'
import { useSession, useSessionKeeper } from '../../entities/session/index.ts'
import {
  disconnectWallet,
  giveUpSuggestion,
  suggestionAnswered,
  usePrimaryWallet,
  useWallet,
  type PrimaryWallet,
} from '../../entities/wallet/index.ts'
import { shortenAddress } from '../../shared/format/index.ts'
import { Button, Dialog, FormError, useIsMounted } from '../../ui/index.ts'
import { useLogin } from './embeddedLogin.ts'
import { LoginCode } from './LoginCode.tsx'
import { LoginReturn, LoginSetUp } from './LoginSetUp.tsx'
import { DevnetLine, LoginDevnet, LoginWays } from './LoginWays.tsx'
import { isQuietPath } from './quietPaths.ts'
import { RememberChoice } from './RememberChoice.tsx'
import { registrationErrorText } from './signInError.ts'
import { useIdentity } from '../../entities/embedded/useEmbedded.ts'

const TITLES = {
  ways: 'signIn.title',
  code: 'login.codeTitle',
  return: 'login.google',
  'set-up': 'login.setUpTitle',
} as const

/** What the dialog is opened about for a buyer of a plan ([5.13]). */
export const FOR_PLAN = 'plan'

export function SignInDialog() {
  const { t } = useTranslation()
  const connected = usePrimaryWallet()
  const closeDialog = useSession((state) => state.closeDialog)
  const status = useSession((state) => state.status)
  const path = useRouterState({ select: (state) => state.location.pathname })
  const step = useLogin((state) => state.step)
  const go = useLogin((state) => state.go)
  const isInFrame = useLogin((state) => state.isInFrame)
  const [isSigning, setIsSigning] = useState(false)
  // A plan belongs to a person with an e-mail or Google: the owner of a wallet signs in so as well.
  const isForPlan = useSession(({ dialog, email }) => dialog?.subject === FOR_PLAN && email === undefined)
  if ((status === 'ready' && step.name === 'ways' && !isForPlan) || isQuietPath(path)) return null
  const close = (): void => {
    go({ name: 'ways' })
    closeDialog()
  }
  if (connected !== undefined && status === 'needs-registration' && step.name === 'ways' && !isForPlan)
    return (
      <Dialog
        isOpen
        onClose={close}
        title={t('signIn.registerTitle')}
        closeLabel={t('common.close')}
        isLocked={isSigning}
      >
        <Registration
          // A signature that still waits is not asked of another address.
          key={connected.address}
          wallet={connected}
          isSigning={isSigning}
          setIsSigning={setIsSigning}
        />
      </Dialog>
    )
  return (
    <Dialog
      isOpen={!isInFrame}
      onClose={close}
      title={t(TITLES[step.name])}
      closeLabel={t('common.close')}
      back={
        step.name === 'code' ? { label: t('common.back'), onBack: () => go({ name: 'ways' }) } : undefined
      }
      strip={
        step.name === 'ways' ? (
          <LoginDevnet hasDemo={!isForPlan} />
        ) : step.name === 'code' ? (
          <NoRealMail />
        ) : undefined
      }
    >
      {step.name === 'ways' ? (
        <LoginWays isForPlan={isForPlan} />
      ) : step.name === 'code' ? (
        <LoginCode sent={step.sent} />
      ) : step.name === 'return' ? (
        <LoginReturn back={step.back} />
      ) : (
        <LoginSetUp step={step} />
      )}
    </Dialog>
  )
}

function NoRealMail() {
  const { t } = useTranslation()
  const { data: identity } = useIdentity()
  return identity?.mailboxUrl ? (
    <DevnetLine mailboxUrl={identity.mailboxUrl} text={t('login.noRealMail')} />
  ) : null
}

interface RegistrationProps {
  readonly wallet: PrimaryWallet
  readonly isSigning: boolean
  readonly setIsSigning: (isSigning: boolean) => void
}

function Registration({ wallet, isSigning, setIsSigning }: RegistrationProps) {
  const { t } = useTranslation()
  const keeper = useSessionKeeper()
  const closeDialog = useSession((state) => state.closeDialog)
  const [isRemembered, setIsRemembered] = useState(true)
  const [error, setError] = useState<string>()
  const provider = useWallet((state) => state.connected?.provider)
  /** The wallet has not answered yet whether it comes to the default chain: until then nothing else is asked of it. */
  const [isAnswering, setIsAnswering] = useState(false)
  const isShown = useIsMounted()
  const sign = async (): Promise<void> => {
    setError(undefined)
    const answered = provider && suggestionAnswered(provider)
    if (answered !== undefined) {
      setIsAnswering(true)
      await answered
      // Closed, disconnected or moved meanwhile: nothing is signed any more.
      if (!isShown.current) return
      setIsAnswering(false)
    }
    setIsSigning(true)
    try {
      await keeper.register(wallet.signer, isRemembered)
      closeDialog()
    } catch (reason) {
      setError(registrationErrorText(t, reason))
    } finally {
      setIsSigning(false)
    }
  }
  return (
    <>
      <p className="text-body text-t2">{t('signIn.registerText')}</p>
      <div className="mt-4 flex items-center gap-3 rounded-[8px] bg-s3 px-[14px] py-3">
        {wallet.icon !== undefined && (
          <img src={wallet.icon} alt="" width={28} height={28} className="size-7 rounded-[6px]" />
        )}
        <span className="min-w-0 flex-1">
          <span className="block text-nav font-medium" title={wallet.address}>
            {shortenAddress(wallet.address, 6)}
          </span>
          <span className="block truncate text-caption text-t3">
            {wallet.network === 'solana' ? `${wallet.name} · ${t('solana.network')}` : wallet.name}
          </span>
        </span>
        <Button size="sm" variant="ghost" onClick={disconnectWallet}>
          {t('signIn.disconnect')}
        </Button>
      </div>
      <RememberChoice
        of="signIn"
        isRemembered={isRemembered}
        onChange={setIsRemembered}
        isDisabled={isSigning || isAnswering}
      />
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
      <Button
        size="xl"
        variant="ink"
        className="mt-4"
        isBusy={isSigning || isAnswering}
        onClick={() => void sign()}
      >
        {t(isSigning || isAnswering ? 'signIn.signing' : 'signIn.sign')}
      </Button>
      {isAnswering && provider !== undefined && (
        <>
          <p role="status" className="mt-3 text-dense text-t2">
            {t('signIn.answerSwitch')}
          </p>
          <Button size="lg" className="mt-2" onClick={() => giveUpSuggestion(provider)}>
            {t('signIn.signWithout')}
          </Button>
        </>
      )}
    </>
  )
}
