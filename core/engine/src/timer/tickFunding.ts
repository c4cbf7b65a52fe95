/** The hourly funding: due parts are applied, then holders are checked. */
import type { Answer, TickFunding } from '../api/index.ts'
import { applyPart, HOUR_MS } from '../funding/index.ts'
import { liquidateAccounts } from '../liquidation/index.ts'
import { judgeSim } from '../sim/index.ts'
import { type Exchange, holdersOf } from '../state/index.ts'

/**
 * At the end of an hour: applies its last part, which is the whole hour unless funding accrues more often. A part is
 * applied once; of several missed ones only the last sampled one. Liquidations follow.
 */
export function tickFunding(exchange: Exchange, command: TickFunding): Answer {
  const partMs = HOUR_MS / exchange.parameters.accrualsPerHour
  applyPart(exchange, command.hourMs + HOUR_MS - partMs, partMs)
  judgeHolders(exchange)
  return { ok: true }
}

/** Called by the timer, if funding accrues more often than once an hour: applies the part that has just ended. */
export function tickParts(exchange: Exchange): void {
  const { accrualsPerHour } = exchange.parameters
  if (accrualsPerHour === 1) return
  const partMs = HOUR_MS / accrualsPerHour
  if (applyPart(exchange, Math.floor(exchange.timeMs / partMs) * partMs - partMs, partMs))
    judgeHolders(exchange)
}

/** Of either domain; SIM when REAL is done. */
function judgeHolders(exchange: Exchange): void {
  liquidateAccounts(exchange, holdersOf(exchange.accountRows))
  judgeSim(exchange)
}
