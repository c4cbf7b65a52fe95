/**
 * How the service is and was, measured by the exchange itself, and how far it is from here, measured by this page. Where it
 * does not answer at all, that is what the page says, with what it knew last.
 */
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { StatusHistoryResponse } from '@vest/protocol'
import { useSession } from '../../entities/session/index.ts'
import { phaseOf, useFrame, useLive } from '../../live/index.ts'
import { formatDateTime } from '../../shared/format/index.ts'
import { cx, ReadFailure, Skeleton } from '../../ui/index.ts'
import { measuresOf } from './statusMeasures.ts'

const EVERY_MS = 30_000

export function StatusPage() {
  const { t } = useTranslation()
  useEffect(() => {
    document.title = `${t('status.title')} · ${t('app.name')}`
  }, [t])
  return (
    <main className="mx-auto flex w-full max-w-[960px] flex-1 flex-col px-6 py-5 max-md:px-4">
      <h1 className="text-figure font-semibold">{t('status.title')}</h1>
      <p className="mt-[2px] mb-[14px] text-dense text-t2">{t('status.lead')}</p>
      <Report />
    </main>
  )
}

function Report() {
  const { t } = useTranslation()
  const client = useSession((state) => state.client)
  const { data, isError, refetch } = useQuery({
    queryKey: ['status-history'],
    queryFn: async () => {
      const beganMs = performance.now()
      const [status, history] = await Promise.all([client.status(), client.statusHistory()])
      return { status, history, distanceMs: Math.round(performance.now() - beganMs) }
    },
    staleTime: 0,
    refetchInterval: EVERY_MS,
  })
  const feed = useFrame(useLive().connection, phaseOf)
  if (data === undefined)
    return isError ? (
      <ReadFailure text={t('status.silent')} retryLabel={t('table.retry')} onRetry={() => void refetch()} />
    ) : (
      <div aria-busy="true">
        <Skeleton className="h-[260px] w-full" />
      </div>
    )
  const { status, history, distanceMs } = data
  const { engine, past } = measuresOf(history.samples)
  const withMs = (ms: number | undefined): string =>
    ms === undefined ? t('status.unmeasured') : t('status.ms', { ms })
  return (
    <div className="flex flex-col gap-3">
      {isError && (
        <p role="alert" className="rounded-[10px] border border-line bg-warn-tint p-4 text-body">
          {t('status.lost', { time: formatDateTime(history.time) })}
        </p>
      )}
      <section aria-label={t('status.parts')} className="rounded-[10px] border border-line bg-s1">
        <Part
          name={t('status.service')}
          value={t(`status.word.${status.status}`)}
          note={status.message ?? undefined}
          isFine={!isError && status.status === 'UP'}
        />
        <Part
          name={t('status.engine')}
          value={withMs(engine?.lastMs)}
          note={engine && t('status.usual', { median: engine.medianMs, worst: engine.worstMs })}
          isFine={engine !== undefined}
        />
        <Part
          name={t('status.history')}
          value={withMs(past?.lastMs)}
          note={past && t('status.usual', { median: past.medianMs, worst: past.worstMs })}
          isFine={past !== undefined}
        />
        <Part name={t('status.distance')} value={withMs(distanceMs)} isFine={!isError} />
        <Part name={t('status.feed')} value={t(`status.feedWord.${feed}`)} isFine={feed === 'live'} />
      </section>
      <p className="text-dense text-t2">{t('status.since', { time: formatDateTime(history.startTime) })}</p>
      <Incidents incidents={history.incidents} />
    </div>
  )
}

function Part({
  name,
  value,
  note,
  isFine,
}: {
  readonly name: string
  readonly value: string
  readonly note?: string | undefined
  readonly isFine: boolean
}) {
  return (
    <div className="flex min-h-14 items-center gap-3 border-b border-line px-5 py-2 last:border-b-0 max-md:px-4">
      <span aria-hidden="true" className={cx('size-2 rounded-full', isFine ? 'bg-ok' : 'bg-warn')} />
      <span className="min-w-0 flex-1 text-body">
        {name}
        {note !== undefined && <span className="block text-dense text-t2">{note}</span>}
      </span>
      <span className="text-body font-medium">{value}</span>
    </div>
  )
}

function Incidents({ incidents }: Pick<StatusHistoryResponse, 'incidents'>) {
  const { t } = useTranslation()
  return (
    <section
      aria-label={t('status.incidents')}
      className="rounded-[10px] border border-line bg-s1 p-5 max-md:p-4"
    >
      <h2 className="text-body font-semibold">{t('status.incidents')}</h2>
      {incidents.length === 0 ? (
        <p className="mt-2 text-dense text-t2">{t('status.none')}</p>
      ) : (
        <ul className="mt-2 flex flex-col gap-3">
          {incidents.map(({ startTime, endTime, status, message }) => (
            <li key={`${startTime} ${status}`} className="text-body">
              <span className="font-medium">
                {message === null
                  ? t(`status.word.${status}`)
                  : t('common.named', { name: t(`status.word.${status}`), value: message })}
              </span>
              <span className="block text-dense text-t2">
                {t('status.fromTo', {
                  from: formatDateTime(startTime),
                  to: endTime === null ? t('status.now') : formatDateTime(endTime),
                })}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
