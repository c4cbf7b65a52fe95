/** Change of a price against its reference, in percent with 4 decimals, toward zero. */
import { mulDivTrunc, type Ticks } from '@vest/protocol'

/** percent4 = trunc( (price − reference) · 10⁶ / reference ):  1250000 = 125 %, 25000 = 2.5 %. */
export const priceChangePercent = (price: Ticks, reference: Ticks): number =>
  mulDivTrunc(price - reference, 1_000_000, reference)
