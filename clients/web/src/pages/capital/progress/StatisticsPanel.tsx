/** Figures over the trades of the account. */
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Usd6 } from '@vest/protocol'
import { signClass } from '../../../entities/account/index.ts'
import { csvMoney, csvText } from '../../../shared/csv/index.ts'
import {
  formatIsoTime,
  formatMoney,
  formatPercent,
  formatScaled,
  formatSignedMoney,
  MISSING,
} from '../../../shared/format/index.ts'
import { Panel } from './Panel.tsx'
import { progressStats } from './progressStats.ts'
import type { Progress } from './useProgress.ts'

export function StatisticsPanel({
  progress: { trades, days },
  className = '',
}: {
  readonly progress: Progress
  readonly className?: string
}) {
  const { t } = useTranslation()
  const stats = progressStats(trades, days)
  const signed = (value: Usd6 | undefined): ReactNode =>
    value === undefined ? MISSING : <span className={signClass(value)}>{formatSignedMoney(value)}</span>
  const percent = (bps: number | undefined): string =>
    bps === undefined ? MISSING : formatPercent(bps, { places: 1 })
  const figures = [
    ['realised', signed(stats.realised)],
    ['winRate', percent(stats.winBps)],
    [
      'profitFactor',
      stats.profitFactor2 === undefined ? MISSING : formatScaled(stats.profitFactor2, { decimals: 2 }),
    ],
    ['averageWin', signed(stats.averageWin)],
    ['averageLoss', signed(stats.averageLoss)],
    ['best', signed(stats.best)],
    ['worst', signed(stats.worst)],
    ['bestDay', signed(stats.bestDay?.change)],
    ['worstDay', signed(stats.worstDay?.change)],
    ['consistency', percent(stats.bestDayBps)],
    ['fees', formatMoney(stats.fees)],
    ['funding', signed(stats.funding)],
  ] as const
  return (
    <Panel
      title={t('capitalPage.progress.statistics')}
      className={className}
      file={{
        name: 'vest-capital-trades.csv',
        text: () =>
          csvText(
            ['closed', 'market', 'side', 'result', 'fees', 'funding'],
            trades.map((trade) => [
              formatIsoTime(trade.closeTimeMs),
              trade.market.symbol,
              trade.isLong ? 'long' : 'short',
              csvMoney(trade.realizedPnl),
              csvMoney(trade.fees),
              csvMoney(trade.funding),
            ]),
          ),
      }}
    >
      <p className="mb-3 text-dense text-t3">
        {t('capitalPage.progress.trades', { trades: stats.trades, won: stats.won, lost: stats.lost })}
      </p>
      <dl className="grid grid-cols-3 gap-x-4 gap-y-3 max-md:grid-cols-2">
        {figures.map(([name, figure]) => (
          <div key={name}>
            <dt className="text-dense text-t2">{t(`capitalPage.progress.${name}`)}</dt>
            <dd className="text-body font-medium">{figure}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  )
}
