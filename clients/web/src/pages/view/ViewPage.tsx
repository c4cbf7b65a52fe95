/**
 * An account as its owner lets others see it: by a key that reads and nothing else, which stands behind the `#` of the
 * address and never in a request's path. Everything is asked anew every half minute.
 */
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { readDecimal, readUsd6, REFUSAL, type FillRow, type OrderRow, type PositionRow } from '@vest/protocol'
import { ApiError, createVestClient, type VestClient } from '@vest/sdk'
import { Figure } from '../../features/account-report/Figure.tsx'
import { StatisticsReport } from '../../features/account-report/StatisticsReport.tsx'
import { useLedger } from '../../features/account-report/useLedger.ts'
import {
  formatDateTime,
  formatMoney,
  formatScaled,
  formatSignedMoney,
  shortenAddress,
} from '../../shared/format/index.ts'
import { EmptyState, ReadFailure, Skeleton } from '../../ui/index.ts'
import { ScrollTable } from '../../ui/table/ScrollTable.tsx'

const EVERY_MS = 30_000
const FILLS_SHOWN = 50

export function ViewPage() {
  const [apiKey] = useState(() => decodeURIComponent(location.hash.slice(1)))
  const [client] = useState(() => createVestClient({ baseUrl: '', apiKey }))
  return <SharedAccount client={client} apiKey={apiKey} />
}

/** `apiKey` is empty where the address names none. */
export function SharedAccount({ client, apiKey }: { readonly client: VestClient; readonly apiKey: string }) {
  const { t } = useTranslation()
  useEffect(() => {
    document.title = `${t('view.title')} · ${t('app.name')}`
  }, [t])
  return (
    <main className="mx-auto flex w-full max-w-[1408px] flex-1 flex-col px-6 py-5 max-md:px-4">
      <h1 className="text-figure font-semibold">{t('view.title')}</h1>
      {apiKey === '' ? <Ended /> : <Account client={client} apiKey={apiKey} />}
    </main>
  )
}

function Ended() {
  const { t } = useTranslation()
  return (
    <div className="mt-[14px] rounded-[10px] border border-line bg-s1 py-12">
      <EmptyState title={t('view.ended')} text={t('view.endedText')} />
    </div>
  )
}

function Account({ client, apiKey }: { readonly client: VestClient; readonly apiKey: string }) {
  const { t } = useTranslation()
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['view', apiKey],
    queryFn: async () => {
      const [account, untouched, partial] = await Promise.all([
        client.account(),
        client.orders({ status: 'NEW' }),
        client.orders({ status: 'PARTIALLY_FILLED' }),
      ])
      return { account, orders: [...untouched, ...partial] }
    },
    refetchInterval: EVERY_MS,
  })
  const { data: ledger } = useLedger(client, `view ${apiKey}`)
  if (error instanceof ApiError && error.code === REFUSAL.UNAUTHORIZED) return <Ended />
  if (data === undefined)
    return error !== null && !isFetching ? (
      <ReadFailure text={t('table.failed')} retryLabel={t('table.retry')} onRetry={() => void refetch()} />
    ) : (
      <div aria-busy="true" className="mt-[14px]">
        <Skeleton className="h-[320px] w-full" />
      </div>
    )
  const { account, orders } = data
  return (
    <>
      <p className="mt-[2px] mb-[14px] text-dense text-t2">
        {t('view.lead', { address: shortenAddress(account.address, 6) })}
      </p>
      <div className="flex flex-col gap-3">
        <dl className="grid grid-cols-2 gap-y-4 rounded-[10px] border border-line bg-s1 py-4 md:grid-cols-4">
          <Figure label={t('header.equity')}>{money(account.totalAccountValue)}</Figure>
          <Figure label={t('view.collateral')}>{money(account.collateral)}</Figure>
          <Figure label={t('view.withdrawable')}>{money(account.withdrawable)}</Figure>
          <Figure label={t('view.positions')}>{account.positions.length}</Figure>
        </dl>
        <Positions rows={account.positions} />
        <Orders rows={orders} />
        {ledger === undefined ? (
          <Skeleton className="h-[220px] w-full" />
        ) : (
          <>
            <StatisticsReport ledger={ledger} nowMs={account.time} />
            <Fills rows={ledger.fills.slice(0, FILLS_SHOWN)} />
          </>
        )}
      </div>
    </>
  )
}

