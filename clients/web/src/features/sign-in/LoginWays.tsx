/** Every way in on one screen: e-mail, Google, the wallets of this browser. What belongs to devnet stands in a strip of its own below. */
import { Link, useRouter } from '@tanstack/react-router'
import { ChevronRight, ExternalLink, Fingerprint } from 'lucide-react'
import { useState, type FormEvent } from 'react'
import { Trans, useTranslation } from 'react-i18next'
import { FrameError } from '../../entities/embedded/frameClient.ts'
import { DEMO_WALLET_RDNS, useWallet } from '../../entities/wallet/index.ts'
import { Badge, Button, FormError, TextField } from '../../ui/index.ts'
import { noteChoice, sentCode, useLogin } from './embeddedLogin.ts'
import { frameErrorText } from '../../entities/embedded/frameErrorText.ts'
import { GoogleMark } from './GoogleMark.tsx'
import { RememberChoice } from './RememberChoice.tsx'
import { useEmbeddedCall, useIdentity } from '../../entities/embedded/useEmbedded.ts'
import { useConnect, WalletRows } from './WalletList.tsx'

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/

/** `isForPlan`: wallets do not help. */
export function LoginWays({ isForPlan = false }: { readonly isForPlan?: boolean }) {
  const { t } = useTranslation()
  const { data: identity } = useIdentity()
  const hasEmbedded = identity === undefined || identity.walletOrigin !== null
  const failure = useLogin(({ step }) => (step.name === 'ways' ? step.error : undefined))
  const isRemembered = useLogin((state) => state.isRemembered)
  const remember = useLogin((state) => state.remember)
  return (
    <>
      {hasEmbedded && <EmbeddedWays hasGoogle={identity?.google !== false} isForPlan={isForPlan} />}
      {!isForPlan && (
        <>
          <h3 className="mt-4 mb-2 text-dense text-t2">{t('login.wallets')}</h3>
          <WalletRows except={DEMO_WALLET_RDNS} />
        </>
      )}
      <FormError text={failure} />
      {hasEmbedded && <RememberChoice of="login" isRemembered={isRemembered} onChange={remember} />}
      <p className="mt-3 text-caption text-t3">
        <Trans
          i18nKey="login.terms"
          components={{
            terms: <Link to="/terms" className="underline underline-offset-2" />,
            privacy: <Link to="/privacy" className="underline underline-offset-2" />,
          }}
        />
      </p>
    </>
  )
}

interface EmbeddedWaysProps {
  readonly hasGoogle: boolean
  readonly isForPlan: boolean
}

