/**
 * Links the owner's account at the network, or takes that back ([6.8]). Leave is given in a window of the network's own;
 * the window comes back with a code, which this page hands to the exchange.
 */
import { REFUSAL } from '@vest/protocol'
import { ApiError } from '@vest/sdk'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '../session/index.ts'
import { errorText } from '../../shared/i18n/index.ts'
import { Button, FormError, showToast } from '../../ui/index.ts'
import { onSocialReturn, type SocialReturn } from './socialReturn.ts'
import { useSocialAccount } from './useSocialAccount.ts'

const REFUSED = REFUSAL.INVALID_PARAMETER
const WINDOW = 'popup,width=560,height=720'

export function LinkSocial() {
  const { t } = useTranslation()
  const client = useSession((state) => state.client)
  const { isThere, username, refresh } = useSocialAccount()
  const [step, setStep] = useState<'idle' | 'asking' | 'waiting' | 'ending' | 'unlinking'>('idle')
  const [failure, setFailure] = useState<string>()
  const state = useRef<string>(undefined)

  const fail = (text: string): void => {
    state.current = undefined
    setStep('idle')
    setFailure(text)
  }
  const textOf = (error: unknown, refused: string): string =>
    error instanceof ApiError && error.code === REFUSED
      ? refused
      : error instanceof ApiError && error.code === 0
        ? t('social.away')
        : errorText(t, error instanceof ApiError ? error.code : REFUSAL.CREATE_ORDER_TIMEOUT)

  const link = async (): Promise<void> => {
    setFailure(undefined)
    setStep('asking')
    // Opened by the press itself, else browsers hold it back; it knows nothing of this page.
    const opened = window.open('about:blank', '_blank', WINDOW)
    if (opened === null) return fail(t('social.blocked'))
    opened.opener = null
    try {
      const { url } = await client.linkSocial()
      state.current = new URL(url).searchParams.get('state') ?? undefined
      opened.location.replace(url)
      setStep('waiting')
    } catch (error) {
      opened.close()
      fail(textOf(error, t('social.depositFirst')))
    }
  }
  const end = async (back: SocialReturn): Promise<void> => {
    if (state.current === undefined || back.state !== state.current) return
    state.current = undefined
    if (back.code === undefined) return fail(t('social.declined'))
    setStep('ending')
    try {
      const linked = await client.completeSocialLink({ code: back.code, state: back.state })
      setStep('idle')
      showToast({ tone: 'ok', title: t('social.linkedTitle', { name: linked.username ?? '' }) })
      refresh()
    } catch (error) {
      fail(textOf(error, t('social.notConfirmed')))
    }
  }
  const unlink = async (): Promise<void> => {
    setFailure(undefined)
    setStep('unlinking')
    try {
      await client.unlinkSocial()
      setStep('idle')
      refresh()
    } catch (error) {
      fail(textOf(error, t('social.unlinkFailed')))
    }
  }
  const latest = useRef(end)
  latest.current = end
  useEffect(() => onSocialReturn((back) => void latest.current(back)), [])

  if (!isThere) return null
  return (
    <div>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 text-dense">
        <p role="status" className="min-w-0 flex-1 text-t2">
          {username !== undefined
            ? t('social.linked', { name: username })
            : t(step === 'waiting' ? 'social.waiting' : 'social.unlinked')}
        </p>
        {username !== undefined ? (
          <Button size="xs" isBusy={step === 'unlinking'} onClick={() => void unlink()}>
            {t('social.unlink')}
          </Button>
        ) : (
          <Button size="xs" isBusy={step === 'asking' || step === 'ending'} onClick={() => void link()}>
            {t(step === 'waiting' ? 'social.again' : 'social.link')}
          </Button>
        )}
      </div>
      <FormError text={failure} />
    </div>
  )
}
