import type { Ticks } from '@vest/protocol'

/** An alert's price is reached: from below where it stood above the mark, from above otherwise; at the price itself too. */
export const isPriceReached = (
  { price, isAbove }: { readonly price: Ticks; readonly isAbove: boolean },
  mark: Ticks,
): boolean => (isAbove ? mark >= price : mark <= price)
