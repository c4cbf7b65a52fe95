/**
 * A take profit or stop loss as it is typed ([4.17]): by its price, by the gain in money, or by the gain in percent.
 * The price is what counts and what is kept; the other two are ways to say it and follow it.
 */
import {
  exitGain,
  exitGainPercent2,
  exitPriceOfGain,
  exitPriceOfPercent2,
  type ExitPart,
} from '@vest/formulas'
import { divFloor, ticks, usd6, type Ticks, type Usd6 } from '@vest/protocol'
import { formatScaled } from '../../shared/format/index.ts'
import {
  PRICE_CAP,
  readNumeric,
  settleNumeric,
  writeNumeric,
  writePrice,
} from '../../shared/numeric/index.ts'

export type ExitKind = 'takeProfit' | 'stopLoss'
export type GainUnit = 'usd' | 'percent'

export interface ExitDraft {
  readonly priceText: string
  /**
   * The gain while it is being typed: its price may come to another cent, which must not move under the cursor. One
   * that no price brings stays until another is typed, so that it is seen and blocks.
   */
  readonly gainText?: string
}

export const EMPTY_EXIT: ExitDraft = { priceText: '' }

/** What the exit leaves, and against what its price is judged. */
export interface ExitBasis {
  readonly part: ExitPart
  readonly priceDecimals: number
  /** Entry of the order, or mark of the position. */
  readonly reference: Ticks
}

export const exitAt = (price: Ticks | undefined, priceDecimals: number): ExitDraft => ({
  priceText: writePrice(price, priceDecimals),
})

/** Undefined where nothing valid was typed, zero included ([5.3]). */
export function exitPrice(exit: ExitDraft, priceDecimals: number): Ticks | undefined {
  const price = readNumeric(exit.priceText, priceDecimals)
  return price === undefined || price <= 0 ? undefined : ticks(price)
}

/** A gain was typed: the price that brings it; none where that is beyond ten times the reference ([5.6]). */
export function withGain(text: string, unit: GainUnit, basis: ExitBasis): ExitDraft {
  const gain = readNumeric(text, 2)
  if (gain === undefined) return { priceText: '', gainText: text }
  const price =
    unit === 'percent'
      ? exitPriceOfPercent2(basis.part, gain)
      : Number.isSafeInteger(gain * CENT_USD6)
        ? exitPriceOfGain(basis.part, usd6(gain * CENT_USD6))
        : undefined
  const isWithin = price !== undefined && price <= PRICE_CAP * basis.reference
  return { ...exitAt(isWithin ? price : undefined, basis.priceDecimals), gainText: text }
}

const CENT_USD6 = 10_000

/** The field is left: from here on the gain follows the price, where there is one. */
export function settleExit({ priceText, gainText = '' }: ExitDraft): ExitDraft {
  const gain = settleNumeric(gainText)
  return priceText === '' && gain !== '' ? { priceText, gainText: gain } : { priceText }
}

/** A gain that no price brings. */
export const isPriceless = ({ priceText, gainText = '' }: ExitDraft): boolean =>
  priceText === '' && settleNumeric(gainText) !== ''

/** Nothing stands in either of its fields. */
export const isEmptyExit = ({ priceText, gainText = '' }: ExitDraft): boolean =>
  priceText === '' && gainText === ''

/** What the gain field holds: what is being typed, else what the price brings. */
export function gainText(exit: ExitDraft, unit: GainUnit, basis: ExitBasis): string {
  if (exit.gainText !== undefined) return exit.gainText
  const price = exitPrice(exit, basis.priceDecimals)
  if (price === undefined) return ''
  const gain = unit === 'usd' ? gainOf(price, basis) : exitGainPercent2(basis.part, price)
  if (gain === undefined) return ''
  return writeNumeric(unit === 'usd' ? divFloor(gain, CENT_USD6) : gain, 2)
}

export const gainOf = (price: Ticks | undefined, basis: ExitBasis): Usd6 | undefined =>
  price === undefined ? undefined : exitGain(basis.part, price)

/** How a gain looks without focus: always signed, always two decimals. */
export function displayGain(text: string): string {
  const gain = readNumeric(text, 2)
  return gain === undefined ? text : formatScaled(gain, { decimals: 2, signed: true })
}

/** A take profit stands beyond the reference in the position's favour, a stop loss on the other side ([5.4]). */
export const isExitOnSide = (
  kind: ExitKind,
  input: { readonly price: Ticks; readonly isLong: boolean; readonly reference: Ticks },
): boolean =>
  (kind === 'takeProfit') === input.isLong ? input.price > input.reference : input.price < input.reference
