/** An amount as people read it: thousands apart, to the hundredth where that is all of it, else every digit. */
import { formatDecimal } from '../units.ts'

export function formatBaseUnits(amount: bigint, decimals: number): string {
  const [whole = '0', part = ''] = formatDecimal(amount, decimals).split('.')
  const shown = part.replace(/0+$/, '').padEnd(Math.min(2, decimals), '0')
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',')
  return shown === '' ? grouped : `${grouped}.${shown}`
}
