/** The most that a market allows, as its badge: 20X. */
import type { Market } from '../../live/index.ts'

export const leverageLabel = (market: Market): string => `${market.leverageMax}X`
