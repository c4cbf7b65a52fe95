/**
 * The units of the exchange: integers in branded types, and the only places where text becomes an
 * integer or an integer becomes text.
 *
 * Prices are ticks, sizes are lots, money is micro-USDC; all are safe integers (|x| <= 2^53 - 1). Plain
 * arithmetic on a branded number yields a plain `number`; to get the brand back one calls the constructor,
 * which asserts the safe range. That friction is the point. Only funding accumulators are `bigint`.
 */

declare const unit: unique symbol
type Branded<Base, Name extends string> = Base & { readonly [unit]: Name }

/** Money in micro-USDC (10^-6 USDC). */
export type Usd6 = Branded<number, 'usd6'>
/** Price in ticks: price * 10^priceDecimals of its market. */
export type Ticks = Branded<number, 'ticks'>
/** Size in lots: base size * 10^sizeDecimals of its market. */
export type Lots = Branded<number, 'lots'>
/** Margin ratio with 4 decimals: 500 = 5 %. */
export type Ratio4 = Branded<number, 'ratio4'>
/** Fee rate with 5 decimals: 10 = 1 basis point. */
export type Rate5 = Branded<number, 'rate5'>
/** Funding rate per hour with 8 decimals. */
export type Rate8 = Branded<number, 'rate8'>
/** Milliseconds since the epoch, or a span of milliseconds. */
export type TimeMs = Branded<number, 'timeMs'>
/** Funding accumulator with 12 decimals: USD per 1.0 of the base asset. */
export type Funding12 = Branded<bigint, 'funding12'>

/** A broken invariant stops the process; an expected refusal is a value and never comes here. */
export class InvariantError extends Error {
  override readonly name = 'InvariantError'
}

/** Throws {@link InvariantError} unless `condition` holds. Stays on in production. */
export function assert(condition: boolean, message: string): asserts condition {
  if (!condition) throw new InvariantError(message)
}

const MAX = Number.MAX_SAFE_INTEGER

/** Apart from the check, so that the check is short enough to be compiled into each place that makes a unit. */
function failUnsafe(value: number, name: string): never {
  throw new InvariantError(`${name} outside the safe integers: ${value}`)
}

function safe(value: number, name: string): number {
  // Number.isSafeInteger written out, of which V8 makes a value before it asks: nothing but a whole number, an
  // infinity at most, has a floor that is not below it, and NaN fails every comparison.
  if (!(Math.floor(value) >= value && Math.abs(value) <= MAX)) failUnsafe(value, name)
  // + 0: never -0, which would break canonical encoding: 0 and -0 hash differently as text.
  return value + 0
}

export const usd6 = (value: number): Usd6 => safe(value, 'usd6') as Usd6
export const ticks = (value: number): Ticks => safe(value, 'ticks') as Ticks
export const lots = (value: number): Lots => safe(value, 'lots') as Lots
export const ratio4 = (value: number): Ratio4 => safe(value, 'ratio4') as Ratio4
export const rate5 = (value: number): Rate5 => safe(value, 'rate5') as Rate5
export const rate8 = (value: number): Rate8 => safe(value, 'rate8') as Rate8
export const timeMs = (value: number): TimeMs => safe(value, 'timeMs') as TimeMs
export const funding12 = (value: bigint): Funding12 => value as Funding12

export const USD6_DECIMALS = 6
export const RATIO4_ONE = 10_000
export const RATE5_ONE = 100_000
export const RATE8_ONE = 100_000_000
export const PPM_ONE = 1_000_000
export const FUNDING12_DECIMALS = 12

// ---------------------------------------------------------------- exact division

const SPLITTER = 134_217_729 // 2^27 + 1

/**
 * floor(a * b / c) for safe integers, c > 0, whenever the quotient is a safe integer; exact.
 *
 * While |a * b| < 2^53 one double division suffices: its error is below |a * b| / c / 2^53, so below 1 / c, and a
 * quotient that is no integer lies at least that far from every integer. It is short, so that V8 inlines
 * it. What is above zero needs no + 0 against -0, which V8 would take for an addition of small integers,
 * and turn the quotient into one and back.
 */
export function mulDivFloor(a: number, b: number, c: number): number {
  const product = a * b
  if (product > 0 && product <= MAX && c > 0) return Math.floor(product / c)
  if (product === 0 && c > 0) return 0
  return mulDivFloorRest(a, b, c)
}

