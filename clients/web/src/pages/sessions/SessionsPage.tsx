/**
 * Everything that can act for the account: the signers of its browsers, and the keys of its programs; since when, from
 * where and when last, and how to end it.
 */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../entities/session/index.ts'
import { LinkSocial, useSocialAccount } from '../../entities/social/index.ts'
import { formatDateTime, formatMoney, MISSING, shortenAddress } from '../../shared/format/index.ts'
import { useTableTexts } from '../../shared/i18n/index.ts'
import { Badge, Button, cx, DataTable, EmptyState, showToast, type DataColumn } from '../../ui/index.ts'
import { CreateKeyDialog } from './CreateKeyDialog.tsx'
import { EndAllDialog } from './EndAllDialog.tsx'
import { agoOf, byUse, keyRowOf, timeLeftOf, type KeyRow } from './sessionRows.ts'

/** Ends and uses elsewhere show within this time. */
const REFRESH_MS = 30_000

export function SessionsPage() {
  const { t } = useTranslation()
  const address = useSession((state) => state.address)
  const status = useSession((state) => state.status)
  const openDialog = useSession((state) => state.openDialog)
  const [isEndingAll, setIsEndingAll] = useState(false)
  const [isMaking, setIsMaking] = useState(false)
  const { rows, isLoading, retry, refresh, end, ending } = useKeys()
  useEffect(() => {
    document.title = `${t('sessions.title')} · ${t('app.name')}`
  }, [t])
  const hasOthers = rows.some(({ isCurrent }) => !isCurrent)
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
        <section className="mt-[14px] rounded-[10px] border border-line bg-s1">
          <EmptyState
            title={t('sessions.visitor')}
            action={
              <Button variant="ink" onClick={() => openDialog('sign-in')}>
                {t('header.login')}
              </Button>
            }
          />
        </section>
      ) : (
        <>
          <Keys
            title={t('sessions.signers')}
            note={t('sessions.signersText')}
            rows={rows.filter(({ isProgram }) => !isProgram)}
            {...{ isLoading, retry, end, ending }}
          />
          <Keys
            title={t('sessions.keys')}
            note={t('sessions.keysText')}
            rows={rows.filter(({ isProgram }) => isProgram)}
            {...{ isLoading, retry, end, ending }}
          />
          <LinkedAccount />
        </>
      )}
      {isMaking && <CreateKeyDialog onClose={() => setIsMaking(false)} onMade={refresh} />}
      {isEndingAll && <EndAllDialog rows={rows} onClose={() => setIsEndingAll(false)} onEnded={refresh} />}
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

const nameOf = ({ label, signer }: KeyRow): string => label ?? shortenAddress(signer)

interface KeysProps {
  readonly title: string
  readonly note: string
  readonly rows: readonly KeyRow[]
  readonly isLoading: boolean
  readonly retry: (() => void) | undefined
  readonly end: (row: KeyRow) => void
  readonly ending: string | undefined
}

function Keys({ title, note, rows, isLoading, retry, end, ending }: KeysProps) {
  const { t } = useTranslation()
  const texts = useTableTexts()
  const client = useSession((state) => state.client)
  const columns = useMemo(
    () => keyColumns(t, () => client.correctedNow(), { end, ending }),
    [t, client, end, ending],
  )
  const card = (row: KeyRow) => <KeyCard row={row} nowMs={client.correctedNow()} {...{ end, ending }} />
  return (
    <section aria-label={title} className="mt-3 overflow-hidden rounded-[10px] border border-line bg-s1">
      <div className="flex min-h-12 flex-wrap items-center gap-x-2 border-b border-line px-4 py-2">
        <h2 className="text-nav font-semibold">{title}</h2>
        {!isLoading && <Badge>{String(rows.length)}</Badge>}
        <p className="ml-auto text-dense text-t3 max-md:ml-0 max-md:w-full">{note}</p>
      </div>
      <DataTable
        label={title}
        columns={columns}
        rows={rows}
        rowId={(row) => row.id}
        texts={texts}
        rowHeight={48}
        isLoading={isLoading}
        onRetry={retry}
        empty={<EmptyState title={t('sessions.none')} />}
        card={card}
      />
    </section>
  )
}

interface Ending {
  readonly end: (row: KeyRow) => void
  readonly ending: string | undefined
}

function keyColumns(t: TFunction, now: () => number, ending: Ending): readonly DataColumn<KeyRow>[] {
  return [
    {
      id: 'name',
      head: t('sessions.name'),
      align: 'left',
      width: '34%',
      cell: (row) => <KeyName row={row} />,
    },
    {
      id: 'made',
      head: t('sessions.since'),
      align: 'left',
      width: '18%',
      cell: (row) => formatDateTime(row.madeMs),
    },
    {
      id: 'used',
      head: t('sessions.lastUse'),
      align: 'left',
      width: '22%',
      cell: (row) => <LastUse row={row} nowMs={now()} />,
    },
    { id: 'left', head: t('sessions.ends'), align: 'left', cell: (row) => <Left row={row} nowMs={now()} /> },
    {
      id: 'action',
      head: undefined,
      headLabel: t('transfer.action'),
      width: 1,
      cell: (row) => <EndButton row={row} {...ending} />,
    },
  ]
}

