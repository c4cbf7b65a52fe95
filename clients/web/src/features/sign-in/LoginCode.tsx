/** The code from the mail: six digits, the last of which submits; another mail after a minute; the same words whether the address is known or not. */
import { TriangleAlert } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { REFUSAL } from '@vest/protocol'
import { FrameError } from '../../entities/embedded/frameClient.ts'
import { Button, FormError } from '../../ui/index.ts'
import { CODE_DIGITS, CodeField } from './CodeField.tsx'
import { sentCode, useLogin, type SentCode } from './embeddedLogin.ts'
import { frameErrorText } from '../../entities/embedded/frameErrorText.ts'
import { useEmbeddedCall } from '../../entities/embedded/useEmbedded.ts'

export function LoginCode({ sent }: { readonly sent: SentCode }) {
  const { t, i18n } = useTranslation()
  const call = useEmbeddedCall()
  const go = useLogin((state) => state.go)
  const isRemembered = useLogin((state) => state.isRemembered)
  const [digits, setDigits] = useState('')
  const [wrong, setWrong] = useState<string>()
  const [error, setError] = useState<string>()
  const [isVoid, setIsVoid] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  const { email, challengeId } = sent

  const submit = async (code: string): Promise<void> => {
    setIsBusy(true)
    setError(undefined)
    try {
      const { user } = await call('login.code.verify', { challengeId, email, code, remember: isRemembered })
      go({ name: 'set-up', by: 'email', email: user.email })
    } catch (reason) {
      const refused = reason instanceof FrameError ? reason : undefined
      if (refused?.code === REFUSAL.CODE_ENDED || refused?.triesLeft === 0) setIsVoid(true)
      else if (refused?.code === REFUSAL.WRONG_CODE)
        setWrong(t('login.wrong', { tries: refused.triesLeft ?? 0 }))
      else setError(frameErrorText(t, reason))
      setIsBusy(false)
    }
  }
  const change = (next: string): void => {
    setDigits(next)
    setWrong(undefined)
    if (next.length === CODE_DIGITS && !isBusy) void submit(next)
  }
  const resend = (): void => {
    setError(undefined)
    call('login.code.start', { email, language: i18n.language === 'zh' ? 'zh' : 'en' }).then(
      (answer) => {
        setDigits('')
        setWrong(undefined)
        setIsVoid(false)
        go({ name: 'code', sent: sentCode(email, answer, Date.now()) })
      },
      (reason: unknown) => setError(frameErrorText(t, reason)),
    )
  }
  return (
    <div className="flex flex-1 flex-col">
      <p className="mb-3 text-body text-t2">
        {t('login.codeSent')}
        <span className="block font-medium break-all text-t1">
          {email}{' '}
          <button type="button" className="ml-1 font-medium text-chalk" onClick={() => go({ name: 'ways' })}>
            {t('login.change')}
          </button>
        </span>
      </p>
      <CodeField
        label={t('login.code')}
        value={isVoid ? '' : digits}
        onChange={change}
        error={isVoid ? undefined : wrong}
        isDisabled={isVoid}
      />
      {isVoid ? (
        <p
          role="alert"
          className="mt-3 flex gap-[10px] rounded-[8px] bg-err-tint px-3 py-[10px] text-dense text-t2"
        >
          <TriangleAlert size={16} strokeWidth={1.5} className="mt-px shrink-0 text-err" aria-hidden="true" />
          <span>
            <strong className="block text-body font-semibold text-t1">{t('login.void')}</strong>
            {t('login.voidText')}
          </span>
        </p>
      ) : (
        <div className="mt-2 flex justify-between text-dense text-t3">
          <span>{t('login.valid')}</span>
          <Resend atMs={sent.resendAtMs} onResend={resend} />
        </div>
      )}
      <FormError text={error} />
      {isVoid ? (
        <div className="mt-6 grid grid-cols-2 gap-2">
          <Button size="xl" onClick={() => go({ name: 'ways' })}>
            {t('login.otherWays')}
          </Button>
          <Button size="xl" variant="ink" onClick={resend}>
            {t('login.sendNew')}
          </Button>
        </div>
      ) : (
        <Button
          size="xl"
          variant="ink"
          className="mt-6"
          isBusy={isBusy}
          isBlocked={digits.length < CODE_DIGITS || wrong !== undefined}
          onClick={() => void submit(digits)}
        >
          {t('login.submit')}
        </Button>
      )}
    </div>
  )
}

/** A countdown first, then a link. */
function Resend({ atMs, onResend }: { readonly atMs: number; readonly onResend: () => void }) {
  const { t } = useTranslation()
  const [leftS, setLeftS] = useState(() => secondsUntil(atMs))
  useEffect(() => {
    setLeftS(secondsUntil(atMs))
    const timer = setInterval(() => setLeftS(secondsUntil(atMs)), 1_000)
    return () => clearInterval(timer)
  }, [atMs])
  if (leftS > 0)
    return (
      <span>
        {t('login.newCodeIn', { time: `${Math.floor(leftS / 60)}:${String(leftS % 60).padStart(2, '0')}` })}
      </span>
    )
  return (
    <button type="button" className="font-medium text-chalk" onClick={onResend}>
      {t('login.sendNew')}
    </button>
  )
}

const secondsUntil = (atMs: number): number => Math.max(0, Math.ceil((atMs - Date.now()) / 1_000))
