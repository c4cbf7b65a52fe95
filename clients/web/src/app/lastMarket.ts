/** The market that / and the logo lead to ([2.1]). */
import { MARKET_DEFAULT, usePreferences } from '../entities/preferences/index.ts'

export const lastMarket = (): string => usePreferences.getState().lastMarket || MARKET_DEFAULT