function EmbeddedWays({ hasGoogle, isForPlan }: EmbeddedWaysProps) {
  const { t, i18n } = useTranslation()
  const router = useRouter()
  const call = useEmbeddedCall()
  const go = useLogin((state) => state.go)
  const isRemembered = useLogin((state) => state.isRemembered)
  const [email, setEmail] = useState('')
  const [isInvalid, setIsInvalid] = useState(false)
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState<'email' | 'google' | 'passkey'>()
  const language = i18n.language === 'zh' ? 'zh' : 'en'

  const attempt = (way: 'email' | 'google' | 'passkey', work: () => Promise<void>): void => {
    setError(undefined)
    setBusy(way)
    work().catch((reason: unknown) => {
      setError(frameErrorText(t, reason))
      setBusy(undefined)
    })
  }
  const mail = (event: FormEvent): void => {
    event.preventDefault()
    const given = email.trim()
    setIsInvalid(!EMAIL.test(given))
    if (!EMAIL.test(given) || busy !== undefined) return
    attempt('email', async () => {
      const answer = await call('login.code.start', { email: given, language })
      go({ name: 'code', sent: sentCode(given, answer, Date.now()) })
    })
  }
  const google = (): void =>
    attempt('google', async () => {
      const { pathname, searchStr } = router.state.location
      const { url } = await call('login.google.start', {
        returnPath: `${pathname}${searchStr}`,
        language,
        remember: isRemembered,
      })
      noteChoice(isRemembered)
      location.assign(url)
    })
  const passkey = (): void =>
    attempt('passkey', async () => {
      try {
        const { user } = await call('login.passkey', { language, remember: isRemembered })
        go({ name: 'set-up', by: 'passkey', email: user.email })
      } catch (error) {
        if (!(error instanceof FrameError) || error.failure !== 'userExited') throw error
        setBusy(undefined)
      }
    })
  return (
    <>
      <p className="text-body text-t2">{t(isForPlan ? 'login.forPlan' : 'login.intro')}</p>
      <form noValidate onSubmit={mail} className="mt-3 flex flex-col">
        <label htmlFor="login-email" className="mb-[6px] text-dense text-t2">
          {t('login.email')}
        </label>
        <TextField
          id="login-email"
          name="email"
          type="email"
          autoComplete="email"
          inputMode="email"
          autoFocus
          spellCheck={false}
          placeholder={t('login.emailHint')}
          value={email}
          onChange={(text) => {
            setEmail(text)
            setIsInvalid(false)
          }}
          error={isInvalid ? t('login.emailInvalid') : undefined}
          isErrorAnnounced
        />
        <Button type="submit" size="xl" variant="ink" className="mt-[10px]" isBusy={busy === 'email'}>
          {t('login.continue')}
        </Button>
      </form>
      {hasGoogle && (
        <>
          <p className="my-3 flex items-center gap-3 text-caption text-t3 before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
            {t('login.or')}
          </p>
          <Button size="xl" icon={<GoogleMark />} isBusy={busy === 'google'} onClick={google}>
            {t('login.google')}
          </Button>
        </>
      )}
      <Button
        size="xl"
        className="mt-[10px]"
        icon={<Fingerprint size={18} strokeWidth={1.5} aria-hidden="true" />}
        isBusy={busy === 'passkey'}
        onClick={passkey}
      >
        {t('login.passkey')}
      </Button>
      <FormError text={error} />
    </>
  )
}

/** Mails and money that are none: the foot of the dialog on devnet, absent elsewhere. */
export function LoginDevnet({ hasDemo = true }: { readonly hasDemo?: boolean }) {
  const { t } = useTranslation()
  const { data: identity } = useIdentity()
  const demo = useWallet((state) =>
    hasDemo && state.isComplete
      ? state.wallets.find(({ info }) => info.rdns === DEMO_WALLET_RDNS)
      : undefined,
  )
  const { pick, asking, error } = useConnect()
  if (demo === undefined && !identity?.mailboxUrl) return null
  return (
    <>
      <DevnetLine mailboxUrl={identity?.mailboxUrl ?? undefined} />
      {demo !== undefined && (
        <ul className="mt-2">
          <li>
            <button
              type="button"
              disabled={asking !== undefined}
              aria-busy={asking === demo.info.uuid || undefined}
              onClick={() => pick(demo)}
              className="press flex h-[52px] w-full items-center gap-3 rounded-[8px] border border-line-2 px-3 text-left hover:bg-s3 disabled:opacity-70"
            >
              {demo.info.icon !== undefined && (
                <img src={demo.info.icon} alt="" width={28} height={28} className="size-7 rounded-[6px]" />
              )}
              <span className="min-w-0 flex-1">
                <span className="block truncate text-body font-medium">{demo.info.name}</span>
                <span className="block truncate text-caption text-t3">{t('login.demoText')}</span>
              </span>
              <ChevronRight size={16} strokeWidth={1.5} className="text-t3" aria-hidden="true" />
            </button>
          </li>
        </ul>
      )}
      <FormError text={error} />
    </>
  )
}

export function DevnetLine({
  mailboxUrl,
  text,
}: {
  readonly mailboxUrl: string | undefined
  readonly text?: string
}) {
  const { t } = useTranslation()
  return (
    <div className="flex min-h-5 items-center gap-2 text-dense text-t2">
      <Badge tone="info">{t('login.devnet')}</Badge>
      <span className="min-w-0 flex-1">{text}</span>
      {mailboxUrl !== undefined && (
        <a
          href={mailboxUrl}
          target="_blank"
          rel="noopener noreferrer"
          className="inline-flex items-center gap-1 font-medium text-chalk max-md:min-h-11"
        >
          {t('login.mailbox')}
          <ExternalLink size={14} strokeWidth={1.5} aria-hidden="true" />
        </a>
      )}
    </div>
  )
}