/** What is below zero, or wide. */
function mulDivFloorRest(a: number, b: number, c: number): number {
  const product = a * b
  if (!(c > 0 && Math.abs(product) <= MAX)) return mulDivFloorWide(a, b, c)
  return Math.floor(product / c)
}

/**
 * The same beyond: the product is held as an unevaluated sum of two doubles (Dekker), the quotient is estimated and
 * the exact remainder corrects it.
 */
function mulDivFloorWide(a: number, b: number, c: number): number {
  if (!(c > 0)) throw new InvariantError('mulDiv needs a positive divisor')
  if (c > 1_125_899_906_842_624) return mulDivFloorBig(a, b, c)
  const product = a * b
  const productLow = productError(a, b, product)
  let quotient = Math.floor(product / c)
  // The estimate may lie a unit beyond the safe integers while the quotient does not.
  if (quotient > MAX || quotient < -MAX) return mulDivFloorBig(a, b, c)
  const back = quotient * c
  let remainder = product - back + (productLow - productError(quotient, c, back))
  while (remainder < 0) {
    quotient -= 1
    remainder += c
  }
  while (remainder >= c) {
    quotient += 1
    remainder -= c
  }
  return safe(quotient, 'mulDiv quotient')
}

/** The rounding error of the double product a * b, exactly. */
function productError(a: number, b: number, product: number): number {
  const ta = SPLITTER * a
  const ah = ta - (ta - a)
  const al = a - ah
  const tb = SPLITTER * b
  const bh = tb - (tb - b)
  const bl = b - bh
  return ah * bh - product + ah * bl + al * bh + al * bl
}

function mulDivFloorBig(a: number, b: number, c: number): number {
  const product = BigInt(a) * BigInt(b)
  const divisor = BigInt(c)
  let quotient = product / divisor
  if (product < 0n && quotient * divisor !== product) quotient -= 1n
  return safe(Number(quotient), 'mulDiv quotient')
}

/** ceil(a * b / c), exact. */
export function mulDivCeil(a: number, b: number, c: number): number {
  const product = a * b
  if (product > 0 && product <= MAX && c > 0) return Math.ceil(product / c)
  if (product === 0 && c > 0) return 0
  return 0 - mulDivFloorRest(-a, b, c)
}

/** a * b / c toward zero, exact. */
export const mulDivTrunc = (a: number, b: number, c: number): number =>
  a < 0 === b < 0 || a === 0 || b === 0 ? mulDivFloor(a, b, c) : mulDivCeil(a, b, c)

/** a * b / c where the division leaves no remainder; asserts it. */
export function mulDivExact(a: number, b: number, c: number): number {
  const quotient = mulDivFloor(a, b, c)
  if (mulDivCeil(a, b, c) !== quotient) throw new InvariantError(`inexact division: ${a} * ${b} / ${c}`)
  return quotient
}

/** floor(a / b), b > 0. */
export const divFloor = (a: number, b: number): number => mulDivFloor(a, 1, b)
/** ceil(a / b), b > 0. */
export const divCeil = (a: number, b: number): number => mulDivCeil(a, 1, b)
/** a / b toward zero, b > 0. */
export const divTrunc = (a: number, b: number): number => (a < 0 ? divCeil(a, b) : divFloor(a, b))
/** round half up: floor((2a + b) / 2b), b > 0; by the remainder, since 2a + b may leave the safe integers. */
export function divRound(a: number, b: number): number {
  const rest = a % b
  const remainder = rest < 0 ? rest + b : rest
  const quotient = divFloor(a, b)
  return 2 * remainder >= b ? quotient + 1 : quotient
}

/** floor(a / b) for bigint, b > 0. */
export function bigDivFloor(a: bigint, b: bigint): bigint {
  const quotient = a / b
  return a < 0n && quotient * b !== a ? quotient - 1n : quotient
}
/** ceil(a / b) for bigint, b > 0. */
export const bigDivCeil = (a: bigint, b: bigint): bigint => -bigDivFloor(-a, b)

// ---------------------------------------------------------------- text and integers

const INTEGER = /^(0|[1-9]\d*)$/
/** Longest decimal or integer text that is looked at; more is refused before any conversion. */
export const NUMBER_TEXT_LENGTH_MAX = 40

export type ParseFailure = 'malformed' | 'decimals' | 'range'
export type Parsed<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly failure: ParseFailure }

/**
 * Decimal text to an integer scaled by 10^decimals, exactly. Trailing zeros beyond `decimals` do not count
 * as decimals. No sign, exponent, blank or bare dot is accepted.
 */
