/**
 * Whether a typed text names a market, as people write it: by symbol, base, listed name or a name that people use,
 * whatever the case, the accents and the signs between letters ("s&p", "S and P", "btc usd", "BTC/USD", "btcusdt").
 */
import type { Market } from '../../live/index.ts'
import { commonNamesOf } from './commonNames.ts'

/** Words that say what every market is quoted in or is; they narrow nothing. */
const OF_EVERY_MARKET: ReadonlySet<string> = new Set(['usd', 'usdc', 'usdt', 'perp', 'perps', 'perpetual'])

/** Letters and digits alone, of any script, in lower case. */
const folded = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')

type Named = Pick<Market, 'symbol' | 'base' | 'label' | 'displayName'>

/** All that a market is called, for those who rank by more than whether it is found. */
export const namesOf = ({ symbol, base, label, displayName }: Named): readonly string[] => [
  label,
  displayName,
  symbol,
  base,
  ...commonNamesOf(base),
]

const foldedNames = new WeakMap<Named, readonly string[]>()
function foldedNamesOf(market: Named): readonly string[] {
  let names = foldedNames.get(market)
  if (names === undefined) {
    const { base } = market
    names = [...namesOf(market), ...[...OF_EVERY_MARKET].map((word) => `${base}${word}`)].map(folded)
    foldedNames.set(market, names)
  }
  return names
}

export function isNamed(market: Named, text: string): boolean {
  const whole = folded(text)
  if (whole === '') return false
  const names = foldedNamesOf(market)
  const isIn = (part: string): boolean => names.some((name) => name.includes(part))
  if (isIn(whole)) return true
  // Else word by word, in any order.
  const words = text.split(/[\s/\\_,.-]+/).map(folded)
  const telling = words.filter((word) => word !== '' && !OF_EVERY_MARKET.has(word))
  return telling.length > 0 && telling.every(isIn)
}
