/**
 * The rules of every numeric field of the app, in one place ([5.1]): how many decimals, what the largest number is,
 * whether it may be negative. How a text is judged by them is `editNumeric`; no field has rules of its own beside
 * these.
 */
export interface NumericRules {
  /** Fractional digits at most; 0 = digits only. */
  readonly decimals: number
  /** The largest number, scaled by 10^decimals; without one, the largest that the units hold. */
  readonly max?: number
  /** Characters at most, sign and point included. */
  readonly lengthMax?: number
  /** `loss`: a number without a sign is one below zero. Without any of these no sign is taken. */
  readonly sign?: 'free' | 'loss'
}

export const LENGTH_MAX = 18

/** Money in USD is typed in cents and held in micro-dollars. */
const CENTS: NumericRules = { decimals: 2, max: Math.floor(Number.MAX_SAFE_INTEGER / 10_000) }
/** Percent with two decimals, at most 100 ([5.6], [5.7]). */
const SHARE: NumericRules = { decimals: 2, max: 10_000, lengthMax: 6 }
const GAIN_LENGTH_MAX = 14
/** Price inputs end at ten times the reference ([5.6]). */
export const PRICE_CAP = 10

export interface SizeOf {
  readonly unit: 'base' | 'usd'
  readonly sizeDecimals: number
}

export const numericRules = {
  /** Of a limit order, in ticks. */
  price: ({ priceDecimals }: { readonly priceDecimals: number }): NumericRules => ({
    decimals: priceDecimals,
  }),
  /** Cents of USD, or lots ([5.7]). */
  size: ({ unit, sizeDecimals }: SizeOf): NumericRules =>
    unit === 'usd' ? CENTS : { decimals: sizeDecimals },
  /** Of a take profit or stop loss. */
  exitPrice: (basis: { readonly priceDecimals: number; readonly reference: number }): NumericRules => ({
    decimals: basis.priceDecimals,
    max: PRICE_CAP * basis.reference,
  }),
  /** In USD or percent, two decimals ([5.6]); a stop loss without a sign means a loss. */
  gain: (kind: 'takeProfit' | 'stopLoss', max?: number): NumericRules => ({
    decimals: 2,
    lengthMax: GAIN_LENGTH_MAX,
    sign: kind === 'stopLoss' ? 'loss' : 'free',
    ...(max !== undefined && { max }),
  }),
  /** Of a position. */
  share: (): NumericRules => SHARE,
  slippage: (): NumericRules => SHARE,
  /** USDC that come or go ([5.9]). */
  transfer: (): NumericRules => CENTS,
  /** Of an indicator. */
  parameter: (decimals: 0 | 1): NumericRules => ({ decimals, lengthMax: 4 }),
  /** A whole number, such as minutes. */
  count: (): NumericRules => ({ decimals: 0, lengthMax: 4 }),
} as const
