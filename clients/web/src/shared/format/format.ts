/**
 * The one formatter: scaled integers in, text for people out. Nothing here ever holds money in a float.
 *
 * Rounding is floor unless a caller says otherwise, so that an amount never looks larger than it is; the
 * minus is U+2212, before the currency sign; what is absent is an en dash, never 0.
 */
import { type Funding12, type Lots, type Rate8, type Ticks, type Usd6 } from '@vest/protocol'
import { formatStyle } from './formatStyle.ts'

export const MISSING = '–'
export const MINUS = '−'

export type Rounding = 'floor' | 'ceil'

export interface NumberStyle {
  /** Decimals of the integer handed in. */
  readonly decimals: number
  /** Decimals shown; `decimals` unless given. */
  readonly places?: number
  readonly rounding?: Rounding
  /** Always a sign, `+` or `−`; zero stays bare. */
  readonly signed?: boolean
  readonly prefix?: string
  readonly suffix?: string
  /** From one million on as 48.27M, with two decimals, unless the reader wants every digit. */
  readonly compact?: boolean
}

const UNITS = [
  { power: 12, letter: 'T' },
  { power: 9, letter: 'B' },
  { power: 6, letter: 'M' },
] as const

/** `value / 10^decimals` as grouped text. */
export function formatScaled(value: number | bigint | undefined, style: NumberStyle): string {
  if (value === undefined) return MISSING
  const { decimals, rounding = 'floor', prefix = '', suffix = '' } = style
  const isCompact = style.compact === true && formatStyle().amounts === 'compact'
  const compact = isCompact ? compactUnit(value, decimals) : undefined
  const from = decimals + (compact?.power ?? 0)
  const places = compact ? 2 : (style.places ?? decimals)
  const shown = rescale(value, from, places, rounding)
  const sign = shown < 0n ? MINUS : style.signed === true && shown > 0n ? '+' : ''
  const digits = (shown < 0n ? -shown : shown).toString().padStart(places + 1, '0')
  const whole = group(digits.slice(0, digits.length - places))
  const fraction = places === 0 ? '' : `.${digits.slice(digits.length - places)}`
  return `${sign}${prefix}${whole}${fraction}${compact?.letter ?? ''}${suffix}`
}

function compactUnit(value: number | bigint, decimals: number) {
  const digits = (value < 0 ? -BigInt(value) : BigInt(value)).toString().length
  return UNITS.find((unit) => digits > decimals + unit.power)
}

function rescale(value: number | bigint, from: number, to: number, rounding: Rounding): bigint {
  if (to >= from) return BigInt(value) * 10n ** BigInt(to - from)
  const divisor = 10n ** BigInt(from - to)
  const exact = BigInt(value)
  const quotient = exact / divisor
  const isExact = quotient * divisor === exact
  if (isExact) return quotient
  return rounding === 'floor'
    ? exact < 0n
      ? quotient - 1n
      : quotient
    : exact < 0n
      ? quotient
      : quotient + 1n
}

/** A narrow space that does not break. */
const NARROW_SPACE = '\u202f'

/** Groups of three: 108412 -> 108,412. */
export const group = (digits: string): string =>
  digits.replace(/\B(?=(\d{3})+$)/g, formatStyle().grouping === 'comma' ? ',' : NARROW_SPACE)

export const formatPrice = (price: Ticks | undefined, priceDecimals: number): string =>
  formatScaled(price, { decimals: priceDecimals })

export const formatSize = (size: Lots | undefined, sizeDecimals: number): string =>
  formatScaled(size, { decimals: sizeDecimals })

export const formatMoney = (value: Usd6 | undefined, style: Partial<NumberStyle> = {}): string =>
  formatScaled(value, { decimals: 6, places: 2, prefix: '$', ...style })

/** Profit, loss and funding: always signed. */
export const formatSignedMoney = (value: Usd6 | undefined): string => formatMoney(value, { signed: true })

export const formatCompactMoney = (value: Usd6 | undefined): string => formatMoney(value, { compact: true })

/** A percentage held with `decimals` decimals, e.g. ROE with 2 or a 24 h change with 4. */
export const formatPercent = (value: number | undefined, style: Partial<NumberStyle> = {}): string =>
  formatScaled(value, { decimals: 2, places: 2, suffix: '%', ...style })

