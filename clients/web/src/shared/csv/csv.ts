/**
 * Tables as CSV: plain figures without grouping, UTC times, one row per record. A text that a spreadsheet would take
 * for a formula is defused by a leading apostrophe.
 */
import { formatDecimal, USD6_DECIMALS } from '@vest/protocol'
import { downloadBlob } from '../download.ts'

export function csvText(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, ...rows].map((cells) => cells.map(csvCell).join(',')).join('\r\n') + '\r\n'
}

/** A negative figure is a figure; anything else that begins like a formula is text. */
export function csvCell(text: string): string {
  const isNumber = /^-?\d+(\.\d+)?$/.test(text)
  const safe = !isNumber && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Micro-dollars as USD with 6 decimals; empty where there is none. */
export const csvMoney = (value: number | undefined): string =>
  value === undefined ? '' : formatDecimal(value, USD6_DECIMALS)

/** Hands a text to the browser as a file. */
export function downloadText(name: string, text: string, type = 'text/csv;charset=utf-8'): void {
  downloadBlob(name, new Blob([text], { type }))
}