function KeyName({ row }: { readonly row: KeyRow }) {
  const { t } = useTranslation()
  return (
    <span className="flex flex-col">
      <span className="flex items-center gap-2">
        <span className="font-medium" title={row.signer}>
          {nameOf(row)}
        </span>
        {row.isCurrent && <Badge tone="chalk">{t('sessions.current')}</Badge>}
      </span>
      {row.isProgram && (
        <span className="text-caption text-t3">
          {t(row.canTrade ? 'sessions.trade' : 'sessions.read')}
          {' · '}
          {row.allowedFrom.length === 0 ? t('sessions.anywhere') : row.allowedFrom.join(', ')}
        </span>
      )}
      {row.isProgram && row.canTrade && <LossBound row={row} />}
    </span>
  )
}

/** Whoever has stolen the key gives away no more than this in a day. */
function LossBound({ row: { loss } }: { readonly row: KeyRow }) {
  const { t } = useTranslation()
  if (loss === undefined) return <span className="text-caption text-warn">{t('sessions.noLossBound')}</span>
  return (
    <span className={cx('text-caption', loss.today >= loss.max ? 'text-warn' : 'text-t3')}>
      {t('sessions.lossBound', { lost: formatMoney(loss.today), max: formatMoney(loss.max) })}
    </span>
  )
}

function LastUse({ row, nowMs }: { readonly row: KeyRow; readonly nowMs: number }) {
  const { t } = useTranslation()
  if (row.usedMs === undefined) return <span className="text-t3">{MISSING}</span>
  const ago = agoOf(row.usedMs, nowMs)
  return (
    <span className="flex flex-col" title={formatDateTime(row.usedMs)}>
      <span>
        {ago === undefined ? t('sessions.now') : t(`sessions.ago.${ago.unit}`, { total: ago.count })}
      </span>
      {row.usedFrom !== undefined && <span className="text-caption text-t3">{row.usedFrom}</span>}
    </span>
  )
}

function Left({ row, nowMs }: { readonly row: KeyRow; readonly nowMs: number }) {
  const { t } = useTranslation()
  const left = timeLeftOf(row, nowMs)
  if (left === undefined || row.endsMs === undefined) return t('sessions.noEnd')
  return (
    <span className="flex items-center gap-3" title={formatDateTime(row.endsMs)}>
      <span aria-hidden="true" className="h-1 w-24 overflow-hidden rounded-full bg-s4 max-lg:hidden">
        <span
          className={cx('block h-full', left.isSoon ? 'bg-warn-fill' : 'bg-t2')}
          style={{ width: `${left.share}%` }}
        />
      </span>
      <span className={cx(left.isSoon && 'font-medium text-warn')}>
        {t(`sessions.left.${left.unit}`, { total: left.count })}
      </span>
    </span>
  )
}

function EndButton({ row, end, ending }: Ending & { readonly row: KeyRow }) {
  const { t } = useTranslation()
  if (row.isCurrent) return null
  return (
    <Button
      size="xs"
      className="max-md:h-9 max-md:px-3"
      isBusy={ending === row.id}
      isDisabled={ending !== undefined && ending !== row.id}
      aria-label={t('sessions.endOne', { name: nameOf(row) })}
      onClick={() => end(row)}
    >
      {t('sessions.endShort')}
    </Button>
  )
}

function KeyCard({ row, nowMs, ...ending }: Ending & { readonly row: KeyRow; readonly nowMs: number }) {
  const { t } = useTranslation()
  return (
    <div className="flex flex-col gap-2">
      <div className="flex items-start justify-between gap-3">
        <KeyName row={row} />
        <EndButton row={row} {...ending} />
      </div>
      <dl className="grid grid-cols-3 gap-2 text-dense">
        <div>
          <dt className="text-caption text-t3">{t('sessions.since')}</dt>
          <dd>{formatDateTime(row.madeMs)}</dd>
        </div>
        <div>
          <dt className="text-caption text-t3">{t('sessions.lastUse')}</dt>
          <dd>
            <LastUse row={row} nowMs={nowMs} />
          </dd>
        </div>
        <div>
          <dt className="text-caption text-t3">{t('sessions.ends')}</dt>
          <dd>
            <Left row={row} nowMs={nowMs} />
          </dd>
        </div>
      </dl>
    </div>
  )
}
