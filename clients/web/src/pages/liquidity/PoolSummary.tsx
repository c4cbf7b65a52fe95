/** Value, price of a share, the deepest fall and what was traded: four figures in one card. */
import type { ReactNode } from 'react'
import { useMemo } from 'react'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { usePool } from '../../entities/lp/index.ts'
import {
  formatCompactMoney,
  formatMoney,
  formatPercent,
  formatScaled,
  MISSING,
} from '../../shared/format/index.ts'
import { cx, Term } from '../../ui/index.ts'
import { DAY_MS } from '../../shared/durations.ts'
import { deepestFall, shareInPercent2, yieldOver, type Drawdown, type PricePoint } from './sharePricePast.ts'
import { usePricePoints } from './usePricePoints.ts'

export function PoolSummary() {
  const { t } = useTranslation()
  const { data: pool } = usePool()
  const { points: days } = usePricePoints('all')
  const { points: hours } = usePricePoints('week')
  const fall = useMemo(() => (days === undefined ? undefined : deepestFall(days)), [days])
  const change = useMemo(() => {
    const day = hours === undefined ? undefined : yieldOver(hours, 1)
    const now = hours?.at(-1)
    return day === undefined || now === undefined
      ? undefined
      : shareInPercent2(now.price - day.before, day.before)
  }, [hours])
  return (
    <section
      aria-label={t('lp.summary')}
      className="grid grid-cols-2 gap-y-4 rounded-[10px] border border-line bg-s1 py-4 xl:grid-cols-4"
    >
      <Cell label={t('lp.poolValue')} note={t('lp.ofCap', { cap: formatCompactMoney(pool?.navCap) })} isFirst>
        {formatCompactMoney(pool?.navLow)}
      </Cell>
      <Cell
        label={t('lp.sharePrice')}
        note={t('lp.dayChange', { change: formatPercent(change, { signed: true }) })}
      >
        {formatScaled(pool?.sharePrice, { decimals: 6 })}
      </Cell>
      <Cell
        label={<Term help={t('lp.drawdownHelp')}>{t('lp.maxDrawdown')}</Term>}
        note={days === undefined ? MISSING : fallText(t, days, fall)}
      >
        {days === undefined ? MISSING : formatPercent(fall?.percent2 ?? 0)}
      </Cell>
      <Cell
        label={<Term help={t('lp.feesHelp')}>{t('lp.fees24h')}</Term>}
        note={t('lp.volume', { volume: formatCompactMoney(pool?.volume24h) })}
      >
        {formatMoney(pool?.fees24h, { compact: true })}
      </Cell>
    </section>
  )
}

/** What became of the deepest fall. */
function fallText(t: TFunction, days: readonly PricePoint[], fall: Drawdown | undefined): string {
  if (fall === undefined) return t('lp.neverFell')
  if (fall.recoveredMs === undefined) return t('lp.notRecovered')
  return t('lp.recovered', { count: Math.ceil((fall.recoveredMs - days[fall.to]!.timeMs) / DAY_MS) })
}

function Cell({
  label,
  note,
  isFirst = false,
  children,
}: {
  readonly label: ReactNode
  readonly note: string
  readonly isFirst?: boolean
  readonly children: ReactNode
}) {
  return (
    <div className={cx('border-line px-5 max-md:px-4', !isFirst && 'xl:border-l')}>
      <div className="text-dense text-t2">{label}</div>
      <p className="mt-[2px] text-figure font-semibold">{children}</p>
      <p className="text-dense text-t3">{note}</p>
    </div>
  )
}
