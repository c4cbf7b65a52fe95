/** The certificate of a verdict, computed once more in this browser: the inequality, its parts, and the file. */
import { useQuery } from '@tanstack/react-query'
import { Download, ShieldCheck, ShieldX } from 'lucide-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { verdictLevel } from '@vest/formulas'
import {
  ticks,
  usd6,
  type Address,
  type CapitalVerdictResponse,
  type Usd6,
  type VerdictBody,
} from '@vest/protocol'
import { verifyVerdict } from '@vest/sdk'
import { useSessionKeeper } from '../../../entities/session/index.ts'
import { downloadText } from '../../../shared/csv/index.ts'
import { formatDateTime, formatMoney, formatPrice } from '../../../shared/format/index.ts'
import { Button, KeyValue, ReadFailure, Skeleton } from '../../../ui/index.ts'
import { Panel } from './Panel.tsx'

export function VerdictCard({ account }: { readonly account: Address }) {
  const { t } = useTranslation()
  const keeper = useSessionKeeper()
  const { data, isError, refetch } = useQuery({
    queryKey: ['private', 'verdict', account],
    queryFn: () => keeper.capital.verdict(account),
    staleTime: Infinity,
  })
  return (
    <Panel title={t('capitalPage.verdict.title')}>
      {isError ? (
        <ReadFailure
          className="h-40"
          text={t('table.failed')}
          retryLabel={t('table.retry')}
          onRetry={() => void refetch()}
        />
      ) : data === undefined ? (
        <Skeleton className="h-40" />
      ) : (
        <CheckedVerdict account={account} answer={data} />
      )}
    </Panel>
  )
}

export interface CheckedVerdictProps {
  readonly account: Address
  readonly answer: CapitalVerdictResponse
}

/** What this browser finds in the file. */
export function CheckedVerdict({ account, answer }: CheckedVerdictProps) {
  const { t } = useTranslation()
  const checked = useMemo(() => verifyVerdict(answer.certificate, answer.signer), [answer])
  return (
    <>
      {checked.ok && <Inequality body={checked.body} equityBefore={checked.recomputed.equityBefore} />}
      <p
        role="status"
        className={`my-3 flex items-center gap-2 text-dense ${checked.ok ? 'text-ok' : 'text-err'}`}
      >
        {checked.ok ? <ShieldCheck size={16} aria-hidden="true" /> : <ShieldX size={16} aria-hidden="true" />}
        {checked.ok
          ? t('capitalPage.verdict.same', { entries: entriesOf(checked.body) })
          : t(`capitalPage.verdict.${checked.fault}`)}
      </p>
      <Button
        icon={<Download size={16} strokeWidth={1.5} aria-hidden="true" />}
        onClick={() =>
          downloadText(`vest-verdict-${account.slice(2, 10)}.json`, answer.certificate, 'application/json')
        }
      >
        {t('capitalPage.verdict.download')}
      </Button>
      <p className="mt-2 text-dense text-t3">{t('capitalPage.verdict.help')}</p>
    </>
  )
}

const entriesOf = ({ fills, funding, resets, positions }: VerdictBody): number =>
  fills.length + funding.length + resets.length + positions.length

interface InequalityProps {
  readonly body: VerdictBody
  readonly equityBefore: Usd6 | undefined
}

function Inequality({ body, equityBefore }: InequalityProps) {
  const { t } = useTranslation()
  const { verdict, equity, limits, balance, time, dayBalance, fills, funding, resets } = body
  return (
    <>
      <p className="text-dense text-t2">
        {t(`capitalPage.verdict.${verdict}`)} · {formatDateTime(time)}
      </p>
      <p className="my-2 text-figure font-semibold">
        {formatMoney(usd6(equity))} {verdict === 'GOAL' ? '≥' : '≤'}{' '}
        {formatMoney(verdictLevel(verdict, limits))}
      </p>
      <KeyValue label={t('capitalPage.verdict.balance')}>{formatMoney(usd6(balance))}</KeyValue>
      <KeyValue label={t('capitalPage.verdict.open')}>{formatMoney(usd6(equity - balance))}</KeyValue>
      {equityBefore !== undefined && (
        <KeyValue label={t('capitalPage.verdict.equityBefore')}>{formatMoney(equityBefore)}</KeyValue>
      )}
      {body.positions.map((position) => (
        <Marks key={position.symbol} position={position} />
      ))}
      <KeyValue label={t('capitalPage.dayFrom')}>{formatMoney(usd6(dayBalance))}</KeyValue>
      <KeyValue label={t('capitalPage.verdict.inputs')}>
        {t('capitalPage.verdict.counts', {
          fills: fills.length,
          funding: funding.length,
          days: resets.length,
        })}
      </KeyValue>
      <KeyValue label={t('capitalPage.verdict.rulebook')}>{body.rulebook}</KeyValue>
    </>
  )
}

/** The mark that decided, the one before it, and the index that led there. */
function Marks({ position }: { readonly position: VerdictBody['positions'][number] }) {
  const { t } = useTranslation()
  const { symbol, priceDecimals, mark, markBefore, indexTrail } = position
  const price = (value: number): string => formatPrice(ticks(value), priceDecimals)
  return (
    <>
      <KeyValue label={t('capitalPage.verdict.mark', { market: symbol })}>
        {price(mark)}
        {markBefore !== null && (
          <span className="text-t3"> · {t('capitalPage.verdict.before', { before: price(markBefore) })}</span>
        )}
      </KeyValue>
      {indexTrail.length > 0 && (
        <p className="text-right text-dense text-t3">
          {t('capitalPage.verdict.trail', {
            low: price(Math.min(...indexTrail)),
            high: price(Math.max(...indexTrail)),
          })}
        </p>
      )}
    </>
  )
}
