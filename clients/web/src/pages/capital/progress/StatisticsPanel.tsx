/** Figures over the trades and days of the account, each with what it is made of. */
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Usd6 } from '@vest/protocol'
import { SignedMoney } from '../../../entities/account/index.ts'
import type { ClosedPosition } from '../../../entities/past/index.ts'
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
import type { ProgressDay } from './progressDays.ts'
import { progressStats } from './progressStats.ts'
import type { Progress } from './useProgress.ts'

type FigureName =
  | 'realised'
  | 'winRate'
  | 'profitFactor'
  | 'daysTraded'
  | 'averageWin'
  | 'averageLoss'
  | 'best'
  | 'worst'
  | 'bestDay'
  | 'worstDay'
  | 'consistency'
  | 'costs'

interface Figure {
  readonly name: FigureName
  readonly value: ReactNode
  readonly note: string
}

export function StatisticsPanel({ progress: { trades, days } }: { readonly progress: Progress }) {
  const { t, i18n } = useTranslation()
  const stats = progressStats(trades, days)
  const date = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium', timeZone: 'UTC' })
  const signed = (value: Usd6 | undefined): ReactNode => <SignedMoney value={value} />
  const percent = (bps: number | undefined): string =>
    bps === undefined ? MISSING : formatPercent(bps, { places: 1 })
  const ofTrades = (count: number): string => t('capitalPage.progress.trades', { trades: count })
  const tradeNote = (trade: ClosedPosition | undefined): string =>
    trade === undefined ? '' : `${trade.market.symbol} ${t(trade.isLong ? 'side.long' : 'side.short')}`
  const dayNote = (day: ProgressDay | undefined): string => (day === undefined ? '' : date.format(day.dayMs))
  const { gains, losses } = stats
  const figures: readonly Figure[] = [
    {
      name: 'realised',
      value: signed(stats.realised),
      note: ofTrades(stats.trades),
    },
    {
      name: 'winRate',
      value: percent(stats.winBps),
      note: t('capitalPage.progress.winNote', { won: stats.won, trades: stats.trades }),
    },
    {
      name: 'profitFactor',
      value: stats.profitFactor2 === undefined ? MISSING : formatScaled(stats.profitFactor2, { decimals: 2 }),
      note: `${formatMoney(gains)} ÷ ${formatMoney(losses)}`,
    },
    {
      name: 'daysTraded',
      value: t('capitalPage.progress.winNote', { won: stats.daysTraded, trades: days.length }),
      note: t('capitalPage.progress.daysNote', { won: stats.daysWon, lost: stats.daysLost }),
    },
    {
      name: 'averageWin',
      value: signed(stats.averageWin),
      note: ofTrades(stats.won),
    },
    {
      name: 'averageLoss',
      value: signed(stats.averageLoss),
      note: ofTrades(stats.lost),
    },
    { name: 'best', value: signed(stats.best?.realizedPnl), note: tradeNote(stats.best) },
    { name: 'worst', value: signed(stats.worst?.realizedPnl), note: tradeNote(stats.worst) },
    { name: 'bestDay', value: signed(stats.bestDay?.change), note: dayNote(stats.bestDay) },
    { name: 'worstDay', value: signed(stats.worstDay?.change), note: dayNote(stats.worstDay) },
    {
      name: 'consistency',
      value: percent(stats.bestDayBps),
      note: t('capitalPage.progress.consistencyNote'),
    },
    {
      name: 'costs',
      value: (
        <>
          {formatSignedMoney(stats.fees)} <span className="text-t3">·</span>{' '}
          {formatSignedMoney(stats.funding)}
        </>
      ),
      note: t('capitalPage.progress.costsNote'),
    },
  ]
  return (
    <Panel
      title={t('capitalPage.progress.statistics')}
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
      <p className="mb-3 text-dense text-t3">{t('capitalPage.progress.net', { trades: stats.trades })}</p>
      <dl className="grid gap-x-4 max-md:grid-cols-2 md:grid-cols-4">
        {figures.map(({ name, value, note }) => (
          <div key={name} className="border-t border-line py-3">
            <dt className="text-dense text-t2">{t(`capitalPage.progress.${name}`)}</dt>
            <dd className="text-body font-semibold">{value}</dd>
            <dd className="min-h-4 truncate text-caption text-t3">{note}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  )
}
