/**
 * Times of the chart on the one clock of the product: zone and clock are those of the preferences, as in tables and files.
 * A candle of a day or longer is a date, which is the same everywhere: days of the exchange begin at midnight UTC.
 */
import { formatDateTime, formatTime, wallTime } from '../../shared/format/index.ts'
import { INTERVAL_MS, type ChartInterval } from './candles.ts'
import { DAY_MS } from '../../shared/durations.ts'

/** What begins at a tick of the axis, by the days of UTC. */
export type AxisPlace = 'year' | 'month' | 'day' | 'time'

const isOfDays = (interval: ChartInterval): boolean => INTERVAL_MS[interval] >= DAY_MS

/** The tag of the crosshair: 11/22/2025 14:05, of a day 11/22/2025. */
export function candleTime(timeMs: number, interval: ChartInterval): string {
  if (!isOfDays(interval)) return formatDateTime(timeMs)
  const date = new Date(timeMs)
  return `${date.getUTCMonth() + 1}/${date.getUTCDate()}/${date.getUTCFullYear()}`
}

export function axisTime(
  timeMs: number,
  tick: { readonly interval: ChartInterval; readonly place: AxisPlace; readonly language: string },
): string {
  if (isOfDays(tick.interval)) {
    const date = new Date(timeMs)
    if (tick.place === 'year') return String(date.getUTCFullYear())
    if (tick.place === 'month')
      return new Intl.DateTimeFormat(tick.language, { month: 'short', timeZone: 'UTC' }).format(date)
    return `${date.getUTCMonth() + 1}/${date.getUTCDate()}`
  }
  const { month, day, hours, minutes } = wallTime(timeMs)
  if (tick.place === 'time' && (hours > 0 || minutes > 0)) return formatTime(timeMs)
  // The library marks the days of UTC; elsewhere the day begins at another hour, and both are said.
  const date = `${month}/${day}`
  return hours === 0 && minutes === 0 ? date : `${date} ${formatTime(timeMs)}`
}
