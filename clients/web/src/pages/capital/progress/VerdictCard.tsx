/** The certificate of a verdict, computed once more in this browser: the inequality, its parts, and the file. */
import { useQuery } from '@tanstack/react-query'
import { Download, RotateCw, ShieldCheck, ShieldX } from 'lucide-react'
import { useState } from 'react'
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
import { formatClock, formatDateTime, formatMoney, formatPrice } from '../../../shared/format/index.ts'
import { Badge, Button, cx, KeyValue, ReadFailure, Skeleton } from '../../../ui/index.ts'
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

/** What this browser finds in the file, whenever it is asked to look. */
export function CheckedVerdict({ account, answer }: CheckedVerdictProps) {
  const { t } = useTranslation()
  const look = () => ({ ...verifyVerdict(answer.certificate, answer.signer), timeMs: Date.now() })
  // A certificate never changes: it is looked at once, and when a person asks.
  const [checked, setChecked] = useState(look)
  return (
    <>
      {checked.ok && <Inequality body={checked.body} equityBefore={checked.recomputed.equityBefore} />}
      <p
        role="status"
        className={cx(
          'my-3 flex items-center gap-2 rounded-[6px] px-3 py-2 text-dense',
          checked.ok ? 'bg-ok-tint text-ok' : 'bg-err-tint text-err',
        )}
      >
        {checked.ok ? (
          <ShieldCheck size={16} aria-hidden="true" className="shrink-0" />
        ) : (
          <ShieldX size={16} aria-hidden="true" className="shrink-0" />
        )}
        <span>
          {checked.ok
            ? t('capitalPage.verdict.same', { entries: entriesOf(checked.body) })
            : t(`capitalPage.verdict.${checked.fault}`)}{' '}
          <span className="whitespace-nowrap">{formatClock(checked.timeMs)}</span>
        </span>
      </p>
      <div className="grid grid-cols-2 gap-2">
        <Button
          icon={<RotateCw size={16} strokeWidth={1.5} aria-hidden="true" />}
          onClick={() => setChecked(look())}
        >
          {t('capitalPage.verdict.again')}
        </Button>
        <Button
          icon={<Download size={16} strokeWidth={1.5} aria-hidden="true" />}
          onClick={() =>
            downloadText(`vest-verdict-${account.slice(2, 10)}.json`, answer.certificate, 'application/json')
          }
        >
          {t('capitalPage.verdict.download')}
        </Button>
      </div>
      <p className="mt-3 text-dense text-t3">{t('capitalPage.verdict.help')}</p>
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
  const { verdict, equity, limits, balance, time, dayBalance, fills, funding, resets, positions } = body
  const isPassed = verdict === 'GOAL'
  const level = {
    GOAL: 'capital.goal',
    MAX_DAILY_LOSS: 'capitalPage.day.floor',
    MAX_DRAWDOWN: 'capitalResult.drawdownFloor',
  } as const
  const inputs = [
    ['resets', resets.length],
    ['marks', positions.length],
    ['fills', fills.length],
    ['funding', funding.length],
  ] as const
  return (
    <>
      <p className="flex flex-wrap items-center justify-between gap-2 text-dense text-t2">
        {t('capitalPage.verdict.decided', { time: formatDateTime(time) })}
        <Badge tone={isPassed ? 'ok' : 'err'}>{t(`capitalPage.verdict.${verdict}`)}</Badge>
      </p>
      <div className="my-3 flex items-end justify-center gap-3 rounded-[6px] bg-s2 px-3 py-3 text-center">
        <Side name={t('capitalPage.progress.equity')} value={usd6(equity)} />
        <span className={`text-figure font-semibold ${isPassed ? 'text-ok' : 'text-err'}`}>
          {isPassed ? '≥' : '≤'}
        </span>
        <Side name={t(level[verdict])} value={verdictLevel(verdict, limits)} />
      </div>
      <KeyValue label={t('capitalPage.verdict.balance')}>{formatMoney(usd6(balance))}</KeyValue>
      <KeyValue label={t('capitalPage.verdict.open')}>{formatMoney(usd6(equity - balance))}</KeyValue>
      {equityBefore !== undefined && (
        <KeyValue label={t('capitalPage.verdict.equityBefore')}>{formatMoney(equityBefore)}</KeyValue>
      )}
      {positions.map((position) => (
        <Marks key={position.symbol} position={position} />
      ))}
      <KeyValue label={t('capitalPage.dayFrom')}>{formatMoney(usd6(dayBalance))}</KeyValue>
      <KeyValue label={t('capitalPage.verdict.rulebook')}>{body.rulebook}</KeyValue>
      <p className="mt-2 border-t border-line pt-2 text-dense text-t2">
        {t('capitalPage.verdict.inputs', { entries: entriesOf(body) })}
      </p>
      <dl className="grid grid-cols-4 gap-2">
        {inputs.map(([name, count]) => (
          <div key={name}>
            <dt className="text-dense text-t3">{t(`capitalPage.verdict.of.${name}`)}</dt>
            <dd className="text-body font-medium">{count}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}

const Side = ({ name, value }: { readonly name: string; readonly value: Usd6 }) => (
  <span>
    <span className="block text-caption text-t2">{name}</span>
    <span className="text-figure font-semibold">{formatMoney(value)}</span>
  </span>
)

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
