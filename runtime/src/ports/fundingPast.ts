/**
 * Funding rates from before the exchange began, one per hour. On devnet they are computed from the seed on demand, as
 * far back as candles; a production deployment has none, or those of a vendor. Only applied rates are stored.
 */
import type { Rate8, TimeMs } from '@vest/protocol'

export interface PastRate {
  /** Start of its hour. */
  readonly hourMs: TimeMs
  readonly rate: Rate8
}

export interface FundingPast {
  /** Ends (exclusive) where the exchange began. */
  readonly endTimeMs: TimeMs
  /** Of hours that begin in [from, to], oldest first. */
  rates(symbol: string, fromMs: TimeMs, toMs: TimeMs): readonly PastRate[]
}
