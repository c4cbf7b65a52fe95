/** What was traded in a period and what became of it: in whole, by market, by hour and by side. */
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usd6 } from '@vest/protocol'
import { tradingStatistics, type TradingFigures } from '../../entities/ledger/index.ts'
import { formatMoney, formatPercent, formatSignedMoney } from '../../shared/format/index.ts'
import { cx, EmptyState, Segmented } from '../../ui/index.ts'
import { ScrollTable } from '../../ui/table/ScrollTable.tsx'
import { Figure } from './Figure.tsx'
import type { Ledger } from './useLedger.ts'
import { DAY_MS } from '../../shared/durations.ts'

const PERIODS = ['week', 'month', 'year', 'all'] as const
type Period = (typeof PERIODS)[number]
const DAYS: Readonly<Record<Period, number>> = { week: 7, month: 30, year: 365, all: Infinity }

export function StatisticsReport({
  ledger,
  nowMs,
}: {
  readonly ledger: Ledger
  /** By the clock of the exchange. */
  readonly nowMs: number
}) {
  const { t } = useTranslation()
  const [period, setPeriod] = useState<Period>('month')
  const fromMs = nowMs - DAYS[period] * DAY_MS
  const within = <Row extends { readonly time: number }>(rows: readonly Row[]): readonly Row[] =>
    rows.filter(({ time }) => time >= fromMs)
  const { whole, byMarket, byHour, bySide, makerShareBps } = tradingStatistics(
    within(ledger.fills),
    within(ledger.funding),
  )
  return (
    <section aria-label={t('statistics.title')} className="flex flex-col gap-3">
      <Segmented
        label={t('statistics.period')}
        value={period}
        options={PERIODS.map((value) => ({ value, label: t(`statistics.periods.${value}`) }))}
        onChange={setPeriod}
        className="self-start"
      />
      <dl className="grid grid-cols-2 gap-y-4 rounded-[10px] border border-line bg-s1 py-4 md:grid-cols-3 xl:grid-cols-6">
        <Figure label={t('statistics.net')} tone={whole.net}>
          {formatSignedMoney(usd6(whole.net))}
        </Figure>
        <Figure label={t('statistics.result')}>{formatSignedMoney(usd6(whole.result))}</Figure>
        <Figure label={t('statistics.fees')}>{formatMoney(usd6(whole.fees))}</Figure>
        <Figure label={t('statistics.funding')}>{formatSignedMoney(usd6(whole.funding))}</Figure>
        <Figure label={t('statistics.volume')}>{formatMoney(usd6(whole.volume))}</Figure>
        <Figure label={t('statistics.fills')}>
          {whole.fills}
          {makerShareBps !== undefined && (
            <span className="ml-2 text-dense font-normal text-t2">
              {t('statistics.makers', { share: formatPercent(makerShareBps) })}
            </span>
          )}
        </Figure>
      </dl>
      <p className="text-dense text-t2">{t('statistics.how')}</p>
      {whole.fills === 0 && byMarket.length === 0 ? (
        <div className="rounded-[10px] border border-line bg-s1 py-8">
          <EmptyState title={t('statistics.none')} text={t('statistics.noneText')} />
        </div>
      ) : (
        <div className="grid items-start gap-3 xl:grid-cols-2">
          <Division title={t('statistics.byMarket')} rows={byMarket} />
          <div className="flex min-w-0 flex-col gap-3">
            <Division
              title={t('statistics.bySide')}
              rows={bySide.map(([side, figures]) => [
                t(side === 'LONG' ? 'side.long' : 'side.short'),
                figures,
              ])}
            />
            <Division
              title={t('statistics.byHour')}
              rows={byHour.map(([hour, figures]) => [`${String(hour).padStart(2, '0')}:00`, figures])}
            />
          </div>
        </div>
      )}
    </section>
  )
}

function Division({
  title,
  rows,
}: {
  readonly title: string
  readonly rows: readonly (readonly [name: string, figures: TradingFigures])[]
}) {
  const { t } = useTranslation()
  const heads = ['fills', 'volume', 'result', 'fees', 'funding', 'net'] as const
  return (
    <ScrollTable title={title}>
      <thead>
        <tr className="text-t3">
          <td />
          {heads.map((head) => (
            <th key={head} scope="col" className="px-3 py-2 font-normal whitespace-nowrap last:pr-4">
              {t(`statistics.${head}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([name, figures]) => (
          <tr key={name} className="border-t border-line">
            <th scope="row" className="px-4 py-2 text-left font-medium whitespace-nowrap">
              {name}
            </th>
            <td className="px-3">{figures.fills}</td>
            <td className="px-3">{formatMoney(usd6(figures.volume))}</td>
            <td className="px-3">{formatSignedMoney(usd6(figures.result))}</td>
            <td className="px-3">{formatMoney(usd6(figures.fees))}</td>
            <td className="px-3">{formatSignedMoney(usd6(figures.funding))}</td>
            <td className={cx('px-3 pr-4', figures.net > 0 && 'text-long', figures.net < 0 && 'text-short')}>
              {formatSignedMoney(usd6(figures.net))}
            </td>
          </tr>
        ))}
      </tbody>
    </ScrollTable>
  )
}
