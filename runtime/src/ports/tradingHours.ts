/**
 * Trading hours of markets in advance: the engine knows the present session, the calendar the later ones. Prices and
 * answers use the same calendar.
 */
import type { AssetClass, MarketCategory, Session, TimeMs } from '@vest/protocol'

export interface HoursMarket {
  readonly symbol: string
  readonly asset: AssetClass
  readonly category: MarketCategory
}

export interface SessionStart {
  readonly timeMs: TimeMs
  readonly session: Session
}

export interface TradingHours {
  /** The next change of session after `nowMs`; absent if none is scheduled. */
  nextChange(market: HoursMarket, nowMs: number): SessionStart | undefined
  /**
   * Every session from the one at `fromMs` to the one at `untilMs`, by their starts; the first start may lie before
   * `fromMs`. Empty for a market that never closes.
   */
  sessionStarts(market: HoursMarket, fromMs: number, untilMs: number): readonly SessionStart[]
}

/** No schedule: every market trades at every hour. */
export const NO_HOURS: TradingHours = { nextChange: () => undefined, sessionStarts: () => [] }
