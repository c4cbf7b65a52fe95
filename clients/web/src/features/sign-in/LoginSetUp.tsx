/**
 * Let in: the key is made or found, the account opened, without a question ([4.16]). What was done stays ticked when the
 * next step fails, and another try needs no new code.
 */
import { Lock } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useRouter } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { FrameError } from '../../entities/embedded/frameClient.ts'
import { useSession, useSessionKeeper, type EmbeddedStep } from '../../entities/session/index.ts'
import { ProgressSteps, type StepState } from '../../entities/transfer/ProgressSteps.tsx'
import { Button, FormError } from '../../ui/index.ts'
import { sentCode, useLogin, type LoginStep, type OauthReturn } from './embeddedLogin.ts'
import { frameErrorText } from '../../entities/embedded/frameErrorText.ts'
import { useEmbeddedCall } from '../../entities/embedded/useEmbedded.ts'

const STEP_TEXTS = {
  email: 'login.stepCode',
  google: 'login.stepGoogle',
  passkey: 'login.stepPasskey',
} as const
type SetUp = Extract<LoginStep, { readonly name: 'set-up' }>

export function LoginSetUp({ step }: { readonly step: SetUp }) {
  const { t } = useTranslation()
  const keeper = useSessionKeeper()
  const call = useEmbeddedCall()
  const router = useRouter()
  const closeDialog = useSession((state) => state.closeDialog)
  const isRemembered = useLogin((state) => state.isRemembered)
  const go = useLogin((state) => state.go)
  const [reached, setReached] = useState<EmbeddedStep>('key')
  const [failure, setFailure] = useState<unknown>()
  const [attempt, setAttempt] = useState(0)
  const running = useRef(-1)

  useEffect(() => {
    // Once per attempt, however often React runs effects.
    if (running.current === attempt) return
    running.current = attempt
    setFailure(undefined)
    setReached('key')
    keeper.registerEmbedded(isRemembered, setReached).then(
      () => {
        go({ name: 'ways' })
        closeDialog()
        if (step.returnPath !== undefined && /^\/(?![/\\])/.test(step.returnPath))
          router.history.replace(step.returnPath)
      },
      (error: unknown) => setFailure(error ?? new Error('unknown')),
    )
  }, [attempt, keeper, isRemembered, go, closeDialog, router, step])

  const isLocked = failure instanceof FrameError && failure.failure === 'walletLocked'
  // The frame takes the dialog's place; when it gives it back the set-up begins anew, and says what it finds.
  const inFrame = (method: 'recovery.open' | 'wallet.renew') => (): void => {
    useLogin.setState({ isInFrame: true })
    call(method, {})
      .catch((error: unknown) => {
        if (error instanceof FrameError && error.failure !== 'userExited')
          go({ name: 'ways', error: frameErrorText(t, error) })
      })
      .finally(() => useLogin.setState({ isInFrame: false }))
  }
  const stateOf = (name: EmbeddedStep): StepState => {
    if (name === 'account' && reached === 'key') return 'waiting'
    if (name === 'key' && reached === 'account') return 'done'
    return failure === undefined ? 'active' : 'failed'
  }
  return (
    <div className="flex flex-1 flex-col">
      {failure === undefined ? (
        <p className="mb-4 text-body text-t2">{t('login.setUpText')}</p>
      ) : (
        <FailureNote failure={failure} />
      )}
      <ProgressSteps
        label={t('login.setUpSteps')}
        steps={[
          {
            id: 'in',
            label: t(STEP_TEXTS[step.by]),
            state: 'done',
            detail: step.email,
          },
          { id: 'key', label: t('login.stepKey'), state: stateOf('key'), detail: t('login.stepKeyText') },
          { id: 'account', label: t('login.stepAccount'), state: stateOf('account') },
        ]}
      />
      <p className="mt-8 mb-3 flex items-center gap-2 text-dense text-t2">
        <Lock size={16} strokeWidth={1.5} aria-hidden="true" />
        {t(failure === undefined ? 'login.ownFrame' : 'login.nothingLost')}
      </p>
      {failure === undefined ? (
        <Button size="xl" isBusy>
          {t('login.settingUp')}
        </Button>
      ) : (
        <div className="grid grid-cols-2 gap-2">
          <Button size="xl" onClick={() => go({ name: 'ways' })}>
            {t('login.otherWays')}
          </Button>
          {isLocked ? (
            <Button size="xl" variant="ink" onClick={inFrame('recovery.open')}>
              {t('login.recover')}
            </Button>
          ) : (
            <Button size="xl" variant="ink" onClick={() => setAttempt((count) => count + 1)}>
              {t('login.tryAgain')}
            </Button>
          )}
          {isLocked && (
            <Button size="lg" className="col-span-2" onClick={inFrame('wallet.renew')}>
              {t('login.renew')}
            </Button>
          )}
        </div>
      )}
    </div>
  )
}

function FailureNote({ failure }: { readonly failure: unknown }) {
  const { t } = useTranslation()
  const isSilent =
    failure instanceof FrameError && ['initializeFailed', 'connectFailed'].includes(failure.failure)
  return (
    <div className="-mt-4 mb-4">
      <FormError
        text={
          isSilent
            ? `${frameErrorText(t, failure)}. ${t('wallet.initializeCause')}`
            : frameErrorText(t, failure)
        }
      />
    </div>
  )
}

/** Back from the provider: what it sent is shown to the frame, which alone can say whether this browser asked for it. */
export function LoginReturn({ back }: { readonly back: OauthReturn }) {
  const { t } = useTranslation()
  const call = useEmbeddedCall()
  const go = useLogin((state) => state.go)
  const asked = useRef(false)
  useEffect(() => {
    // A code of the provider is good once.
    if (asked.current) return
    asked.current = true
    call('login.google.finish', { ...back }).then(
      (answer) =>
        answer.kind === 'session'
          ? go({ name: 'set-up', by: 'google', email: answer.user.email, returnPath: answer.returnPath })
          : go({ name: 'code', sent: sentCode(answer.email, answer, Date.now()) }),
      (error: unknown) => go({ name: 'ways', error: frameErrorText(t, error) }),
    )
  }, [back, call, go, t])
  return (
    <div className="flex flex-1 flex-col">
      <ProgressSteps
        label={t('login.setUpSteps')}
        steps={[
          { id: 'in', label: t('login.returning'), state: 'active' },
          { id: 'key', label: t('login.stepKey'), state: 'waiting' },
          { id: 'account', label: t('login.stepAccount'), state: 'waiting' },
        ]}
      />
    </div>
  )
}
