/** Money that depositors brought and took, day by day: what of the change of the pool's value is no profit. */
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { usd6 } from '@vest/protocol'
import { usePoolHistory } from '../../entities/lp/index.ts'
import { formatDateTime, formatMoney, formatSignedMoney } from '../../shared/format/index.ts'
import { ReadFailure, Skeleton, useElementWidth } from '../../ui/index.ts'
import { Card } from './Card.tsx'
import { DAY_MS } from '../../shared/durations.ts'
import { dayFlows, type DayFlow } from './sharePricePast.ts'

const DAYS = 30
const HALF_PX = 32
const PAST = { interval: '1d', spanMs: (DAYS + 1) * DAY_MS } as const

export function PoolFlows() {
  const { t } = useTranslation()
  const { data: rows, retry } = usePoolHistory(PAST)
  const flows = useMemo(() => (rows === undefined ? undefined : dayFlows(rows)), [rows])
  const net = flows?.reduce((sum, flow) => sum + flow.net, 0)
  return (
    <Card title={t('lp.flows')} end={flows && t('lp.net', { amount: formatSignedMoney(usd6(net ?? 0)) })}>
      {retry !== undefined && flows === undefined ? (
        <ReadFailure text={t('table.failed')} retryLabel={t('table.retry')} onRetry={retry} />
      ) : (
        <div aria-busy={flows === undefined} className="flow-root min-h-[calc(100px+var(--lead,0px))]">
          {flows === undefined ? (
            <Skeleton className="mt-3 h-16 w-full" />
          ) : flows.length === 0 ? (
            <p className="mt-2 text-dense text-t2">{t('lp.flowsTooEarly')}</p>
          ) : (
            <FlowBars flows={flows} />
          )}
        </div>
      )}
    </Card>
  )
}

function FlowBars({ flows }: { readonly flows: readonly DayFlow[] }) {
  const { t } = useTranslation()
  const [ref, width] = useElementWidth<HTMLDivElement>()
  const most = Math.max(1, ...flows.map(({ net }) => Math.abs(net)))
  const step = width / Math.max(flows.length, DAYS)
  return (
    <>
      <div ref={ref} className="mt-3">
        <svg role="img" aria-label={t('lp.flowsSpoken')} width={width} height={2 * HALF_PX} className="block">
          <line x1={0} x2={width} y1={HALF_PX} y2={HALF_PX} className="stroke-line" />
          {flows.map(({ timeMs, net }, at) => {
            const height = (Math.abs(net) / most) * (HALF_PX - 1)
            return (
              <rect
                key={timeMs}
                x={at * step}
                y={net > 0 ? HALF_PX - height : HALF_PX}
                width={Math.max(1, step - 2)}
                height={height}
                className={net > 0 ? 'fill-t2' : 'fill-line-ctl'}
              />
            )
          })}
        </svg>
      </div>
      <details className="mt-2 text-dense">
        <summary className="cursor-pointer text-t2">{t('lp.asTable')}</summary>
        <table className="mt-2 w-full" aria-label={t('lp.flows')}>
          <tbody>
            {flows
              .filter(({ net }) => net !== 0)
              .toReversed()
              .map(({ timeMs, net }) => (
                <tr key={timeMs}>
                  <td className="py-[3px] text-t2">{formatDateTime(timeMs, { time: false })}</td>
                  <td className="text-right">{formatMoney(net, { signed: true })}</td>
                </tr>
              ))}
          </tbody>
        </table>
      </details>
    </>
  )
}
