/**
 * Everything that can act for the account: the signers of its browsers and the keys of its programs, each with its
 * place, its creation, its last use and a button that ends it.
 */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../entities/session/index.ts'
import { VisitorPanel } from '../../entities/session/VisitorPanel.tsx'
import { LinkSocial, useSocialAccount } from '../../entities/social/index.ts'
import { useWayBack } from '../../entities/recovery/index.ts'
import { shortenAddress } from '../../shared/format/index.ts'
import { Button, showToast, Skeleton } from '../../ui/index.ts'
import { CreateKeyDialog } from './CreateKeyDialog.tsx'
import { EndAllDialog } from './EndAllDialog.tsx'
import { KeyPanel } from './KeyPanel.tsx'
import { KeyList, nameOf } from './KeyList.tsx'
import { Passkeys } from './Passkeys.tsx'
import { byUse, keyRowOf, type KeyRow } from './sessionRows.ts'
import { SignIns } from './SignIns.tsx'
import { useRenewal } from './useRenewal.ts'
import { useSignIns } from './useSignIns.ts'

/** Ends and uses elsewhere show within this time. */
const REFRESH_MS = 30_000

export function SessionsPage() {
  const { t } = useTranslation()
  const address = useSession((state) => state.address)
  const status = useSession((state) => state.status)
  const [isEndingAll, setIsEndingAll] = useState(false)
  const [isMaking, setIsMaking] = useState(false)
  const { rows, isLoading, retry, refresh, end, ending } = useKeys()
  const signIns = useSignIns()
  const renewal = useRenewal(refresh)
  const wayBack = useWayBack()
  useEffect(() => {
    document.title = `${t('sessions.title')} · ${t('app.name')}`
  }, [t])
  const hasOthers = rows.some(({ isCurrent }) => !isCurrent) || signIns.others.length > 0
  return (
    <main className="mx-auto w-full max-w-[1408px] flex-1 px-6 py-5 max-md:px-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div>
          <h1 className="text-figure font-semibold">{t('sessions.title')}</h1>
          {address !== undefined && (
            <p className="text-dense text-t2" title={address}>
              {t('sessions.text', { address: shortenAddress(address, 6) })}
            </p>
          )}
        </div>
        {status === 'ready' && (
          <div className="flex gap-2">
            <Button onClick={() => setIsMaking(true)}>{t('sessions.newKey')}</Button>
            {hasOthers && (
              <Button variant="danger" onClick={() => setIsEndingAll(true)}>
                {t('sessions.endAll')}
              </Button>
            )}
          </div>
        )}
      </div>
      {status === 'visitor' || status === 'needs-registration' ? (
        <VisitorPanel title={t('sessions.visitor')} className="mt-[14px]" />
      ) : status === 'connecting' || isLoading ? (
        // Which parts there are, and how high, depends on who it is: none stands before it is known.
        <div aria-busy="true">
          {[1, 2, 3].map((part) => (
            <Skeleton key={part} className="mt-3 h-48" />
          ))}
        </div>
      ) : (
        <>
          <KeyPanel wayBack={wayBack} />
          <KeyList
            title={t('sessions.signers')}
            note={t('sessions.signersText')}
            rows={rows.filter(({ isProgram }) => !isProgram)}
            {...{ retry, end, ending, renewal }}
          />
          <KeyList
            title={t('sessions.keys')}
            note={t('sessions.keysText')}
            rows={rows.filter(({ isProgram }) => isProgram)}
            {...{ retry, end, ending }}
          />
          <SignIns signIns={signIns} />
          <Passkeys wayBack={wayBack} />
          <LinkedAccount />
          <p className="mt-3 text-dense text-t3">{t('sessions.places')}</p>
        </>
      )}
      {isMaking && <CreateKeyDialog onClose={() => setIsMaking(false)} onMade={refresh} />}
      {isEndingAll && (
        <EndAllDialog {...{ rows, signIns }} onClose={() => setIsEndingAll(false)} onEnded={refresh} />
      )}
    </main>
  )
}

/** Nothing where the exchange posts nothing. */
function LinkedAccount() {
  const { t } = useTranslation()
  const { isThere } = useSocialAccount()
  if (!isThere) return null
  return (
    <section aria-labelledby="linked" className="mt-[14px] rounded-[10px] border border-line bg-s1 px-4 py-3">
      <h2 id="linked" className="font-semibold">
        {t('social.title')}
      </h2>
      <p className="mb-3 text-dense text-t2">{t('social.text')}</p>
      <LinkSocial />
    </section>
  )
}

function useKeys() {
  const { t } = useTranslation()
  const client = useSession((state) => state.client)
  const address = useSession((state) => state.address)
  const isReady = useSession((state) => state.status === 'ready')
  const queries = useQueryClient()
  const [ending, setEnding] = useState<string>()
  const queryKey = ['private', 'apiKeys', address]
  const { data, isError, refetch } = useQuery({
    queryKey,
    queryFn: () => client.apiKeys(),
    enabled: isReady,
    staleTime: 0,
    refetchInterval: REFRESH_MS,
  })
  const rows = useMemo(() => (data ?? []).map(keyRowOf).toSorted(byUse), [data])
  const refresh = (): void => void queries.invalidateQueries({ queryKey: ['private', 'apiKeys'] })
  const end = (row: KeyRow): void => {
    setEnding(row.id)
    client
      .revokeApiKey(row.id)
      .then(
        () => showToast({ tone: 'ok', title: t('sessions.endedOne', { name: nameOf(row) }) }),
        () => showToast({ tone: 'err', title: t('sessions.endFailed', { name: nameOf(row) }) }),
      )
      .finally(() => {
        setEnding(undefined)
        refresh()
      })
  }
  return {
    rows,
    isLoading: data === undefined && !isError,
    retry: isError && data === undefined ? () => void refetch() : undefined,
    refresh,
    end,
    ending,
  }
}
