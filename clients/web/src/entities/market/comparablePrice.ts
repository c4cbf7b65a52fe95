/** Ticks of two markets are of different worth; by this figure they sort as they read. For the order of rows alone. */
import type { Ticks } from '@vest/protocol'
import type { Market } from '../../live/index.ts'

export const comparablePrice = (
  price: Ticks | undefined,
  { priceDecimals }: Pick<Market, 'priceDecimals'>,
): number | undefined => (price === undefined ? undefined : price / 10 ** priceDecimals)
