/**
 * A cash dividend: longs receive it and shorts pay it, the pool among them, in the command with the first
 * ex-dividend index price, which is the one that reopens the market. It uses the funding accumulator, so it
 * is zero-sum by construction.
 */
import { FUNDING12_DECIMALS, funding12, REFUSAL } from '@vest/protocol'
import type { Answer, PayDividend } from '../api/index.ts'
import { beginFundingEpoch } from '../funding/index.ts'
import { alsoInSim } from '../sim/index.ts'
import type { Exchange, Market } from '../state/index.ts'
import { settleMarketFunding } from './forcedClose.ts'

const PER_SHARE_MAX = 10n ** 18n

/**
 * Refused: no such market (1121); not in HALT, no amount, or above the price of the share (1130). Two for one
 * day add up.
 */
export function announceDividend(exchange: Exchange, { marketId, perShare }: PayDividend): Answer {
  const market = exchange.markets[marketId]
  if (market === undefined || market.delistedAtMs !== undefined)
    return { ok: false, code: REFUSAL.BAD_SYMBOL }
  if (market.mode !== 'HALT' || typeof perShare !== 'bigint' || perShare <= 0n || perShare > PER_SHARE_MAX)
    return { ok: false, code: REFUSAL.INVALID_PARAMETER }
  const pending = (market.pendingDividend ?? 0n) + perShare
  if (pending > mostPerShare(market)) return { ok: false, code: REFUSAL.INVALID_PARAMETER }
  market.pendingDividend = funding12(pending)
  return { ok: true }
}

/** A dividend above the price of the share is an error in the unit, and its total could exceed a safe integer. */
const mostPerShare = ({ index, spec }: Market): bigint =>
  index === undefined ? PER_SHARE_MAX : BigInt(index) * 10n ** BigInt(FUNDING12_DECIMALS - spec.priceDecimals)

/** cumFunding −= d, between two settlements, so that the reported dividend is the dividend alone. */
export function payDividend(exchange: Exchange, market: Market): void {
  const { pendingDividend } = market
  if (pendingDividend === undefined) return
  market.pendingDividend = undefined
  settleBoth(exchange, market, 'CORPORATE_ACTION')
  market.cumFunding = funding12(market.cumFunding - pendingDividend)
  beginFundingEpoch(exchange, market)
  settleBoth(exchange, market, 'DIVIDEND')
}

function settleBoth(exchange: Exchange, market: Market, reason: 'CORPORATE_ACTION' | 'DIVIDEND'): void {
  settleMarketFunding(exchange, market, reason)
  alsoInSim(exchange, market.id, (mirrored) => settleMarketFunding(exchange, mirrored, reason))
}
