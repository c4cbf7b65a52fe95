/** A price of a market that the trader wants to hear of when the mark reaches it. */
import { isSymbolText, mulDivTrunc, ticks, type Ticks } from '@vest/protocol'

export interface PriceAlert {
  readonly id: string
  readonly symbol: string
  readonly price: Ticks
  /** It was above the mark when it was set: the mark reaches it from below. */
  readonly isAbove: boolean
  /** It calls every time that the price comes back; of an account alone. */
  readonly isRepeated?: true
}

/** From the mark to its price, in percent of the mark with 2 decimals, toward zero. */
export const alertDistancePercent2 = ({ price }: Pick<PriceAlert, 'price'>, mark: Ticks): number =>
  mulDivTrunc(price - mark, 10_000, mark)

/** As local storage holds it; undefined where it is none. */
export function readAlert(value: Readonly<Record<string, unknown>>): PriceAlert | undefined {
  const { id, symbol, price, isAbove } = value
  if (!isSymbolText(symbol)) return undefined
  if (!Number.isSafeInteger(price) || (price as number) < 1 || typeof isAbove !== 'boolean') return undefined
  const repeated = value.isRepeated === true ? ({ isRepeated: true } as const) : {}
  return { id: id as string, symbol, price: ticks(price as number), isAbove, ...repeated }
}
