/**
 * Buying USDC with a card ([2.13]): the provider's page in a frame of its own origin, which can do nothing to ours. What
 * it says changes words only ([4.15]); the money is credited when it has come on the chain, by itself.
 */
import { useQuery } from '@tanstack/react-query'
import { Clock, ExternalLink, Lock } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ONRAMPER_URL_CACHE_MS } from '@vest/protocol'
import { useSession } from '../../entities/session/index.ts'
import { chosenTheme, usePreferences } from '../../entities/preferences/index.ts'
import { askToNavigate } from '../../shared/navigation/index.ts'
import { Button, FormError, showToast, Skeleton } from '../../ui/index.ts'
import { DepositBack } from './DepositBack.tsx'
import { DepositGuard } from './DepositGuard.tsx'
import { readOnrampEvent } from './onrampEvents.ts'
import { onrampFailureText } from './onrampFailureText.ts'
import { onrampNotice } from './onrampNotice.ts'

/** A frame that was refused stays blank and says nothing. */
const SILENCE_MS = 8_000

export const OnrampPage = () => (
  <DepositGuard>
    <Onramp />
  </DepositGuard>
)

function Onramp() {
  const { t } = useTranslation()
  const client = useSession((state) => state.client)
  const account = useSession((state) => state.address)
  const email = useSession((state) => state.email)
  const theme = usePreferences(chosenTheme)
  const { data, error, refetch } = useQuery({
    queryKey: ['private', 'onramp', account],
    queryFn: () => client.onRampUrl(),
    staleTime: ONRAMPER_URL_CACHE_MS,
    gcTime: ONRAMPER_URL_CACHE_MS,
    retry: false,
  })
  useEffect(() => {
    document.title = `${t('depositPage.card')} · ${t('app.name')}`
  }, [t])
  const look = new URLSearchParams({ theme, email: email ?? '' })
  return (
    <main className="mx-auto w-full max-w-[512px] flex-1 px-4 py-8">
      <DepositBack />
      <h1 className="mt-3 mb-3 text-figure font-semibold">{t('depositPage.card')}</h1>
      <section
        aria-label={t('depositPage.card')}
        className="overflow-hidden rounded-[10px] border border-line bg-s1"
      >
        <p className="flex items-center gap-2 border-b border-line px-4 py-[10px] text-dense text-t2">
          <Lock size={16} strokeWidth={1.5} aria-hidden="true" />
          {t('depositPage.cardFrame')}
        </p>
        {error !== null ? (
          <div className="p-4">
            <FormError text={onrampFailureText(t, error)} />
            <Button className="mt-4" onClick={() => void refetch()}>
              {t('common.retry')}
            </Button>
          </div>
        ) : data === undefined ? (
          <Skeleton className="h-[460px]" />
        ) : (
          <ProviderFrame key={data.url} url={`${data.url}#${look.toString()}`} />
        )}
        <p className="flex items-center gap-2 border-t border-line px-4 py-[10px] text-dense text-t2">
          <Clock size={16} strokeWidth={1.5} aria-hidden="true" />
          {t('depositPage.cardAfter')}
        </p>
      </section>
    </main>
  )
}

function ProviderFrame({ url }: { readonly url: string }) {
  const { t } = useTranslation()
  const frame = useRef<HTMLIFrameElement>(null)
  const [state, setState] = useState<'waiting' | 'ready' | 'silent'>('waiting')
  useEffect(() => {
    const { origin } = new URL(url)
    const timer = setTimeout(() => setState((now) => (now === 'waiting' ? 'silent' : now)), SILENCE_MS)
    const hear = (message: MessageEvent): void => {
      if (message.origin !== origin || message.source !== frame.current?.contentWindow) return
      const event = readOnrampEvent(message.data)
      if (event === undefined) return
      const notice = onrampNotice(t, event)
      if (notice === undefined) setState('ready')
      else showToast(notice)
      if (event.event === 'completed') askToNavigate({ pathname: '/portfolio', search: '?view=transfers' })
    }
    window.addEventListener('message', hear)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('message', hear)
    }
  }, [url, t])
  return (
    <>
      <iframe
        ref={frame}
        title={t('depositPage.card')}
        src={url}
        // Another origin than ours, so its own rights open nothing of ours; and no top navigation.
        // oxlint-disable-next-line react/iframe-missing-sandbox -- a provider's page needs both words
        sandbox="allow-forms allow-popups allow-popups-to-escape-sandbox allow-same-origin allow-scripts"
        allow="payment; camera; microphone; accelerometer; gyroscope; autoplay"
        referrerPolicy="strict-origin"
        className="block h-[500px] w-full border-0"
      />
      {state === 'silent' && (
        <div className="flex flex-col items-start gap-3 border-t border-line p-4">
          <p className="text-dense text-t2">{t('depositPage.cardSilent')}</p>
          <Button onClick={() => window.open(url, '_blank', 'noopener')}>
            <ExternalLink size={16} strokeWidth={1.5} aria-hidden="true" />
            {t('depositPage.newWindow')}
          </Button>
        </div>
      )}
    </>
  )
}