/** Leverage from hundredths: 1000 -> 10X. A fraction shows only when there is one. */
export const formatLeverage = (leverage2: number | undefined): string =>
  leverage2 === undefined
    ? MISSING
    : formatScaled(leverage2, { decimals: 2, places: leverage2 % 100 === 0 ? 0 : 2, suffix: 'X' })

/** Hourly rate as the 8-hour rate in percent, 4 decimals ([9.4]). */
export const formatFunding8h = (rate8h: Rate8 | undefined): string =>
  formatScaled(rate8h, { decimals: 6, places: 4, suffix: '%' })

/** Annual rate in percent from a fraction with 8 decimals. */
export const formatApy = (apy8: number | undefined): string =>
  formatScaled(apy8, { decimals: 6, places: 2, suffix: '%' })

export const formatFunding12 = (value: Funding12 | undefined, places: number): string =>
  formatScaled(value, { decimals: 12, places })

/** 0x3f9a…9c21: 4..4, and 6..4 for the account of the user ([5.1]). */
export function shortenAddress(address: string, head: 4 | 6 = 4): string {
  const lead = address.startsWith('0x') ? 2 : 0
  return address.length <= lead + head + 4 ? address : `${address.slice(0, lead + head)}…${address.slice(-4)}`
}

const two = (value: number): string => value.toString().padStart(2, '0')

export interface WallTime {
  readonly year: number
  readonly month: number
  readonly day: number
  readonly hours: number
  readonly minutes: number
  readonly seconds: number
}

/** What the calendar and the clock on the reader's wall say: of the local zone, or of UTC. */
export function wallTime(timeMs: number): WallTime {
  const date = new Date(timeMs)
  return formatStyle().timeZone === 'utc'
    ? {
        year: date.getUTCFullYear(),
        month: date.getUTCMonth() + 1,
        day: date.getUTCDate(),
        hours: date.getUTCHours(),
        minutes: date.getUTCMinutes(),
        seconds: date.getUTCSeconds(),
      }
    : {
        year: date.getFullYear(),
        month: date.getMonth() + 1,
        day: date.getDate(),
        hours: date.getHours(),
        minutes: date.getMinutes(),
        seconds: date.getSeconds(),
      }
}

/** 14:05 or 2:05 PM, as the reader wants it; UTC is said where it is shown. */
export function formatTime(timeMs: number, options: { readonly seconds?: boolean } = {}): string {
  const { hours, minutes, seconds } = wallTime(timeMs)
  const isTwelve = formatStyle().clock === '12h'
  const hour = isTwelve ? String(hours % 12 === 0 ? 12 : hours % 12) : two(hours)
  const tail = options.seconds === true ? `:${two(seconds)}` : ''
  return `${hour}:${two(minutes)}${tail}${isTwelve ? (hours < 12 ? ' AM' : ' PM') : ''}`
}

/** en-US numeric date and time: 11/22/2025 14:05 ([5.1]), to the second where that counts. */
export function formatDateTime(
  timeMs: number | undefined,
  options: { readonly time?: boolean; readonly seconds?: boolean } = {},
): string {
  if (timeMs === undefined) return MISSING
  const { year, month, day } = wallTime(timeMs)
  const date = `${month}/${day}/${year}`
  if (options.time === false) return date
  return `${date} ${formatTime(timeMs, options)}${formatStyle().timeZone === 'utc' ? ' UTC' : ''}`
}

/** For files: ISO 8601 on the reader's own wall, with how far it stands from UTC. */
export function formatIsoTime(timeMs: number): string {
  const offset = formatStyle().timeZone === 'utc' ? 0 : -new Date(timeMs).getTimezoneOffset()
  const wall = new Date(timeMs + offset * 60_000).toISOString()
  if (offset === 0) return wall
  const [hours, minutes] = [Math.floor(Math.abs(offset) / 60), Math.abs(offset) % 60]
  return `${wall.slice(0, -1)}${offset < 0 ? '-' : '+'}${two(hours)}:${two(minutes)}`
}

/** 14:05:09. */
export const formatClock = (timeMs: number): string => formatTime(timeMs, { seconds: true })

/** The sentence a screen reader needs where a minus stands alone. */
export const spoken = (text: string): string => text.replaceAll(MINUS, 'minus ')
