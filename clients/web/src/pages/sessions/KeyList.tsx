/** A list of the keys that can act for an account: their creation, last use and expiry, and a button that ends each. */
import { useMemo, type ReactNode } from 'react'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../entities/session/index.ts'
import { formatDateTime, formatMoney, MISSING, shortenAddress } from '../../shared/format/index.ts'
import { useTableTexts } from '../../shared/i18n/index.ts'
import { Badge, Button, cx, DataTable, EmptyState, type DataColumn } from '../../ui/index.ts'
import { agoOf, isOwnMachine, timeLeftOf, type KeyRow } from './sessionRows.ts'
import type { Renewal } from './useRenewal.ts'

export const nameOf = ({ label, signer }: KeyRow): string => label ?? shortenAddress(signer)

const TWO_LINES_PX = 48
/** A program that may trade tells its bound below its addresses. */
const THREE_LINES_PX = 66

export interface KeyListProps {
  readonly title: string
  readonly note: string
  readonly rows: readonly KeyRow[]
  readonly isLoading?: boolean
  readonly retry: (() => void) | undefined
  readonly end: (row: KeyRow) => void
  readonly ending: string | undefined
  /** Of this browser's own signer, once it ends soon. */
  readonly renewal?: Renewal | undefined
  /** Beside the note. */
  readonly tools?: ReactNode
}

export function KeyList({ title, note, rows, isLoading = false, retry, tools, ...actions }: KeyListProps) {
  const { t } = useTranslation()
  const texts = useTableTexts()
  const client = useSession((state) => state.client)
  const { end, ending, renewal } = actions
  const columns = useMemo(
    () => keyColumns(t, () => client.correctedNow(), { end, ending, renewal }),
    [t, client, end, ending, renewal],
  )
  const card = (row: KeyRow) => <KeyCard row={row} nowMs={client.correctedNow()} {...actions} />
  return (
    <section aria-label={title} className="mt-3 overflow-hidden rounded-[10px] border border-line bg-s1">
      <div className="flex min-h-12 flex-wrap items-center gap-x-2 border-b border-line px-4 py-2">
        <h2 className="text-nav font-semibold">{title}</h2>
        {!isLoading && <Badge>{String(rows.length)}</Badge>}
        <p className="ml-auto text-dense text-t3 max-md:ml-0 max-md:w-full">{note}</p>
        {tools}
      </div>
      <DataTable
        label={title}
        columns={columns}
        rows={rows}
        rowId={(row) => row.id}
        texts={texts}
        rowHeight={
          rows.some(({ isProgram, canTrade }) => isProgram && canTrade) ? THREE_LINES_PX : TWO_LINES_PX
        }
        isLoading={isLoading}
        onRetry={retry}
        empty={<EmptyState title={t('sessions.none')} />}
        card={card}
      />
    </section>
  )
}

type Actions = Pick<KeyListProps, 'end' | 'ending' | 'renewal'>

function keyColumns(t: TFunction, now: () => number, actions: Actions): readonly DataColumn<KeyRow>[] {
  return [
    {
      id: 'name',
      head: t('sessions.name'),
      align: 'left',
      width: '28%',
      cell: (row) => <KeyName row={row} />,
    },
    {
      id: 'place',
      head: t('sessions.place'),
      align: 'left',
      width: '18%',
      cell: (row) => <Place row={row} />,
    },
    {
      id: 'made',
      head: t('sessions.since'),
      align: 'left',
      width: '15%',
      cell: (row) => formatDateTime(row.madeMs),
    },
    {
      id: 'used',
      head: t('sessions.lastUse'),
      align: 'left',
      width: '17%',
      cell: (row) => <LastUse row={row} nowMs={now()} />,
    },
    { id: 'left', head: t('sessions.ends'), align: 'left', cell: (row) => <Left row={row} nowMs={now()} /> },
    {
      id: 'action',
      head: undefined,
      headLabel: t('transfer.action'),
      width: 1,
      cell: (row) => <RowAction row={row} nowMs={now()} {...actions} />,
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
      {row.cameWith !== undefined && (
        <span className="text-caption text-t3">{t(`sessions.cameWith.${row.cameWith}`)}</span>
      )}
    </span>
  )
}

/** The bound on what a stolen key gives away in a day. */
function LossBound({ row: { loss } }: { readonly row: KeyRow }) {
  const { t } = useTranslation()
  if (loss === undefined) return <span className="text-caption text-warn">{t('sessions.noLossBound')}</span>
  return (
    <span className={cx('text-caption', loss.today >= loss.max ? 'text-warn' : 'text-t3')}>
      {t('sessions.lossBound', { lost: formatMoney(loss.today), max: formatMoney(loss.max) })}
    </span>
  )
}

const placeText = (t: TFunction, network: string): string =>
  isOwnMachine(network) ? t('sessions.ownMachine') : network

/** Where it was made: a network and a program; no city is known. */
function Place({ row: { madeFrom, browser } }: { readonly row: KeyRow }) {
  const { t } = useTranslation()
  if (madeFrom === undefined) return <span className="text-t3">{t('sessions.noPlace')}</span>
  return (
    <span className="flex flex-col">
      <span>{placeText(t, madeFrom)}</span>
      {browser !== undefined && <span className="text-caption text-t3">{browser}</span>}
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
      {row.usedFrom !== undefined && (
        <span className="text-caption text-t3">{placeText(t, row.usedFrom)}</span>
      )}
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

function RowAction({
  row,
  nowMs,
  end,
  ending,
  renewal,
}: Actions & { readonly row: KeyRow; readonly nowMs: number }) {
  const { t } = useTranslation()
  if (row.isCurrent)
    return renewal !== undefined && timeLeftOf(row, nowMs)?.isSoon === true ? (
      <Button
        size="xs"
        variant="ink"
        className="max-md:h-9 max-md:px-3"
        isBusy={renewal.isRenewing}
        onClick={() => renewal.renew(row)}
      >
        {t('sessions.renew')}
      </Button>
    ) : null
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

function KeyCard({ row, nowMs, ...actions }: Actions & { readonly row: KeyRow; readonly nowMs: number }) {
  const { t } = useTranslation()
  return (
    <div className="flex flex-col gap-2">
      <div className="flex items-start justify-between gap-3">
        <KeyName row={row} />
        <RowAction row={row} nowMs={nowMs} {...actions} />
      </div>
      <dl className="grid grid-cols-2 gap-2 text-dense">
        <div>
          <dt className="text-caption text-t3">{t('sessions.place')}</dt>
          <dd>
            <Place row={row} />
          </dd>
        </div>
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
