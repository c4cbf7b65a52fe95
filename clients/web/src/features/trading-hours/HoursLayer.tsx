/** The sessions of the coming days, beside the figure on large screens and as a sheet below 768 px. */
import { useQuery } from '@tanstack/react-query'
import type { RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { useTicker } from '../../entities/market/index.ts'
import { useSession } from '../../entities/session/index.ts'
import type { Market } from '../../live/index.ts'
import { formatStyle, formatTime } from '../../shared/format/index.ts'
import { Button, cx, SheetOrPopover, Skeleton } from '../../ui/index.ts'
import { hoursByDay, type HoursDay, type HoursRow } from './hoursByDay.ts'

/** Longer than any session of a day. */
const LONG_MS = 12 * 3_600_000

export interface HoursLayerProps {
  readonly market: Market
  readonly opener: RefObject<HTMLElement | null>
  readonly onClose: () => void
}

export function HoursLayer({ market, opener, onClose }: HoursLayerProps) {
  const { t } = useTranslation()
  return (
    <SheetOrPopover
      title={t('hours.title', { market: market.label })}
      closeLabel={t('common.close')}
      opener={opener}
      onClose={onClose}
    >
      <Hours market={market} />
    </SheetOrPopover>
  )
}

function Hours({ market }: { readonly market: Market }) {
  const { t } = useTranslation()
  const client = useSession((state) => state.client)
  // Asked anew with every change of session: the present one is another then.
  const session = useTicker(market.symbol)?.session
  const { data, isError, refetch } = useQuery({
    queryKey: ['tradingHours', market.symbol, session],
    queryFn: () => client.tradingHours({ symbol: market.symbol }),
  })
  if (isError)
    return (
      <div className="py-2">
        <p className="mb-3 text-t2">{t('hours.failed')}</p>
        <Button size="sm" onClick={() => void refetch()}>
          {t('common.retry')}
        </Button>
      </div>
    )
  if (data === undefined) return <HoursSkeleton />
  const days = hoursByDay(data, client.correctedNow())
  const isAlways = days.every(({ rows }) =>
    rows.every(({ startMs, endMs }) => (startMs ?? endMs) === undefined),
  )
  if (isAlways) return <p className="py-1 text-dense text-t2">{t('hours.alwaysText')}</p>
  return (
    <>
      {days.map((day) => (
        <Day key={day.timeMs} day={day} />
      ))}
      <p className="mt-3 border-t border-line pt-3 text-dense text-t2">
        {market.asset === 'stock'
          ? t('hours.stockText', { percent: market.offHoursProfitPercent })
          : t('hours.text')}
      </p>
    </>
  )
}

function HoursSkeleton() {
  const { t } = useTranslation()
  return (
    <div role="status" aria-label={t('common.loading')} className="flex flex-col gap-2 py-2">
      <Skeleton className="h-3 w-24" />
      <Skeleton className="h-3 w-full" />
      <Skeleton className="h-3 w-full" />
    </div>
  )
}

/** A day by its name; the zone of the clock is the reader's. */
const dayName = (language: string, timeMs: number, style: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat(language, {
    ...style,
    ...(formatStyle().timeZone === 'utc' ? { timeZone: 'UTC' } : {}),
  }).format(timeMs)

function Day({ day }: { readonly day: HoursDay }) {
  const { i18n } = useTranslation()
  return (
    <section className="mt-2">
      <h3 className="text-caption text-t3">
        {dayName(i18n.language, day.timeMs, { weekday: 'short', month: 'short', day: 'numeric' })}
      </h3>
      <ul>
        {day.rows.map((row) => (
          <Row key={row.startMs ?? 0} row={row} />
        ))}
      </ul>
    </section>
  )
}

function Row({ row }: { readonly row: HoursRow }) {
  const { t } = useTranslation()
  const { session, isNow } = row
  return (
    <li
      aria-current={isNow ? 'time' : undefined}
      className={cx(
        'flex min-h-7 items-center justify-between gap-3 text-dense',
        isNow ? 'font-semibold text-t1' : session === 'CLOSED' ? 'text-t3' : 'text-t2',
      )}
    >
      <span>
        {t(`hours.${session}`)}
        {isNow && <span className="ml-2 rounded-[4px] bg-s3 px-[6px] text-[11px]">{t('hours.now')}</span>}
      </span>
      <span className="tabular-nums">
        <Span row={row} />
      </span>
    </li>
  )
}

/** From when to when; of the present one only until when, and a day where the clock alone would mislead. */
function Span({ row: { startMs, endMs, isNow } }: { readonly row: HoursRow }) {
  const { t, i18n } = useTranslation()
  if (endMs === undefined)
    return startMs === undefined ? null : t('hours.from', { time: formatTime(startMs) })
  const isLong = startMs === undefined || endMs - startMs > LONG_MS
  const day = isLong ? `${dayName(i18n.language, endMs, { weekday: 'short' })} ` : ''
  const end = `${day}${formatTime(endMs)}`
  return isNow || startMs === undefined ? t('hours.till', { time: end }) : `${formatTime(startMs)} – ${end}`
}