const money = (text: string): string => formatMoney(readUsd6(text))
const signed = (text: string): string => formatSignedMoney(readUsd6(text))
/** A price or a size, with the decimals that the exchange tells it with. */
const figure = (text: string): string => {
  const decimals = text.split('.')[1]?.length ?? 0
  return formatScaled(readDecimal(text, decimals), { decimals })
}

const useSide = () => {
  const { t } = useTranslation()
  return (isLong: boolean): string => t(isLong ? 'side.long' : 'side.short')
}

function Positions({ rows }: { readonly rows: readonly PositionRow[] }) {
  const { t } = useTranslation()
  const side = useSide()
  return (
    <List
      title={t('view.positions')}
      heads={[
        t('view.market'),
        t('view.side'),
        t('view.size'),
        t('view.entry'),
        t('view.mark'),
        t('view.liquidation'),
        t('view.unrealized'),
      ]}
      rows={rows.map((row) => [
        row.symbol,
        side(row.isLong),
        figure(row.size),
        figure(row.entryPrice),
        figure(row.markPrice),
        // A position that no price can end.
        row.liqPrice === null ? t('positions.liqNone') : figure(row.liqPrice),
        signed(row.unrealizedPnl),
      ])}
    />
  )
}
function Orders({ rows }: { readonly rows: readonly OrderRow[] }) {
  const { t } = useTranslation()
  const side = useSide()
  return (
    <List
      title={t('view.orders')}
      heads={[
        t('view.market'),
        t('view.side'),
        t('view.size'),
        t('view.filled'),
        t('view.price'),
        t('view.time'),
      ]}
      rows={rows.map((row) => [
        row.symbol,
        side(row.isBuy),
        figure(row.size),
        figure(row.filledSize),
        figure(row.limitPrice),
        formatDateTime(row.postTime),
      ])}
    />
  )
}
function Fills({ rows }: { readonly rows: readonly FillRow[] }) {
  const { t } = useTranslation()
  const side = useSide()
  return (
    <List
      title={t('view.fills')}
      heads={[
        t('view.market'),
        t('view.side'),
        t('view.size'),
        t('view.price'),
        t('view.fee'),
        t('view.realized'),
        t('view.time'),
      ]}
      rows={rows.map((row) => [
        row.symbol,
        side(row.isBuy),
        figure(row.size),
        figure(row.price),
        money(row.fee),
        signed(row.realizedPnl),
        formatDateTime(row.time),
      ])}
    />
  )
}

function List({
  title,
  heads,
  rows,
}: {
  readonly title: string
  readonly heads: readonly string[]
  readonly rows: readonly (readonly string[])[]
}) {
  const { t } = useTranslation()
  return (
    <ScrollTable title={title}>
      <thead>
        <tr className="text-t3">
          {heads.map((head) => (
            <th
              key={head}
              scope="col"
              className="px-3 py-2 font-normal whitespace-nowrap first:pl-4 first:text-left last:pr-4"
            >
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.length === 0 && (
          <tr>
            <td colSpan={heads.length} className="border-t border-line px-4 py-3 text-left text-t2">
              {t('view.none')}
            </td>
          </tr>
        )}
        {rows.map((cells, at) => (
          <tr key={`${at} ${cells.join(' ')}`} className="border-t border-line">
            {cells.map((cell, column) => (
              <td
                key={heads[column]}
                className="px-3 py-2 whitespace-nowrap first:pl-4 first:text-left first:font-medium last:pr-4"
              >
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </ScrollTable>
  )
}