export function parseDecimal(text: string, decimals: number): Parsed<number> {
  if (text.length > NUMBER_TEXT_LENGTH_MAX) return MALFORMED
  // One walk that says where the point stands and where the last digit that counts for something.
  let point = text.length
  let last = -1
  for (let at = 0; at < text.length; at += 1) {
    const digit = text.charCodeAt(at) - 0x30
    if (digit >= 0 && digit <= 9) {
      if (digit > 0 && at > point) last = at
    } else if (digit === POINT && point === text.length) point = at
    else return MALFORMED
  }
  const leadsWithZero = text.charCodeAt(0) === 0x30 && point > 1
  if (point === 0 || leadsWithZero || point === text.length - 1) return MALFORMED
  if (last - point > decimals) return TOO_FINE
  let value = 0
  for (let at = 0; at < point; at += 1) value = value * 10 + (text.charCodeAt(at) - 0x30)
  for (let at = point + 1; at <= point + decimals; at += 1)
    value = value * 10 + (at < text.length ? text.charCodeAt(at) - 0x30 : 0)
  // Beyond the safe integers a step may round, but never back to one of them.
  return Number.isSafeInteger(value) ? { ok: true, value } : OUT_OF_RANGE
}

/** Whether {@link parseDecimal} finds nothing malformed in it. */
export function isDecimalText(text: string): boolean {
  const parsed = parseDecimal(text, NUMBER_TEXT_LENGTH_MAX)
  return parsed.ok || parsed.failure !== 'malformed'
}

const POINT = 0x2e - 0x30
const MALFORMED = { ok: false, failure: 'malformed' } as const
const TOO_FINE = { ok: false, failure: 'decimals' } as const
const OUT_OF_RANGE = { ok: false, failure: 'range' } as const

/** Integer text (or a JSON number) to a safe non-negative integer. */
export function parseInteger(input: string | number): Parsed<number> {
  if (typeof input === 'number')
    return Number.isSafeInteger(input) && input >= 0
      ? { ok: true, value: input }
      : { ok: false, failure: 'malformed' }
  if (input.length > NUMBER_TEXT_LENGTH_MAX || !INTEGER.test(input))
    return { ok: false, failure: 'malformed' }
  const value = Number(input)
  return Number.isSafeInteger(value) ? { ok: true, value } : { ok: false, failure: 'range' }
}

/** A scaled integer as decimal text padded to `decimals`, e.g. (1500, 3) -> "1.500". */
export function formatDecimal(value: number | bigint, decimals: number): string {
  const negative = value < 0
  const digits = (negative ? -value : value).toString().padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const text = decimals === 0 ? whole : `${whole}.${digits.slice(digits.length - decimals)}`
  return negative && /[1-9]/.test(text) ? `-${text}` : text
}

/** Like {@link formatDecimal} without trailing zeros: (1000, 4) -> "0.1". */
export function formatDecimalShort(value: number | bigint, decimals: number): string {
  const text = formatDecimal(value, decimals)
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text
}

export const formatUsd6 = (value: Usd6): string => formatDecimal(value, USD6_DECIMALS)
export const formatRatio4 = (value: Ratio4): string => formatDecimal(value, 4)
export const formatRate8 = (value: Rate8): string => formatDecimal(value, 8)
export const formatFunding12 = (value: Funding12): string => formatDecimal(value, FUNDING12_DECIMALS)

/** Signed decimal text of our own server (never user input) to a scaled integer; asserts the shape. */
export function readDecimal(text: string, decimals: number): number {
  const negative = text.startsWith('-')
  const parsed = parseDecimal(negative ? text.slice(1) : text, decimals)
  if (!parsed.ok) throw new InvariantError(`not a decimal with ${decimals} decimals: ${text}`)
  return negative && parsed.value !== 0 ? -parsed.value : parsed.value
}

/** Signed decimal text of our own server in USDC; asserts the shape. */
export const readUsd6 = (text: string): Usd6 => usd6(readDecimal(text, USD6_DECIMALS))

/** Signed decimal text with 12 decimals to a funding accumulator; asserts the shape. */
export function readFunding12(text: string): Funding12 {
  const match = /^(-?)(\d+)(?:\.(\d{1,12}))?$/.exec(text)
  if (!match) throw new InvariantError(`not a funding accumulator: ${text}`)
  const value = BigInt(match[2]! + (match[3] ?? '').padEnd(12, '0'))
  return funding12(match[1] ? -value : value)
}
