/** Trading fees and their division. Charged from collateral when a position is opened and when it is closed. */
import {
  assert,
  divFloor,
  mulDivCeil,
  mulDivFloor,
  type Rate5,
  RATE5_ONE,
  rate5,
  type Usd6,
  usd6,
  type AssetClass,
} from '@vest/protocol'

/**
 * Taker fee of one command, over the summed value of its fills (once, not per fill).
 *
 *   fee = ⌈ value · feeRate / 10⁵ ⌉
 *
 * Rounded up, to the exchange, so that splitting an order never makes it cheaper.
 */
export function takerFee(value: Usd6, takerFeeRate: Rate5): Usd6 {
  assert(value >= 0, 'filled value is never negative')
  return mulDivCeil(value, takerFeeRate, RATE5_ONE) as Usd6
}

/** Resting orders pay a share of the taker rate, half of it at launch; the rate is rounded down. */
export const makerFeeRate = (takerFeeRate: Rate5, sharePercent = 50): Rate5 =>
  rate5(divFloor(takerFeeRate * sharePercent, 100))

/** fee = ⌈ value · ⌊takerFeeRate / 2⌋ / 10⁵ ⌉ */
export const makerFee = (value: Usd6, takerFeeRate: Rate5): Usd6 =>
  takerFee(value, makerFeeRate(takerFeeRate))

export interface FeeSplit {
  readonly discount: Usd6
  /** The charge to the account: fee − discount = referral + insurance + treasury + pool. */
  readonly charged: Usd6
  readonly referral: Usd6
  readonly insurance: Usd6
  readonly treasury: Usd6
  readonly pool: Usd6
}

/** Referrer's share of a referee's fees, percent. */
export const REFERRAL_PERCENT = 10
const INSURANCE_PERCENT = 10
const TREASURY_PERCENT = 30

/** Discount of a referee on a fee, percent. */
export const REFEREE_DISCOUNT_PERCENT = 5

/** fee − ⌊fee · 5 / 100⌋: the fee of a referee. */
export const discountedFee = (fee: number): Usd6 =>
  usd6(fee - mulDivFloor(fee, REFEREE_DISCOUNT_PERCENT, 100))
/** ⌊net · 10 / 100⌋, to the referrer of the paying account. */
export const referralShare = (net: number): number => mulDivFloor(net, REFERRAL_PERCENT, 100)
/** ⌊rest · 10 / 100⌋ */
export const insuranceShare = (rest: number): number => mulDivFloor(rest, INSURANCE_PERCENT, 100)
/** ⌊rest · 30 / 100⌋ */
export const treasuryShare = (rest: number): number => mulDivFloor(rest, TREASURY_PERCENT, 100)

/**
 *   discount = ⌊fee · discountPercent / 100⌋ ; net = fee − discount
 *   referral = ⌊net · 10 / 100⌋ if the account has a referrer ; rest = net − referral
 *   insurance = ⌊rest · 10 / 100⌋ ; treasury = ⌊rest · 30 / 100⌋ ; pool = rest − insurance − treasury
 *
 * The pool gets the dust of every rounding.
 */
export function splitFee(input: { fee: Usd6; discountPercent?: number; hasReferrer?: boolean }): FeeSplit {
  const discount = mulDivFloor(input.fee, input.discountPercent ?? 0, 100)
  const net = input.fee - discount
  const referral = input.hasReferrer === true ? referralShare(net) : 0
  const rest = net - referral
  const insurance = insuranceShare(rest)
  const treasury = treasuryShare(rest)
  return {
    discount: usd6(discount),
    charged: usd6(net),
    referral: usd6(referral),
    insurance: usd6(insurance),
    treasury: usd6(treasury),
    pool: usd6(rest - insurance - treasury),
  }
}

const STOCK_TENTHS = 15

const OTHER_TENTHS = 10

/** Points weight of a micro-dollar of fee, in tenths: one and a half times as much in a market of the stock class. */
export const pointsMultiplierOf = (asset: AssetClass): number =>
  asset === 'stock' ? STOCK_TENTHS : OTHER_TENTHS
