/**
 * An order as traders type it, read word by word:
 *
 *   b 2 nvda 181.2 tp 190 sl 176        side, size, market, limit price, take profit, stop loss
 *   sell btc $500 market                a size in dollars, at the market
 *
 * Side first; size and market in either order; a second bare number is the price. It is read as soon as it says a side
 * and a market, and tells what is still missing or wrong. A word of the order (`tp`, `sl`, `market`, a side) is never
 * read as a symbol or as the beginning of one; a market that is called so is meant by its whole symbol. Nothing is sent
 * by it.
 */
import { sizeOfValue } from '@vest/formulas'
import { lots, ticks, usd6, type Lots, type Ticks } from '@vest/protocol'
import type { Market } from '../../live/index.ts'
import type { OrderRequest } from '../../entities/order/index.ts'
import { judgeNumeric, numericRules, readNumeric, type NumericRules } from '../../shared/numeric/index.ts'

export type OrderLineProblem = 'size' | 'price' | 'takeProfit' | 'stopLoss' | 'word'

export type OrderLine =
  | { readonly kind: 'order'; readonly market: Market; readonly order: OrderRequest }
  | {
      readonly kind: 'problem'
      readonly market: Market
      readonly problem: OrderLineProblem
      /** What could not be read. */
      readonly word: string
    }

const SIDES: Readonly<Record<string, boolean>> = {
  b: true,
  buy: true,
  long: true,
  s: false,
  sell: false,
  short: false,
}

/** Words that say that the order takes what the market gives, which one without a price does anyway. */
const AT_MARKET: readonly string[] = ['market', 'mkt']
const EXITS: Readonly<Record<string, 'takeProfit' | 'stopLoss'>> = { tp: 'takeProfit', sl: 'stopLoss' }
/** Beginnings of them too: a line is read while it is typed. */
const ORDER_WORDS: readonly string[] = [...AT_MARKET, ...Object.keys(EXITS), ...Object.keys(SIDES)]

export interface OrderLineContext {
  readonly markets: readonly Market[]
  readonly markOf: (symbol: string) => Ticks | undefined
}

/** Undefined: not an order, but something to look for. */
export function parseOrderLine(text: string, context: OrderLineContext): OrderLine | undefined {
  const words = text.trim().toLowerCase().split(/\s+/)
  const side = words.shift()!
  if (!Object.hasOwn(SIDES, side)) return undefined
  const at = words.findIndex((word) => marketOf(word, context.markets) !== undefined && !isAmount(word))
  const market = at < 0 ? undefined : marketOf(words[at]!, context.markets)
  if (market === undefined) return undefined
  words.splice(at, 1)

  const read: { size?: string; price?: string; takeProfit?: string; stopLoss?: string } = {}
  let isAtMarket = false
  while (words.length > 0) {
    const word = words.shift()!
    const exit = Object.hasOwn(EXITS, word) ? EXITS[word] : undefined
    if (AT_MARKET.includes(word)) {
      if (isAtMarket || read.price !== undefined) return problem('word', word)
      isAtMarket = true
    } else if (exit !== undefined) {
      if (read[exit] !== undefined) return problem('word', word)
      read[exit] = words.shift() ?? ''
    } else if (!isAmount(word.replace(/^@/, ''))) return problem('word', word)
    else if (word.startsWith('@') || read.size !== undefined) {
      if (isAtMarket || read.price !== undefined) return problem('word', word)
      read.price = word.replace(/^@/, '')
    } else read.size = word
  }

  const prices: { price?: Ticks; takeProfit?: Ticks; stopLoss?: Ticks } = {}
  for (const name of ['price', 'takeProfit', 'stopLoss'] as const) {
    const word = read[name]
    if (word === undefined) continue
    const price = numberOf(word, numericRules.price(market))
    if (price === undefined || price <= 0) return problem(name, word)
    prices[name] = ticks(price)
  }
  let size: Lots | undefined
  if (read.size !== undefined) {
    size = sizeOf(read.size, market, prices.price ?? context.markOf(market.symbol))
    if (size === undefined || size <= 0) return problem('size', read.size)
  }
  return { kind: 'order', market, order: { isBuy: SIDES[side]!, size, ...prices } }

  function problem(what: OrderLineProblem, word: string): OrderLine {
    return { kind: 'problem', market: market!, problem: what, word }
  }
}

/** Meant as a number: digits and what people put between them. Whether it is one, the rules of fields say. */
const isAmount = (word: string): boolean => /^\$?[.,'’]*\d[\d.,'’\u202f]*\$?$/.test(word)

/** By the same rules as every field ([5.1]): a word that a field would refuse is no number here either. */
function numberOf(word: string, rules: NumericRules): number | undefined {
  const judged = judgeNumeric(word, rules)
  return judged.kind === 'accepted' ? readNumeric(judged.text, rules.decimals) : undefined
}

/** Of its asset, or of so many dollars at a price. */
function sizeOf(word: string, { sizeDecimals, scale }: Market, price: Ticks | undefined): Lots | undefined {
  const isUsd = word.includes('$')
  const rules = numericRules.size({ unit: isUsd ? 'usd' : 'base', sizeDecimals })
  const value = numberOf(word.replace('$', ''), rules)
  if (value === undefined) return undefined
  if (!isUsd) return lots(value)
  return price === undefined ? undefined : sizeOfValue(usd6(value * CENT_USD6), price, scale)
}

const CENT_USD6 = 10_000

/** By base, label or symbol, whole; else the only one that begins so. */
function marketOf(word: string, markets: readonly Market[]): Market | undefined {
  const isOfOrder = ORDER_WORDS.includes(word)
  const whole = markets.find(({ base, label, symbol }) =>
    (isOfOrder ? [label, symbol] : [base, label, symbol]).some((name) => name.toLowerCase() === word),
  )
  if (isOfOrder) return whole
  if (whole !== undefined || word.length < 2) return whole
  const begun = markets.filter(({ base }) => base.toLowerCase().startsWith(word))
  return begun.length === 1 ? begun[0] : undefined
}
