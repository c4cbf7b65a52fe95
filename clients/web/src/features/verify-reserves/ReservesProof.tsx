/**
 * Shows what the exchange owes to all accounts, what its vaults hold, and whether this account is counted. The public code of
 * the SDK verifies the proof in the browser.
 */
import { useQuery } from '@tanstack/react-query'
import { parseDecimal, usd6, type ReservesStatement, type Usd6 } from '@vest/protocol'
import { checkReserves, type ReservesVerdict } from '@vest/sdk'
import { CircleCheck, CircleX, Clock } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../entities/session/index.ts'
import { chainName, useChains } from '../../entities/wallet/index.ts'
import { formatDateTime, formatMoney, shortenAddress } from '../../shared/format/index.ts'
import { Button, Skeleton } from '../../ui/index.ts'

export function ReservesProof() {
  const { t } = useTranslation()
  const client = useSession((state) => state.client)
  const account = useSession((state) => state.address)
  const isReady = useSession((state) => state.status === 'ready')
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: ['private', 'reservesProof', account],
    queryFn: async () => {
      const answer = await client.reservesProof()
      return { ...answer, verdict: checkReserves(answer, account ?? '') }
    },
    enabled: isReady,
  })
  if (!isReady) return null
  return (
    <section aria-labelledby="reserves" className="mt-3 rounded-[10px] border border-line bg-s1">
      <div className="flex flex-wrap items-start justify-between gap-2 px-4 py-3">
        <div className="min-w-0">
          <h2 id="reserves" className="font-semibold">
            {t('reserves.title')}
          </h2>
          <p className="text-dense text-t2">{t('reserves.lead')}</p>
        </div>
        <Button size="xs" className="max-md:h-9" isBusy={isFetching} onClick={() => void refetch()}>
          {t('reserves.again')}
        </Button>
      </div>
      <div aria-live="polite" className="border-t border-line px-4 py-3">
        {isError ? (
          <p className="text-dense text-t2">{t('reserves.failed')}</p>
        ) : data === undefined ? (
          <Skeleton className="h-5 w-60" />
        ) : data.statement === null ? (
          <p className="text-dense text-t2">{t('reserves.none')}</p>
        ) : (
          <>
            <Verdict verdict={data.verdict} owed={data.proof?.owed} />
            <Statement statement={data.statement} />
          </>
        )}
      </div>
    </section>
  )
}

function Verdict({
  verdict,
  owed,
}: {
  readonly verdict: ReservesVerdict
  readonly owed: string | undefined
}) {
  const { t } = useTranslation()
  const { isSigned, isIncluded } = verdict
  if (!isSigned || isIncluded === false)
    return (
      <Line icon={<CircleX aria-hidden className="size-4 shrink-0 text-down" />}>
        {t(isSigned ? 'reserves.notIncluded' : 'reserves.notSigned')}
      </Line>
    )
  if (isIncluded === undefined || owed === undefined)
    return <Line icon={<Clock aria-hidden className="size-4 shrink-0 text-t3" />}>{t('reserves.later')}</Line>
  return (
    <Line icon={<CircleCheck aria-hidden className="size-4 shrink-0 text-up" />}>
      {t('reserves.included', { amount: formatMoney(usd6Of(owed), { prefix: '' }) })}
    </Line>
  )
}

function Line({ icon, children }: { readonly icon: ReactNode; readonly children: ReactNode }) {
  return (
    <p className="flex items-center gap-2 font-semibold">
      {icon}
      <span className="min-w-0">{children}</span>
    </p>
  )
}

function Statement({ statement }: { readonly statement: ReservesStatement }) {
  const { t } = useTranslation()
  const { data: chains } = useChains()
  const nameOf = (chainId: number): string => chainName(chains, chainId)
  const held = statement.chains.reduce((sum, { found }) => sum + usd6Of(found), 0)
  const money = (amount: string): string => formatMoney(usd6Of(amount), { prefix: '' })
  const rows: readonly (readonly [string, string])[] = [
    [t('reserves.time'), formatDateTime(statement.time)],
    [t('reserves.owed'), `${money(statement.liabilities)} USDC`],
    [t('reserves.held'), `${formatMoney(usd6(held), { prefix: '' })} USDC`],
    ...statement.chains.map(
      ({ chainId, blockNumber, found }) =>
        [
          t('reserves.vault', { network: nameOf(chainId), block: blockNumber }),
          `${money(found)} USDC`,
        ] as const,
    ),
    ...statement.underWay.map(
      ({ fromChainId, toChainId, size }) =>
        [
          t('reserves.underWay', { from: nameOf(fromChainId), to: nameOf(toChainId) }),
          `${money(size)} USDC`,
        ] as const,
    ),
    [t('reserves.root'), shortenAddress(statement.root)],
    [t('reserves.signer'), shortenAddress(statement.signer)],
  ]
  return (
    <dl className="mt-3 grid grid-cols-[auto_1fr] gap-x-6 gap-y-1 text-dense">
      {rows.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-t2">{name}</dt>
          <dd className="min-w-0 text-right tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function usd6Of(text: string): Usd6 {
  const parsed = parseDecimal(text, 6)
  return usd6(parsed.ok ? parsed.value : 0)
}
