/**
 * How the screen writes figures, told apart from the app's own formatter so that an error there is seen:
 * rounded down, grouped, U+2212 as minus, before the currency sign.
 */
import { divFloor } from '@vest/protocol'

const grouped = (digits: string): string => digits.replace(/\B(?=(\d{3})+$)/g, ',')

/** Integer with `decimals` decimals as the screen shows it with `places`. */
export function shown(value: number, decimals: number, places = decimals): string {
  const scaled = divFloor(value, 10 ** (decimals - places))
  const digits = String(Math.abs(scaled)).padStart(places + 1, '0')
  const whole = grouped(digits.slice(0, digits.length - places))
  return `${scaled < 0 ? '−' : ''}${whole}${places === 0 ? '' : `.${digits.slice(-places)}`}`
}

/** Micro-dollars as signed dollars and cents: +$1.20, −$0.35, $0.00. */
export function shownPnl(usd6: number): string {
  const text = shown(usd6, 6, 2)
  if (text.startsWith('−')) return `−$${text.slice(1)}`
  return divFloor(usd6, 10_000) > 0 ? `+$${text}` : `$${text}`
}
